// A plane has one bit for every position of every block. One plane says which positions are won, another which are
// lost.
//
// The engine reads and writes blocks only through Plane. If several machines share a board, each plane holds the bits
// of some placements only. The memory is zeroed, and consists of huge pages if the system grants such pages.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/blocks/engine_part.h"
#include "solver/kernel/block_shape.h"
#include "solver/zeroed_memory.h"

namespace uisge {

class Plane {
 public:
  // Maps the pages without touching them, so that a page lies near the processor whose thread first touches it. If
  // `part` (engine_part.h) is given, only the placements of the part have blocks. The part must outlive the plane.
  // Throws std::bad_alloc.
  Plane(std::size_t placements, int pieces, const EnginePart* part = nullptr);

  // The blocks of a placement, in order of colouring rank. Each block has block_words(pieces) words.
  const std::uint64_t* blocks(PlacementId id) const { return words_ + slot(id) * words_per_placement_; }
  std::uint64_t* blocks(PlacementId id) { return words_ + slot(id) * words_per_placement_; }

  // The blocks of all placements, in the order of the slots: engine_part.h gives every placement a slot.
  std::uint64_t* first_word() { return words_; }

  std::size_t bytes() const { return bytes_; }
  static std::size_t bytes_for(std::size_t placements, int pieces);

 private:
  std::size_t slot(PlacementId id) const { return slots_ == nullptr ? index(id) : slots_[index(id)]; }

  std::size_t words_per_placement_;
  const std::uint32_t* slots_;
  std::size_t bytes_;
  ZeroedMemory memory_;
  std::uint64_t* words_;
};

}  // namespace uisge
