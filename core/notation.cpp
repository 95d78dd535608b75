#include "core/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/container/static_vector.hpp>

#include "core/trimmed.h"

namespace uisge {

namespace {

// One rank of the text with its digits written out: a letter or '.' for each square.
using RankSquares = boost::container::static_vector<char, kMaxSide>;

// The character in quotes or, if the character is not printable, its number, so that an error line has no control
// character and no part of a multi-byte sequence.
std::string quoted(char c) {
  const bool is_printable = c > ' ' && c <= '~';
  return is_printable ? fmt::format("'{}'", c) : fmt::format("byte 0x{:02X}", static_cast<unsigned char>(c));
}

tl::unexpected<Error> rank_error(std::size_t rank, std::string_view what) {
  return usage_error(fmt::format("position: rank {} {}", rank, what));
}

// Stops at the first square beyond kMaxSide, so that a very long text is refused at once.
Result<RankSquares> parse_rank(std::size_t rank, std::string_view text) {
  RankSquares squares;
  bool after_digit = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (c == '0') return rank_error(rank, "has the digit 0, counts of empty squares are 1 to 9");
    if (is_digit && after_digit) return rank_error(rank, "has two digits in a row, write their sum");
    if (!is_digit && c != 'w' && c != 'W' && c != 'b' && c != 'B') {
      return rank_error(rank, fmt::format("has {}, expected w, W, b, B or a digit 1 to 9", quoted(c)));
    }
    const std::size_t count = is_digit ? static_cast<std::size_t>(c - '0') : 1;
    if (squares.size() + count > kMaxSide) {
      return rank_error(
          rank, fmt::format("has more than {} squares, boards have {} to {} files", kMaxSide, kMinSide, kMaxSide));
    }
    squares.insert(squares.end(), count, is_digit ? '.' : c);
    after_digit = is_digit;
  }
  if (squares.empty()) return rank_error(rank, "is empty, write the count of its empty squares");
  return squares;
}

Result<Side> parse_side(std::string_view text) {
  if (text.empty()) return usage_error("position: the side to move is missing, write w or b after the space");
  if (text[0] != 'w' && text[0] != 'b') {
    return usage_error(fmt::format("position: the side to move is {}, expected w or b", quoted(text[0])));
  }
  if (text.size() > 1) {
    return usage_error(fmt::format("position: text goes on after the side to move with {}", quoted(text[1])));
  }
  return text[0] == 'w' ? Side::kWhite : Side::kBlack;
}

char letter(const Position& position, Square square) {
  const bool is_white = position.mover_bb().contains(square) == (position.side_to_move() == Side::kWhite);
  if (position.crowns_bb().contains(square)) return is_white ? 'W' : 'B';
  return is_white ? 'w' : 'b';
}

}  // namespace

Result<Setup> parse_setup(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return usage_error("position: the text is empty, expected for example '1bb/1ww w'");
  const std::size_t space = text.find_first_of(kWhiteSpace);
  const std::string_view board_text = text.substr(0, space);
  const auto rank_count = static_cast<std::size_t>(std::count(board_text.begin(), board_text.end(), '/')) + 1;
  if (rank_count < kMinSide)
    return usage_error("position: it has no '/' between ranks, expected for example '1bb/1ww w'");
  if (rank_count > kMaxSide) {
    return usage_error(fmt::format("position: {} ranks, boards have {} to {}", rank_count, kMinSide, kMaxSide));
  }

  boost::container::static_vector<RankSquares, kMaxSide> ranks;  // from the top rank down
  boost::container::static_vector<std::size_t, kMaxSide> widths;
  for (std::size_t begin = 0; ranks.size() < rank_count;) {
    const std::size_t end = std::min(board_text.find('/', begin), board_text.size());
    const auto squares = UISGE_TRY(parse_rank(rank_count - ranks.size(), board_text.substr(begin, end - begin)));
    ranks.push_back(squares);
    widths.push_back(squares.size());
    begin = end + 1;
  }
  // The board's width is the median of the ranks' widths, so that if one rank is wrong, the error names that rank.
  std::sort(widths.begin(), widths.end());
  const std::size_t files = widths[widths.size() / 2];
  for (std::size_t i = 0; i < rank_count; ++i) {
    if (ranks[i].size() == files) continue;
    return rank_error(rank_count - i, fmt::format("has {} {}, the board has {} files", ranks[i].size(),
                                                  ranks[i].size() == 1 ? "square" : "squares", files));
  }
  const auto size = UISGE_TRY(make_board_size(static_cast<std::int64_t>(files), static_cast<std::int64_t>(rank_count)));
  if (space == std::string_view::npos) return usage_error("position: the side to move is missing, add ' w' or ' b'");
  const auto side = UISGE_TRY(parse_side(trimmed(text.substr(space))));

  Setup setup;
  setup.size = size;
  setup.side_to_move = side;
  for (std::size_t i = 0; i < rank_count; ++i) {
    for (std::size_t file = 0; file < files; ++file) {
      const char c = ranks[i][file];
      const SquareSet square_bb(Square(static_cast<int>((rank_count - 1 - i) * files + file)));
      if (c == 'w' || c == 'W') setup.white_bb |= square_bb;
      if (c == 'b' || c == 'B') setup.black_bb |= square_bb;
      if (c == 'W' || c == 'B') setup.crowns_bb |= square_bb;
    }
  }
  return setup;
}

Result<Position> parse_position(std::string_view text) {
  const auto setup = UISGE_TRY(parse_setup(text));
  return Position::from_setup(Board(setup.size), setup);
}

std::string_view position_of_line(std::string_view line) {
  line = trimmed(without_byte_order_mark(line));
  if (line.starts_with('#') || line.starts_with("position,")) return {};
  const std::size_t side = line.find_first_not_of(" \t", line.find_first_of(" \t"));
  const std::size_t end = std::min({line.find(',', side), line.find('\t', side), line.find("  ", side)});
  return line.substr(0, end);
}

std::string to_text(const Board& board, const Position& position) {
  std::string text;
  for (int rank = board.ranks() - 1; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < board.files(); ++file) {
      const Square square = board.square(file, rank);
      if (!position.occupied_bb().contains(square)) {
        ++empty;
        continue;
      }
      flush();
      text += letter(position, square);
    }
    flush();
    text += rank == 0 ? ' ' : '/';
  }
  text += position.side_to_move() == Side::kWhite ? 'w' : 'b';
  return text;
}

std::string draw(const Board& board, const Position& position) {
  std::string text;
  for (int rank = board.ranks() - 1; rank >= 0; --rank) {
    text += rank_digit(rank);
    for (int file = 0; file < board.files(); ++file) {
      const Square square = board.square(file, rank);
      text += ' ';
      text += position.occupied_bb().contains(square) ? letter(position, square) : '.';
    }
    text += '\n';
  }
  text += ' ';
  for (int file = 0; file < board.files(); ++file) {
    text += ' ';
    text += file_letter(file);
  }
  text += '\n';
  return text;
}

}  // namespace uisge
