// Counts the bytes that kernels would move in a card's memory, when the kernels run as plain C++. On a real card
// count_read() and count_written() do nothing.
#pragma once

#include <cstdint>

#include "solver/card/warp.h"

namespace uisge::card_kernels {

#ifdef __CUDA__
UISGE_ON_CARD inline void count_read(std::uint64_t) {}
UISGE_ON_CARD inline void count_written(std::uint64_t) {}
#else
struct Traffic {
  std::uint64_t read = 0;
  std::uint64_t written = 0;
};
inline thread_local Traffic traffic;  // the traffic of the thread block (group of warps) that this thread runs
inline void count_read(std::uint64_t bytes) {
  traffic.read += bytes;
}
inline void count_written(std::uint64_t bytes) {
  traffic.written += bytes;
}
#endif

}  // namespace uisge::card_kernels
