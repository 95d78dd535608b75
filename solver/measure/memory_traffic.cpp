#include "solver/measure/memory_traffic.h"

#include <algorithm>
#include <cstring>

namespace uisge {

MemoryTraffic::MemoryTraffic(std::size_t threads, std::size_t bytes)
    : threads_(threads),
      words_(bytes / 2 / sizeof(std::uint64_t)),
      from_(new std::uint64_t[words_]),  // not initialised here: the loop places each page near a thread that writes it
      to_(new std::uint64_t[words_]) {
#pragma omp parallel for num_threads(threads_) schedule(static)
  for (std::size_t i = 0; i < words_; ++i) {
    from_[i] = i;
    to_[i] = 0;
  }
}

std::uint64_t MemoryTraffic::read() const {
  std::uint64_t sum = 0;
#pragma omp parallel for num_threads(threads_) schedule(static) reduction(+ : sum)
  for (std::size_t i = 0; i < words_; ++i) sum += from_[i];
#pragma omp parallel for num_threads(threads_) schedule(static) reduction(+ : sum)
  for (std::size_t i = 0; i < words_; ++i) sum += to_[i];
  return sum;
}

void MemoryTraffic::copy() {
  constexpr std::size_t kPart = std::size_t{1} << 16;  // words
#pragma omp parallel for num_threads(threads_) schedule(static)
  for (std::size_t begin = 0; begin < words_; begin += kPart) {
    std::memcpy(to_.get() + begin, from_.get() + begin, std::min(kPart, words_ - begin) * sizeof(std::uint64_t));
  }
}

}  // namespace uisge
