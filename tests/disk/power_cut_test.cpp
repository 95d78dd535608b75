// The power fails at every file operation of a small solve, and the disk keeps only what it promised. Whatever state is
// left, a resumed solve writes the golden bytes and accepts nothing that is wrong.
#include <fmt/format.h>

#include "solver/checkpoint/ply_log_reader.h"
#include "solver/solve/solve.h"
#include "tests/db/naive_labels.h"
#include "tests/disk/power_cut.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr const char* kName = "x.uisge";
constexpr const char* kLogName = "x.uisge.plies";

SolveRequest request_in(const TemporaryDirectory& folder) {
  return {.identity = {{4, 4}, 3, {}}, .output = folder.file(kName), .resume = true};
}

Result<SolveResult> resumed_in(const TemporaryDirectory& folder) {
  return solve(request_in(folder), {}, std::atomic<bool>{false});
}

// The database of an uninterrupted solve, and the solve's checkpoint, as it was when the solve removed it.
class Uninterrupted {
 public:
  Uninterrupted() {
    DiskRecorder recorder(folder_.path());
    REQUIRE(resumed_in(folder_));
    record_ = recorder.take();
    const PowerCut cut(record_);
    // The recorder has seen every operation.
    REQUIRE(cut.everything_after(cut.operations()) == read_folder(folder_.path()));
    database_ = read_bytes(folder_.file(kName));
    for (std::size_t i = 0; i < cut.operations(); ++i) {
      if (record_.operations[i].kind != DiskOperation::Kind::kRemove) continue;
      write_bytes(folder_.file(kLogName), cut.everything_after(i).at(kLogName));
    }
    auto log = PlyLogReader::open(folder_.file(kLogName));
    REQUIRE(log);
    log_.emplace(std::move(*log));
    REQUIRE(log_->is_finished());
  }
  const DiskRecord& record() const { return record_; }
  const Bytes& database() const { return database_; }
  const PlyLogReader& log() const { return *log_; }

 private:
  TemporaryDirectory folder_;
  DiskRecord record_;
  Bytes database_;
  std::optional<PlyLogReader> log_;
};

const Uninterrupted& uninterrupted() {
  static const Uninterrupted result;
  return result;
}

// Whether every ply and segment that a reader accepts is one that the uninterrupted solve wrote.
bool tells_no_lies(const PlyLogReader& log) {
  const auto& golden = uninterrupted().log().plies();
  if (log.plies().size() > golden.size()) return false;
  std::vector<std::uint8_t> segment;
  std::vector<std::uint8_t> golden_segment;
  for (std::size_t ply = 0; ply < log.plies().size(); ++ply) {
    const LoggedPly& logged = log.plies()[ply];
    if (logged.counts.won != golden[ply].counts.won || logged.counts.lost != golden[ply].counts.lost) return false;
    if (logged.segments != golden[ply].segments) return false;
    for (const SegmentRecord& record : logged.segments) {
      if (!log.read(record, segment)) continue;
      if (!uninterrupted().log().read(record, golden_segment) || segment != golden_segment) return false;
    }
  }
  return true;
}

struct Tally {
  std::size_t possible = 0;  // the states of the disk that PowerCut allows
  int tried = 0;
  int with_database = 0;  // cases in which the database existed
  int with_plies = 0;     // cases in which the checkpoint had a complete ply
  int from_the_beginning = 0;
  int set_aside = 0;  // files in which complete plies after damaged bytes were kept
  int refused = 0;    // cases in which the checkpoint or the unfinished database began with foreign bytes
};

bool is_foreign_log(const TemporaryDirectory& folder, const Bytes& log) {
  const bool is_blank = std::ranges::all_of(log, [](std::byte byte) { return byte == std::byte{0}; });
  return !is_blank && !PlyLogReader::is_checkpoint(folder.file(kLogName));
}

// Checks a state that a power cut has left, then resumes.
void check_state(const FolderContents& state, Tally& tally) {
  static const TemporaryDirectory folder;
  write_folder(folder.path(), state);
  ++tally.tried;
  if (const auto database = state.find(kName); database != state.end()) {
    ++tally.with_database;
    REQUIRE((database->second == uninterrupted().database()));
  }
  const auto log = state.find(kLogName);
  if (const auto reader = PlyLogReader::open(folder.file(kLogName))) {
    if (!reader->plies().empty()) ++tally.with_plies;
    REQUIRE(tells_no_lies(*reader));
  }
  const auto part = state.find(std::string(kName) + ".part");
  const bool refuses = (log != state.end() && is_foreign_log(folder, log->second)) ||
                       (part != state.end() && is_foreign(part->second, kDatabaseFile));
  const auto resumed = resumed_in(folder);
  if (refuses) {
    // After the power cut the new file holds old bytes of the disk, so it looks like another program's file.
    ++tally.refused;
    check_error(resumed, ErrorKind::kBadFile);
    return;
  }
  if (!resumed) UNSCOPED_INFO(resumed.error().message);
  REQUIRE(resumed);
  if (resumed->resumed_at == 0) ++tally.from_the_beginning;
  FolderContents left = read_folder(folder.path());
  // If a write in the middle of the log is lost, the log is damaged, and the resumed solve keeps the data after the
  // damage in a file beside the log.
  for (const char* const suffix : {".lost", ".lost-2"}) {
    const auto lost = left.find(std::string(kLogName) + suffix);
    if (lost == left.end()) continue;
    ++tally.set_aside;
    REQUIRE(lost->second.size() > kPlyLogHeaderBytes);
    REQUIRE(std::equal(lost->second.begin(), lost->second.begin() + kPlyLogHeaderBytes, log->second.begin()));
    left.erase(lost);
  }
  std::string names;
  for (const auto& [name, bytes] : left) names += fmt::format("{} {} ", name, bytes.size());
  INFO("left: " << names);
  REQUIRE((left == FolderContents{{kName, uninterrupted().database()}}));
}

// Goes through the states that a power cut may leave at any operation. In each state, checks that the database or the
// checkpoint exists, once one of them must exist. Resumes the solve from every `step`-th state (check_state()).
Tally check_states(const DiskRecord& record, std::size_t step, bool ends_with_database) {
  PowerCut cut(record);
  Tally tally;
  // Once the checkpoint's name has reached the disk, the checkpoint or the database must exist.
  bool is_begun = record.before.contains(kLogName);
  for (std::size_t operations = 0; operations <= cut.operations(); ++operations) {
    CAPTURE(operations, cut.operations());
    if (operations > 0) is_begun |= record.operations[operations - 1].kind == DiskOperation::Kind::kSyncFolder;
    cut.each_state_after(operations, [&](const FolderContents& state) {
      if (is_begun) REQUIRE((state.contains(kName) || state.contains(kLogName)));
      if (operations == cut.operations() && ends_with_database) REQUIRE(state.contains(kName));
      if (tally.possible++ % step == 0) check_state(state, tally);
    });
  }
  std::cout << fmt::format(
      "{} operations, {} of {} states: {} with the database, {} with plies, {} resumed from the "
      "beginning, {} refused\n",
      cut.operations(), tally.tried, tally.possible, tally.with_database, tally.with_plies, tally.from_the_beginning,
      tally.refused);
  return tally;
}

// Returns the record of a solve that stops after `plies` plies, in a folder with the contents `before`.
DiskRecord stopped_solve(const FolderContents& before, int plies) {
  const TemporaryDirectory folder;
  write_folder(folder.path(), before);
  DiskRecorder recorder(folder.path());
  check_error(solve_for(request_in(folder), plies), ErrorKind::kInterrupted);
  return recorder.take();
}

}  // namespace

TEST_CASE("the model of the disk loses what is not synced, and nothing else", "[disk]") {
  const Bytes old_bytes(10000, std::byte{1});
  const Bytes new_bytes(10000, std::byte{2});
  DiskRecord record{{{"a", old_bytes}}, {}};
  using Kind = DiskOperation::Kind;
  const DiskOperation create{.kind = Kind::kCreate, .file = 1, .name = "b"};
  const DiskOperation write{.kind = Kind::kWrite, .file = 1, .offset = 0, .bytes = new_bytes};
  const DiskOperation sync{.kind = Kind::kSync, .file = 1};
  const DiskOperation rename{.kind = Kind::kRename, .name = "b", .new_name = "a"};
  const DiskOperation sync_folder{.kind = Kind::kSyncFolder};
  const auto states = [&] {
    std::set<FolderContents> result;
    PowerCut cut(record);
    cut.each_state_after(record.operations.size(), [&](const FolderContents& state) { result.insert(state); });
    return result;
  };

  SECTION("a rename after a sync of the file leaves the old file or the new one, until the folder is synced") {
    record.operations = {create, write, sync, rename};
    CHECK((states() ==
           std::set<FolderContents>{{{"a", old_bytes}}, {{"a", old_bytes}, {"b", new_bytes}}, {{"a", new_bytes}}}));
    record.operations.push_back(sync_folder);
    CHECK((states() == std::set<FolderContents>{{{"a", new_bytes}}}));
  }
  SECTION("a rename without a sync of the file may leave an empty file, or a file with a hole") {
    record.operations = {create, write, rename, sync_folder};
    Bytes hole = new_bytes;
    std::fill(hole.begin() + 4096, hole.begin() + 8192, std::byte{0});
    const auto found = states();
    CHECK(found.contains({{"a", {}}}));
    CHECK(found.contains({{"a", Bytes(new_bytes.begin(), new_bytes.begin() + 4096)}}));
    CHECK(found.contains({{"a", hole}}));
    CHECK(found.contains({{"a", Bytes(10000, std::byte{0})}}));
    CHECK(found.contains({{"a", new_bytes}}));
  }
}

TEST_CASE("a power cut during a solve costs no more than what was not synced", "[disk]") {
  const Tally tally = check_states(uninterrupted().record(), 199, true);
  CHECK(tally.with_database > 0);
  CHECK(tally.with_plies > 0);
}

TEST_CASE("a power cut at any operation of a solve, in every state that it may leave", "[disk][.slow]") {
  const Tally tally = check_states(uninterrupted().record(), 1, true);
  CHECK(tally.with_database > 100);
  CHECK(tally.with_plies > 1000);
  CHECK(tally.from_the_beginning > 1000);
}

TEST_CASE("what a stopped solve says it has kept survives a power cut, and another one during the resumed solve",
          "[disk]") {
  constexpr int kPlies = 7;
  const DiskRecord stopped = stopped_solve({}, kPlies);
  PowerCut cut(stopped);
  FolderContents left;
  const TemporaryDirectory folder;
  cut.each_state_after(cut.operations(), [&](const FolderContents& state) {
    left = state;
    write_folder(folder.path(), state);
    const auto log = PlyLogReader::open(folder.file(kLogName));
    REQUIRE(log);
    CHECK(log->plies().size() == kPlies);
  });
  REQUIRE(left.contains(kLogName));

  // The next solve finds part of a ply at the end, cuts it off, and suffers a power cut in turn.
  left[kLogName].resize(left[kLogName].size() + 5000, std::byte{'S'});
  check_states(stopped_solve(left, kPlies + 9), 49, false);
}
