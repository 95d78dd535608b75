#include "solver/blocks/placement_step.h"

#include "solver/blocks/predecessor_map.h"

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
  for (const ColouringRank rank : in_.colourings.ranks()) {
    const RowMask stuck = mobility.stuck_rows(in_.colourings.mask(rank), N);
    if (stuck == 0) continue;
    // In `rows` a row stands for a crown state of the mover. In a block a bit of a row stands for a crown state of the
    // mover, so the rows are transposed.
    Words rows{};
    Words columns;
    const Gather all{kLive<N>.data(), kMoveOrders<N>.order(0, 0), stuck, 0};
    kernel_.or_rows(rows.data(), &all, 1);
    kernel_.transpose(rows.data(), columns.data());
    std::copy(columns.begin(), columns.end(), new_.touch(rank));
  }
  new_.normalise();
  work_ = in_.colourings.count();
}

template <int N>
void PlacementStep<N>::find_won_dense(PlacementId id, std::span<const Transition> moves, const Plane& lost,
                                      StuckRule stuck) {
  sweep_.begin(id, moves, lost, Successor::kInPlane, stuck);
  take_swept(id, 0);
}

template <int N>
void PlacementStep<N>::find_lost_dense(PlacementId id) {
  sweep_.begin(id, in_.table.transitions(id), in_.won, Successor::kNotInPlane, in_.stuck);
  take_swept(id, ~std::uint64_t{0});
}

// Puts into new_ the undecided positions that the sweep has found or, if `invert` has all bits set, the undecided
// positions that it has not found.
template <int N>
void PlacementStep<N>::take_swept(PlacementId id, std::uint64_t invert) {
  const std::uint64_t* const won = in_.won.blocks(id);
  const std::uint64_t* const lost = in_.lost.blocks(id);
  new_.assign([&](std::uint64_t* words, ColouringRank* ranks) {
    std::size_t found = 0;
    for (std::size_t part = 0; part < sweep_.parts(); ++part) {
      const SweptPart swept = sweep_.sweep(part, won);
      const std::size_t at = swept.first * kWords;
      const SweptBlocks blocks{swept.accumulators, swept.others, won + at, lost + at};
      const unsigned in_part = kernel_.take_new(blocks, swept.count, invert, words + at, ranks + found);
      for (unsigned i = 0; i < in_part; ++i) ranks[found + i] += swept.first;
      found += in_part;
    }
    return found;
  });
  work_ = in_.colourings.count();
}

// Lists the positions for keep_undecided, and prefetches the words of both planes that hold their bits.
template <int N>
void PlacementStep<N>::add_found(PlacementId id, std::span<const PieceState> states) {
  const std::uint64_t* const won = in_.won.blocks(id);
  const std::uint64_t* const lost = in_.lost.blocks(id);
  if (found_.size() < found_count_ + states.size()) found_.resize(2 * (found_count_ + states.size()));
  std::uint32_t* found = found_.data() + found_count_;
  for (const PieceState state : states) {
    const PieceMask mover = mover_of(state);
    const PieceMask crowns = crowns_of(state);
    const PieceMask opponent = in_.colourings.opponent(mover);
    const std::uint32_t at = position_index(N, in_.colourings.rank(mover), in_.states.pack(crowns, opponent),
                                            in_.states.pack(crowns, mover));
    const std::uint32_t bit = bit_of_position<N>(at);
    __builtin_prefetch(won + bit / 64);
    __builtin_prefetch(lost + bit / 64);
    *found++ = at;
  }
  found_count_ += states.size();
}

template <int N>
PieceState* PlacementStep<N>::room_for(std::size_t states) {
  if (states_.size() < states) states_.resize(2 * states);
  return states_.data();
}

template <int N>
void PlacementStep<N>::add_predecessors(PlacementId id, const StateLists& lists) {
  for (const Transition& transition : in_.table.transitions(id)) {
    lists_.clear();
    lists.append_lists(transition.target, lists_);
    if (lists_.empty()) continue;
    const PredecessorMap map(in_.table, transition);
    for (const std::span<const PieceState> after : lists_) {
      work_ += after.size();
      PieceState* const before = room_for(after.size());
      const std::size_t count = map.take_back(after, before);
      add_found(id, {before, count});
    }
  }
}

// Under the rule `passes` the only successor of a stuck position is the same position with the sides exchanged.
template <int N>
void PlacementStep<N>::add_passers(PlacementId id, const StateLists& lists) {
  const Mobility mobility(in_.table.transitions(id));
  lists_.clear();
  lists.append_lists(id, lists_);
  for (const std::span<const PieceState> after : lists_) {
    work_ += after.size();
    PieceState* const before = room_for(after.size());
    std::size_t count = 0;
    for (const PieceState state : after) {
      const PieceMask mover = in_.colourings.opponent(mover_of(state));
      const RowMask stuck = mobility.stuck_rows(mover, N);
      before[count] = make_state(mover, crowns_of(state));
      count += stuck >> in_.states.pack(crowns_of(state), mover) & 1;
    }
    add_found(id, {before, count});
  }
}

// There is no branch on the planes' bits, since such a branch could not be predicted.
template <int N>
void PlacementStep<N>::keep_undecided(PlacementId id) {
  const std::uint64_t* const won = in_.won.blocks(id);
  const std::uint64_t* const lost = in_.lost.blocks(id);
  std::size_t count = 0;
  for (std::size_t i = 0; i < found_count_; ++i) {
    const std::uint32_t bit = bit_of_position<N>(found_[i]);
    const std::size_t word = bit / 64;
    found_[count] = found_[i];
    count += (kLive<N>[word % kWords] & ~(won[word] | lost[word])) >> (bit % 64) & 1;
  }
  found_count_ = count;
}

template <int N>
void PlacementStep<N>::set_found() {
  for (std::size_t i = 0; i < found_count_; ++i) {
    std::uint64_t* const block = new_.touch(index_parts(N, found_[i]).rank);
    set_bit(block, bit_of_position<N>(found_[i]) % (64 * kWords));
  }
  new_.normalise();
}

template <int N>
void PlacementStep<N>::find(PlacementId id, const StateLists& lists) {
  new_.clear();
  work_ = 0;
  found_count_ = 0;
  add_predecessors(id, lists);
  if (in_.stuck == StuckRule::kPasses) add_passers(id, lists);
  keep_undecided(id);
}

template <int N>
void PlacementStep<N>::find_won_sparse(PlacementId id, const StateLists& newly_lost) {
  find(id, newly_lost);
  set_found();
}

template <int N>
void PlacementStep<N>::find_lost_sparse(PlacementId id, const StateLists& newly_won) {
  find(id, newly_won);
  if (found_count_ == 0) return;
  moves_.enter(id, in_.won);
  found_count_ = moves_.keep_all_set({found_.data(), found_count_}, in_.stuck);
  set_found();
}

template class PlacementStep<1>;
template class PlacementStep<2>;
template class PlacementStep<3>;
template class PlacementStep<4>;
template class PlacementStep<5>;
template class PlacementStep<6>;

}  // namespace uisge
