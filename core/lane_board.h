// Sets of squares of many boards at once, one board in every lane of a vector register. The functions shift sets, and
// tell from the eight squares around a square whether pieces stay connected. Only the files of perft that are compiled
// for one instruction set include this header (lane_perft.h).
//
// Moves are found as in core/movegen.h, but all lanes must execute the same instructions. So no lane searches for
// connections. Pieces beside a square form a *group* if pieces on the eight squares around that square link them. A
// step of a piece whose neighbours form several groups is judged as follows:
//
// - The step is legal if its target touches every group, because the piece on its target connects the groups again.
// - Any other step is illegal if the target's neighbours, without the moving piece, form one group, and the pieces
//   enclose no hole. (Around a hole, pieces of different groups may be connected.)
// - All other steps stay undecided. The caller decides them.
#pragma once

#include <cstdint>

#include "core/direction.h"

namespace uisge {

namespace {

// `Lanes` defines kCount, a type `Word` (a vector of kCount unsigned 64-bit words with the compiler's operators), and
//   unsigned members(Word)                        bit k: lane k is not zero
//   Word sizes(Word)                              the number of set bits of each lane
//   void compress(std::uint64_t*, Word, unsigned) stores the lanes whose bit in the unsigned is set, without
//                                                 gaps, and overwrites kCount words
template <class Lanes>
auto two_of(typename Lanes::Word a, typename Lanes::Word b, typename Lanes::Word c, typename Lanes::Word d) {
  return (a & b) | (c & d) | ((a | b) & (c | d));
}

// The ring of eight squares around every square, indexed by place_in_ring: clockwise from the north, so the orthogonal
// neighbours have the even places.
template <class Lanes>
struct LaneRing {
  using Word = typename Lanes::Word;
  Word squares[8];

  Word at(int i) const { return squares[i & 7]; }
  // For a diagonal direction i (odd): the squares with pieces in the directions i - 1, i and i + 1. The piece on the
  // corner, in direction i, links the pieces in directions i - 1 and i + 1.
  Word link(int i) const { return at(i - 1) & at(i) & at(i + 1); }
  // For an orthogonal direction i (even): the squares with a piece in direction i, except those where a piece on the
  // corner i - 1 links the piece in direction i to a piece in direction i - 2.
  Word head(int i) const { return at(i) & ~(at(i - 2) & at(i - 1)); }

  // one(): squares with at least one occupied orthogonal neighbour. two(): squares with at least two.
  Word one() const { return at(0) | at(2) | at(4) | at(6); }
  Word two() const { return two_of<Lanes>(at(0), at(2), at(4), at(6)); }
  // The squares whose occupied orthogonal neighbours belong to two or more groups, counting as links only pieces on the
  // eight squares around the square.
  Word split() const { return two_of<Lanes>(head(0), head(2), head(4), head(6)); }

  // The squares from which a piece can step in kDirection so that it then touches each of the connected sets of pieces
  // that lay beside its old square.
  template <Direction kDirection>
  Word joins() const {
    constexpr int d = place_in_ring(kDirection);
    if constexpr (d % 2 == 0) {
      const Word back_links = link(d + 3) & link(d + 5);
      return (~at(d + 2) | at(d + 1) | back_links) & (~at(d - 2) | at(d - 1) | back_links) &
             (~at(d + 4) | (link(d + 3) & at(d + 1)) | (link(d + 5) & at(d - 1)));
    }
    return (~at(d + 3) | link(d + 2) | (link(d + 4) & link(d - 2))) &
           (~at(d - 3) | link(d - 2) | (link(d + 4) & link(d + 2)));
  }
  // The targets of those steps in kDirection that may be legal although `joins` does not prove it.
  template <Direction kDirection>
  Word may_join() const {
    constexpr int d = place_in_ring(kDirection);
    if constexpr (d % 2 == 0) {
      return (at(d) & at(d + 2) & ~at(d + 1)) | (at(d) & at(d - 2) & ~at(d - 1)) |
             (at(d + 2) & at(d - 2) & ~(at(d - 1) & at(d) & at(d + 1)));
    }
    // In a diagonal step, two squares touch both the square that the piece leaves and the target. The ring of the
    // target includes the square of the leaving piece, which links the two shared squares. So pieces on the shared
    // squares count as one group, and split() excludes a target without other neighbours. A step to such a target is
    // legal if `joins` has proved it legal, and illegal otherwise.
    return split();
  }

  // A word with all bits set in the lanes whose pieces enclose a hole. Rings::has_hole in core/movegen.h explains the
  // test.
  Word with_hole(Word occupied) const {
    const Word corners = ~occupied & at(6) & at(7) & at(0) & at(1);
    if (Lanes::members(corners) == 0) return Word{};
    const Word box_sides = occupied & at(0) & at(2);
    const Word pairs = Lanes::sizes(occupied & at(0)) + Lanes::sizes(occupied & at(2));
    const Word euler = Lanes::sizes(occupied) + Lanes::sizes(box_sides & at(1)) - pairs;
    return reinterpret_cast<Word>(euler != 1);
  }
};

enum class LaneMove : std::uint8_t { kStep, kJump, kDiagonalJump };

template <class Lanes>
struct LaneBoard {
  using Word = typename Lanes::Word;
  std::uint64_t files;
  std::uint64_t squares;
  std::uint64_t first_file;
  std::uint64_t last_file;

  template <Direction kDirection>
  Word shifted(Word set) const {
    if constexpr (kDirection == Direction::kNorth) return set << files & squares;
    if constexpr (kDirection == Direction::kEast) return (set & ~last_file) << 1;
    if constexpr (kDirection == Direction::kSouth) return set >> files;
    if constexpr (kDirection == Direction::kWest) return (set & ~first_file) >> 1;
    if constexpr (kDirection == Direction::kNorthEast) {
      return shifted<Direction::kNorth>(shifted<Direction::kEast>(set));
    }
    if constexpr (kDirection == Direction::kSouthEast) {
      return shifted<Direction::kSouth>(shifted<Direction::kEast>(set));
    }
    if constexpr (kDirection == Direction::kSouthWest) {
      return shifted<Direction::kSouth>(shifted<Direction::kWest>(set));
    }
    if constexpr (kDirection == Direction::kNorthWest) {
      return shifted<Direction::kNorth>(shifted<Direction::kWest>(set));
    }
  }
  // The squares where the moves to the targets began.
  template <LaneMove kMove, Direction kDirection>
  Word origins(Word targets) const {
    constexpr std::uint64_t kSquares = kMove == LaneMove::kStep ? 1 : 2;
    if constexpr (kDirection == Direction::kNorth) return targets >> (kSquares * files);
    if constexpr (kDirection == Direction::kNorthEast) return targets >> (kSquares * (files + 1));
    if constexpr (kDirection == Direction::kEast) return targets >> kSquares;
    if constexpr (kDirection == Direction::kSouthEast) return targets << (kSquares * (files - 1));
    if constexpr (kDirection == Direction::kSouth) return targets << (kSquares * files);
    if constexpr (kDirection == Direction::kSouthWest) return targets << (kSquares * (files + 1));
    if constexpr (kDirection == Direction::kWest) return targets << kSquares;
    if constexpr (kDirection == Direction::kNorthWest) return targets >> (kSquares * (files - 1));
  }
  Word grown(Word set) const {
    return (set | (set & ~last_file) << 1 | (set & ~first_file) >> 1 | set << files | set >> files) & squares;
  }
  LaneRing<Lanes> ring(Word occupied) const {
    const Word north = shifted<Direction::kSouth>(occupied);
    const Word east = shifted<Direction::kWest>(occupied);
    const Word south = shifted<Direction::kNorth>(occupied);
    const Word west = shifted<Direction::kEast>(occupied);
    return {{north, shifted<Direction::kSouth>(east), east, shifted<Direction::kNorth>(east), south,
             shifted<Direction::kNorth>(west), west, shifted<Direction::kSouth>(west)}};
  }
};

}  // namespace

}  // namespace uisge
