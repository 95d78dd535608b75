// What the control groups above this process leave it: containers have their limits there.
//
// Version 1 and 2, with every group from the process's own up to the root, since the tightest one decides. What cannot
// be read does not limit. The files are read at each call, some dozen of them.
#pragma once

#include <cstdint>
#include <string>

namespace uisge {

// Where to read, and the group of each hierarchy in the words of /proc/self/cgroup: for tests to have others.
struct ControlGroups {
  std::string root = "/sys/fs/cgroup";
  std::string membership_file = "/proc/self/cgroup";

  // Bytes until the first group is at its limit, or where it is slowed down (memory.high). Cached files are given back
  // on demand and do not count as taken; those of a tmpfs do. UINT64_MAX: no limit.
  std::uint64_t memory_left() const;
  // Processors' worth of time in a period, rounded up. UINT64_MAX: no limit.
  std::uint64_t processors() const;
};

}  // namespace uisge
