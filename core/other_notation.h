// Converts between our notation and the notations of two other programs that play Uisge. Pure functions.
//
//   uisge             e2c2. Ranks are counted from the bottom, where White stands.
//   ranks-from-top    c2e2. Ranks are counted from the top, where White stands. So White's first rank is rank 1 as in
//                     our notation, but files are mirrored: e becomes c. A position is rotated by 180 degrees and then
//                     written in our notation.
//   rows-and-columns  4,4-4,2. Rows and columns are counted from 0, rows from the top, where Black stands. Positions
//                     are written as in our notation.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/moves.h"
#include "core/position.h"

namespace uisge {

enum class Notation : std::uint8_t { kUisge, kRanksFromTop, kRowsAndColumns };
inline constexpr std::array<Notation, 3> kAllNotations{Notation::kUisge, Notation::kRanksFromTop,
                                                       Notation::kRowsAndColumns};

std::string_view to_string(Notation notation);
Result<Notation> parse_notation(std::string_view text);

std::string to_text(const Board& board, Move move, Notation notation);
// Parses the text of a playable move. The numbers of rows and columns may be separated by any characters except digits:
// "4442", "(4,4)(4,2)". If the move is not possible, the error (kUsage) names it as typed and in our notation.
Result<Move> parse_move(const Board& board, RuleSet rules, const Position& position, std::string_view text,
                        Notation notation);

std::string to_text(const Board& board, const Position& position, Notation notation);
// Returns the position that a text in the given notation describes. The argument `read` is the position that the same
// text would describe if it were in our notation.
Position from_notation(const Board& board, const Position& read, Notation notation);

}  // namespace uisge
