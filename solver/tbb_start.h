// TBB initialises itself on first use. If memory runs out then, its next call never returns, even in a destructor. So
// before code makes an object of TBB whose destructor calls TBB, it initialises TBB here.
#pragma once

#include <tbb/task_arena.h>

namespace uisge {

// Throws std::bad_alloc; TBB must not be called again then. Costs next to nothing when TBB is ready. Thread-safe.
inline void start_tbb() {
  tbb::task_arena(1).initialize();
}

}  // namespace uisge
