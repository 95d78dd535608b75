#include "solver/blocks/block_sweep.h"

#include <algorithm>

#include "core/piece_count.h"
#include "solver/blocks/shift_table.h"
#include "solver/kernel/crown_order.h"

namespace uisge {

namespace {

// A move renumbers its side's pieces: piece number `from_crown` of this side becomes its piece number `to_crown`.
// Returns an index for this renumbering.
constexpr std::size_t crown_shift(int pieces, unsigned from_crown, unsigned to_crown) {
  return from_crown * static_cast<unsigned>(pieces) + to_crown;
}

RowMask rows_of(MoveKind kind, unsigned from_crown, int pieces) {
  const RowMask all = all_rows(pieces);
  return kind == MoveKind::kJump ? all : all & rows_with_crown(from_crown);
}

unsigned flip_of(MoveKind kind, unsigned to_crown) {
  return kind == MoveKind::kStep ? 0u : 1u << to_crown;
}

template <int N>
void set_order(const CrownOrder& order, MoveKind kind, unsigned from_crown, unsigned to_crown, RowOrder& out) {
  const unsigned flip = flip_of(kind, to_crown);
  for (std::size_t m = 0; m < row_count(N); ++m) out.order[m] = static_cast<std::uint8_t>(order.state[m] ^ flip);
  out.rows = rows_of(kind, from_crown, N);
}

// The lists of block operations for moves that need no symmetry. There is a list for each pair of numbers that the
// moving piece can have before and after the move. A list has an operation for each colouring in which the mover owns
// the piece, which is half of all colourings. With five pieces a side a list has 756 bytes, and all lists together have
// 76 KB.
template <int N>
class IdentityMoves {
 public:
  IdentityMoves() {
    const Colourings colourings(N);
    for (unsigned from = 0; from < kPieces; ++from) {
      std::uint16_t owned = 0;
      for (const ColouringRank rank : colourings.ranks()) {
        if (rank % kColouringsOfPart<N> == 0) part_begin_[from].push_back(owned);
        owned += static_cast<std::uint16_t>(colourings.mask(rank) >> from & 1);
      }
      part_begin_[from].push_back(owned);
      for (unsigned to = 0; to < kPieces; ++to) {
        const Shift* const shifts = shift_table<N>().shifts(from, to);
        for (const ColouringRank rank : colourings.ranks()) {
          if ((colourings.mask(rank) >> from & 1) == 0) continue;
          const Shift shift = shifts[rank];
          gathers_[from * kPieces + to].push_back(
              {static_cast<std::uint16_t>(rank % kColouringsOfPart<N>), shift.successor,
               static_cast<std::uint16_t>(crown_shift(N, shift.from_crown, shift.to_crown))});
        }
      }
    }
    for (const MoveKind kind : {MoveKind::kJump, MoveKind::kStep, MoveKind::kDiagonalJump}) {
      auto& orders = orders_[static_cast<std::size_t>(kind)];
      for (unsigned from = 0; from < N; ++from) {
        for (unsigned to = 0; to < N; ++to) {
          CrownOrder order;
          std::copy_n(kMoveOrders<N>.order(from, to), kMaxRows, order.state.begin());
          set_order<N>(order, kind, from, to, orders[crown_shift(N, from, to)]);
        }
      }
    }
  }

  BlockMove move(const Transition& transition, const Plane& plane, std::size_t part) const {
    const BlockGather* const gathers = gathers_[transition.from_piece * kPieces + transition.to_piece].data();
    const std::vector<std::uint16_t>& begin = part_begin_[transition.from_piece];
    return {plane.blocks(transition.target), orders_[static_cast<std::size_t>(transition.kind)].data(),
            gathers + begin[part], std::size_t{begin[part + 1]} - begin[part]};
  }

 private:
  static constexpr unsigned kPieces = 2 * N;
  std::array<std::vector<BlockGather>, std::size_t{kPieces} * kPieces> gathers_;
  // part_begin_[from][part] is the index of the part's first operation in each list gathers_[from * kPieces + to]. A
  // part is a run of kColouringsOfPart<N> colourings.
  std::array<std::vector<std::uint16_t>, kPieces> part_begin_;
  std::array<std::array<RowOrder, std::size_t{N} * N>, 3> orders_{};
};

template <int N>
const IdentityMoves<N>& identity_moves() {
  static const IdentityMoves<N> moves;
  return moves;
}

constexpr std::array<std::uint64_t, kMaxBlockWords> kZeroBlock{};

}  // namespace

template <int N>
BlockSweep<N>::BlockSweep(const PlacementTable& table, const Colourings& colourings, const Kernel& kernel)
    : table_(table),
      colourings_(colourings),
      kernel_(kernel),
      parts_((colourings.count() + kColouringsOfPart<N> - 1) / kColouringsOfPart<N>),
      accumulators_(std::min(colourings.count(), kColouringsOfPart<N>) * block_words(N)),
      symmetric_(colourings.count() * block_words(N)),
      turned_(symmetric_.size()),
      orders_(colourings.count()),
      gathers_(orders_.size()) {}

template <int N>
void BlockSweep<N>::begin(PlacementId id, std::span<const Transition> transitions, const Plane& plane, Successor wanted,
                          StuckRule stuck) {
  id_ = id;
  plane_ = &plane;
  invert_ = wanted == Successor::kInPlane ? 0 : ~std::uint64_t{0};
  takes_stuck_ = stuck == StuckRule::kPasses || (stuck == StuckRule::kDraws && wanted == Successor::kNotInPlane);
  passes_ = stuck == StuckRule::kPasses;
  has_symmetric_ = false;
  const auto symmetric = std::find_if_not(transitions.begin(), transitions.end(),
                                          [](const Transition& move) { return move.symmetry.is_identity(); });
  identity_ = {transitions.begin(), symmetric};
  for (auto begin = symmetric; begin != transitions.end();) {
    const auto end = std::find_if_not(begin, transitions.end(),
                                      [&](const Transition& move) { return move.symmetry == begin->symmetry; });
    add_symmetric({begin, end}, id, plane);
    begin = end;
  }
}

template <int N>
SweptPart BlockSweep<N>::sweep(std::size_t part, const std::uint64_t* read_next) {
  const std::size_t first = part * kColouringsOfPart<N>;
  const std::size_t count = std::min(kColouringsOfPart<N>, colourings_.count() - first);
  if (parts_ > 1) {  // else the processor's own prefetcher suffices: it sees that blocks are read in order
    for (std::size_t i = 0; i < count; ++i) prefetch<N>(read_next + (first + i) * block_words(N));
  }
  std::fill(accumulators_.begin(), accumulators_.end(), 0);
  add_identity(part);
  if (takes_stuck_) add_stuck(first, count);
  return {static_cast<ColouringRank>(first), static_cast<unsigned>(count), accumulators_.data(),
          has_symmetric_ ? turned_.data() + first * block_words(N) : nullptr};
}

template <int N>
void BlockSweep<N>::add_identity(std::size_t part) {
  if (identity_.empty()) return;
  const IdentityMoves<N>& moves = identity_moves<N>();
  BlockMove move = moves.move(identity_.front(), *plane_, part);
  for (std::size_t i = 1; i <= identity_.size(); ++i) {
    BlockMove next{};
    if (i < identity_.size()) {
      next = moves.move(identity_[i], *plane_, part);
    } else if (part + 1 < parts_) {
      next = moves.move(identity_.front(), *plane_, part + 1);
    }
    kernel_.or_blocks(accumulators_.data(), move, next, invert_);
    move = next;
  }
}

template <int N>
void BlockSweep<N>::add_stuck(std::size_t first, std::size_t count) {
  const Mobility mobility(table_.transitions(id_));
  RowOrder order{};
  std::copy_n(kMoveOrders<N>.order(0, 0), order.order.size(), order.order.begin());
  for (std::size_t at = 0; at < count; ++at) {
    const PieceMask mover = colourings_.mask(static_cast<ColouringRank>(first + at));
    order.rows = mobility.stuck_rows(mover, N);
    if (order.rows == 0) continue;
    // A pass moves no piece and swaps the sides. So this mover is the opponent in the block of the exchanged colouring.
    // The rows of that block are the states of its opponent's crowns, that is, of this mover's crowns. So that block
    // needs no transposition.
    const ColouringRank exchanged = colourings_.rank(colourings_.opponent(mover));
    const BlockGather gather{static_cast<std::uint16_t>(at), passes_ ? exchanged : ColouringRank{0}, 0};
    const BlockMove move{passes_ ? plane_->blocks(id_) : kZeroBlock.data(), &order, &gather, 1};
    kernel_.or_blocks(accumulators_.data(), move, {}, invert_);
  }
}

// If a symmetry makes the placement after a move canonical, the symmetry reorders the pieces of both sides. The
// opponent's pieces are reordered in the same way for all moves with this symmetry. So the states of the opponent's
// crowns are reordered only once, after the block is transposed.
template <int N>
void BlockSweep<N>::add_symmetric(std::span<const Transition> group, PlacementId id, const Plane& plane) {
  if (!has_symmetric_) std::fill(turned_.begin(), turned_.end(), 0);
  has_symmetric_ = true;
  std::fill(symmetric_.begin(), symmetric_.end(), 0);
  const SymmetricImage image(table_, id, group.front().symmetry);
  PieceMask moving = 0;
  for (const Transition& transition : group) {
    add_symmetric_move(transition, image, plane);
    moving |= piece_bit(transition.from_piece);
  }
  const PieceOrder place = image.order();
  for (const ColouringRank rank : colourings_.ranks()) {
    const PieceMask mover = colourings_.mask(rank);
    if ((mover & moving) == 0) continue;
    std::array<std::uint8_t, kMaxPieces> number{};
    renumber<N>(colourings_.opponent(mover), place, number);
    CrownOrder order;
    expand(number, N, order);
    std::array<std::uint64_t, block_words(N)> turned;
    kernel_.transpose(symmetric_.data() + rank * block_words(N), turned.data());
    const Gather gather{turned.data(), order.state.data(), all_rows(N), 0};
    kernel_.or_rows(turned_.data() + rank * block_words(N), &gather, 1);
  }
}

template <int N>
void BlockSweep<N>::add_symmetric_move(const Transition& transition, const SymmetricImage& image, const Plane& plane) {
  const PieceOrder place = image.order_after(transition);
  const unsigned from = transition.from_piece;
  std::size_t count = 0;
  for (const ColouringRank rank : colourings_.ranks()) {
    const PieceMask mover = colourings_.mask(rank);
    if ((mover >> from & 1) == 0) continue;
    std::array<std::uint8_t, kMaxPieces> number{};
    const PieceMask after = renumber<N>(mover, place, number);
    const unsigned from_crown = number_in_side(mover, from);
    CrownOrder order;
    expand(number, N, order);
    gathers_[count] = {rank, colourings_.rank(colourings_.opponent(after)), static_cast<std::uint16_t>(count)};
    set_order<N>(order, transition.kind, from_crown, number[from_crown], orders_[count]);
    ++count;
  }
  const BlockMove move{plane.blocks(transition.target), orders_.data(), gathers_.data(), count};
  kernel_.or_blocks(symmetric_.data(), move, {}, invert_);
}

template class BlockSweep<1>;
template class BlockSweep<2>;
template class BlockSweep<3>;
template class BlockSweep<4>;
template class BlockSweep<5>;
template class BlockSweep<6>;

}  // namespace uisge
