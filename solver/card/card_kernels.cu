// The entry points of the kernels on a card: one for each kernel, and for each piece count on which a kernel depends.
#include "solver/card/card_kernels.h"

// With six groups per multiprocessor a thread has 40 registers. More values would need memory, but more warps run at a
// time and hide waits: with six pieces an H200 is 1.5 times as fast as with all registers (docs/lab/values.md).
#define UISGE_LAUNCH_BOUNDS __attribute__((launch_bounds(32 * uisge::kWarpsPerGroup, 6)))
#define UISGE_THIS_WARP                                                                 \
  (static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_ctaid_x()) * uisge::kWarpsPerGroup + \
   static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_tid_x()) / 32U)
#define UISGE_ENTRY(kernel, pieces)                                                                           \
  extern "C" __attribute__((global)) UISGE_LAUNCH_BOUNDS void kernel##_##pieces(const uisge::CardStep step) { \
    uisge::card_kernels::kernel<pieces>(step, UISGE_THIS_WARP);                                               \
  }
#define UISGE_ENTRIES(pieces)    \
  UISGE_ENTRY(advance, pieces)   \
  UISGE_ENTRY(win_stuck, pieces) \
  UISGE_ENTRY(lose, pieces)

UISGE_ENTRIES(1)
UISGE_ENTRIES(2)
UISGE_ENTRIES(3)
UISGE_ENTRIES(4)
UISGE_ENTRIES(5)
UISGE_ENTRIES(6)

extern "C" __attribute__((global)) UISGE_LAUNCH_BOUNDS void look_up(const uisge::CardQuestions asked) {
  uisge::card_kernels::look_up(asked, UISGE_THIS_WARP);
}
