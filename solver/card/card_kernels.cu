// The entry points of the kernels on a card: one per kernel or, if the kernel depends on the piece count, one per
// kernel and piece count.
#include "solver/card/card_kernels.h"
#include "solver/card/stage_kernels.h"

// The 6 in launch_bounds makes six thread blocks fit on a multiprocessor at a time. A thread then has only 40
// registers, and keeps further values in memory. But more warps can run while other warps wait for memory. With six
// pieces a side an H200 is 1.5 times as fast as without the 6 (docs/lab/values.md).
#define UISGE_LAUNCH_BOUNDS __attribute__((launch_bounds(32 * uisge::kWarpsPerGroup, 6)))
#define UISGE_THIS_WARP                                                                 \
  (static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_ctaid_x()) * uisge::kWarpsPerGroup + \
   static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_tid_x()) / 32U)
#define UISGE_ENTRY(kernel, pieces, Step)                                                                 \
  extern "C" __attribute__((global)) UISGE_LAUNCH_BOUNDS void kernel##_##pieces(const uisge::Step step) { \
    uisge::card_kernels::kernel<pieces>(step, UISGE_THIS_WARP);                                           \
  }
#define UISGE_ENTRIES(pieces)                \
  UISGE_ENTRY(advance, pieces, CardStep)     \
  UISGE_ENTRY(win_stuck, pieces, CardStep)   \
  UISGE_ENTRY(lose, pieces, CardStep)        \
  UISGE_ENTRY(lose_stage, pieces, CardStage) \
  UISGE_ENTRY(win_stage, pieces, CardStage)

UISGE_ENTRIES(1)
UISGE_ENTRIES(2)
UISGE_ENTRIES(3)
UISGE_ENTRIES(4)
UISGE_ENTRIES(5)
UISGE_ENTRIES(6)

extern "C" __attribute__((global)) UISGE_LAUNCH_BOUNDS void look_up(const uisge::CardQuestions asked) {
  uisge::card_kernels::look_up(asked, UISGE_THIS_WARP);
}

extern "C" __attribute__((global)) UISGE_LAUNCH_BOUNDS void note(const uisge::CardNotes asked) {
  uisge::card_kernels::note(asked, UISGE_THIS_WARP);
}
