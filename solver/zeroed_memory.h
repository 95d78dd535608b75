// Memory for large tables, zero at first, in huge pages where the system has them. With small pages nearly every random
// access would also miss the processor's cache of page addresses.
#pragma once

#include <cstddef>
#include <memory>

namespace uisge {

struct UnmapMemory {
  std::size_t bytes = 0;
  void operator()(void* memory) const;
};
using ZeroedMemory = std::unique_ptr<void, UnmapMemory>;

enum class Commitment : bool {
  kCounted,   // the system refuses what it does not have
  kWhenUsed,  // it is not asked before the memory is touched
};

// Null if the system refuses, which errno explains. REQUIRES: bytes > 0.
ZeroedMemory map_zeroed_memory(std::size_t bytes, Commitment commitment);

}  // namespace uisge
