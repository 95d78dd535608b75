// Makes the system provide the pages of mapped memory.
#pragma once

#include <cstddef>

namespace uisge {

// Touches every page now, on all processors, each of which takes a range, or on fewer if the system refuses threads.
// Otherwise a driver that pins the memory would have it provided page by page, on one processor: ten times slower
// (docs/lab/values.md). The memory is zero afterwards. REQUIRES: it is mapped and writable.
void touch_memory(void* memory, std::size_t bytes);

}  // namespace uisge
