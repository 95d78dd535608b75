#include "solver/retrograde/plane.h"

#include <sys/mman.h>

#include <new>

#include "core/colouring.h"

namespace uisge {

namespace {

std::uint64_t* map_zeroed(std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // Advice only: with 4 KiB pages the random reads of a sweep miss the TLB nearly every time.
  madvise(memory, bytes, MADV_HUGEPAGE);
  return static_cast<std::uint64_t*>(memory);
}

}  // namespace

std::size_t Plane::bytes_for(std::size_t placements, int pieces) {
  const std::size_t bytes = placements * static_cast<std::size_t>(colouring_count(pieces)) * block_bytes(pieces);
  return bytes == 0 ? 8 : bytes;
}

Plane::Plane(std::size_t placements, int pieces, const EnginePart* part)
    : words_a_placement_(static_cast<std::size_t>(colouring_count(pieces)) * block_words(pieces)),
      slots_(part == nullptr ? nullptr : part->slots.data()),
      bytes_(bytes_for(part == nullptr ? placements : part->held, pieces)),
      words_(map_zeroed(bytes_), Unmap{bytes_}) {}

void Plane::Unmap::operator()(std::uint64_t* words) const {
  munmap(words, bytes);
}

}  // namespace uisge
