// The resources that this process may still take from its control groups, by which containers limit resources.
//
// Supports versions 1 and 2 of control groups. Every group from the process's own up to the root counts, since the
// tightest limit decides. If the file of a limit cannot be read, that limit does not count. Each call reads about a
// dozen small files of the system.
#pragma once

#include <cstdint>
#include <string>

namespace uisge {

// The folder in which to read, and the group of the process in each hierarchy, in the format of /proc/self/cgroup.
// Tests replace both.
struct ControlGroups {
  std::string root = "/sys/fs/cgroup";
  std::string membership_file = "/proc/self/cgroup";

  // The bytes that this process can still take until the first of its control groups reaches its limit or is slowed
  // down (memory.high). Cached files do not count as used, since the system frees them on demand. Files of a tmpfs
  // count as used. UINT64_MAX: no limit.
  std::uint64_t memory_left() const;
  // The limit of processor time, as a number of processors, rounded up. UINT64_MAX: no limit.
  std::uint64_t processors() const;
};

}  // namespace uisge
