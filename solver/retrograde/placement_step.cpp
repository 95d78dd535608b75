#include "solver/retrograde/placement_step.h"

#include "solver/retrograde/predecessor_map.h"

namespace uisge {

namespace {

template <int N>
inline constexpr auto kLive = live_words<N>();

}  // namespace

template <int N>
PlacementStep<N>::PlacementStep(const StepInput& input)
    : in_(input),
      kernel_(kernel(input.instructions, N)),
      sweep_(input.table, input.colourings, kernel_),
      moves_(input.table, input.colourings) {}

template <int N>
void PlacementStep<N>::stuck_positions(PlacementId id) {
  new_.clear();
  const Mobility mobility(in_.table.transitions(id));
  for (int c = 0; c < in_.colourings.count(); ++c) {
    const auto rank = static_cast<ColouringRank>(c);
    const RowMask stuck = mobility.stuck_rows(in_.colourings.mask(rank), N);
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

template <int N>
void PlacementStep<N>::won_dense(PlacementId id) {
  sweep_.run(id, in_.lost, Successor::kInPlane, in_.stuck);
  take_swept(id, 0);
}

template <int N>
void PlacementStep<N>::lost_dense(PlacementId id) {
  sweep_.run(id, in_.won, Successor::kNotInPlane, in_.stuck);
  take_swept(id, ~std::uint64_t{0});
}

// The undecided positions that the sweep has found, or with all bits inverted, those that it has not.
template <int N>
void PlacementStep<N>::take_swept(PlacementId id, std::uint64_t invert) {
  const auto count = static_cast<unsigned>(in_.colourings.count());
  const SweptBlocks swept{sweep_.accumulators(), sweep_.others(), in_.won.blocks(id), in_.lost.blocks(id)};
  new_.assign(
      [&](std::uint64_t* words, ColouringRank* ranks) { return kernel_.take_new(swept, count, invert, words, ranks); });
  work_ = count;
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
  const Mobility mobility(in_.table.transitions(id));
  for (const PieceState state : frontier.states(id)) {
    ++work_;
    const auto mover = static_cast<PieceMask>(mover_of(state) ^ in_.colourings.all());
    const RowMask stuck = mobility.stuck_rows(mover, N);
    if ((stuck >> in_.states.pack(crowns_of(state), mover) & 1) == 0) continue;
    add_state(mover, crowns_of(state), in_.won.blocks(id), in_.lost.blocks(id));
  }
}

template <int N>
void PlacementStep<N>::won_sparse(PlacementId id, const Frontier& newly_lost) {
  new_.clear();
  work_ = 0;
  add_predecessors(id, newly_lost);
  if (in_.stuck == StuckRule::kPasses) add_passers(id, newly_lost);
  new_.normalise();
}

template <int N>
void PlacementStep<N>::lost_sparse(PlacementId id, const Frontier& newly_won) {
  new_.clear();
  work_ = 0;
  add_predecessors(id, newly_won);
  if (in_.stuck == StuckRule::kPasses) add_passers(id, newly_won);
  if (new_.empty()) return;
  moves_.enter(id, in_.won);
  new_.normalise();
  for (const ColouringRank rank : new_.touched()) check_each(rank);
  new_.normalise();
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
