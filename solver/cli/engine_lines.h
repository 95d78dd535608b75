// The lines of UGI (docs/engine.md): reads orders and writes answers. engine_dialogue.h decides when.
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
// Reads what follows `setoption`: "name NAME value VALUE". The value is the rest of the line.
Result<NamedValue> parse_named_value(std::istringstream& words);

struct EngineOrder {
  ProofLimits limits;
  bool is_infinite = false;  // until `stop`
};
// Reads what follows `go`. Without a limit the time of the settings applies.
Result<EngineOrder> parse_go(std::istringstream& words, Side mover, const EngineSettings& settings);

// The answer to `query` and its words. An error if there is no position.
Result<std::string> engine_response(std::istringstream& words, const Board& board, RuleSet rules,
                                    const std::optional<Position>& position);

// The lines at the end of thinking: depth, score and line, the same in words, and the move.
std::string engine_answer(const Position& position, RuleSet rules, const EngineAnswer& answer, Notation notation);

}  // namespace uisge::cli
