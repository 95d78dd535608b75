#include "solver/search/line_table.h"

#include <fmt/format.h>

#include "db/bit_mix.h"

namespace uisge {

Result<LineTable> LineTable::make(std::uint64_t lines, std::uint64_t memory_bytes) {
  const std::uint64_t slots = lines + lines / 2 + 1;
  if (slots > memory_bytes / kSlotBytes) {
    return resource_error(fmt::format("proof: its {} lines do not fit", lines), {{Remedy::kMoreMemory}});
  }
  ZeroedMemory memory = map_zeroed_memory(static_cast<std::size_t>(slots * kSlotBytes), Commitment::kCounted);
  if (memory == nullptr) return out_of_memory();
  return LineTable(std::move(memory), static_cast<std::size_t>(slots));
}

LineTable::LineTable(ZeroedMemory memory, std::size_t slots)
    : memory_(std::move(memory)),
      numbers_(static_cast<std::atomic<std::uint64_t>*>(memory_.get()), slots),
      moves_(reinterpret_cast<MoveAndPlies*>(numbers_.data() + slots), slots) {}

std::size_t LineTable::slot_of(std::uint64_t number) const {
  return static_cast<std::size_t>(mix_bits(number) % numbers_.size());
}

void LineTable::insert(const ProofLine& line) {
  for (std::size_t slot = slot_of(line.number);; slot = slot + 1 == numbers_.size() ? 0 : slot + 1) {
    std::uint64_t free = 0;
    if (!numbers_[slot].compare_exchange_strong(free, line.number + 1, std::memory_order_relaxed)) continue;
    moves_[slot] = {line.plies, line.move_number};
    return;
  }
}

std::optional<ProofLine> LineTable::find(std::uint64_t number) const {
  for (std::size_t slot = slot_of(number);; slot = slot + 1 == numbers_.size() ? 0 : slot + 1) {
    const std::uint64_t stored = numbers_[slot].load(std::memory_order_relaxed);
    if (stored == number + 1) return ProofLine{number, moves_[slot].plies, moves_[slot].move_number};
    if (stored == 0) return std::nullopt;
  }
}

}  // namespace uisge
