#include "solver/available_memory.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>

namespace uisge {

namespace {

using Amount = std::optional<std::uint64_t>;

Amount read_number(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;  // "max" and the like are no number
  return std::nullopt;
}

Amount machine_available() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    constexpr std::string_view kField = "MemAvailable:";
    if (line.starts_with(kField)) return std::stoull(line.substr(kField.size())) << 10;
  }
  return std::nullopt;
}

// The cgroup of this process in the unified hierarchy, or the root's, as a container sees its own.
std::string cgroup_folder() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    constexpr std::string_view kUnified = "0::";
    if (!line.starts_with(kUnified)) continue;
    const std::string folder = "/sys/fs/cgroup" + line.substr(kUnified.size());
    if (std::ifstream(folder + "/memory.max")) return folder;
  }
  return "/sys/fs/cgroup";
}

Amount cgroup_available() {
  const auto left = [](Amount limit, Amount used) -> Amount {
    if (!limit || !used) return std::nullopt;
    return *limit > *used ? *limit - *used : 0;
  };
  const std::string folder = cgroup_folder();
  if (const Amount rest = left(read_number(folder + "/memory.max"), read_number(folder + "/memory.current"))) {
    return rest;
  }
  const std::string old = "/sys/fs/cgroup/memory/memory.";
  return left(read_number(old + "limit_in_bytes"), read_number(old + "usage_in_bytes"));
}

// Of the address space, `ulimit -v`.
Amount address_space_available() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages;
  const std::uint64_t used = pages * 4096;
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

}  // namespace

std::uint64_t available_memory() {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const Amount amount : {machine_available(), cgroup_available(), address_space_available()}) {
    if (amount) least = std::min(least, *amount);
  }
  return least;
}

Result<void> require_memory(const std::string& what, std::uint64_t bytes) {
  constexpr double kMiB = 1 << 20;
  const std::uint64_t available = available_memory();
  if (bytes <= available) return {};
  return resource_error(fmt::format("{}: needs {:.0f} MiB, {:.0f} MiB are available", what,
                                    static_cast<double>(bytes) / kMiB, static_cast<double>(available) / kMiB));
}

}  // namespace uisge
