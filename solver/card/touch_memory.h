// Makes the system provide the pages of mapped memory.
#pragma once

#include <cstddef>

namespace uisge {

// Touches every page now. Each processor takes a range; if the system refuses threads, fewer processors are used. A
// driver that pins untouched memory maps it page by page on one processor, which is ten times slower
// (docs/lab/values.md). The memory is zero afterwards. REQUIRES: the memory is mapped and writable.
void touch_memory(void* memory, std::size_t bytes);

}  // namespace uisge
