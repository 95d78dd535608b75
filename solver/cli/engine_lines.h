// The lines of UGI (docs/engine.md): how orders are read and answers are written, apart from when.
//
// Pure functions. Errors are usage errors that begin with the order's name.
#pragma once

#include <optional>
#include <sstream>
#include <string>

#include "core/other_notation.h"
#include "core/position.h"
#include "solver/cli/engine_mind.h"
#include "solver/cli/engine_settings.h"

namespace uisge::cli {

// The answer to `ugi`.
std::string engine_introduction(const EngineSettings& settings, Notation notation);

struct NamedValue {
  std::string name;  // in small letters
  std::string value;
};
// What follows `setoption`: "name NAME value VALUE", the value being the rest of the line.
Result<NamedValue> parse_named_value(std::istringstream& words);

struct EngineOrder {
  ProofLimits limits;
  bool is_infinite = false;  // until `stop`
};
// What follows `go`. Without a limit the time is that of the settings.
Result<EngineOrder> parse_go(std::istringstream& words, Side mover, const EngineSettings& settings);

// The answer to `query` and what follows it. An error if there is no position.
Result<std::string> engine_response(std::istringstream& words, const Board& board, RuleSet rules,
                                    const std::optional<Position>& position);

// What is said when the thinking is over: depth, score and line, the same in words, and the move.
std::string engine_answer(const Position& position, RuleSet rules, const EngineAnswer& answer, Notation notation);

}  // namespace uisge::cli
