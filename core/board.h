// The geometry of one board: adjacency, jumps, connectivity, symmetries.
//
// A Board holds constant tables of about 3 KiB. Make it once and pass it by reference. All its functions are pure and
// thread-safe.
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/direction.h"
#include "core/error.h"
#include "core/square_set.h"

namespace uisge {

inline constexpr int kMinSide = 2;
inline constexpr int kMaxSide = 9;  // a position's text writes a number of empty squares as one digit
inline constexpr int kMaxSquares = 64;

// The numbers of files and of ranks: each from 2 to 9, with at most 64 squares in all. To get a size within these
// limits, call parse_board_size or make_board_size, or use kRealBoard.
struct BoardSize {
  int files = 7;
  int ranks = 6;
  constexpr int squares() const { return files * ranks; }
  constexpr auto operator<=>(const BoardSize&) const = default;
};

inline constexpr BoardSize kRealBoard{7, 6};

Result<BoardSize> parse_board_size(std::string_view text);  // "7x6"
Result<BoardSize> make_board_size(std::int64_t files, std::int64_t ranks);
std::string to_string(BoardSize size);  // "7x6"

// The names of files (a to i) and ranks (1 to 9). The arguments are counted from 0.
constexpr char file_letter(int file) {
  return static_cast<char>('a' + file);
}
constexpr char rank_digit(int rank) {
  return static_cast<char>('1' + rank);
}

// A symmetry of the board. It transposes first (on square boards only), then mirrors files, then ranks, as its index's
// bits say.
class Symmetry {
 public:
  constexpr Symmetry() = default;
  explicit constexpr Symmetry(int index) : index_(static_cast<std::uint8_t>(index)) {}
  constexpr std::uint8_t index() const { return index_; }
  constexpr bool is_identity() const { return index_ == 0; }
  constexpr bool mirrors_files() const { return (index_ & 1) != 0; }
  constexpr bool mirrors_ranks() const { return (index_ & 2) != 0; }
  constexpr bool transposes() const { return (index_ & 4) != 0; }
  constexpr auto operator<=>(const Symmetry&) const = default;

 private:
  std::uint8_t index_ = 0;
};
inline constexpr int kMaxSymmetries = 8;

class Board {
 public:
  struct Jump {
    Square over;
    Square to;
  };

  explicit Board(BoardSize size);

  BoardSize size() const { return size_; }
  int files() const { return size_.files; }
  int ranks() const { return size_.ranks; }
  int squares() const { return size_.squares(); }
  SquareSet all_bb() const { return all_bb_; }
  SquareSet first_file_bb() const { return first_file_bb_; }
  SquareSet last_file_bb() const { return last_file_bb_; }

  Square square(int file, int rank) const { return Square(rank * size_.files + file); }
  int file(Square square) const { return square.index() % size_.files; }
  int rank(Square square) const { return square.index() / size_.files; }
  std::string name(Square square) const;  // "d2"
  // The sum of the file numbers of all squares in the set, and the sum of their rank numbers. Files and ranks are
  // numbered from 0.
  int sum_of_files(SquareSet set_bb) const { return sum_by_digits(set_bb, file_digit_bb_); }
  int sum_of_ranks(SquareSet set_bb) const { return sum_by_digits(set_bb, rank_digit_bb_); }

  // The neighbours in all eight directions.
  SquareSet adjacent_bb(Square square) const { return adjacent_bb_[square.index()]; }
  std::span<const Jump> orthogonal_jumps(Square square) const { return span(orthogonal_jumps_[square.index()]); }
  std::span<const Jump> diagonal_jumps(Square square) const { return span(diagonal_jumps_[square.index()]); }

  // The set moved by one square, without the squares that would leave the board.
  template <Direction kDirection>
  SquareSet shifted_bb(SquareSet set_bb) const;
  // What one step in the direction adds to a square's index.
  int offset(Direction direction) const;

  // The squares of the set, and their orthogonal neighbours on the board.
  SquareSet grown_bb(SquareSet set_bb) const {
    const std::uint64_t x = set_bb.bits();
    const std::uint64_t east = (x & ~last_file_bb_.bits()) << 1;
    const std::uint64_t west = (x & ~first_file_bb_.bits()) >> 1;
    return SquareSet(x | east | west | x << size_.files | x >> size_.files) & all_bb_;
  }
  // The squares of the set that are orthogonally connected with `square` within the set. REQUIRES: the set has
  // `square`.
  SquareSet group_bb(SquareSet set_bb, Square square) const;
  // Whether the squares of the set form one orthogonally connected group. The empty set counts as connected.
  bool connected(SquareSet set_bb) const;

  // Symmetry 0 is the identity.
  std::uint8_t symmetry_count() const { return size_.files == size_.ranks ? 8 : 4; }
  Square image(Symmetry symmetry, Square square) const { return images_[symmetry.index()][square.index()]; }
  SquareSet image(Symmetry symmetry, SquareSet set_bb) const;
  Symmetry inverse(Symmetry symmetry) const;

 private:
  using Jumps = boost::container::static_vector<Jump, 4>;
  static std::span<const Jump> span(const Jumps& jumps) { return {jumps.data(), jumps.size()}; }

  // Element i is the set of the squares whose file number (or rank number) has bit i set.
  using Digits = std::array<SquareSet, 4>;
  static_assert(kMaxSide <= 1 << 4);
  static int sum_by_digits(SquareSet set_bb, const Digits& digit_bb) {
    int sum = 0;
    for (std::size_t digit = 0; digit < digit_bb.size(); ++digit) sum += (set_bb & digit_bb[digit]).size() << digit;
    return sum;
  }

  BoardSize size_;
  SquareSet all_bb_;
  SquareSet first_file_bb_;
  SquareSet last_file_bb_;
  Digits file_digit_bb_{};
  Digits rank_digit_bb_{};
  std::array<SquareSet, kMaxSquares> adjacent_bb_{};
  std::array<Jumps, kMaxSquares> orthogonal_jumps_;
  std::array<Jumps, kMaxSquares> diagonal_jumps_;
  std::array<std::array<Square, kMaxSquares>, kMaxSymmetries> images_{};
};

template <Direction kDirection>
inline SquareSet Board::shifted_bb(SquareSet set_bb) const {
  const std::uint64_t x = set_bb.bits();
  if constexpr (kDirection == Direction::kNorth) return SquareSet(x << size_.files) & all_bb_;
  if constexpr (kDirection == Direction::kSouth) return SquareSet(x >> size_.files);
  if constexpr (kDirection == Direction::kEast) return SquareSet((x & ~last_file_bb_.bits()) << 1);
  if constexpr (kDirection == Direction::kWest) return SquareSet((x & ~first_file_bb_.bits()) >> 1);
  if constexpr (kDirection == Direction::kNorthEast) {
    return shifted_bb<Direction::kNorth>(shifted_bb<Direction::kEast>(set_bb));
  }
  if constexpr (kDirection == Direction::kSouthEast) {
    return shifted_bb<Direction::kSouth>(shifted_bb<Direction::kEast>(set_bb));
  }
  if constexpr (kDirection == Direction::kSouthWest) {
    return shifted_bb<Direction::kSouth>(shifted_bb<Direction::kWest>(set_bb));
  }
  if constexpr (kDirection == Direction::kNorthWest) {
    return shifted_bb<Direction::kNorth>(shifted_bb<Direction::kWest>(set_bb));
  }
}

inline int Board::offset(Direction direction) const {
  switch (direction) {
    case Direction::kNorth: return size_.files;
    case Direction::kEast: return 1;
    case Direction::kSouth: return -size_.files;
    case Direction::kWest: return -1;
    case Direction::kNorthEast: return size_.files + 1;
    case Direction::kSouthEast: return 1 - size_.files;
    case Direction::kSouthWest: return -size_.files - 1;
    case Direction::kNorthWest: break;
  }
  return size_.files - 1;
}

}  // namespace uisge
