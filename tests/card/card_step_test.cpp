// Compares the kernels' results for single blocks with the processor's step (solver/blocks/placement_step.h) on the
// same planes of random bits, with six a side. On an emulated card, solving whole boards of six a side would take too
// long.
#include "solver/blocks/placement_step.h"
#include "solver/card/card_kernels.h"
#include "solver/card/card_tables.h"
#include "tests/solver/random_planes.h"
#include "tests/test.h"

namespace uisge::card_kernels {

namespace {

template <int N>
class BlocksOfCard {
 public:
  BlocksOfCard(BoardSize size, RuleSet rules)
      : rules_(rules),
        table_(PlacementTable::build(size, N, rules.diagonal_jumps)),
        colourings_(N),
        states_(colourings_),
        made_(make_card_moves(table_)),
        ranks_(std::size_t{1} << (2 * N)),
        won_(table_.size(), N),
        lost_(table_.size(), N),
        slots_(table_.size()),
        newly_won_(table_.size(), 0),
        last_win_(table_.size() * colourings_.count(), 0) {
    test::fill_at_random(won_, table_, test::Density::kSevenOfEight, 1);
    for (ColouringRank rank = 0; rank < colourings_.count(); ++rank) {
      masks_.push_back(colourings_.mask(rank));
      ranks_[masks_.back()] = rank;
    }
    std::iota(slots_.begin(), slots_.end(), 0U);
    step_.tables = {made_.placements.data(), made_.moves.data(), made_.back_moves.data(), ranks_.data(), masks_.data()};
    step_.plane = reinterpret_cast<std::uint8_t*>(won_.first_word());
    step_.slots = slots_.data();
    step_.placements_per_tile = 1;
    step_.stuck_rule = static_cast<std::uint32_t>(rules.stuck);
    step_.bytes_per_placement = Plane::bytes_for(1, N);
    step_.lost = reinterpret_cast<std::uint8_t*>(lost_.first_word());
    step_.newly_won = newly_won_.data();
    step_.last_win = last_win_.data();
    step_.start_placement = static_cast<std::uint32_t>(table_.size());
  }

  std::size_t placements() const { return table_.size(); }
  bool has_symmetric_move(std::size_t i) const {
    const auto moves = table_.transitions(static_cast<PlacementId>(i));
    return std::any_of(moves.begin(), moves.end(), [](const Transition& m) { return !m.symmetry.is_identity(); });
  }

  // Checks every `stride`-th colouring of a placement. Returns the number of lost and won positions.
  std::uint64_t check_lost(std::size_t i, std::uint32_t first, std::uint32_t stride) {
    const auto id = static_cast<PlacementId>(i);
    PlacementStep<N> step = step_of_this_machine();
    step.find_lost_dense(id);
    std::uint64_t count = 0;
    for_ranks(first, stride, [&](std::uint32_t rank) {
      lose_block<N>(step_, static_cast<std::uint32_t>(i), rank, static_cast<std::uint32_t>(i));
      constexpr auto kCompleted = completed_words<N>();
      for (std::size_t w = 0; w < kWords; ++w) {
        const std::uint64_t found = step.new_bits().words()[rank * kWords + w];
        if (lost_.blocks(id)[rank * kWords + w] != (found | kCompleted[w])) FAIL("colouring " << rank);
        count += static_cast<std::uint64_t>(std::popcount(found));
      }
    });
    return count;
  }
  // Computes the lost positions of every `stride`-th colouring on the CPU, with PlacementStep. Then checks the won
  // positions that follow from these losses in neighbouring placements.
  std::uint64_t check_advance(std::size_t i, std::uint32_t first, std::uint32_t stride) {
    const auto id = static_cast<PlacementId>(i);
    // In a plane of true wins, a position whose successors are all won is not won. In a plane of random bits, such a
    // position may be marked as won, so the won bits of these colourings are cleared here.
    for_ranks(first, stride, [&](std::uint32_t rank) { std::fill_n(won_.blocks(id) + rank * kWords, kWords, 0); });
    PlacementStep<N> lose = step_of_this_machine();
    lose.find_lost_dense(id);
    // Under `wins` the engine marks stuck positions as won first, so it never finds them lost. Here these marks have
    // just been cleared, so the stuck positions are found again and left out of the losses.
    PlacementStep<N> stuck = step_of_this_machine();
    if (rules_.stuck == StuckRule::kWins) stuck.stuck_positions(id);
    std::fill_n(lost_.first_word(), words(), 0);
    for_ranks(first, stride, [&](std::uint32_t rank) {
      constexpr auto kCompleted = completed_words<N>();
      for (std::size_t w = 0; w < kWords; ++w) {
        lost_.blocks(id)[rank * kWords + w] =
            (lose.new_bits().words()[rank * kWords + w] & ~stuck.new_bits().words()[rank * kWords + w]) | kCompleted[w];
      }
    });
    const std::vector<std::uint64_t> before(won_.first_word(), won_.first_word() + words());
    std::vector<std::uint64_t> expected = before;
    std::vector<std::uint64_t> newly_won(table_.size(), 0);
    std::uint64_t count = 0;
    PlacementStep<N> win = step_of_this_machine();
    for (std::size_t k = 0; k < table_.size(); ++k) {
      const auto other = static_cast<PlacementId>(k);
      std::vector<Transition> moves;
      for (const Transition& move : table_.transitions(other)) {
        if (move.target == id) moves.push_back(move);
      }
      const bool passes = rules_.stuck == StuckRule::kPasses && k == i;
      if (moves.empty() && !passes) continue;
      win.find_won_dense(other, moves, lost_, passes ? StuckRule::kPasses : StuckRule::kLoses);
      for (std::size_t w = 0; w < colourings_.count() * kWords; ++w) {
        const std::uint64_t found = win.new_bits().words()[w] & ~won_.blocks(other)[w];
        expected[k * colourings_.count() * kWords + w] |= found;
        newly_won[k] += static_cast<std::uint64_t>(std::popcount(found));
      }
      count += newly_won[k];
    }
    std::ranges::fill(newly_won_, 0);
    // Each step must see the plane as it was before the step.
    std::vector<std::uint64_t> after = before;
    for_ranks(first, stride, [&](std::uint32_t rank) {
      advance_block<N>(step_, static_cast<std::uint32_t>(i), rank);
      for (std::size_t w = 0; w < words(); ++w) {
        after[w] |= std::exchange(won_.first_word()[w], before[w]);
      }
    });
    CHECK((after == expected));  // in brackets, so that Catch2 does not print them
    std::copy(after.begin(), after.end(), won_.first_word());
    return count;
  }
  std::uint64_t check_won_stuck(std::size_t i, std::uint32_t first, std::uint32_t stride) {
    const auto id = static_cast<PlacementId>(i);
    PlacementStep<N> step = step_of_this_machine();
    step.stuck_positions(id);
    return check_added(id, step, first, stride, win_stuck_block<N>);
  }

 private:
  static constexpr std::size_t kWords = block_words(N);

  std::size_t words() const { return table_.size() * colourings_.count() * kWords; }
  PlacementStep<N> step_of_this_machine() const {
    return PlacementStep<N>({table_, colourings_, states_, won_, won_, rules_.stuck, best_instruction_set()});
  }
  template <class Body>
  void for_ranks(std::uint32_t first, std::uint32_t stride, const Body& body) const {
    for (std::uint32_t rank = first; rank < colourings_.count(); rank += stride) body(rank);
  }

  // Calls the kernel `add`, and checks that it adds to the plane exactly the bits of `step` that the plane lacks.
  // Returns the number of these bits.
  std::uint64_t check_added(PlacementId id, PlacementStep<N>& step, std::uint32_t first, std::uint32_t stride,
                            void (*add)(const CardStep&, std::uint32_t, std::uint32_t)) {
    std::uint64_t count = 0;
    newly_won_[index(id)] = 0;
    for_ranks(first, stride, [&](std::uint32_t rank) {
      std::array<std::uint64_t, kWords> expected;
      for (std::size_t w = 0; w < kWords; ++w) {
        const std::uint64_t before = won_.blocks(id)[rank * kWords + w];
        const std::uint64_t found = step.new_bits().words()[rank * kWords + w] & ~before;
        expected[w] = before | found;
        count += static_cast<std::uint64_t>(std::popcount(found));
      }
      add(step_, static_cast<std::uint32_t>(index(id)), rank);
      if (!std::equal(expected.begin(), expected.end(), won_.blocks(id) + rank * kWords)) FAIL("colouring " << rank);
    });
    CHECK(newly_won_[index(id)] == count);
    return count;
  }

  RuleSet rules_;
  PlacementTable table_;
  Colourings colourings_;
  PieceStates states_;
  CardMoves made_;
  std::vector<std::uint16_t> ranks_;
  std::vector<std::uint16_t> masks_;
  Plane won_;
  Plane lost_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> newly_won_;
  std::vector<std::uint16_t> last_win_;
  CardStep step_{};
};

}  // namespace

TEST_CASE("kernels compute from a block what processors compute, with six a side that can move", "[card][law]") {
  int with_symmetry = 0;
  for (const StuckRule stuck : {StuckRule::kLoses, StuckRule::kWins, StuckRule::kDraws, StuckRule::kPasses}) {
    CAPTURE(to_string(stuck));
    BlocksOfCard<6> blocks({2, 7}, {stuck, stuck != StuckRule::kLoses});
    std::uint64_t lost = 0;
    std::uint64_t won = 0;
    std::uint64_t won_stuck = 0;
    for (std::size_t i = 1; i < blocks.placements(); i += blocks.placements() / 3) {
      CAPTURE(i);
      const auto first = static_cast<std::uint32_t>(i % 7);
      with_symmetry += blocks.has_symmetric_move(i) ? 1 : 0;
      won_stuck += blocks.check_won_stuck(i, first, 97);
      lost += blocks.check_lost(i, first, 97);
      won += blocks.check_advance(i, first, 97);
    }
    CHECK(lost > 100);
    CHECK(won > 100);
    CHECK(won_stuck > 100);
  }
  CHECK(with_symmetry > 0);
}

}  // namespace uisge::card_kernels
