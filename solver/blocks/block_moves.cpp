#include "solver/blocks/block_moves.h"

#include <algorithm>
#include <optional>

#include "core/bits.h"
#include "core/piece_count.h"

namespace uisge {

namespace {

template <int N>
bool is_set(const std::uint64_t* blocks, std::uint32_t position) {
  return is_bit_set(blocks, bit_of_position<N>(position));
}

// For each of the mover's pieces: the rows of a kernel's accumulator in which the piece can make a move. Each such row
// stands for a state of the mover's crowns (solver/kernel/kernel.h). If `of_crown` is set, only a crown can make the
// move, so these are the rows in which the piece is a crown. Otherwise they are all rows.
template <int N>
constexpr std::array<RowMask, kMaxPieces> make_rows(bool of_crown) {
  std::array<RowMask, kMaxPieces> rows{};
  for (unsigned k = 0; k < N; ++k) {
    rows[k] = all_rows(N) & (of_crown ? rows_with_crown(k) : ~RowMask{0});
  }
  return rows;
}
template <int N>
inline constexpr auto kRowsOfAll = make_rows<N>(false);
template <int N>
inline constexpr auto kRowsOfCrown = make_rows<N>(true);

}  // namespace

template <int N>
void BlockMoves<N>::enter(PlacementId id, const Plane& plane) {
  own_blocks_ = plane.blocks(id);
  moves_.clear();
  symmetric_moves_.clear();
  symmetric_groups_.clear();
  mobility_ = Mobility(table_.transitions(id));
  std::optional<SymmetricImage> image;
  for (const Transition& transition : table_.transitions(id)) {
    const RowMask* const rows = (transition.kind == MoveKind::kJump ? kRowsOfAll<N> : kRowsOfCrown<N>).data();
    const std::uint8_t flips = transition.kind == MoveKind::kStep ? 0 : 0xFF;
    const std::uint64_t* const target_blocks = plane.blocks(transition.target);
    if (transition.symmetry.is_identity()) {
      moves_.push_back({target_blocks, shift_table_.shifts(transition.from_piece, transition.to_piece), rows,
                        transition.from_piece, flips});
      continue;
    }
    if (symmetric_groups_.empty() || symmetric_groups_.back().symmetry != transition.symmetry) {
      image.emplace(table_, id, transition.symmetry);
      symmetric_groups_.push_back({transition.symmetry, symmetric_moves_.size(), 0, image->order()});
    }
    symmetric_groups_.back().count++;
    symmetric_moves_.push_back({target_blocks, rows, image->order_after(transition), transition.from_piece, flips});
  }
}

// There is no branch on the piece's owner, since such a branch would be mispredicted every other time. So a move of an
// opponent's piece is written too, and the next move overwrites it.
template <int N>
void BlockMoves<N>::add_identity_moves(PieceMask mover, BlockPlan& plan) const {
  const std::size_t first = plan.gathers.size();
  const std::size_t rank = colourings_.rank(mover);
  plan.gathers.resize(plan.gathers.capacity(), boost::container::default_init);
  Gather* out = plan.gathers.data() + first;
  for (const IdentityMove& move : moves_) {
    const Shift shift = move.shifts[rank];
    out->source = move.target_blocks + std::size_t{shift.successor} * block_words(N);
    out->order = kMoveOrders<N>.order(shift.from_crown, shift.to_crown);
    out->rows = move.rows[shift.from_crown];
    out->flip = static_cast<std::uint8_t>(1u << shift.to_crown & move.flips);
    out += mover >> move.from & 1;
  }
  plan.gathers.resize(static_cast<std::size_t>(out - plan.gathers.data()), boost::container::default_init);
  for (const Gather* gather = plan.gathers.data() + first; gather != out; ++gather) prefetch<N>(gather->source);
}

template <int N>
void BlockMoves<N>::add_symmetric(const SymmetricMove& move, PieceMask mover, BlockPlan& plan) const {
  std::array<std::uint8_t, kMaxPieces> number{};
  const PieceMask after = renumber<N>(mover, move.place, number);
  plan.orders.resize(plan.orders.size() + 1, boost::container::default_init);
  expand(number, N, plan.orders.back());
  const unsigned from_crown = number_in_side(mover, move.from);
  const ColouringRank rank = colourings_.rank(colourings_.opponent(after));
  const std::uint64_t* const source = move.target_blocks + std::size_t{rank} * block_words(N);
  prefetch<N>(source);
  plan.gathers.push_back({source, plan.orders.back().state.data(), move.rows[from_crown],
                          static_cast<std::uint8_t>(1u << number[from_crown] & move.flips)});
}

template <int N>
void BlockMoves<N>::add_symmetric_group(const SymmetricGroup& group, PieceMask mover, BlockPlan& plan) const {
  const std::size_t first = plan.gathers.size();
  const SymmetricMove* const end = symmetric_moves_.data() + group.first + group.count;
  for (const SymmetricMove* move = symmetric_moves_.data() + group.first; move != end; ++move) {
    if ((mover >> move->from & 1) != 0) add_symmetric(*move, mover, plan);
  }
  if (plan.gathers.size() == first) return;
  plan.groups.resize(plan.groups.size() + 1, boost::container::default_init);
  GatherGroup& out = plan.groups.back();
  out.first = first;
  out.count = plan.gathers.size() - first;
  out.is_identity = false;
  std::array<std::uint8_t, kMaxPieces> number{};
  renumber<N>(colourings_.opponent(mover), group.place, number);
  expand(number, N, out.opponent);
}

template <int N>
void BlockMoves<N>::plan(PieceMask mover, BlockPlan& plan) const {
  plan.gathers.clear();
  plan.groups.clear();
  plan.orders.clear();
  plan.stuck_rows = stuck_rows(mover);
  add_identity_moves(mover, plan);
  if (!plan.gathers.empty()) {
    plan.groups.resize(1, boost::container::default_init);
    plan.groups[0].first = 0;
    plan.groups[0].count = plan.gathers.size();
    plan.groups[0].is_identity = true;
  }
  for (const SymmetricGroup& group : symmetric_groups_) add_symmetric_group(group, mover, plan);
}

template <int N>
std::size_t BlockMoves<N>::keep_all_set(std::span<std::uint32_t> positions, StuckRule stuck) {
  std::size_t count = positions.size();
  const auto keep_if = [&](auto&& is_kept) {
    count = static_cast<std::size_t>(std::remove_if(positions.begin(),
                                                    positions.begin() + static_cast<std::ptrdiff_t>(count),
                                                    [&](std::uint32_t position) { return !is_kept(position); }) -
                                     positions.begin());
  };
  if (stuck == StuckRule::kPasses) keep_if([&](std::uint32_t position) { return is_pass_set(position); });
  if (now_.size() < count) now_.resize(2 * count);
  if (next_.size() < count) next_.resize(2 * count);
  for (std::size_t m = 0; m < moves_.size() && count != 0; ++m) {
    if (m == 0) find_successors(moves_[m], positions.first(count));
    std::swap(now_, next_);
    if (m + 1 < moves_.size()) find_successors(moves_[m + 1], positions.first(count));
    count = keep_set(moves_[m], positions.first(count));
  }
  if (!symmetric_moves_.empty()) keep_if([&](std::uint32_t position) { return all_set_symmetric(position); });
  return count;
}

// Puts the successors into next_, and prefetches the words of the plane that hold their bits. keep_set reads these
// words one move later, when they have arrived in the cache.
template <int N>
void BlockMoves<N>::find_successors(const IdentityMove& move, std::span<const std::uint32_t> positions) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const IndexParts place = index_parts(N, positions[i]);
    const Shift shift = move.shifts[place.rank];
    const RowMask mover = colourings_.mask(place.rank);
    const bool has_move = (mover >> move.from & move.rows[shift.from_crown] >> place.mover_crowns & 1) != 0;
    const unsigned row = kMoveOrders<N>.order(shift.from_crown, shift.to_crown)[place.mover_crowns] ^
                         (1u << shift.to_crown & move.flips);
    const std::uint32_t bit = bit_of_position<N>(position_index(N, shift.successor, row, place.opponent_crowns));
    __builtin_prefetch(move.target_blocks + bit / 64);
    next_[i] = has_move ? bit : kNoSuccessor;
  }
}

// Keeps the positions whose successor by this move has its bit set in the plane, and the positions in which this move
// is impossible. There is no branch on the bit, since the processor could not predict such a branch. The kept positions
// are moved to the front of `positions`, and the bits of their successors by the next move to the front of next_.
template <int N>
std::size_t BlockMoves<N>::keep_set(const IdentityMove& move, std::span<std::uint32_t> positions) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::uint32_t bit = now_[i] & ~kNoSuccessor;
    positions[count] = positions[i];
    next_[count] = next_[i];
    count += unsigned{is_bit_set(move.target_blocks, bit)} | unsigned{now_[i] == kNoSuccessor};
  }
  return count;
}

// Whether the pass of a stuck mover leads to a position whose bit is set in the plane. Returns true for a position that
// is not stuck.
template <int N>
bool BlockMoves<N>::is_pass_set(std::uint32_t position) const {
  const IndexParts place = index_parts(N, position);
  const PieceMask mover = colourings_.mask(place.rank);
  if ((stuck_rows(mover) >> place.mover_crowns & 1) == 0) return true;
  const PieceMask opponent = colourings_.opponent(mover);
  return is_set<N>(own_blocks_,
                   position_index(N, colourings_.rank(opponent), place.mover_crowns, place.opponent_crowns));
}

template <int N>
bool BlockMoves<N>::all_set_symmetric(std::uint32_t position) const {
  const IndexParts place = index_parts(N, position);
  const PieceMask mover = colourings_.mask(place.rank);
  const auto renumbered = [](unsigned crowns, const std::array<std::uint8_t, kMaxPieces>& number) {
    unsigned after = 0;
    for (; crowns != 0; crowns &= crowns - 1) after |= 1u << number[lowest_bit(crowns)];
    return after;
  };
  for (const SymmetricGroup& group : symmetric_groups_) {
    std::array<std::uint8_t, kMaxPieces> number{};
    renumber<N>(colourings_.opponent(mover), group.place, number);
    const unsigned column = renumbered(place.opponent_crowns, number);
    const SymmetricMove* const end = symmetric_moves_.data() + group.first + group.count;
    for (const SymmetricMove* move = symmetric_moves_.data() + group.first; move != end; ++move) {
      if ((mover >> move->from & 1) == 0) continue;
      const unsigned from_crown = number_in_side(mover, move->from);
      if ((move->rows[from_crown] >> place.mover_crowns & 1) == 0) continue;
      const PieceMask after = renumber<N>(mover, move->place, number);
      const ColouringRank rank = colourings_.rank(colourings_.opponent(after));
      const unsigned row = renumbered(place.mover_crowns, number) ^ (1u << number[from_crown] & move->flips);
      if (!is_set<N>(move->target_blocks, position_index(N, rank, row, column))) return false;
    }
  }
  return true;
}

template class BlockMoves<1>;
template class BlockMoves<2>;
template class BlockMoves<3>;
template class BlockMoves<4>;
template class BlockMoves<5>;
template class BlockMoves<6>;

}  // namespace uisge
