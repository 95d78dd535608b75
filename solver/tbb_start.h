// TBB's first use. It prepares itself then, and where memory runs out meanwhile, its next call waits for ever: also
// that of a destructor while the exception passes. So whoever makes an object of TBB that calls it as it goes, starts
// it here before.
#pragma once

#include <tbb/task_arena.h>

namespace uisge {

// Throws std::bad_alloc; TBB must not be called again then. Costs next to nothing when TBB is ready. Thread-safe.
inline void start_tbb() {
  tbb::task_arena(1).initialize();
}

}  // namespace uisge
