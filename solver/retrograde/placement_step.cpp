#include "solver/retrograde/placement_step.h"

#include "solver/retrograde/predecessor_map.h"

namespace uisge {

namespace {

template <int N>
inline constexpr auto kLive = live_words<N>();

constexpr std::array<std::uint64_t, kMaxBlockWords> kZeroBlock{};

}  // namespace

template <int N>
PlacementStep<N>::PlacementStep(const StepInput& input)
    : in_(input), kernel_(kernel(input.instructions, N)), moves_(input.table, input.colourings) {}

template <int N>
bool PlacementStep<N>::undecided(PlacementId id, ColouringRank rank, Words& words) const {
  const std::uint64_t* const won = in_.won.blocks(id) + std::size_t{rank} * kWords;
  const std::uint64_t* const lost = in_.lost.blocks(id) + std::size_t{rank} * kWords;
  std::uint64_t any = 0;
  for (std::size_t w = 0; w < kWords; ++w) any |= words[w] = kLive<N>[w] & ~(won[w] | lost[w]);
  return any != 0;
}

template <int N>
void PlacementStep<N>::stuck_positions(PlacementId id) {
  new_.clear();
  moves_.enter(id, in_.won);
  for (int c = 0; c < in_.colourings.count(); ++c) {
    const auto rank = static_cast<ColouringRank>(c);
    const RowMask stuck = moves_.stuck_rows(in_.colourings.mask(rank));
    if (stuck == 0) continue;
    // The mover's crown states are the rows before the transposition, the bits of every row after it.
    Words rows{};
    Words columns;
    const Gather all{kLive<N>.data(), kMoveOrders<N>.order(0, 0), stuck, 0};
    kernel_.or_rows(rows.data(), &all, 1);
    kernel_.transpose(rows.data(), columns.data());
    std::copy(columns.begin(), columns.end(), new_.touch(rank));
  }
  new_.normalise();
  work_ = static_cast<std::uint64_t>(in_.colourings.count());
}

// Runs process(rank, plan, undecided) for every block that has undecided positions. The plan of the next block is made
// before the current one is processed, so that the blocks it names arrive from memory meanwhile.
template <int N>
template <class Process>
void PlacementStep<N>::sweep_blocks(PlacementId id, const Plane& successors, Process&& process) {
  new_.clear();
  work_ = 0;
  moves_.enter(id, successors);
  Words undecided_words[2];
  ColouringRank ranks[2] = {0, 0};
  bool has_pending = false;
  unsigned slot = 0;
  for (int c = 0; c < in_.colourings.count(); ++c) {
    const auto rank = static_cast<ColouringRank>(c);
    if (!undecided(id, rank, undecided_words[slot])) continue;
    moves_.plan(in_.colourings.mask(rank), in_.stuck, plans_[slot]);
    ++work_;
    if (plans_[slot].gathers.empty()) continue;
    ranks[slot] = rank;
    slot ^= 1;
    if (has_pending) process(ranks[slot], plans_[slot], undecided_words[slot]);
    has_pending = true;
  }
  if (has_pending) process(ranks[slot ^ 1], plans_[slot ^ 1], undecided_words[slot ^ 1]);
  new_.normalise();
}

template <int N>
void PlacementStep<N>::won_block(const BlockPlan& plan, const Words& undecided_words, Words& result) const {
  result = {};
  for (const GatherGroup& group : plan.groups) {
    Words rows{};
    kernel_.or_rows(rows.data(), plan.gathers.data() + group.first, group.count);
    Words turned;
    kernel_.transpose(rows.data(), turned.data());
    const Gather renumber{turned.data(), group.is_identity ? kMoveOrders<N>.order(0, 0) : group.opponent.state.data(),
                          all_rows(N), 0};
    if (group.is_identity) {
      for (std::size_t w = 0; w < kWords; ++w) result[w] |= turned[w];
    } else {
      kernel_.or_rows(result.data(), &renumber, 1);
    }
  }
  for (std::size_t w = 0; w < kWords; ++w) result[w] &= undecided_words[w];
}

// Narrows the candidates to those of which every successor is won. False when none is left.
template <int N>
bool PlacementStep<N>::lost_block(const BlockPlan& plan, Words& candidates) const {
  Words rows;
  bool mask_stuck = in_.stuck == StuckRule::kDraws && plan.stuck_rows != 0;
  for (const GatherGroup& group : plan.groups) {
    Words turned = candidates;
    if (!group.is_identity) {
      turned = {};
      const Gather renumber{candidates.data(), group.opponent_inverse.state.data(), all_rows(N), 0};
      kernel_.or_rows(turned.data(), &renumber, 1);
    }
    kernel_.transpose(turned.data(), rows.data());
    if (mask_stuck) {
      // Without a move "every successor" would hold of nothing.
      const Gather none{kZeroBlock.data(), kMoveOrders<N>.order(0, 0), plan.stuck_rows, 0};
      if (!kernel_.and_rows(rows.data(), &none, 1)) return false;
      mask_stuck = false;
    }
    if (!kernel_.and_rows(rows.data(), plan.gathers.data() + group.first, group.count)) return false;
    if (group.is_identity) {
      kernel_.transpose(rows.data(), candidates.data());
    } else {
      kernel_.transpose(rows.data(), turned.data());
      candidates = {};
      const Gather renumber{turned.data(), group.opponent.state.data(), all_rows(N), 0};
      kernel_.or_rows(candidates.data(), &renumber, 1);
    }
  }
  return true;
}

template <int N>
void PlacementStep<N>::won_dense(PlacementId id) {
  sweep_blocks(id, in_.lost, [&](ColouringRank rank, const BlockPlan& plan, const Words& undecided_words) {
    Words result;
    won_block(plan, undecided_words, result);
    std::uint64_t any = 0;
    for (const std::uint64_t word : result) any |= word;
    if (any != 0) std::copy(result.begin(), result.end(), new_.touch(rank));
  });
}

template <int N>
void PlacementStep<N>::lost_dense(PlacementId id) {
  sweep_blocks(id, in_.won, [&](ColouringRank rank, const BlockPlan& plan, const Words& undecided_words) {
    Words candidates = undecided_words;
    if (lost_block(plan, candidates)) std::copy(candidates.begin(), candidates.end(), new_.touch(rank));
  });
}

template <int N>
void PlacementStep<N>::add_state(PieceMask mover, PieceMask crowns, const std::uint64_t* won,
                                 const std::uint64_t* lost) {
  const auto opponent = static_cast<PieceMask>(mover ^ in_.colourings.all());
  const ColouringRank rank = in_.colourings.rank(mover);
  const unsigned bit = bit_of_index<N>(in_.states.pack(crowns, opponent) << N | in_.states.pack(crowns, mover));
  const std::size_t word = bit / 64;
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  const std::size_t at = std::size_t{rank} * kWords + word;
  if ((kLive<N>[word] & ~(won[at] | lost[at]) & mask) != 0) new_.touch(rank)[word] |= mask;
}

template <int N>
void PlacementStep<N>::add_predecessors(PlacementId id, const Frontier& frontier) {
  const std::uint64_t* const won = in_.won.blocks(id);
  const std::uint64_t* const lost = in_.lost.blocks(id);
  for (const Transition& transition : in_.table.transitions(id)) {
    const std::span<const PieceState> states = frontier.states(transition.target);
    if (states.empty()) continue;
    work_ += states.size();
    const PredecessorMap map(in_.table, transition);
    for (const PieceState state : states) {
      PieceMask mover;
      PieceMask crowns;
      if (map.take_back(state, mover, crowns)) add_state(mover, crowns, won, lost);
    }
  }
}

// Under `passes` a stuck position's only successor is itself with the sides exchanged.
template <int N>
void PlacementStep<N>::add_passers(PlacementId id, const Frontier& frontier) {
  for (const PieceState state : frontier.states(id)) {
    ++work_;
    const auto mover = static_cast<PieceMask>(mover_of(state) ^ in_.colourings.all());
    const RowMask stuck = moves_.stuck_rows(mover);
    if ((stuck >> in_.states.pack(crowns_of(state), mover) & 1) == 0) continue;
    add_state(mover, crowns_of(state), in_.won.blocks(id), in_.lost.blocks(id));
  }
}

template <int N>
void PlacementStep<N>::won_sparse(PlacementId id, const Frontier& newly_lost) {
  new_.clear();
  work_ = 0;
  add_predecessors(id, newly_lost);
  if (in_.stuck == StuckRule::kPasses && !newly_lost.states(id).empty()) {
    moves_.enter(id, in_.lost);
    add_passers(id, newly_lost);
  }
  new_.normalise();
}

template <int N>
void PlacementStep<N>::lost_sparse(PlacementId id, const Frontier& newly_won) {
  new_.clear();
  work_ = 0;
  add_predecessors(id, newly_won);
  if (new_.empty() && in_.stuck != StuckRule::kPasses) return;
  moves_.enter(id, in_.won);
  if (in_.stuck == StuckRule::kPasses) add_passers(id, newly_won);
  new_.normalise();
  for (const ColouringRank rank : new_.touched()) {
    if (is_few(new_.block(rank))) {
      check_each(rank);
      continue;
    }
    moves_.plan(in_.colourings.mask(rank), in_.stuck, plans_[0]);
    Words candidates;
    std::copy_n(new_.block(rank), kWords, candidates.begin());
    if (!lost_block(plans_[0], candidates)) candidates = {};
    std::copy(candidates.begin(), candidates.end(), new_.block(rank));
  }
  new_.normalise();
}

// Whether looking at the candidates of a block one by one is cheaper than looking at all of it.
template <int N>
bool PlacementStep<N>::is_few(const std::uint64_t* candidates) const {
  int count = 0;
  for (std::size_t w = 0; w < kWords; ++w) count += std::popcount(candidates[w]);
  return count <= kFewCandidates;
}

template <int N>
void PlacementStep<N>::check_each(ColouringRank rank) {
  const PieceMask mover = in_.colourings.mask(rank);
  std::uint64_t* const words = new_.block(rank);
  for (unsigned w = 0; w < kWords; ++w) {
    for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
      const unsigned at = index_of_bit<N>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)));
      if (!moves_.all_set(mover, at % (1u << N), at >> N, in_.stuck)) words[w] ^= rest & (0 - rest);
    }
  }
}

template class PlacementStep<1>;
template class PlacementStep<2>;
template class PlacementStep<3>;
template class PlacementStep<4>;
template class PlacementStep<5>;
template class PlacementStep<6>;

}  // namespace uisge
