// Large tables: memory that is zero at first, in huge pages where the system has them. With small pages nearly every
// random access would miss the processor's table of pages, too.
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
