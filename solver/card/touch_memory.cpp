#include "solver/card/touch_memory.h"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

#include "solver/refused_threads.h"
#include "solver/resources.h"

namespace uisge {

void touch_memory(void* memory, std::size_t bytes) {
  constexpr std::uint64_t kPageBytes = 4096;                              // a page, or a part of a larger page
  constexpr std::uint64_t kLeastBytesOfThread = std::uint64_t{16} << 20;  // some milliseconds of work
  auto* const begin = static_cast<volatile std::byte*>(memory);
  const std::uint64_t pages = (bytes + kPageBytes - 1) / kPageBytes;
  const std::uint64_t parts = std::clamp<std::uint64_t>(bytes / kLeastBytesOfThread, 1, usable_processors());
  const auto touch = [=](std::uint64_t first_part, std::uint64_t end_part) {
    const std::uint64_t end = pages * end_part / parts;
    for (std::uint64_t page = pages * first_part / parts; page < end; ++page) begin[page * kPageBytes] = std::byte{0};
  };
  std::vector<std::jthread> helpers;
  helpers.reserve(parts - 1);
  const RefusedThreadsAreErrors scope;
  try {
    while (helpers.size() + 1 < parts) helpers.emplace_back(touch, helpers.size(), helpers.size() + 1);
  } catch (const std::system_error&) {
    // If the system refuses a helper thread, the calling thread does the rest.
  }
  touch(helpers.size(), parts);
}

}  // namespace uisge
