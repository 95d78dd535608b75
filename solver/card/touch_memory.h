// Memory that is mapped, but that the system has not found yet.
#pragma once

#include <cstddef>

namespace uisge {

// Makes the system find memory for all of it now, on all processors, each of which takes a range, or on fewer if the
// system refuses threads. A driver that pins untouched memory finds it page by page, on one processor: ten times slower
// (docs/lab/values.md). REQUIRES: the memory was mapped and may be written. It is zero afterwards.
void touch_memory(void* memory, std::size_t bytes);

}  // namespace uisge
