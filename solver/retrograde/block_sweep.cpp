#include "solver/retrograde/block_sweep.h"

#include <algorithm>

#include "solver/kernel/crown_order.h"
#include "solver/retrograde/shift_table.h"

namespace uisge {

namespace {

// A piece that is number `from` becomes number `to` of all; among its side's pieces, `from_crown` becomes `to_crown`.
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

// The lists of gathers of moves without a symmetry, by the piece's number before and after the move: half of the
// colourings each. 600 bytes a list for five pieces a side, 75 KB in all.
template <int N>
class IdentityMoves {
 public:
  IdentityMoves() {
    const Colourings colourings(N);
    for (unsigned from = 0; from < kPieces; ++from) {
      for (unsigned to = 0; to < kPieces; ++to) {
        const Shift* const shifts = shift_table<N>().shifts(from, to);
        for (const ColouringRank rank : colourings.ranks()) {
          if ((colourings.mask(rank) >> from & 1) == 0) continue;
          const Shift shift = shifts[rank];
          gathers_[from * kPieces + to].push_back(
              {rank, shift.successor, static_cast<std::uint16_t>(crown_shift(N, shift.from_crown, shift.to_crown))});
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

  BlockMove move(const Transition& transition, const Plane& plane) const {
    const std::vector<BlockGather>& gathers = gathers_[transition.from_piece * kPieces + transition.to_piece];
    return {plane.blocks(transition.target), orders_[static_cast<std::size_t>(transition.kind)].data(), gathers.data(),
            gathers.size()};
  }

 private:
  static constexpr unsigned kPieces = 2 * N;
  std::array<std::vector<BlockGather>, std::size_t{kPieces} * kPieces> gathers_;
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
      accumulators_(colourings.count() * block_words(N)),
      symmetric_(accumulators_.size()),
      turned_(accumulators_.size()),
      orders_(colourings.count()),
      gathers_(orders_.size()) {}

template <int N>
void BlockSweep<N>::run(PlacementId id, std::span<const Transition> transitions, const Plane& plane, Successor wanted,
                        StuckRule stuck) {
  invert_ = wanted == Successor::kInPlane ? 0 : ~std::uint64_t{0};
  std::fill(accumulators_.begin(), accumulators_.end(), 0);
  has_symmetric_ = false;
  const auto symmetric = std::find_if_not(transitions.begin(), transitions.end(),
                                          [](const Transition& move) { return move.symmetry.is_identity(); });
  add_identity({transitions.begin(), symmetric}, plane);
  for (auto begin = symmetric; begin != transitions.end();) {
    const auto end = std::find_if_not(begin, transitions.end(),
                                      [&](const Transition& move) { return move.symmetry == begin->symmetry; });
    add_symmetric({begin, end}, id, plane);
    begin = end;
  }
  if (stuck == StuckRule::kPasses || (stuck == StuckRule::kDraws && wanted == Successor::kNotInPlane)) {
    add_stuck(id, plane, stuck);
  }
}

template <int N>
void BlockSweep<N>::add_identity(std::span<const Transition> transitions, const Plane& plane) {
  if (transitions.empty()) return;
  const IdentityMoves<N>& moves = identity_moves<N>();
  BlockMove move = moves.move(transitions.front(), plane);
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    const BlockMove next = i + 1 < transitions.size() ? moves.move(transitions[i + 1], plane) : move;
    kernel_.or_blocks(accumulators_.data(), move, next, invert_);
    move = next;
  }
}

template <int N>
void BlockSweep<N>::add_stuck(PlacementId id, const Plane& plane, StuckRule stuck) {
  const Mobility mobility(table_.transitions(id));
  RowOrder order{};
  std::copy_n(kMoveOrders<N>.order(0, 0), order.order.size(), order.order.begin());
  for (const ColouringRank rank : colourings_.ranks()) {
    const PieceMask mover = colourings_.mask(rank);
    order.rows = mobility.stuck_rows(mover, N);
    if (order.rows == 0) continue;
    // A pass: nothing moves, the sides swap. Our crowns are the rows of the exchanged colouring's block already.
    const bool passes = stuck == StuckRule::kPasses;
    const ColouringRank exchanged = colourings_.rank(colourings_.opponent(mover));
    const BlockGather gather{rank, passes ? exchanged : ColouringRank{0}, 0};
    const BlockMove move{passes ? plane.blocks(id) : kZeroBlock.data(), &order, &gather, 1};
    kernel_.or_blocks(accumulators_.data(), move, move, invert_);
  }
}

// The opponent's pieces change their order too, alike for all moves of a symmetry: that is done once, after the
// transposition.
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
  kernel_.or_blocks(symmetric_.data(), move, move, invert_);
}

template class BlockSweep<1>;
template class BlockSweep<2>;
template class BlockSweep<3>;
template class BlockSweep<4>;
template class BlockSweep<5>;
template class BlockSweep<6>;

}  // namespace uisge
