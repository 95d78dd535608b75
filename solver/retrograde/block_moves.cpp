#include "solver/retrograde/block_moves.h"

namespace uisge {

namespace {

template <int N>
void prefetch(const std::uint64_t* block) {
  for (std::size_t word = 0; word < block_words(N); word += 8) __builtin_prefetch(block + word);
}

}  // namespace

template <int N>
void BlockMoves<N>::enter(PlacementId id, const Plane& plane) {
  const Board& board = table_.board();
  const SquareSet occupied_bb = table_.occupied_bb(id);
  std::array<Square, 2 * kMaxPieces> squares{};
  std::size_t pieces = 0;
  for (const Square square : occupied_bb) squares[pieces++] = square;

  own_blocks_ = plane.blocks(id);
  moves_.clear();
  groups_.clear();
  jumpers_ = 0;
  steppers_ = 0;
  for (const Transition& transition : table_.transitions(id)) {
    if (groups_.empty() || groups_.back().symmetry != transition.symmetry) {
      groups_.push_back({static_cast<int>(moves_.size()), 0, transition.symmetry, {}});
      for (std::size_t k = 0; k < pieces; ++k) {
        groups_.back().image[k] = static_cast<std::uint8_t>(board.image(transition.symmetry, squares[k]).index());
      }
    }
    groups_.back().count++;
    LocalMove move{};
    move.target_blocks = plane.blocks(transition.target);
    move.target_bb = table_.occupied_bb(transition.target);
    move.from = transition.from_piece;
    move.to = transition.to_piece;
    move.kind = transition.kind;
    if (!transition.symmetry.is_identity()) {
      // The one square of the target's frame that no other piece of ours comes to.
      SquareSet rest_bb = move.target_bb;
      for (std::size_t k = 0; k < pieces; ++k) {
        if (k != move.from) rest_bb = rest_bb.without(Square(groups_.back().image[k]));
      }
      move.image_of_to = static_cast<std::uint8_t>(rest_bb.first().index());
    }
    const auto bit = static_cast<PieceMask>(1u << move.from);
    (move.kind == MoveKind::kJump ? jumpers_ : steppers_) |= bit;
    moves_.push_back(move);
  }
}

template <int N>
RowMask BlockMoves<N>::stuck_rows(PieceMask mover) const {
  if ((mover & jumpers_) != 0) return 0;
  RowMask rows = all_rows(N);
  int crown = 0;
  for (unsigned rest = mover; rest != 0; rest &= rest - 1, ++crown) {
    if ((steppers_ >> std::countr_zero(rest) & 1) != 0) rows &= ~rows_with_crown(crown);
  }
  return rows;
}

template <int N>
void BlockMoves<N>::add_identity(const LocalMove& move, PieceMask mover, BlockPlan& plan) const {
  const PieceMask after = insert_piece(remove_piece(mover, move.from), move.to, 1);
  const int from_crown = std::popcount(static_cast<unsigned>(mover & pieces_below(move.from)));
  const int to_crown = std::popcount(static_cast<unsigned>(after & pieces_below(move.to)));
  const ColouringRank rank = colourings_.rank(static_cast<PieceMask>(after ^ colourings_.all()));
  const std::uint64_t* const source = move.target_blocks + std::size_t{rank} * block_words(N);
  prefetch<N>(source);
  plan.gathers.push_back({source, kMoveOrders<N>.order(from_crown, to_crown),
                          move.kind == MoveKind::kJump ? all_rows(N) : rows_with_crown(from_crown) & all_rows(N),
                          static_cast<std::uint8_t>(move.kind == MoveKind::kStep ? 0 : 1u << to_crown)});
}

template <int N>
void BlockMoves<N>::add_symmetric(const LocalMove& move, const LocalGroup& group, PieceMask mover,
                                  BlockPlan& plan) const {
  SquareSet after_bb;
  for (unsigned rest = mover; rest != 0; rest &= rest - 1) {
    const auto piece = static_cast<std::size_t>(std::countr_zero(rest));
    after_bb |= SquareSet(Square(piece == move.from ? move.image_of_to : group.image[piece]));
  }
  std::array<std::uint8_t, kMaxPieces> number{};
  int crown = 0;
  int from_crown = 0;
  for (unsigned rest = mover; rest != 0; rest &= rest - 1, ++crown) {
    const auto piece = static_cast<std::size_t>(std::countr_zero(rest));
    if (piece == move.from) from_crown = crown;
    number[static_cast<std::size_t>(crown)] =
        static_cast<std::uint8_t>(after_bb.rank_of(Square(piece == move.from ? move.image_of_to : group.image[piece])));
  }
  plan.orders.emplace_back();
  expand(number, N, plan.orders.back());
  const PieceMask opponent_after = extract(after_bb, move.target_bb);
  const ColouringRank rank = colourings_.rank(static_cast<PieceMask>(opponent_after ^ colourings_.all()));
  const std::uint64_t* const source = move.target_blocks + std::size_t{rank} * block_words(N);
  prefetch<N>(source);
  const unsigned to_crown = number[static_cast<std::size_t>(from_crown)];
  plan.gathers.push_back({source, plan.orders.back().state.data(),
                          move.kind == MoveKind::kJump ? all_rows(N) : rows_with_crown(from_crown) & all_rows(N),
                          static_cast<std::uint8_t>(move.kind == MoveKind::kStep ? 0 : 1u << to_crown)});
}

template <int N>
void BlockMoves<N>::set_opponent_orders(const LocalGroup& group, PieceMask opponent, GatherGroup& out) const {
  SquareSet image_bb;
  for (unsigned rest = opponent; rest != 0; rest &= rest - 1) {
    image_bb |= SquareSet(Square(group.image[static_cast<std::size_t>(std::countr_zero(rest))]));
  }
  std::array<std::uint8_t, kMaxPieces> number{};
  std::array<std::uint8_t, kMaxPieces> inverse{};
  std::uint8_t k = 0;
  for (unsigned rest = opponent; rest != 0; rest &= rest - 1, ++k) {
    number[k] = static_cast<std::uint8_t>(
        image_bb.rank_of(Square(group.image[static_cast<std::size_t>(std::countr_zero(rest))])));
    inverse[number[k]] = k;
  }
  expand(number, N, out.opponent);
  expand(inverse, N, out.opponent_inverse);
}

template <int N>
void BlockMoves<N>::plan(PieceMask mover, StuckRule stuck, BlockPlan& plan) const {
  plan.gathers.clear();
  plan.groups.clear();
  plan.orders.clear();
  plan.stuck_rows = stuck_rows(mover);
  const auto opponent = static_cast<PieceMask>(mover ^ colourings_.all());
  if (stuck == StuckRule::kPasses && plan.stuck_rows != 0) {
    // Nothing moves, the sides swap: the block of the exchanged colouring, our crowns being its rows already.
    plan.groups.emplace_back();
    plan.gathers.push_back({own_blocks_ + std::size_t{colourings_.rank(opponent)} * block_words(N),
                            kMoveOrders<N>.order(0, 0), plan.stuck_rows, 0});
    plan.groups.back().count = 1;
  }
  for (const LocalGroup& group : groups_) {
    const int first = static_cast<int>(plan.gathers.size());
    const LocalMove* const end = moves_.data() + group.first + group.count;
    for (const LocalMove* move = moves_.data() + group.first; move != end; ++move) {
      if ((mover >> move->from & 1) == 0) continue;
      if (group.symmetry.is_identity()) {
        add_identity(*move, mover, plan);
      } else {
        add_symmetric(*move, group, mover, plan);
      }
    }
    const int count = static_cast<int>(plan.gathers.size()) - first;
    if (count == 0) continue;
    if (group.symmetry.is_identity()) {
      if (plan.groups.empty()) plan.groups.emplace_back();
      plan.groups.back().count += count;
    } else {
      plan.groups.emplace_back();
      GatherGroup& out = plan.groups.back();
      out.first = first;
      out.count = count;
      out.is_identity = false;
      set_opponent_orders(group, opponent, out);
    }
  }
}

template class BlockMoves<1>;
template class BlockMoves<2>;
template class BlockMoves<3>;
template class BlockMoves<4>;
template class BlockMoves<5>;
template class BlockMoves<6>;

}  // namespace uisge
