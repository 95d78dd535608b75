#include "solver/zeroed_memory.h"

#include <sys/mman.h>

namespace uisge {

void UnmapMemory::operator()(void* memory) const {
  munmap(memory, bytes);
}

ZeroedMemory map_zeroed_memory(std::size_t bytes, Commitment commitment) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (commitment == Commitment::kWhenUsed ? MAP_NORESERVE : 0);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED) return {nullptr, UnmapMemory{bytes}};
  madvise(memory, bytes, MADV_HUGEPAGE);  // errors are ignored: without huge pages the memory is only slower
  return {memory, UnmapMemory{bytes}};
}

}  // namespace uisge
