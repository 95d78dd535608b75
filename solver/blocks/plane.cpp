#include "solver/blocks/plane.h"

#include <new>

#include "core/colouring.h"

namespace uisge {

std::size_t Plane::bytes_for(std::size_t placements, int pieces) {
  const std::size_t bytes = placements * colouring_count(pieces) * block_bytes(pieces);
  return bytes == 0 ? 8 : bytes;
}

Plane::Plane(std::size_t placements, int pieces, const EnginePart* part)
    : words_per_placement_(colouring_count(pieces) * block_words(pieces)),
      slots_(part == nullptr ? nullptr : part->slots.data()),
      bytes_(bytes_for(part == nullptr ? placements : part->held, pieces)),
      memory_(map_zeroed_memory(bytes_, Commitment::kCounted)),
      words_(static_cast<std::uint64_t*>(memory_.get())) {
  if (words_ == nullptr) throw std::bad_alloc();
}

}  // namespace uisge
