// Legal moves, one position at a time: for playing, printing, perft, search and verification.
//
// The engine does not use these functions: it moves whole blocks with the transitions of a placement
// (solver/placements/placement_table.h).
#pragma once

#include <boost/container/static_vector.hpp>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/outcome.h"
#include "core/piece_count.h"
#include "core/position.h"

namespace uisge {

// The distance between the two squares tells the kind of move: two for a jump, one for a step. A pass has from == to.
struct Move {
  Square from;
  Square to;
  constexpr bool is_pass() const { return from == to; }
  static constexpr Move pass() { return {}; }
  constexpr auto operator<=>(const Move&) const = default;
};

// Each of six pieces has at most eight steps, four orthogonal jumps and four diagonal jumps.
inline constexpr int kMaxMoves = kMaxPieces * 16;
using MoveList = boost::container::static_vector<Move, kMaxMoves>;

// Jumps and steps of the mover in ascending (from, to) order, never a pass. Empty when the mover is stuck or the game
// is over. Takes about 0.15 us per position.
MoveList legal_moves(const Board& board, RuleSet rules, const Position& position);

// The moves that a player may play: legal_moves, or the pass of a stuck side under the rule `passes`. Empty when the
// game is over.
MoveList playable_moves(const Board& board, RuleSet rules, const Position& position);

// The position after the move, seen from the side that is then to move. REQUIRES: the move is playable.
Position play(const Board& board, const Position& position, Move move);

// Whether and how the game has ended: a side has only crowns (it has completed), or one side or both sides are stuck.
enum class GameEnd : std::uint8_t { kNotOver, kMoverCompleted, kOpponentCompleted, kMoverStuck, kBothStuck };
GameEnd game_end(const Board& board, RuleSet rules, const Position& position);
// REQUIRES: end != kNotOver.
Outcome outcome_of(GameEnd end, StuckRule stuck);
// The outcome for the side to move; std::nullopt if the game goes on.
std::optional<Outcome> outcome_if_over(const Board& board, RuleSet rules, const Position& position);

// The move that corresponds to `move` in the image of the position.
inline Move image(const Board& board, Symmetry symmetry, Move move) {
  return move.is_pass() ? move : Move{board.image(symmetry, move.from), board.image(symmetry, move.to)};
}

// The square that the first two characters of `text` name, such as "d2"; std::nullopt if that square is not on the
// board. REQUIRES: `text` has at least two characters.
std::optional<Square> square_named(const Board& board, std::string_view text);

std::string to_text(const Board& board, Move move);  // "d2d4" or "pass"
// The playable move that the text denotes: "d2d4", "d2-d4" or "D2D4". If the text denotes no playable move, the error
// says why.
Result<Move> parse_move(const Board& board, RuleSet rules, const Position& position, std::string_view text);
// Parses several moves separated by spaces, "d2d4 c5c3", which are played one after the other from the position. An
// error names the first impossible move by its number, "move 2: ".
Result<std::vector<Move>> parse_moves(const Board& board, RuleSet rules, const Position& position,
                                      std::string_view text);
// The position after the moves of `text`, which are written as for parse_moves.
Result<Position> play_moves(const Board& board, RuleSet rules, const Position& position, std::string_view text);

}  // namespace uisge
