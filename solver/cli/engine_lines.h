// The lines of the protocol UGI (docs/engine.md): parses commands and makes the texts of answers.
//
// Pure functions. Errors are usage errors that begin with the name of the command, the first word of the line.
#pragma once

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "core/game_record.h"
#include "core/other_notation.h"
#include "core/position.h"
#include "solver/cli/engine_answerer.h"
#include "solver/cli/engine_settings.h"

namespace uisge::cli {

// The answer to the command `ugi`.
std::string engine_introduction(const EngineSettings& settings, Notation notation);

struct NamedValue {
  std::string name;  // in lower case
  std::string value;
};
// Reads the words after `setoption`: "name NAME value VALUE". The value is the rest of the line.
Result<NamedValue> parse_named_value(std::istringstream& words);

struct EngineOrder {
  ProofLimits limits;
  bool is_infinite = false;          // until `stop`
  std::vector<std::string> remarks;  // these name the words that were ignored
};
// Reads the words after `go`. Never fails: numbers are clamped to their range, and unknown words are ignored. If the
// words name no limit, the limit is the time in the settings.
EngineOrder parse_go(std::istringstream& words, Side mover, const EngineSettings& settings);

// Whether a position of the game has occurred three times with the same side to move. The engine then calls the game a
// draw, by a convention for matches; by the rules of the game the repetition is no draw.
bool has_come_three_times(const GameRecord& game);

// The answer to the command `query`; `words` are the words after it. Errors (usage): the question is unknown;
// `position` is empty.
Result<std::string> engine_response(std::istringstream& words, const Board& board, RuleSet rules,
                                    const std::optional<Position>& position, bool is_repeated);

// The answer to the command `d`.
std::string engine_drawing(const Board& board, RuleSet rules, const Position& position, Notation notation);

// The `info` lines before `bestmove`: depth, score, nodes and moves of each line of best play, and the verdict in
// words.
std::string engine_report(const Position& position, RuleSet rules, const EngineAnswer& answer, Notation notation);
// "bestmove d2d4"
std::string best_move_line(const Position& position, const EngineAnswer& answer, Notation notation);

}  // namespace uisge::cli
