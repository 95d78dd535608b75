#include "db/crown_contexts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace uisge {

namespace {

static_assert(CrownContexts::kMaxContexts <= 0xFFFF);

// Vectors of the compiler's (GCC, clang): what it makes of loops depends on its version.
using ClassLanes [[gnu::vector_size(CellRows::kLanes)]] = std::uint8_t;
using ContextLanes [[gnu::vector_size(CellRows::kLanes * sizeof(ContextId))]] = ContextId;

[[gnu::always_inline]] inline ClassLanes load(const std::uint8_t* from) {
  ClassLanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

}  // namespace

CrownContexts::CrownContexts(CodecId codec, int pieces, int classes)
    : counts_lost_(!stores_distances(codec)),
      pieces_(pieces),
      no_class_(static_cast<std::uint8_t>(classes)),
      pair_weight_(
          static_cast<std::size_t>(counts_lost_ ? (pieces + 1) * (pieces + 1) : (classes + 1) * (classes + 1))) {
  const int states = crown_states(pieces);
  for (int opponent = 0; opponent + 1 < states; ++opponent) {
    for (int mover = 0; mover + 1 < states; ++mover) {
      cells_.push_back({static_cast<std::uint16_t>(opponent * states + mover),
                        static_cast<std::uint8_t>(std::popcount(static_cast<unsigned>(mover))),
                        static_cast<std::uint8_t>(std::popcount(static_cast<unsigned>(opponent)))});
    }
  }
  const auto crowns = [](const Cell& cell) { return cell.mover_crowns + cell.opponent_crowns; };
  std::stable_sort(cells_.begin(), cells_.end(), [&](const Cell& a, const Cell& b) { return crowns(a) < crowns(b); });
}

void CrownContexts::find(const CellRows& classes, Cell cell, ContextId* contexts) const {
  counts_lost_ ? find_counts(classes, cell, contexts) : find_extremes(classes, cell, contexts);
}

void CrownContexts::find_counts(const CellRows& classes, Cell cell, ContextId* contexts) const {
  constexpr std::array<std::uint8_t, CellRows::kLanes> kNone{};  // where a cell does not exist
  const auto weight = static_cast<ContextId>(pieces_ + 1);
  const std::size_t states = static_cast<std::size_t>(crown_states(pieces_));
  const std::size_t index = cell.index;
  for (std::size_t block = 0; block < classes.stride(); block += CellRows::kLanes) {
    ClassLanes mover = load(kNone.data());
    ClassLanes opponent = load(kNone.data());
    for (std::size_t bit = 1; bit < states; bit <<= 1) {
      const std::size_t high = bit * states;
      mover += load((index & bit) != 0 ? classes.row(index ^ bit) + block : kNone.data());
      opponent += load((index & high) != 0 ? classes.row(index ^ high) + block : kNone.data());
    }
    const ContextLanes found = __builtin_convertvector(mover, ContextLanes) * weight +
                               __builtin_convertvector(opponent, ContextLanes) + first_context(cell);
    std::memcpy(contexts + block, &found, sizeof found);
  }
}

void CrownContexts::find_extremes(const CellRows& classes, Cell cell, ContextId* contexts) const {
  // Stand in for the cells that do not exist, so that the loop below has no branch to mispredict.
  std::array<std::uint8_t, CellRows::kLanes> no_class;
  no_class.fill(no_class_);
  std::array<std::uint8_t, CellRows::kLanes> no_opponent;
  no_opponent.fill(cell.opponent_crowns == 0 ? no_class_ : 0);
  const auto weight = static_cast<ContextId>(no_class_ + 1);
  const std::size_t states = static_cast<std::size_t>(crown_states(pieces_));
  const std::size_t index = cell.index;
  for (std::size_t block = 0; block < classes.stride(); block += CellRows::kLanes) {
    ClassLanes best = load(no_class.data());
    ClassLanes worst = load(no_opponent.data());
    for (std::size_t bit = 1; bit < states; bit <<= 1) {
      const std::size_t high = bit * states;
      const ClassLanes mover = load((index & bit) != 0 ? classes.row(index ^ bit) + block : no_class.data());
      const ClassLanes opponent = load((index & high) != 0 ? classes.row(index ^ high) + block : no_opponent.data());
      best = mover < best ? mover : best;
      worst = opponent > worst ? opponent : worst;
    }
    const ContextLanes found = __builtin_convertvector(best, ContextLanes) * weight +
                               __builtin_convertvector(worst, ContextLanes) + first_context(cell);
    std::memcpy(contexts + block, &found, sizeof found);
  }
}

}  // namespace uisge
