#include "core/board.h"

#include <fmt/format.h>

#include <cassert>
#include <charconv>

namespace uisge {

Result<BoardSize> make_board_size(std::int64_t files, std::int64_t ranks) {
  if (files < kMinSide || files > kMaxSide || ranks < kMinSide || ranks > kMaxSide || files * ranks > kMaxSquares) {
    return usage_error(
        fmt::format("board: {}x{} does not exist, boards have {} to {} files and ranks and at most {} squares", files,
                    ranks, kMinSide, kMaxSide, kMaxSquares));
  }
  return BoardSize{static_cast<int>(files), static_cast<int>(ranks)};
}

Result<BoardSize> parse_board_size(std::string_view text) {
  int files = 0;
  int ranks = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, files);
  if (first.ec == std::errc{} && first.ptr != end && *first.ptr == 'x') {
    const auto second = std::from_chars(first.ptr + 1, end, ranks);
    if (second.ec == std::errc{} && second.ptr == end) return make_board_size(files, ranks);
  }
  return usage_error(fmt::format("board: '{}' is not FILESxRANKS, for example 7x6", text));
}

std::string to_string(BoardSize size) {
  return fmt::format("{}x{}", size.files, size.ranks);
}

Board::Board(BoardSize size) : size_(size) {
  assert(size.squares() <= kMaxSquares);
  all_bb_ = SquareSet(~std::uint64_t{0} >> (kMaxSquares - size.squares()));
  for (int rank = 0; rank < size.ranks; ++rank) {
    first_file_bb_ |= SquareSet(square(0, rank));
    last_file_bb_ |= SquareSet(square(size.files - 1, rank));
  }
  const auto on_board = [&](int file, int rank) {
    return file >= 0 && file < size.files && rank >= 0 && rank < size.ranks;
  };
  for (int here = 0; here < squares(); ++here) {
    const Square from(here);
    const std::size_t i = from.index();
    for (std::size_t digit = 0; digit < file_digit_bb_.size(); ++digit) {
      if ((file(from) >> digit & 1) != 0) file_digit_bb_[digit] |= SquareSet(from);
      if ((rank(from) >> digit & 1) != 0) rank_digit_bb_[digit] |= SquareSet(from);
    }
    for (int df = -1; df <= 1; ++df) {
      for (int dr = -1; dr <= 1; ++dr) {
        if (df == 0 && dr == 0) continue;
        if (!on_board(file(from) + df, rank(from) + dr)) continue;
        const Square near = square(file(from) + df, rank(from) + dr);
        adjacent_bb_[i] |= SquareSet(near);
        if (!on_board(file(from) + 2 * df, rank(from) + 2 * dr)) continue;
        const Jump jump{near, square(file(from) + 2 * df, rank(from) + 2 * dr)};
        const bool is_orthogonal = df == 0 || dr == 0;
        (is_orthogonal ? orthogonal_jumps_ : diagonal_jumps_)[i].push_back(jump);
      }
    }
    for (int s = 0; s < symmetry_count(); ++s) {
      const Symmetry symmetry(s);
      int f = file(from);
      int r = rank(from);
      if (symmetry.transposes()) std::swap(f, r);
      if (symmetry.mirrors_files()) f = size.files - 1 - f;
      if (symmetry.mirrors_ranks()) r = size.ranks - 1 - r;
      images_[symmetry.index()][i] = square(f, r);
    }
  }
}

std::string Board::name(Square square) const {
  return {file_letter(file(square)), rank_digit(rank(square))};
}

SquareSet Board::group_bb(SquareSet set_bb, Square square) const {
  SquareSet reached_bb(square);
  for (;;) {
    const SquareSet next_bb = grown_bb(reached_bb) & set_bb;
    if (next_bb == reached_bb) return reached_bb;
    reached_bb = next_bb;
  }
}

bool Board::connected(SquareSet set_bb) const {
  return set_bb.empty() || group_bb(set_bb, set_bb.first()) == set_bb;
}

SquareSet Board::image(Symmetry symmetry, SquareSet set_bb) const {
  SquareSet result_bb;
  for (const Square square : set_bb) result_bb |= SquareSet(image(symmetry, square));
  return result_bb;
}

Symmetry Board::inverse(Symmetry symmetry) const {
  // A symmetry that only mirrors is its own inverse. If a symmetry transposes, its inverse mirrors and then transposes.
  // This equals a transposition followed by the two mirrors with exchanged roles.
  if (!symmetry.transposes()) return symmetry;
  return Symmetry(4 | (symmetry.mirrors_ranks() ? 1 : 0) | (symmetry.mirrors_files() ? 2 : 0));
}

}  // namespace uisge
