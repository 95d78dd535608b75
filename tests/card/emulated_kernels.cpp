// The table of the kernels as plain C++ (solver/card/warp.h). An emulated kernel has the name of its entry in
// card_kernels.cu.
#include <atomic>

#include "solver/card/card_kernels.h"
#include "solver/card/stage_kernels.h"
#include "tests/card/emulated_kernel.h"

namespace uisge {

namespace {

std::atomic<std::uint64_t> bytes_read{0};
std::atomic<std::uint64_t> bytes_written{0};

template <class Parameters, void (*kKernel)(const Parameters&, std::uint32_t)>
void run(std::uint32_t group, const void* parameters) {
  const auto& step = *static_cast<const Parameters*>(parameters);
  card_kernels::traffic = {};
  for (std::uint32_t warp = 0; warp < kWarpsPerGroup; ++warp) kKernel(step, group * kWarpsPerGroup + warp);
  bytes_read.fetch_add(card_kernels::traffic.read, std::memory_order_relaxed);
  bytes_written.fetch_add(card_kernels::traffic.written, std::memory_order_relaxed);
}

#define UISGE_EMULATED(kernel, pieces, Step)                                       \
  EmulatedKernel {                                                                 \
#kernel "_" #pieces, run < Step, card_kernels::kernel < pieces>>, sizeof(Step) \
  }
#define UISGE_EMULATED_ALL(pieces)                                                           \
  UISGE_EMULATED(advance, pieces, CardStep), UISGE_EMULATED(win_stuck, pieces, CardStep),    \
      UISGE_EMULATED(lose, pieces, CardStep), UISGE_EMULATED(lose_stage, pieces, CardStage), \
      UISGE_EMULATED(win_stage, pieces, CardStage)

constexpr EmulatedKernel kKernels[] = {
    UISGE_EMULATED_ALL(1),
    UISGE_EMULATED_ALL(2),
    UISGE_EMULATED_ALL(3),
    UISGE_EMULATED_ALL(4),
    UISGE_EMULATED_ALL(5),
    UISGE_EMULATED_ALL(6),
    EmulatedKernel{"look_up", run<CardQuestions, card_kernels::look_up>, sizeof(CardQuestions)},
    EmulatedKernel{"note", run<CardNotes, card_kernels::note>, sizeof(CardNotes)}};

}  // namespace

std::span<const EmulatedKernel> emulated_kernels() {
  return kKernels;
}

EmulatedTraffic take_emulated_traffic() {
  return {bytes_read.exchange(0), bytes_written.exchange(0)};
}

}  // namespace uisge
