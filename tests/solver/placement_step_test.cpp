// One ply of one placement on planes of random bits: every kernel gives the same result, which agrees with the rules.
#include "solver/blocks/placement_step.h"
#include "core/piece_count.h"
#include "tests/solver/random_planes.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

using BitWords = std::vector<std::uint64_t>;

// The assumed results of earlier plies. `fresh` holds the positions that the last ply decided, from which a sparse step
// walks back.
struct RandomGame {
  RandomGame(BoardSize size, int pieces, bool diagonal_jumps)
      : table(PlacementTable::build(size, pieces, diagonal_jumps)),
        won(table.size(), pieces),
        lost(table.size(), pieces),
        fresh(table.size(), pieces) {}

  // Fills the planes at random. If the step looks for losses, most bits of `won` are set, since a position is lost only
  // if all its successors are won.
  void fill(bool to_find_won) {
    fill_at_random(lost, table, Density::kOneOfEight, 1);
    fill_at_random(won, table, to_find_won ? Density::kOneOfEight : Density::kSevenOfEight, 2);
    fill_at_random(fresh, table, to_find_won ? Density::kOneOfEight : Density::kOneOf64, 3);
    const Plane& decided = to_find_won ? lost : won;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const auto id = static_cast<PlacementId>(i);
      std::uint64_t* const of_fresh = fresh.blocks(id);
      const std::uint64_t* const of_decided = decided.blocks(id);
      for (std::size_t w = 0; w < words_of_placement(table.pieces()); ++w) of_fresh[w] &= of_decided[w];
    }
  }

  PlacementTable table;
  Plane won;
  Plane lost;
  Plane fresh;
};

// Lists the positions that are set in game.fresh, for a placement and for the placements to which its moves lead.
template <int N>
class FreshNearby final : public StateLists {
 public:
  FreshNearby(const RandomGame& game, const Colourings& colourings, const PieceStates& states, PlacementId id) {
    const Kernel& portable = kernel(InstructionSet::kPortable, N);
    std::vector<std::uint16_t> indices(kMaxListed);
    const auto add = [&](PlacementId near) {
      std::vector<PieceState>& list = lists_[near];
      if (!list.empty()) return;
      for (ColouringRank rank = 0; rank < colourings.count(); ++rank) {
        const std::uint64_t* const block = game.fresh.blocks(near) + rank * block_words(N);
        const std::size_t count = portable.list(block, indices.data());
        list.resize(list.size() + count);
        states.convert(rank, {indices.data(), count}, list.data() + list.size() - count);
      }
    };
    add(id);
    for (const Transition& move : game.table.transitions(id)) add(move.target);
  }
  void append_lists(PlacementId id, std::vector<std::span<const PieceState>>& lists) const override {
    const auto list = lists_.find(id);
    if (list != lists_.end() && !list->second.empty()) lists.emplace_back(list->second);
  }

 private:
  std::map<PlacementId, std::vector<PieceState>> lists_;
};

// The numbers of sampled positions that each kind of step should find, by the rules: the step by whole blocks, the step
// by lists, and the step that finds stuck movers.
struct Found {
  int dense = 0;
  int sparse = 0;
  int stuck = 0;
};

// The results of one placement's steps, bit by bit.
struct StepBits {
  BitWords dense;
  BitWords sparse;
  BitWords stuck;
  bool operator==(const StepBits&) const = default;
};

using FoundByRule = std::array<Found, 4>;

// Runs the steps of one placement under one rule for stuck players.
template <int N>
class StepCheck {
 public:
  StepCheck(const RandomGame& game, StuckRule stuck, PlacementId id, bool finds_won)
      : game_(game),
        colourings_(N),
        states_(colourings_),
        moves_(game.table, {stuck, game.table.diagonal_jumps()}),
        stuck_(stuck),
        id_(id),
        finds_won_(finds_won) {}

  // Checks that all kernels give the same bits, and tests a sample of these bits by the rules.
  void run(const FreshNearby<N>& lists, int samples, Found& found) {
    CAPTURE(to_string(stuck_), index(id_), finds_won_);
    const StepBits portable = bits_of_steps(InstructionSet::kPortable, lists);
    for (const InstructionSet set : supported_instruction_sets()) {
      CAPTURE(to_string(set));
      // The second pair of brackets keeps Catch2 from printing both results, which have 60,000 words.
      if (set != InstructionSet::kPortable) CHECK((bits_of_steps(set, lists) == portable));
    }
    CHECK((portable.sparse == sparse_by_blocks(portable.dense)));
    std::mt19937_64 dice(11);
    for (int k = 0; k < samples; ++k) {
      check_cell(
          {static_cast<std::uint32_t>(index(id_)), static_cast<std::uint32_t>(dice() % moves_.cells_per_placement())},
          portable, found);
    }
  }

 private:
  using Step = PlacementStep<N>;

  static BitWords bits_of(Step& step) { return {step.new_bits().words().begin(), step.new_bits().words().end()}; }
  Step make_step(InstructionSet set) const {
    return Step({game_.table, colourings_, states_, game_.won, game_.lost, stuck_, set});
  }

  StepBits bits_of_steps(InstructionSet set, const FreshNearby<N>& lists) const {
    Step step = make_step(set);
    StepBits bits;
    finds_won_ ? step.find_won_dense(id_) : step.find_lost_dense(id_);
    bits.dense = bits_of(step);
    finds_won_ ? step.find_won_sparse(id_, lists) : step.find_lost_sparse(id_, lists);
    bits.sparse = bits_of(step);
    step.stuck_positions(id_);
    bits.stuck = bits_of(step);
    return bits;
  }

  // The expected result of a sparse step: the positions of the dense result that have a successor in game_.fresh.
  BitWords sparse_by_blocks(const BitWords& dense) const {
    Step step = make_step(InstructionSet::kPortable);
    step.find_won_dense(id_, game_.table.transitions(id_), game_.fresh, stuck_);
    BitWords bits = bits_of(step);
    for (std::size_t w = 0; w < bits.size(); ++w) bits[w] &= dense[w];
    return bits;
  }

  // Checks a position by its moves, one by one.
  void check_cell(PositionCell cell, const StepBits& bits, Found& found) const {
    CAPTURE(cell.index);
    bool dense = false;
    bool sparse = false;
    bool stuck = false;
    if (moves_.is_live(cell)) {
      const auto next = moves_.successors(cell);
      const auto count_in = [&](const Plane& plane) {
        return std::count_if(next.cells.begin(), next.cells.end(),
                             [&](PositionCell successor) { return moves_.is_set(plane, successor); });
      };
      const bool is_undecided = !moves_.is_set(game_.won, cell) && !moves_.is_set(game_.lost, cell);
      const bool all_won = count_in(game_.won) == static_cast<std::ptrdiff_t>(next.cells.size());
      stuck = next.is_stuck;
      // Under `wins` a stuck position is won from the beginning, so no ply asks whether it is lost.
      if (!finds_won_ && stuck && stuck_ == StuckRule::kWins) return;
      const bool draws = stuck && stuck_ == StuckRule::kDraws;
      dense = is_undecided && (finds_won_ ? count_in(game_.lost) > 0 : all_won && !draws);
      sparse = dense && count_in(game_.fresh) > 0;
    }
    const auto compare = [&](const BitWords& in, bool expected, int& count) {
      if (moves_.is_set(in.data(), cell) != expected) FAIL("expected " << expected);
      count += expected ? 1 : 0;
    };
    compare(bits.dense, dense, found.dense);
    compare(bits.sparse, sparse, found.sparse);
    compare(bits.stuck, stuck, found.stuck);
  }

  const RandomGame& game_;
  Colourings colourings_;
  PieceStates states_;
  CellMoves moves_;
  StuckRule stuck_;
  PlacementId id_;
  bool finds_won_;
};

template <int N>
void check_steps(RandomGame& game, std::size_t placements, int samples, FoundByRule& found) {
  const Colourings colourings(N);
  const PieceStates states(colourings);
  for (const bool finds_won : {true, false}) {
    game.fill(finds_won);
    for (std::size_t i = 0; i < game.table.size(); i += std::max<std::size_t>(1, game.table.size() / placements)) {
      const auto id = static_cast<PlacementId>(i);
      const FreshNearby<N> lists(game, colourings, states, id);
      for (const StuckRule stuck : kAllStuckRules) {
        StepCheck<N>(game, stuck, id, finds_won).run(lists, samples, found[static_cast<std::size_t>(stuck)]);
      }
    }
  }
}

// Checks `samples` positions of some placements, for wins and for losses, under each rule for stuck players.
void check_steps(BoardSize size, int pieces, bool diagonal_jumps, std::size_t placements, int samples,
                 FoundByRule& found) {
  CAPTURE(to_string(size), pieces, diagonal_jumps);
  RandomGame game(size, pieces, diagonal_jumps);
  for_piece_count(pieces, [&]<int N>() { check_steps<N>(game, placements, samples, found); });
}

void check_that_all_ways_found_some(const FoundByRule& found) {
  for (const Found& under_rule : found) {
    CHECK(under_rule.dense > 200);
    CHECK(under_rule.sparse > 50);
    CHECK(under_rule.stuck > 50);
  }
}

}  // namespace

TEST_CASE("a step finds what the rules say, whatever the planes hold, by whole blocks and by lists", "[engine][law]") {
  FoundByRule found{};
  for (const bool diagonal_jumps : {false, true}) {
    check_steps({3, 3}, 1, diagonal_jumps, 2, 100, found);
    check_steps({3, 3}, 2, diagonal_jumps, 4, 500, found);
    check_steps({4, 3}, 3, diagonal_jumps, 4, 500, found);
    check_steps({4, 3}, 4, diagonal_jumps, 4, 500, found);
    check_steps({4, 3}, 5, diagonal_jumps, 4, 1000, found);
  }
  check_that_all_ways_found_some(found);
}

TEST_CASE("a step finds what the rules say, whatever the planes hold, with six a side that can move", "[engine][law]") {
  FoundByRule found{};
  check_steps({2, 7}, 6, false, 2, 2000, found);
  check_steps({3, 5}, 6, true, 2, 2000, found);
  check_that_all_ways_found_some(found);
}
