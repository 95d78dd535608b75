/// \file
/// Game records: games as text, in the manner of chess's PGN (docs/formats/game-record.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "uisge/game.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// A recorded game. Comments, variations and further tags of a record are not kept.
  struct GameRecord {
    Position start;                ///< The position in which the game begins.
    Rules rules = {};              ///< The rule set of the game.
    std::string white = {};        ///< White's name; empty if unknown.
    std::string black = {};        ///< Black's name; empty if unknown.
    std::string date = {};         ///< As in PGN, "2026.11.23"; empty if unknown.
    std::string result = "*";      ///< "1-0", "0-1", "1/2-1/2", or "*" if unknown.
    std::vector<Move> moves = {};  ///< The moves, each of which can be played.
  };

  /// Reads all games of a text; every move is checked against the rules that its game names. Throws Error (usage),
  /// which names the line and what is wrong there.
  UISGE_EXPORT std::vector<GameRecord> read_records(std::string_view text);

  /// The text of a game. The text ends in a newline. Throws Error (usage) if a move cannot be played, if the result is
  /// not one of the four texts, or if the game is over and the result is neither "*" nor that of the rules.
  UISGE_EXPORT std::string record_text(const GameRecord& record);

}  // namespace v1
}  // namespace uisge
