#include "solver/control_groups.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <map>

namespace uisge {

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Returns the number at the beginning of a file. "max", "-1", other text and a missing file mean no limit.
std::uint64_t number_in(const std::string& file) {
  std::ifstream in(file);
  std::string word;
  if (!(in >> word) || word.find_first_not_of("0123456789") != std::string::npos || word.size() > 19) return kNoLimit;
  return std::stoull(word);
}

std::map<std::string, std::uint64_t> named_numbers_in(const std::string& file) {
  std::map<std::string, std::uint64_t> numbers;
  std::ifstream in(file);
  std::string name;
  for (std::uint64_t value = 0; in >> name >> value;) numbers[name] = value;
  return numbers;
}

std::uint64_t left_of(std::uint64_t limit, std::uint64_t used) {
  if (limit == kNoLimit || used == kNoLimit) return kNoLimit;
  return limit > used ? limit - used : 0;
}

// The names of the files of one version of control groups; an empty name stands for a file that the version lacks.
struct MemoryFiles {
  const char* limit;
  const char* slowing_limit;
  const char* usage;
  const char* cache;  // the name in memory.stat for cached files, including those of a tmpfs
};
constexpr MemoryFiles kFirstVersion{"memory.limit_in_bytes", "", "memory.usage_in_bytes", "cache"};
constexpr MemoryFiles kSecondVersion{"memory.max", "memory.high", "memory.current", "file"};

// Paths are joined as text, since std::filesystem::path's operator/ in GCC's library may crash if memory runs out.
std::uint64_t memory_left_in(const std::string& folder, const MemoryFiles& files) {
  std::uint64_t limit = number_in(folder + files.limit);
  if (*files.slowing_limit != '\0') limit = std::min(limit, number_in(folder + files.slowing_limit));
  const std::uint64_t used = number_in(folder + files.usage);
  if (limit == kNoLimit || used == kNoLimit) return kNoLimit;
  auto stat = named_numbers_in(folder + "memory.stat");
  const std::uint64_t given_back = left_of(stat[files.cache], stat["shmem"]);
  return left_of(limit, left_of(used, given_back));
}

std::uint64_t processors_of(std::uint64_t quota, std::uint64_t period) {
  if (quota == kNoLimit || period == kNoLimit || period == 0) return kNoLimit;
  return std::max<std::uint64_t>(1, quota / period + (quota % period == 0 ? 0 : 1));
}

std::uint64_t processors_in_second(const std::string& folder) {
  std::ifstream in(folder + "cpu.max");
  std::string quota;
  std::uint64_t period = 0;
  if (!(in >> quota >> period) || quota.find_first_not_of("0123456789") != std::string::npos) return kNoLimit;
  return processors_of(number_in(folder + "cpu.max"), period);
}

std::uint64_t processors_in_first(const std::string& folder) {
  return processors_of(number_in(folder + "cpu.cfs_quota_us"), number_in(folder + "cpu.cfs_period_us"));
}

// Calls `number` with the folder of a control group and with the folders of all its parent groups, and returns the
// least result.
std::uint64_t least_of(const std::string& root, std::string group,
                       const std::function<std::uint64_t(const std::string& folder)>& number) {
  std::uint64_t least = kNoLimit;
  for (;;) {
    while (group.ends_with('/')) group.pop_back();
    least = std::min(least, number(root + group + "/"));
    if (group.empty()) return least;
    const std::size_t slash = group.rfind('/');
    group.erase(slash == std::string::npos ? 0 : slash);
  }
}

// Asks the control groups that groups.membership_file names, and returns the least answer. `in_second` answers for a
// group of version 2, `in_first` for a group of version 1 that has this controller.
std::uint64_t least_in_groups(const ControlGroups& groups, const std::string& controller,
                              const std::function<std::uint64_t(const std::string& folder)>& in_first,
                              const std::function<std::uint64_t(const std::string& folder)>& in_second) {
  std::uint64_t least = kNoLimit;
  std::ifstream in(groups.membership_file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) {
      least = std::min(least, least_of(groups.root, group, in_second));
    } else if (("," + controllers + ",").find("," + controller + ",") != std::string::npos) {
      least = std::min(least, least_of(groups.root + "/" + controller, group, in_first));
    }
  }
  return least;
}

}  // namespace

std::uint64_t ControlGroups::memory_left() const {
  return least_in_groups(
      *this, "memory", [](const std::string& folder) { return memory_left_in(folder, kFirstVersion); },
      [](const std::string& folder) { return memory_left_in(folder, kSecondVersion); });
}

std::uint64_t ControlGroups::processors() const {
  return least_in_groups(*this, "cpu", processors_in_first, processors_in_second);
}

}  // namespace uisge
