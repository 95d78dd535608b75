// One ply of one placement on planes of random bits: by every kernel the same, and what the rules say.
#include "solver/retrograde/placement_step.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "core/piece_count.h"
#include "tests/solver/random_planes.h"

using namespace uisge;
using namespace uisge::test;

namespace {

using BitWords = std::vector<std::uint64_t>;

// What earlier plies are taken to have decided. `fresh` holds some of the won or of the lost positions: those that the
// ply before has decided, which a sparse step walks back from.
struct RandomGame {
  RandomGame(BoardSize size, int pieces, RuleSet of_game)
      : rules(of_game),
        table(PlacementTable::build(size, pieces, rules.diagonal_jumps)),
        moves(table, rules),
        won(table.size(), pieces),
        lost(table.size(), pieces),
        fresh(table.size(), pieces),
        fewer(table.size(), pieces) {}

  // A position is won by one lost successor, and lost by nothing but won ones.
  void fill(bool to_find_won) {
    fill_at_random(lost, table, Density::kOneOfEight, 1);
    fill_at_random(won, table, to_find_won ? Density::kOneOfEight : Density::kSevenOfEight, 2);
    fill_at_random(fresh, table, Density::kOneOfEight, 3);
    fill_at_random(fewer, table, Density::kOneOfEight, 4);
    const Plane& decided = to_find_won ? lost : won;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const auto id = static_cast<PlacementId>(i);
      for (std::size_t w = 0; w < plane_words(table.pieces()); ++w) {
        fresh.blocks(id)[w] &= decided.blocks(id)[w] & (to_find_won ? ~std::uint64_t{0} : fewer.blocks(id)[w]);
      }
    }
  }

  RuleSet rules;
  PlacementTable table;
  CellMoves moves;
  Plane won;
  Plane lost;
  Plane fresh;
  Plane fewer;  // of most positions one in eight is too many for lists
};

// The fresh positions of a placement and of those that its moves lead to.
template <int N>
class FreshNearby final : public StateLists {
 public:
  FreshNearby(const RandomGame& game, const Colourings& colourings, const PieceStates& states, PlacementId id) {
    const Kernel& portable = kernel(InstructionSet::kPortable, N);
    std::vector<std::uint16_t> indices(kMaxListed);
    const auto add = [&](PlacementId near) {
      std::vector<PieceState>& list = lists_[near];
      if (!list.empty()) return;
      for (int c = 0; c < colourings.count(); ++c) {
        const std::uint64_t* const block = game.fresh.blocks(near) + static_cast<std::size_t>(c) * block_words(N);
        const std::size_t count = portable.list(block, indices.data());
        list.resize(list.size() + count);
        states.convert(static_cast<ColouringRank>(c), {indices.data(), count}, list.data() + list.size() - count);
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

// How many positions of the samples steps have to find: by whole blocks, by lists, and because their mover is stuck.
struct Found {
  int dense = 0;
  int sparse = 0;
  int stuck = 0;
};

// What the steps of one placement find, all bits of it.
struct StepBits {
  BitWords dense;
  BitWords sparse;
  BitWords stuck;
  bool operator==(const StepBits&) const = default;
};

template <int N>
class StepCheck {
 public:
  StepCheck(RandomGame& game, Found& found) : game_(game), colourings_(N), states_(colourings_), found_(found) {}

  void run(std::size_t placements, int samples) {
    for (const bool finds_won : {true, false}) {
      game_.fill(finds_won);
      const std::size_t stride = std::max<std::size_t>(1, game_.table.size() / placements);
      for (std::size_t i = 0; i < game_.table.size(); i += stride) {
        CAPTURE(finds_won, i);
        check(static_cast<PlacementId>(i), finds_won, samples);
      }
    }
  }

 private:
  using Step = PlacementStep<N>;

  static BitWords bits_of(Step& step) { return {step.new_bits().words().begin(), step.new_bits().words().end()}; }
  Step make_step(InstructionSet set) const {
    return Step({game_.table, colourings_, states_, game_.won, game_.lost, game_.rules.stuck, set});
  }

  void check(PlacementId id, bool finds_won, int samples) {
    const FreshNearby<N> lists(game_, colourings_, states_, id);
    StepBits portable;
    for (const InstructionSet set : supported_instruction_sets()) {
      CAPTURE(to_string(set));
      Step step = make_step(set);
      StepBits bits;
      finds_won ? step.won_dense(id) : step.lost_dense(id);
      bits.dense = bits_of(step);
      finds_won ? step.won_sparse(id, lists) : step.lost_sparse(id, lists);
      bits.sparse = bits_of(step);
      step.stuck_positions(id);
      bits.stuck = bits_of(step);
      if (set == InstructionSet::kPortable) portable = bits;
      CHECK((bits == portable));  // in brackets: Catch2 would print 60,000 words
    }
    // All bits of the sparse step: the dense way names what has a fresh successor.
    Step step = make_step(InstructionSet::kPortable);
    step.won_dense(id, game_.table.transitions(id), game_.fresh, game_.rules.stuck);
    BitWords by_blocks = bits_of(step);
    if (!finds_won) {
      for (std::size_t w = 0; w < by_blocks.size(); ++w) by_blocks[w] &= portable.dense[w];
    }
    CHECK((portable.sparse == by_blocks));
    for (int k = 0; k < samples; ++k) check_cell(id, finds_won, portable);
  }

  // One random position, by its moves one by one.
  void check_cell(PlacementId id, bool finds_won, const StepBits& bits) {
    const PositionCell cell{static_cast<std::uint32_t>(index(id)),
                            static_cast<std::uint32_t>(dice_() % game_.moves.cells_per_placement())};
    CAPTURE(cell.index);
    bool dense = false;
    bool sparse = false;
    bool stuck = false;
    if (game_.moves.is_live(cell)) {
      const auto next = game_.moves.successors(cell);
      const auto count_in = [&](const Plane& plane) {
        return std::count_if(next.cells.begin(), next.cells.end(),
                             [&](PositionCell successor) { return game_.moves.is_set(plane, successor); });
      };
      const bool is_undecided = !game_.moves.is_set(game_.won, cell) && !game_.moves.is_set(game_.lost, cell);
      const bool all_won = count_in(game_.won) == static_cast<std::ptrdiff_t>(next.cells.size());
      stuck = next.is_stuck;
      // Under `wins` a stuck position is won from the beginning, so that no ply asks whether it is lost.
      if (!finds_won && stuck && game_.rules.stuck == StuckRule::kWins) return;
      const bool draws = stuck && game_.rules.stuck == StuckRule::kDraws;
      dense = is_undecided && (finds_won ? count_in(game_.lost) > 0 : all_won && !draws);
      sparse = dense && count_in(game_.fresh) > 0;
    }
    const auto compare = [&](const BitWords& found, bool expected, int& count) {
      if (game_.moves.is_set(found.data(), cell) != expected) FAIL("expected " << expected);
      count += expected ? 1 : 0;
    };
    compare(bits.dense, dense, found_.dense);
    compare(bits.sparse, sparse, found_.sparse);
    compare(bits.stuck, stuck, found_.stuck);
  }

  RandomGame& game_;
  Colourings colourings_;
  PieceStates states_;
  std::mt19937_64 dice_{11};
  Found& found_;
};

// `samples` positions of some placements, for won and for lost.
void check_steps(BoardSize size, int pieces, RuleSet rules, std::size_t placements, int samples, Found& found) {
  CAPTURE(to_string(size), pieces, to_string(rules));
  RandomGame game(size, pieces, rules);
  for_piece_count(pieces, [&]<int N>() { StepCheck<N>(game, found).run(placements, samples); });
}

void check_that_all_ways_found_some(const Found& found) {
  CHECK(found.dense > 200);
  CHECK(found.sparse > 50);
  CHECK(found.stuck > 50);
}

}  // namespace

TEST_CASE("a step finds what the rules say, whatever the planes hold, by whole blocks and by lists", "[engine][law]") {
  for (const RuleSet rules : kAllRuleSets) {
    Found found;
    check_steps({3, 3}, 1, rules, 2, 100, found);
    check_steps({3, 3}, 2, rules, 4, 500, found);
    check_steps({4, 3}, 3, rules, 4, 500, found);
    check_steps({4, 3}, 4, rules, 4, 500, found);
    check_steps({4, 3}, 5, rules, 4, 1000, found);
    check_that_all_ways_found_some(found);
  }
}

TEST_CASE("a step finds what the rules say, whatever the planes hold, for six that can move", "[engine][law]") {
  for (const StuckRule stuck : {StuckRule::kLoses, StuckRule::kWins, StuckRule::kDraws, StuckRule::kPasses}) {
    Found found;
    check_steps({2, 7}, 6, {stuck, false}, 2, 2000, found);
    check_steps({3, 5}, 6, {stuck, true}, 2, 2000, found);
    check_that_all_ways_found_some(found);
  }
}
