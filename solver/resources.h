// The available memory, disk space and processors, as the operating system reports them.
//
// A command refuses work that cannot fit in memory or on the disk, before it starts the work. What the system reports
// is an estimate, since other programs come and go. A number that the system does not report sets no limit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"

namespace uisge {

// The bytes of memory that this process can take without swapping. The result is the least of three numbers: the memory
// that the system reports as available, the memory left in the control groups of this process (version 1 and 2), and
// the unused part of the process's address space (ulimit -v). If the system does not report the first number, the size
// of the machine's memory takes its place.
std::uint64_t available_memory();

// Returns an error (kResource) unless `bytes` of memory are available: "WHAT: needs ..., ... are available".
Result<void> require_memory(const std::string& what, std::uint64_t bytes);

// The memory that a piece of work may take: what the machine has available, or less if the user allowed less.
struct MemoryLimit {
  std::uint64_t available = UINT64_MAX;
  std::optional<std::uint64_t> allowed;
  std::uint64_t bytes() const { return std::min(available, allowed.value_or(UINT64_MAX)); }
};

// The advice if work needs `need` bytes, more than the limit: to allow more, if the machine has it; fewer threads, if
// the need of one thread fits. If the machine has only the need of one thread: fewer threads, and to allow that need if
// the limit is less. Otherwise a smaller board. REQUIRES: need > limit.bytes().
std::vector<Advice> memory_advice(std::uint64_t need, std::uint64_t need_of_one_thread, const MemoryLimit& limit);

// Free bytes for this user on the file system of `path`, which need not exist yet. Returns 0 if the folder of `path`
// does not exist or cannot be examined.
std::uint64_t free_disk(const std::string& path);

// The greatest number of threads that any interface accepts. The limit keeps computed sizes of memory from overflowing.
inline constexpr std::size_t kMaxThreads = 1024;

// The number of processors that this process may use; at least 1.
std::size_t usable_processors();

// Raises the soft limit of open files to the hard limit, for programs that keep many files open.
void raise_descriptor_limit();

// Returns an error (kResource) if the stack may not grow as large as the deepest search needs.
Result<void> require_stack();

// The peak resident memory of this process so far, in bytes.
std::uint64_t peak_memory();

}  // namespace uisge
