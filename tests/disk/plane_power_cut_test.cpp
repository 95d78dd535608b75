// The power fails at every operation on files of a small values solve. Whatever the power cut leaves on the disk, the
// next solve writes the golden bytes, and need not find saved wins again.
#include <fmt/format.h>

#include "solver/solve_values/solve_values.h"
#include "solver/values/plane_file.h"
#include "tests/db/naive_labels.h"
#include "tests/disk/power_cut.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr const char* kDatabaseName = "x.uisge";
constexpr const char* kPlaneName = "x.uisge.plane";
constexpr const char* kPartName = "x.uisge.part";

// Solves with a plane that is saved as often as possible. The plane has three tiles of two disk blocks each.
Result<ValuesResult> solve_in(const TemporaryDirectory& folder) {
  const ValuesRequest request{.identity = {{4, 4}, 3, {StuckRule::kWins, false}},
                              .output = folder.file(kDatabaseName),
                              .save_seconds = 0,
                              .tile_bytes = 4800};
  return solve_values(request, {}, std::atomic<bool>{false});
}

class UninterruptedPlane {
 public:
  UninterruptedPlane() {
    DiskRecorder recorder(folder_.path());
    REQUIRE(solve_in(folder_));
    record_ = recorder.take();
    const PowerCut cut(record_);
    // Checks that the record is complete: its operations together yield the folder's contents.
    REQUIRE(cut.everything_after(cut.operations()) == read_folder(folder_.path()));
    database_ = read_bytes(folder_.file(kDatabaseName));
    std::optional<int> plane;
    for (std::size_t i = 0; i < record_.operations.size(); ++i) {
      const DiskOperation& operation = record_.operations[i];
      if (operation.kind == DiskOperation::Kind::kCreate && operation.name == kPlaneName) plane = operation.file;
      if (operation.kind != DiskOperation::Kind::kSync || operation.file != plane) continue;
      ++syncs_;
      last_sync_ = i;
    }
  }
  const DiskRecord& record() const { return record_; }
  const Bytes& database() const { return database_; }
  int syncs() const { return syncs_; }
  // The index of the operation that synced the plane last. After this operation, all wins are on the disk.
  std::size_t last_sync() const { return last_sync_; }

 private:
  TemporaryDirectory folder_;
  DiskRecord record_;
  Bytes database_;
  int syncs_ = 0;
  std::size_t last_sync_ = 0;
};

struct PlaneTally {
  std::size_t possible = 0;  // states of the disk after a power cut, as PowerCut finds them
  int tried = 0;
  int refused = 0;  // states in which the solve refuses old contents of the disk
  int saved = 0;    // states in which the plane file has all wins
  int begun = 0;    // states in which the plane file may lack some wins
};

void check_state(const UninterruptedPlane& golden, const FolderContents& state, bool is_saved, PlaneTally& tally) {
  static const TemporaryDirectory folder;
  write_folder(folder.path(), state);
  ++tally.tried;
  if (const auto database = state.find(kDatabaseName); database != state.end())
    REQUIRE(database->second == golden.database());
  const auto plane = state.find(kPlaneName);
  const auto part = state.find(kPartName);
  // If the plane's header was never synced, old contents of the disk may be in its place. The same holds for the
  // unfinished database.
  const bool has_head = plane != state.end() && PlaneFile::is_plane(folder.file(kPlaneName));
  const bool is_blank =
      plane == state.end() || std::ranges::all_of(plane->second, [](std::byte byte) { return byte == std::byte{0}; });
  const bool refuses = (!has_head && !is_blank) || (part != state.end() && is_foreign(part->second, kDatabaseFile));
  const auto solved = solve_in(folder);
  if (refuses) {
    ++tally.refused;
    check_error(solved, ErrorKind::kBadFile);
    return;
  }
  if (!solved) UNSCOPED_INFO(solved.error().message);
  REQUIRE(solved);
  REQUIRE((read_folder(folder.path()) == FolderContents{{kDatabaseName, golden.database()}}));
  if (has_head && is_saved) {
    // All wins were saved. So the solve makes one sweep that finds no new win, and the final sweep that counts.
    REQUIRE(solved->sweeps == 2);
    ++tally.saved;
  } else if (has_head) {
    ++tally.begun;
  }
}

PlaneTally check_states(std::size_t step) {
  const UninterruptedPlane golden;
  REQUIRE(golden.syncs() > 3);
  PowerCut cut(golden.record());
  PlaneTally tally;
  for (std::size_t operations = 0; operations <= cut.operations(); ++operations) {
    CAPTURE(operations, cut.operations());
    cut.each_state_after(operations, [&](const FolderContents& state) {
      if (operations == cut.operations()) REQUIRE(state.contains(kDatabaseName));
      if (tally.possible++ % step == 0) check_state(golden, state, operations > golden.last_sync(), tally);
    });
  }
  std::cout << fmt::format("{} operations, {} of {} states: {} with all that is won, {} with less, {} refused\n",
                           cut.operations(), tally.tried, tally.possible, tally.saved, tally.begun, tally.refused);
  return tally;
}

}  // namespace

TEST_CASE("a power cut during a values solve costs no more than what was not saved", "[disk][values]") {
  const PlaneTally tally = check_states(5);
  CHECK(tally.saved > 0);
  CHECK(tally.begun > 0);
}

TEST_CASE("a power cut at any operation of a values solve, in every state that it may leave", "[disk][values][.slow]") {
  check_states(1);
}
