// A plane: one bit for every position of every block, "is won" or "is lost".
//
// The engine reads successors' blocks and writes its own placement's through this class alone, so where the bits live
// is decided here: in memory, of all placements or, when several machines share a board, of some. Zeroed on
// construction, on huge pages where the system grants them, touched first by the thread that uses it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/kernel/block_shape.h"
#include "solver/retrograde/engine_part.h"
#include "solver/zeroed_memory.h"

namespace uisge {

class Plane {
 public:
  // Throws std::bad_alloc. The pages are mapped, not yet touched. With a part, which has to outlive the plane, only the
  // placements that it holds have blocks.
  Plane(std::size_t placements, int pieces, const EnginePart* part = nullptr);

  // The blocks of a placement, in order of colouring rank, block_words(n) words each.
  const std::uint64_t* blocks(PlacementId id) const { return words_ + slot(id) * words_per_placement_; }
  std::uint64_t* blocks(PlacementId id) { return words_ + slot(id) * words_per_placement_; }

  // Where the first slot's blocks begin; the others' follow.
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
