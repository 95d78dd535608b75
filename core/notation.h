// The FEN-like text of a position: the ranks from the top, a space, the side to move. In a rank, `w W b B` are pieces,
// and a digit is a number of empty squares.
//
// parse_setup checks the form of the text and names the place of a mistake. Position::from_setup checks the position.
// parse_position does both. The text's ranks also tell the size of the board.
#pragma once

#include <string>
#include <string_view>

#include "core/position.h"

namespace uisge {

Result<Setup> parse_setup(std::string_view text);
Result<Position> parse_position(std::string_view text);

// The text of the position at the beginning of a line of a list. As in the output of `find` and `export`, a comma, a
// tab or two spaces end the position. The text is empty if the line is empty, a comment or the heading of a table.
std::string_view position_of_line(std::string_view line);

std::string to_text(const Board& board, const Position& position);

// Whether an ASCII character is a control character, in any locale.
constexpr bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

// Returns the small letter for a letter from A to Z, in any locale. Returns any other character unchanged.
constexpr char small_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Draws the position as docs/rules.md does: one line per rank, then a line with the letters of the files. Lines have no
// trailing spaces. The last line ends in a newline too.
std::string draw(const Board& board, const Position& position);

}  // namespace uisge
