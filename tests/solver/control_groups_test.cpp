// Tests how much memory and how many processors the program reads from the files of control groups. Each test writes
// such files as Linux would.
#include "solver/control_groups.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kNone = UINT64_MAX;

std::string mib(std::uint64_t count) {
  return std::to_string(count * kMiB) + "\n";
}

}  // namespace

TEST_CASE("the tightest control group decides, and a tmpfs takes memory", "[resources]") {
  const std::string in_box = "0::/box/inner\n";
  const std::string in_first = "3:cpu,cpuacct:/box\n2:memory:/box\n1:name=systemd:/\n";
  // The files are keyed by their paths below the root.
  using Files = std::map<std::string, std::string>;
  const auto check = [](const char* what, const std::string& membership, std::uint64_t memory_left,
                        std::uint64_t processors, const Files& files) {
    CAPTURE(what);
    const TemporaryDirectory folder;
    const ControlGroups groups{folder.file("root"), folder.file("membership")};
    std::ofstream(groups.membership_file) << membership;
    for (const auto& [name, text] : files) {
      const std::filesystem::path path = groups.root + "/" + name;
      std::filesystem::create_directories(path.parent_path());
      std::ofstream(path) << text;
    }
    CHECK(groups.memory_left() == memory_left);
    CHECK(groups.processors() == processors);
  };
  const std::string most = "box/memory.max", now = "box/memory.current", share = "box/cpu.max";
  check("no files at all", in_box, kNone, kNone, {});
  check("no membership", "", kNone, kNone, {{"memory.max", mib(1)}});
  check("no limits", in_box, kNone, kNone, {{most, "max\n"}, {now, mib(5)}, {share, "max 100000\n"}});
  check("a limit above", in_box, 70 * kMiB, kNone, {{most, mib(100)}, {now, mib(30)}});
  check("the inner one is tighter", in_box, 10 * kMiB, kNone,
        {{most, mib(100)}, {now, mib(30)}, {"box/inner/memory.max", mib(40)}, {"box/inner/memory.current", mib(30)}});
  check("it is slowed down before it is stopped", in_box, 20 * kMiB, kNone,
        {{most, mib(100)}, {"box/memory.high", mib(50)}, {now, mib(30)}});
  check("more than is allowed", in_box, 0, kNone, {{most, mib(10)}, {now, mib(30)}});
  check("cached files are given back, those of a tmpfs are not", in_box, 20 * kMiB, kNone,
        {{most, mib(100)}, {now, mib(90)}, {"box/memory.stat", "anon 1\nfile " + mib(70) + "shmem " + mib(60)}});
  const std::string quota = "cpu/box/cpu.cfs_quota_us", period = "cpu/box/cpu.cfs_period_us";
  check("the first version", in_first, 20 * kMiB, 3,
        {{"memory/box/memory.limit_in_bytes", mib(100)},
         {"memory/box/memory.usage_in_bytes", mib(90)},
         {"memory/box/memory.stat", "cache " + mib(70) + "rss 5\nshmem " + mib(60)},
         {quota, "250000\n"},
         {period, "100000\n"}});
  check("the first version without a quota", in_first, kNone, kNone, {{quota, "-1\n"}, {period, "100000\n"}});
  check("half a processor is one", in_box, kNone, 1, {{share, "50000 100000\n"}});
  check("one and a half are two", in_box, kNone, 2,
        {{"box/inner/cpu.max", "150000 100000\n"}, {share, "400000 100000\n"}});
  check("four are four", in_box, kNone, 4, {{share, "400000 100000\n"}});
  check("nonsense limits nothing", in_box, kNone, kNone, {{share, "x y\n"}, {most, "99999999999999999999999\n"}});
}
