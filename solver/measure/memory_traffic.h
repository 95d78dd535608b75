// Measures the machine's memory bandwidth, which limits the speed of a solve.
//
// Buffers are far larger than the caches. Each thread first touches its own part of each buffer; later all threads read
// or copy their parts at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace uisge {

class MemoryTraffic {
 public:
  static constexpr std::size_t kStandardBytes = std::size_t{256} << 20;  // four times a large shared cache

  // Makes two buffers, which together have `bytes` bytes. Throws std::bad_alloc. REQUIRES: threads >= 1.
  explicit MemoryTraffic(std::size_t threads, std::size_t bytes = kStandardBytes);

  // Reads both buffers, bytes() bytes in all. The result depends on all words, so that the compiler cannot remove the
  // reads.
  std::uint64_t read() const;
  // Copies the first buffer to the second. The copy moves bytes() bytes: half are read, half are written.
  void copy();
  std::size_t bytes() const { return 2 * words_ * sizeof(std::uint64_t); }

 private:
  std::size_t threads_;
  std::size_t words_;  // of either buffer
  std::unique_ptr<std::uint64_t[]> from_;
  std::unique_ptr<std::uint64_t[]> to_;
};

}  // namespace uisge
