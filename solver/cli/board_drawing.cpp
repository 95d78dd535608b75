#include "solver/cli/board_drawing.h"

#include <array>

#include "core/notation.h"

namespace uisge::cli {

namespace {

struct Piece {
  std::string_view letter;
  std::string_view shape;
};
// Indexed by side, then by blank or crown.
constexpr std::array<std::array<Piece, 2>, 2> kPieces{
    {{{{"w", "\u25CB"}, {"W", "\u2654"}}}, {{{"b", "\u25CF"}, {"B", "\u265A"}}}}};

bool draws_shapes(const Output& output, bool ascii) {
  return !ascii && output.takes_unicode();
}

std::string piece_text(const Position& position, Square square, const Output& output, bool ascii) {
  const bool is_white = position.mover_bb().contains(square) == (position.side_to_move() == Side::kWhite);
  const bool is_crown = position.crowns_bb().contains(square);
  const Piece& piece = kPieces[is_white ? 0 : 1][is_crown ? 1 : 0];
  // The colour is readable on dark and on light backgrounds. The shape alone distinguishes the sides.
  const fmt::text_style style = is_white ? fmt::text_style() : fmt::fg(fmt::terminal_color::magenta);
  const fmt::text_style weight = is_crown ? fmt::text_style(fmt::emphasis::bold) : fmt::text_style();
  const std::string_view text = draws_shapes(output, ascii) ? piece.shape : piece.letter;
  const bool is_plain = is_white && !is_crown;
  return is_plain ? std::string(text) : output.paint(style | weight, text);
}

}  // namespace

void add_ascii_option(CLI::App& command, bool& ascii) {
  command.add_flag("--ascii", ascii, "draw pieces as letters, also on a terminal that has shapes");
}

std::string draw_board(const Board& board, const Position& position, const Output& output, bool ascii,
                       std::optional<Move> last) {
  if (!draws_shapes(output, ascii) && !output.color() && !last) return draw(board, position);
  const SquareSet marked_bb = last && !last->is_pass() ? SquareSet(last->to) : SquareSet();
  std::string text;
  for (int rank = board.ranks() - 1; rank >= 0; --rank) {
    text += rank_digit(rank);
    bool closes = false;
    for (int file = 0; file < board.files(); ++file) {
      const Square square = board.square(file, rank);
      const bool opens = marked_bb.contains(square);
      text += closes ? ']' : opens ? '[' : ' ';
      text += position.occupied_bb().contains(square) ? piece_text(position, square, output, ascii) : ".";
      closes = opens;
    }
    text += closes ? "]\n" : "\n";
  }
  text += ' ';
  for (int file = 0; file < board.files(); ++file) text.append(" ").append(1, file_letter(file));
  return text + '\n';
}

std::string_view shapes_in_words(const Output& output, bool ascii) {
  return draws_shapes(output, ascii) ? "\u25CB White, \u25CF Black; \u2654 \u265A are crowns\n" : "";
}

}  // namespace uisge::cli
