// What the machine's memory can carry: the floor under everything that moves planes.
//
// Buffers are far larger than the caches, touched first by the thread that uses them, and read or copied by all threads
// at once, each its own part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace uisge {

class MemoryTraffic {
 public:
  static constexpr std::size_t kStandardBytes = std::size_t{256} << 20;  // four times a large shared cache

  // Two buffers of `bytes` in all. Throws std::bad_alloc. REQUIRES: threads >= 1.
  explicit MemoryTraffic(std::size_t threads, std::size_t bytes = kStandardBytes);

  // Reads both buffers: bytes() bytes move. The result depends on all of them, so that no compiler leaves the reading
  // out.
  std::uint64_t read() const;
  // Copies the first to the second: bytes() bytes move, half of them each way.
  void copy();
  std::size_t bytes() const { return 2 * words_ * sizeof(std::uint64_t); }

 private:
  std::size_t threads_;
  std::size_t words_;  // of either buffer
  std::unique_ptr<std::uint64_t[]> from_;
  std::unique_ptr<std::uint64_t[]> to_;
};

}  // namespace uisge
