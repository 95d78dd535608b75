#include "solver/resources.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>

#include "solver/control_groups.h"
#include "solver/units.h"

namespace uisge {

namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// The value of a line "Name:   123 kB" of a /proc file, in bytes.
std::optional<std::uint64_t> proc_value(const char* file, std::string_view name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(name)) continue;
    std::istringstream rest(line.substr(name.size()));
    std::uint64_t kilobytes = 0;
    if (rest >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

std::uint64_t left(std::uint64_t limit, std::uint64_t used) {
  if (limit == kUnlimited || used == kUnlimited) return kUnlimited;
  return limit > used ? limit - used : 0;
}

std::uint64_t physical_memory() {
  struct sysinfo info {};
  return sysinfo(&info) == 0 ? std::uint64_t{info.totalram} * info.mem_unit : kUnlimited;
}

}  // namespace

std::uint64_t available_memory() {
  std::uint64_t least = proc_value("/proc/meminfo", "MemAvailable:").value_or(physical_memory());
  least = std::min(least, ControlGroups().memory_left());
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    least = std::min(least, left(limit.rlim_cur, proc_value("/proc/self/status", "VmSize:").value_or(0)));
  }
  return least;
}

Result<void> require_memory(const std::string& what, std::uint64_t bytes) {
  const std::uint64_t available = available_memory();
  if (bytes <= available) return {};
  return resource_error(
      fmt::format("{}: needs {}, {} are available", what, format_size(bytes), format_size(available)));
}

std::vector<Advice> memory_advice(std::uint64_t need, std::uint64_t need_of_one_thread, const MemoryLimit& limit) {
  if (need <= limit.available) {
    std::vector<Advice> advice{{Remedy::kAllowMemory, (need >> 20) + 1}};
    if (need_of_one_thread <= limit.bytes()) advice.push_back({Remedy::kFewerThreads});
    return advice;
  }
  if (need_of_one_thread > limit.available) return {{Remedy::kSmallerBoard}};
  std::vector<Advice> advice{{Remedy::kFewerThreads}};
  if (need_of_one_thread > limit.bytes()) advice.push_back({Remedy::kAllowMemory, (need_of_one_thread >> 20) + 1});
  return advice;
}

std::uint64_t free_disk(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  struct statvfs status {};
  if (statvfs(folder.c_str(), &status) != 0) return 0;
  return std::uint64_t{status.f_bavail} * status.f_frsize;
}

std::size_t usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int allowed = sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(CPU_COUNT(&set), 1) : 1;
  return std::min<std::uint64_t>(static_cast<std::uint64_t>(allowed), ControlGroups().processors());
}

void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
}

Result<void> require_stack() {
  constexpr rlim_t kLeast = rlim_t{4} << 20;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeast) return {};
  return resource_error(fmt::format("stack: it is limited to {} KiB, {} are the least, see 'ulimit -s'",
                                    limit.rlim_cur >> 10, kLeast >> 10));
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace uisge
