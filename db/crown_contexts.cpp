#include "db/crown_contexts.h"

#include <algorithm>
#include <bit>

namespace uisge {

static_assert(CrownContexts::kMaxContexts <= 0xFFFF);

CrownContexts::CrownContexts(int pieces, const LabelAlphabet& alphabet) : pieces_(pieces) {
  const int class_count = alphabet.classes() + 1;  // and that of no symbol
  opponent_weight_ = static_cast<std::size_t>(class_count * class_count);
  for (std::size_t symbol = 0; symbol < mover_term_.size(); ++symbol) {
    const int label_class = alphabet.class_of(static_cast<Symbol>(symbol));
    mover_term_[symbol] = static_cast<ContextId>(label_class * class_count);
    opponent_term_[symbol] = static_cast<ContextId>(label_class);
  }
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

void CrownContexts::find(const SymbolRows& rows, Cell cell, ContextId* contexts) const {
  constexpr std::size_t kLanes = SymbolRows::kLanes;
  const auto first_context = static_cast<ContextId>(
      static_cast<std::size_t>(cell.opponent_crowns * pieces_ + cell.mover_crowns) * opponent_weight_);
  const std::size_t states = static_cast<std::size_t>(crown_states(pieces_));
  const std::size_t index = cell.index;
  for (std::size_t block = 0; block < rows.stride(); block += kLanes) {
    std::array<Symbol, kLanes> best;
    std::array<Symbol, kLanes> worst;
    best.fill(LabelAlphabet::kNoSymbol);
    worst.fill(cell.opponent_crowns == 0 ? LabelAlphabet::kNoSymbol : Symbol{0});
    for (std::size_t bit = 1; bit < states; bit <<= 1) {
      if ((index & bit) != 0) {
        const Symbol* row = rows.row(index ^ bit) + block;
        for (std::size_t i = 0; i < kLanes; ++i) best[i] = std::min(best[i], row[i]);
      }
      if ((index & bit * states) != 0) {
        const Symbol* row = rows.row(index ^ bit * states) + block;
        for (std::size_t i = 0; i < kLanes; ++i) worst[i] = std::max(worst[i], row[i]);
      }
    }
    for (std::size_t i = 0; i < kLanes; ++i) {
      contexts[block + i] = static_cast<ContextId>(first_context + mover_term_[best[i]] + opponent_term_[worst[i]]);
    }
  }
}

}  // namespace uisge
