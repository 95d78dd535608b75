// The resources that a container leaves a process, read from files like the kernel's.
#include "solver/control_groups.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kNone = UINT64_MAX;

struct GroupCase {
  const char* what;
  std::string membership;
  std::map<std::string, std::string> files;  // keyed by their paths below the root
  std::uint64_t memory_left;
  std::uint64_t processors;
};

std::string mib(std::uint64_t count) {
  return std::to_string(count * kMiB) + "\n";
}

}  // namespace

TEST_CASE("the tightest control group decides, and a tmpfs takes memory", "[resources]") {
  const std::string in_box = "0::/box/inner\n";
  const std::string in_first = "3:cpu,cpuacct:/box\n2:memory:/box\n1:name=systemd:/\n";
  const std::vector<GroupCase> cases{
      {"no files at all", in_box, {}, kNone, kNone},
      {"no membership", "", {{"memory.max", mib(1)}}, kNone, kNone},
      {"no limits",
       in_box,
       {{"box/memory.max", "max\n"}, {"box/memory.current", mib(5)}, {"box/cpu.max", "max 100000\n"}},
       kNone,
       kNone},
      {"a limit above", in_box, {{"box/memory.max", mib(100)}, {"box/memory.current", mib(30)}}, 70 * kMiB, kNone},
      {"the inner one is tighter",
       in_box,
       {{"box/memory.max", mib(100)},
        {"box/memory.current", mib(30)},
        {"box/inner/memory.max", mib(40)},
        {"box/inner/memory.current", mib(30)}},
       10 * kMiB,
       kNone},
      {"it is slowed down before it is stopped",
       in_box,
       {{"box/memory.max", mib(100)}, {"box/memory.high", mib(50)}, {"box/memory.current", mib(30)}},
       20 * kMiB,
       kNone},
      {"more than is allowed", in_box, {{"box/memory.max", mib(10)}, {"box/memory.current", mib(30)}}, 0, kNone},
      {"cached files are given back, those of a tmpfs are not",
       in_box,
       {{"box/memory.max", mib(100)},
        {"box/memory.current", mib(90)},
        {"box/memory.stat", "anon 1\nfile " + mib(70) + "shmem " + mib(60)}},
       20 * kMiB,
       kNone},
      {"the first version",
       in_first,
       {{"memory/box/memory.limit_in_bytes", mib(100)},
        {"memory/box/memory.usage_in_bytes", mib(90)},
        {"memory/box/memory.stat", "cache " + mib(70) + "rss 5\nshmem " + mib(60)},
        {"cpu/box/cpu.cfs_quota_us", "250000\n"},
        {"cpu/box/cpu.cfs_period_us", "100000\n"}},
       20 * kMiB,
       3},
      {"the first version without a quota",
       in_first,
       {{"cpu/box/cpu.cfs_quota_us", "-1\n"}, {"cpu/box/cpu.cfs_period_us", "100000\n"}},
       kNone,
       kNone},
      {"half a processor is one", in_box, {{"box/cpu.max", "50000 100000\n"}}, kNone, 1},
      {"one and a half are two",
       in_box,
       {{"box/inner/cpu.max", "150000 100000\n"}, {"box/cpu.max", "400000 100000\n"}},
       kNone,
       2},
      {"four are four", in_box, {{"box/cpu.max", "400000 100000\n"}}, kNone, 4},
      {"nonsense limits nothing",
       in_box,
       {{"box/cpu.max", "x y\n"}, {"box/memory.max", "99999999999999999999999\n"}},
       kNone,
       kNone},
  };
  for (const GroupCase& one : cases) {
    CAPTURE(one.what);
    const TemporaryDirectory folder;
    const ControlGroups groups{folder.file("root"), folder.file("membership")};
    std::ofstream(groups.membership_file) << one.membership;
    for (const auto& [name, text] : one.files) {
      const std::filesystem::path path = groups.root + "/" + name;
      std::filesystem::create_directories(path.parent_path());
      std::ofstream(path) << text;
    }
    CHECK(groups.memory_left() == one.memory_left);
    CHECK(groups.processors() == one.processors);
  }
}
