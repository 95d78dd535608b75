// Game records: a game as text, in the manner of chess's PGN (docs/formats/game-record.md). Pure values and functions.
//
// Reading is lenient; writing is deterministic. Reading checks every move against the rules that the record names, so a
// GameRecord that was read can be played through, including its variations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/moves.h"
#include "core/piece_count.h"
#include "core/position.h"
#include "core/rules.h"

namespace uisge {

enum class GameResult : std::uint8_t { kUnknown, kWhiteWins, kBlackWins, kDraw };
std::string_view to_string(GameResult result);  // "*", "1-0", "0-1", "1/2-1/2"
std::optional<GameResult> parse_result(std::string_view text);

struct RecordedMove;

// A variation has at least one move. The first move of a variation replaces the move to which the variation belongs.
struct Variation {
  std::string comment = {};         // the comment before the variation's first move
  std::vector<RecordedMove> moves;  // no initialiser, since RecordedMove is an incomplete type here
};

struct RecordedMove {
  Move move;
  std::string comment = {};                // the comments after the move, with "; " between them
  std::vector<Variation> variations = {};  // moves that could have been played instead
};

// The deepest nesting of variations. Reading, writing and destroying a record takes stack memory in proportion to the
// depth of its variations.
inline constexpr int kMaxVariationDepth = 100;

// Whether `a` and `b` have the same moves, comments and variations.
bool is_same_play(const std::vector<RecordedMove>& a, const std::vector<RecordedMove>& b);

struct GameRecord {
  Position start;
  RuleSet rules = {};
  std::string white = {};  // the players' names and the date as in PGN, "2026.11.23"; empty if unknown
  std::string black = {};
  std::string date = {};
  std::vector<std::pair<std::string, std::string>> other_tags = {};  // in the order of the text
  std::string comment = {};                                          // the comment before the first move
  std::vector<RecordedMove> moves = {};
  GameResult result = GameResult::kUnknown;
};

// The number of a move as in PGN: White's move and Black's answer have the same number. `ply` is counted from 0, and
// `first` makes the move of ply 0.
constexpr std::size_t move_number(Side first, std::size_t ply) {
  return (ply + (first == Side::kBlack ? 1 : 0)) / 2 + 1;
}
constexpr bool is_move_of_white(Side first, std::size_t ply) {
  return (first == Side::kWhite) == (ply % 2 == 0);
}
std::string move_number_text(Side first, std::size_t ply);  // "3." for White's move, "3..." for Black's

// The result if the game is over in `position`, otherwise kUnknown.
GameResult result_by_rules(const Board& board, RuleSet rules, const Position& position);

// The text ends in a newline; its lines have at most 80 characters where the words allow it. REQUIRES: no variation
// without moves.
std::string to_text(const GameRecord& record);

// What the reader assumes if a record does not name its board, its pieces or its rules.
struct RecordDefaults {
  BoardSize board = kRealBoard;
  int pieces = kMaxPieces;
  RuleSet rules = {};
};

// Returns all games of a text, in order. Errors (usage) begin with "line 3, column 7: ". It is a usage error, too, if
// the text has more than `at_most` games.
Result<std::vector<GameRecord>> parse_game_records(std::string_view text, const RecordDefaults& defaults = {},
                                                   std::size_t at_most = std::numeric_limits<std::size_t>::max());

// Returns, in order, each game of a text or the error in it. After an error, reading continues with the next game,
// which begins at the next tag line after moves.
std::vector<Result<GameRecord>> parse_each_game_record(std::string_view text, const RecordDefaults& defaults = {});

}  // namespace uisge
