// Memory for large tables, filled with zeros. The memory has huge pages if the system has them. With small pages nearly
// every random access would miss the processor's TLB.
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
  kCounted,   // the system refuses a request for more memory than it has
  kWhenUsed,  // the system provides a page when it is first touched
};

// Returns null if the system refuses the memory; errno then says why. REQUIRES: bytes > 0.
ZeroedMemory map_zeroed_memory(std::size_t bytes, Commitment commitment);

}  // namespace uisge
