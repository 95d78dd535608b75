#include "db/crown_contexts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace uisge {

namespace {

static_assert(CrownContexts::kMaxContexts <= 0xFFFF);

// Vector types of GCC and clang, since not every version of these compilers vectorises plain loops.
using ClassLanes [[gnu::vector_size(CellRows::kLanes)]] = std::uint8_t;
using ContextLanes [[gnu::vector_size(CellRows::kLanes * sizeof(ContextId))]] = ContextId;

[[gnu::always_inline]] inline ClassLanes load(const std::uint8_t* from) {
  ClassLanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

int crowns(const CrownContexts::Cell& cell) {
  return cell.mover_crowns + cell.opponent_crowns;
}

int pairs(CodecId codec, int pieces, int classes) {
  switch (codec) {
    case CodecId::kCrownContexts: break;
    case CodecId::kLostPositions: return (classes + pieces) * (classes + 1);
    case CodecId::kLostValues: return (pieces + 1) * (pieces + 1);
  }
  return (classes + 1) * (classes + 1);
}

}  // namespace

CrownContexts::CrownContexts(CodecId codec, int pieces, int classes)
    : codec_(codec),
      pieces_(pieces),
      no_class_(static_cast<std::uint8_t>(classes)),
      pair_weight_(static_cast<std::size_t>(pairs(codec, pieces, classes))) {
  const unsigned states = 1U << pieces;
  for (unsigned opponent = 0; opponent + 1 < states; ++opponent) {
    for (unsigned mover = 0; mover + 1 < states; ++mover) {
      cells_.push_back({static_cast<std::uint16_t>(opponent * states + mover),
                        static_cast<std::uint8_t>(std::popcount(mover)),
                        static_cast<std::uint8_t>(std::popcount(opponent))});
    }
  }
  // std::ranges::stable_sort and (below) std::ranges::upper_bound are not used, since Emscripten's library lacks both.
  std::stable_sort(cells_.begin(), cells_.end(), [](Cell a, Cell b) { return crowns(a) < crowns(b); });
  places_.assign(positions_per_block(pieces), kNotLive);
  for (std::size_t place = 0; place < cells_.size(); ++place) {
    places_[cells_[place].index] = static_cast<std::uint16_t>(place);
  }
}

std::size_t CrownContexts::cells_up_to(std::size_t place) const {
  const auto has_more = [](int limit, Cell cell) { return limit < crowns(cell); };
  return static_cast<std::size_t>(std::upper_bound(cells_.begin(), cells_.end(), crowns(cells_[place]), has_more) -
                                  cells_.begin());
}

void CrownContexts::find(const CellRows& classes, Cell cell, ContextId* contexts) const {
  switch (codec_) {
    case CodecId::kCrownContexts: return find_extremes<false>(classes, cell, contexts);
    case CodecId::kLostPositions: return find_extremes<true>(classes, cell, contexts);
    case CodecId::kLostValues: return find_counts(classes, cell, contexts);
  }
}

void CrownContexts::find_counts(const CellRows& classes, Cell cell, ContextId* contexts) const {
  constexpr std::array<std::uint8_t, CellRows::kLanes> kNone{};  // the row that the loop reads for a blank
  const auto weight = static_cast<ContextId>(pieces_ + 1);
  const std::size_t states = crown_states(pieces_);
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

template <bool kCountsNotLost>
void CrownContexts::find_extremes(const CellRows& classes, Cell cell, ContextId* contexts) const {
  // For each crown, the loop below reads the row of the cell that differs only in this piece: it is a blank there. For
  // each blank, the loop reads one of the constant rows no_class and no_opponent, so that it needs no branch.
  std::array<std::uint8_t, CellRows::kLanes> no_class;
  no_class.fill(no_class_);
  std::array<std::uint8_t, CellRows::kLanes> no_opponent;
  no_opponent.fill(cell.opponent_crowns == 0 ? no_class_ : 0);
  const auto weight = static_cast<ContextId>(no_class_ + 1);
  const std::size_t states = crown_states(pieces_);
  const std::size_t index = cell.index;
  for (std::size_t block = 0; block < classes.stride(); block += CellRows::kLanes) {
    ClassLanes best = load(no_class.data());
    ClassLanes worst = load(no_opponent.data());
    ClassLanes not_lost{};
    for (std::size_t bit = 1; bit < states; bit <<= 1) {
      const std::size_t high = bit * states;
      const ClassLanes mover = load((index & bit) != 0 ? classes.row(index ^ bit) + block : no_class.data());
      const ClassLanes opponent = load((index & high) != 0 ? classes.row(index ^ high) + block : no_opponent.data());
      best = mover < best ? mover : best;
      worst = opponent > worst ? opponent : worst;
      // A comparison gives -1 in each lane where it holds.
      if constexpr (kCountsNotLost) not_lost -= reinterpret_cast<ClassLanes>(mover == 0);
    }
    if constexpr (kCountsNotLost) {
      const auto pieces = static_cast<std::uint8_t>(pieces_);
      best = not_lost == 0 ? best + static_cast<std::uint8_t>(pieces - 1) : pieces - not_lost;
    }
    const ContextLanes found = __builtin_convertvector(best, ContextLanes) * weight +
                               __builtin_convertvector(worst, ContextLanes) + first_context(cell);
    std::memcpy(contexts + block, &found, sizeof found);
  }
}

}  // namespace uisge
