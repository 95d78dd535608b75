// On small boards, the placements must be those that a test of all sets of squares finds. On the real board, the number
// of placements must be that in the table of docs/rules.md.
#include "core/placement.h"
#include "core/colouring.h"
#include "tests/oracle/oracle_moves.h"
#include "tests/test.h"

using namespace uisge;

namespace {

oracle::Position with_crowns_on(const Board& board, SquareSet occupied_bb) {
  oracle::Position position = oracle::Position::empty(board.files(), board.ranks());
  for (const Square square : occupied_bb) position.cells[static_cast<std::size_t>(square.index())] = 'W';
  return position;
}

SquareSet occupied(const oracle::Position& position) {
  SquareSet occupied_bb;
  for (int cell = 0; cell < position.files * position.ranks; ++cell) {
    if (position.cells[static_cast<std::size_t>(cell)] != '.') occupied_bb |= SquareSet(Square(cell));
  }
  return occupied_bb;
}

// Returns all distinct images of the set, which the oracle computes.
std::set<SquareSet> orbit(const Board& board, SquareSet occupied_bb) {
  std::set<SquareSet> images;
  for (const oracle::Position& image : oracle::images(with_crowns_on(board, occupied_bb)))
    images.insert(occupied(image));
  return images;
}

// Returns every connected set of `count` squares. The function looks at every subset of the board.
std::vector<SquareSet> connected_subsets(const Board& board, int count) {
  std::vector<SquareSet> found;
  for (std::uint64_t bits = 0; bits >> board.squares() == 0; ++bits) {
    const SquareSet set_bb(bits);
    if (set_bb.size() == count && oracle::connected(with_crowns_on(board, set_bb))) found.push_back(set_bb);
  }
  return found;
}

// Returns the canonical connected sets of `count` squares, ascending. They are grown from the sets with one square
// less.
std::vector<SquareSet> grown_orbits(const Board& board, int count) {
  std::vector<SquareSet> level{SquareSet()};
  for (int size = 1; size <= count; ++size) {
    std::vector<SquareSet> next;
    if (size == 1) {
      for (const Square square : board.all_bb()) {
        next.push_back(canonical_placement(board, SquareSet(square)).occupied_bb);
      }
    } else {
      for (const SquareSet set_bb : level) grow_placement(board, set_bb, next);
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    level = std::move(next);
  }
  return level;
}

// Returns how many live states a permutation of the pieces leaves unchanged. A live state has colours and crowns of 2n
// pieces: n of each colour, and at least one blank of each colour. In an unchanged state, every cycle has one colour
// and is wholly blank or wholly crowned.
std::int64_t live_states_fixed(const std::vector<int>& cycle_lengths, int pieces) {
  std::int64_t fixed = 0;
  for (unsigned mine = 0; mine >> cycle_lengths.size() == 0; ++mine) {
    int squares = 0;
    for (std::size_t i = 0; i < cycle_lengths.size(); ++i) squares += (mine >> i & 1) != 0 ? cycle_lengths[i] : 0;
    if (squares != pieces) continue;
    const int mine_count = std::popcount(mine);
    const int other_count = static_cast<int>(cycle_lengths.size()) - mine_count;
    fixed += ((std::int64_t{1} << mine_count) - 1) * ((std::int64_t{1} << other_count) - 1);
  }
  return fixed;
}

std::vector<int> cycle_lengths(const Board& board, Symmetry symmetry, SquareSet occupied_bb) {
  std::vector<int> lengths;
  SquareSet rest_bb = occupied_bb;
  while (!rest_bb.empty()) {
    int length = 0;
    for (Square square = rest_bb.first(); rest_bb.contains(square); square = board.image(symmetry, square)) {
      rest_bb = rest_bb.without(square);
      ++length;
    }
    lengths.push_back(length);
  }
  return lengths;
}

struct SmallBoard {
  BoardSize size;
  int squares;  // occupied
};
const std::vector<SmallBoard> kSmallBoards{{{4, 4}, 2}, {{4, 4}, 4}, {{4, 4}, 6},  {{4, 4}, 8}, {{4, 4}, 12},
                                           {{3, 3}, 6}, {{5, 3}, 6}, {{3, 5}, 10}, {{2, 8}, 4}, {{3, 4}, 12}};

// Calls faults(board, set) for every orbit of the small boards, and expects that it counts no faults.
template <class Faults>
void expect_no_fault_of_orbits(const Faults& faults) {
  for (const auto& [size, count] : kSmallBoards) {
    CAPTURE(to_string(size), count);
    const Board board(size);
    int wrong = 0;
    for (const SquareSet set_bb : grown_orbits(board, count)) wrong += faults(board, set_bb);
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("the canonical placement represents its orbit", "[placement][law]") {
  for (const auto& [size, count] : kSmallBoards) {
    CAPTURE(to_string(size), count);
    const Board board(size);
    int wrong = 0;
    for (const SquareSet set_bb : connected_subsets(board, count)) {
      const CanonicalPlacement canonical = canonical_placement(board, set_bb);
      if (board.image(canonical.symmetry, set_bb) != canonical.occupied_bb) ++wrong;
      for (const SquareSet image_bb : orbit(board, set_bb)) {
        if (canonical_placement(board, image_bb).occupied_bb != canonical.occupied_bb) ++wrong;
      }
      // No symmetry with a lower index leads to the canonical set.
      for (int s = 0; s < canonical.symmetry.index(); ++s) {
        if (board.image(Symmetry(s), set_bb) == canonical.occupied_bb) ++wrong;
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("growing finds every orbit of connected sets and nothing else", "[placement]") {
  for (const auto& [size, count] : kSmallBoards) {
    CAPTURE(to_string(size), count);
    const Board board(size);
    std::set<SquareSet> expected;  // one canonical set for each orbit
    for (const SquareSet set_bb : connected_subsets(board, count)) {
      expected.insert(canonical_placement(board, set_bb).occupied_bb);
    }
    const std::vector<SquareSet> grown = grown_orbits(board, count);
    CHECK(std::equal(grown.begin(), grown.end(), expected.begin(), expected.end()));
  }
}

TEST_CASE("the stabiliser is every symmetry that keeps the set, the identity first", "[placement][law]") {
  expect_no_fault_of_orbits([](const Board& board, SquareSet set_bb) {
    int wrong = 0;
    const auto stabiliser_of = stabiliser(board, set_bb);
    if (stabiliser_of.empty() || !stabiliser_of.front().is_identity()) ++wrong;
    if (!std::is_sorted(stabiliser_of.begin(), stabiliser_of.end())) ++wrong;
    for (const Symmetry symmetry : stabiliser_of) wrong += board.image(symmetry, set_bb) != set_bb;
    // The product of the sizes of orbit and stabiliser is the size of the group.
    const int images = static_cast<int>(orbit(board, set_bb).size());
    if (static_cast<int>(stabiliser_of.size()) * images != board.symmetry_count()) ++wrong;
    return wrong;
  });
}

TEST_CASE("placements, orbits and canonical positions of the real board", "[placement]") {
  struct Row {
    int pieces;
    std::int64_t placements, orbits, live_raw, live_canonical;
  };
  // docs/rules.md
  const std::vector<Row> table{{2, 467, 124, 25'218, 6'368},
                               {3, 3'614, 924, 3'541'720, 886'386},
                               {4, 29'632, 7'469, 466'704'000, 116'690'538},
                               {5, 236'660, 59'339, 57'312'425'520, 14'328'267'912},
                               {6, 1'743'541, 436'354, 6'394'185'547'596, 1'598'548'469'708}};
  const Board board(kRealBoard);
  std::map<std::vector<int>, std::int64_t> fixed_by_cycles;  // cache of live_states_fixed(), by lengths of cycles
  for (const Row& row : table) {
    CAPTURE(row.pieces);
    const std::vector<SquareSet> orbits = grown_orbits(board, 2 * row.pieces);
    CHECK(static_cast<std::int64_t>(orbits.size()) == row.orbits);
    std::int64_t placements = 0;
    std::int64_t live_raw = 0;
    std::int64_t live_canonical = 0;
    for (const SquareSet set_bb : orbits) {
      const auto stabiliser_of = stabiliser(board, set_bb);
      const std::int64_t order = static_cast<std::int64_t>(stabiliser_of.size());
      const std::int64_t orbit_size = board.symmetry_count() / order;
      placements += orbit_size;
      // Burnside's lemma: the number of classes of states is the mean, over the stabiliser's members, of the number of
      // states that a member keeps.
      std::int64_t fixed = 0;
      for (const Symmetry symmetry : stabiliser_of) {
        const std::vector<int> cycles = cycle_lengths(board, symmetry, set_bb);
        const auto [known, is_new] = fixed_by_cycles.try_emplace(cycles);
        if (is_new) known->second = live_states_fixed(cycles, row.pieces);
        const std::int64_t fixed_here = known->second;
        fixed += fixed_here;
        if (symmetry.is_identity()) live_raw += orbit_size * fixed_here;
      }
      live_canonical += fixed / order;
    }
    CHECK(placements == row.placements);
    CHECK(live_raw == row.live_raw);
    CHECK(row.placements * static_cast<std::int64_t>(live_per_placement(row.pieces)) == row.live_raw);
    CHECK(live_canonical == row.live_canonical);
  }
}

TEST_CASE("moves of a placement are the oracle's moves of crowns, and each has an inverse of the same kind",
          "[placement][law]") {
  expect_no_fault_of_orbits([](const Board& board, SquareSet set_bb) {
    int wrong = 0;
    for (const bool diagonal_jumps : {false, true}) {
      std::set<std::string> expected;
      for (const oracle::Move& move : oracle::legal_moves(with_crowns_on(board, set_bb), diagonal_jumps)) {
        expected.insert(move.text());
      }
      std::set<std::string> found;
      const auto moves = placement_moves(board, diagonal_jumps, set_bb);
      for (const PlacementMove& move : moves) {
        found.insert(board.name(move.from) + board.name(move.to));
        const int files = std::abs(board.file(move.from) - board.file(move.to));
        const int ranks = std::abs(board.rank(move.from) - board.rank(move.to));
        const MoveKind kind = std::max(files, ranks) == 1 ? MoveKind::kStep
                              : files == 2 && ranks == 2  ? MoveKind::kDiagonalJump
                                                          : MoveKind::kJump;
        if (move.kind != kind) ++wrong;
        const auto back = placement_moves(board, diagonal_jumps, set_bb.without(move.from).with(move.to));
        const bool taken_back = std::any_of(back.begin(), back.end(), [&](const PlacementMove& other) {
          return other.from == move.to && other.to == move.from && other.kind == move.kind;
        });
        if (!taken_back) ++wrong;
      }
      if (found != expected || moves.size() != expected.size()) ++wrong;
      const auto in_order = [](const PlacementMove& a, const PlacementMove& b) {
        return std::pair(a.from, a.to) < std::pair(b.from, b.to);
      };
      if (!std::is_sorted(moves.begin(), moves.end(), in_order)) ++wrong;
    }
    return wrong;
  });
}
