// Solves on a card, here the tests' own, against solves by processors: the same files to the byte, whoever begins and
// whoever goes on; and whatever fails, an error in one line, nothing that leaks, and nothing false in what is kept.
// Long because each call of the driver fails once, and each way to begin and to go on is taken once, on the same games.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>

#include "solver/card/card_engine.h"
#include "solver/resources.h"
#include "solver/solve_values/solve_values.h"
#include "solver/values/plane_file.h"
#include "tests/card/fake_driver.h"
#include "tests/db/naive_labels.h"

namespace uisge {

namespace {

using namespace test;

// One placement with three pieces a side.
constexpr std::size_t kTileBytes = 160;

// Whoever begins wins, loses, or gets a draw.
const DatabaseIdentity kWonGame{{4, 3}, 2, {StuckRule::kPasses, true}};
const DatabaseIdentity kLostGame{{4, 4}, 2, {}};
const DatabaseIdentity kDrawnGame{{7, 2}, 2, {StuckRule::kDraws, false}};
// Of so many placements that part of them can be staged: those of smaller boards are neighbours of nearly all others.
const DatabaseIdentity kLargeGame{{5, 4}, 3, {StuckRule::kPasses, true}};
constexpr double kStagedShare = 0.72;

// Solves on cards need kernels, which only a build with clang has.
bool lacks_kernels() {
  if (!card_kernels_ptx().empty()) return false;
  WARN("this test is skipped: the program was built without clang");
  return true;
}

struct Told {
  std::vector<Outcome> starts;
  std::vector<std::string> notes;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
};

// Asks to stop when the sweep of this number reports for the first time.
constexpr std::uint32_t kNever = UINT32_MAX;
Result<ValuesResult> solve(const ValuesRequest& request, Told* told = nullptr, std::uint32_t stop_in_sweep = kNever) {
  std::atomic<bool> cancel{false};
  ValuesObserver observer;
  observer.progress = [&](const ValuesProgress& progress) {
    if (progress.sweep >= stop_in_sweep) cancel = true;
    if (told == nullptr) return;
    told->bytes_in = progress.bytes_read;
    told->bytes_out = progress.bytes_written;
  };
  if (told != nullptr) {
    observer.start = [&](Outcome outcome) { told->starts.push_back(outcome); };
    observer.note = [&](const std::string& note) { told->notes.push_back(note); };
  }
  return solve_values(request, observer, cancel);
}

// How much memory of a card holds about this share of the tiles, the others being staged.
std::uint64_t card_memory_for(const DatabaseIdentity& identity, double share) {
  const auto table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  const TileLayout layout(table.size(), identity.pieces, kTileBytes);
  std::uint64_t too_little = 0;
  std::uint64_t enough = std::uint64_t{1} << 30;
  while (enough - too_little > 1) {
    const std::uint64_t middle = too_little + (enough - too_little) / 2;
    const auto split = split_plane(table, layout, {middle, UINT64_MAX});
    const bool is_enough =
        split && static_cast<double>(split->resident_tiles) >= share * static_cast<double>(layout.tiles());
    (is_enough ? enough : too_little) = middle;
  }
  return enough;
}

// Files of one solve in the test's folder.
struct Files {
  const TemporaryDirectory& directory;
  std::string name;
  std::string output() const { return directory.file(name + ".uisge"); }
  std::string plane() const { return directory.file(name + ".plane"); }
};

ValuesRequest by_processors(const DatabaseIdentity& identity, const Files& files) {
  ValuesRequest request;
  request.identity = identity;
  request.output = files.output();
  request.plane = files.plane();
  request.threads = 2;
  request.tile_bytes = kTileBytes;
  return request;
}

ValuesRequest by_card(const DatabaseIdentity& identity, const Files& files, double share) {
  ValuesRequest request = by_processors(identity, files);
  request.card = CardChoice::kAlways;
  request.card_memory_bytes = card_memory_for(identity, share);
  request.card_driver = UISGE_FAKE_DRIVER;
  return request;
}

ValuesRequest counting_by_card(const DatabaseIdentity& identity) {
  ValuesRequest request;
  request.identity = identity;
  request.tile_bytes = kTileBytes;
  request.card = CardChoice::kAlways;
  request.card_driver = UISGE_FAKE_DRIVER;
  return request;
}

// What processors make of a game.
struct Expected {
  explicit Expected(const DatabaseIdentity& identity) : files{directory, "expected"} {
    const auto solved = solve(by_processors(identity, files));
    REQUIRE(solved);
    result = *solved;
    database = read_bytes(files.output());
    plane = read_bytes(files.plane());
  }
  TemporaryDirectory directory;
  Files files;
  ValuesResult result;
  Bytes database;
  Bytes plane;
};

void check_end(const Expected& expected, const Files& files, const ValuesResult& result) {
  CHECK(result.summary == expected.result.summary);
  CHECK(result.start == expected.result.start);
  CHECK((read_bytes(files.output()) == expected.database));  // not printed: they are long
  CHECK((read_bytes(files.plane()) == expected.plane));
}

bool is_one_line(const std::string& message) {
  return !message.empty() && message.find('\n') == std::string::npos;
}
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Why the card cannot solve it.
std::string refusal(const ValuesRequest& request) {
  const auto refused = solve(request);
  REQUIRE(!refused);
  CHECK(refused.error().kind == ErrorKind::kResource);
  CHECK(is_one_line(refused.error().message));
  CHECK(fake_card_live() == FakeCardLive{});
  return refused.error().message;
}

void check_solve(const Expected& expected, double share) {
  const DatabaseIdentity& identity = expected.result.plan.identity;
  CAPTURE(to_string(identity), share);
  reset_fake_card();
  const TemporaryDirectory directory;
  const Files files{directory, "card"};
  const ValuesRequest request = by_card(identity, files, share);
  Told told;
  const auto solved = solve(request, &told);
  REQUIRE(solved);
  check_end(expected, files, *solved);
  CHECK(told.starts == std::vector<Outcome>{*expected.result.start});
  CHECK(told.notes.empty());
  REQUIRE(solved->card);
  CHECK(solved->card->split.card_bytes <= request.card_memory_bytes);
  CHECK((solved->card->split.pinned_bytes == 0) == (share == 1));
  // Progress tells of what moves between the card and this machine.
  CHECK((solved->bytes_read != 0) == (share != 1));
  CHECK((told.bytes_in != 0) == (share != 1));
  CHECK(told.bytes_in <= solved->bytes_read);
  CHECK(told.bytes_out <= solved->bytes_written);
  CHECK(fake_card_live() == FakeCardLive{});
}

TEST_CASE("a solve on a card makes the files that processors make", "[card][values]") {
  if (lacks_kernels()) return;
  for (const RuleSet rules : kAllRuleSets) {
    for (DatabaseIdentity identity : {kWonGame, kLostGame, kDrawnGame}) {
      identity.rules = rules;
      check_solve(Expected(identity), 1);
    }
  }
  for (const RuleSet rules : {RuleSet{StuckRule::kWins, false}, RuleSet{StuckRule::kPasses, true}}) {
    DatabaseIdentity identity = kLargeGame;
    identity.rules = rules;
    const Expected expected(identity);
    for (const double share : {1.0, 0.8, kStagedShare}) check_solve(expected, share);
  }
}

TEST_CASE("what a card has begun processors go on with, and the other way round", "[card][values]") {
  if (lacks_kernels()) return;
  const Expected expected(kLargeGame);
  const auto check = [&](bool card_begins, bool card_goes_on, double share, std::uint32_t stop_in_sweep) {
    CAPTURE(card_begins, card_goes_on, share, stop_in_sweep);
    reset_fake_card();
    const TemporaryDirectory directory;
    const Files files{directory, "stopped"};
    const auto request = [&](bool on_card) {
      return on_card ? by_card(kLargeGame, files, share) : by_processors(kLargeGame, files);
    };
    const auto stopped = solve(request(card_begins), nullptr, stop_in_sweep);
    REQUIRE(!stopped);
    CHECK(stopped.error().kind == ErrorKind::kInterrupted);
    CHECK(is_one_line(stopped.error().message));
    CHECK(contains(stopped.error().message, "; what is won is kept in " + files.plane()));
    CHECK(!std::filesystem::exists(files.output()));
    CHECK((read_bytes(files.plane()) != expected.plane));
    Told told;
    const auto solved = solve(request(card_goes_on), &told);
    REQUIRE(solved);
    CHECK(told.notes == std::vector<std::string>{files.plane() + ": going on with what it holds"});
    CHECK(told.starts == std::vector<Outcome>{*expected.result.start});
    check_end(expected, files, *solved);
    CHECK(fake_card_live() == FakeCardLive{});
  };
  for (const double share : {1.0, kStagedShare}) {
    check(true, true, share, 1);
    check(true, false, share, 2);
    check(false, true, share, 2);
  }
  check(true, true, kStagedShare, 5);
}

TEST_CASE("a card tells the start's value from a plane that is complete", "[card][values]") {
  if (lacks_kernels()) return;
  for (const auto& [identity, share] : {std::pair{kWonGame, 1.0}, {kLostGame, 1.0}, {kLargeGame, kStagedShare}}) {
    const Expected expected(identity);
    reset_fake_card();
    Told told;
    const auto again = solve(by_card(identity, expected.files, share), &told);
    REQUIRE(again);
    CHECK(again->sweeps == 2);  // one that wins nothing, and the last one over everything
    CHECK(told.starts == std::vector<Outcome>{*expected.result.start});
    check_end(expected, expected.files, *again);
  }
}

TEST_CASE("a plane on a card is saved as often as asked for", "[card][values]") {
  if (lacks_kernels()) return;
  for (const bool is_often : {true, false}) {
    CAPTURE(is_often);
    reset_fake_card();
    const TemporaryDirectory directory;
    ValuesRequest request = by_card(kWonGame, {directory, "saved"}, 1);
    request.save_seconds = is_often ? 0 : 3600;
    bool has_tiles = false;
    const std::atomic<bool> cancel{false};
    ValuesObserver observer;
    observer.progress = [&](const ValuesProgress& progress) {
      if (progress.phase != ValuesPhase::kSweeps || progress.sweep != 2) return;
      const Bytes plane = read_bytes(request.plane);
      has_tiles |= std::ranges::any_of(ByteView(plane).subspan(kPlaneFileAlignment),
                                       [](std::byte byte) { return byte != std::byte{0}; });
    };
    REQUIRE(solve_values(request, observer, cancel));
    CHECK(has_tiles == is_often);
  }
}

TEST_CASE("a solve on a card that is stopped without a file keeps nothing", "[card][values]") {
  if (lacks_kernels()) return;
  reset_fake_card();
  const auto stopped = solve(counting_by_card(kWonGame), nullptr, 2);
  REQUIRE(!stopped);
  CHECK(stopped.error().kind == ErrorKind::kInterrupted);
  CHECK(stopped.error().message == "solve: stopped; without a file nothing is kept");
  CHECK(fake_card_live() == FakeCardLive{});
}

TEST_CASE("a card goes on with the plane beside the output, and removes it at the end", "[card][values]") {
  if (lacks_kernels()) return;
  reset_fake_card();
  const Expected expected(kWonGame);
  const TemporaryDirectory directory;
  const Files files{directory, "beside"};
  ValuesRequest here = by_processors(kWonGame, files);
  here.plane.clear();
  REQUIRE(!solve(here, nullptr, 2));
  const std::string plane = plane_file_path(files.output());
  REQUIRE(PlaneFile::is_plane(plane));
  ValuesRequest there = by_card(kWonGame, files, 1);
  there.plane.clear();
  Told told;
  REQUIRE(solve(there, &told));
  CHECK(told.notes == std::vector<std::string>{plane + ": going on with what it holds"});
  CHECK((read_bytes(files.output()) == expected.database));
  CHECK(!std::filesystem::exists(plane));
  // Where there is none a card makes none.
  std::filesystem::remove(files.output());
  REQUIRE(!solve(there, nullptr, 2));
  CHECK(std::filesystem::is_empty(directory.path()));
}

TEST_CASE("a tile that is damaged begins anew on a card, and is named", "[card][values]") {
  if (lacks_kernels()) return;
  const Expected expected(kLargeGame);
  for (const double share : {1.0, kStagedShare}) {
    reset_fake_card();
    const TemporaryDirectory directory;
    const Files files{directory, "damaged"};
    Bytes bytes = expected.plane;
    // In the first tile and the last one, each in the middle of its bytes.
    const std::size_t tiles = bytes.size() / kPlaneFileAlignment - 1;
    for (const std::size_t tile : {std::size_t{0}, tiles - 1}) {
      bytes[(tile + 1) * kPlaneFileAlignment + kTileBytes / 4] ^= std::byte{1};
    }
    write_bytes(files.plane(), bytes);
    Told told;
    const auto solved = solve(by_card(kLargeGame, files, share), &told);
    REQUIRE(solved);
    REQUIRE(told.notes.size() == 3);
    CHECK(contains(told.notes[1], "tile 0 is damaged and begins anew"));
    CHECK(contains(told.notes[2], fmt::format("tile {} is damaged and begins anew", tiles - 1)));
    check_end(expected, files, *solved);
  }
}

TEST_CASE("a plane of another game and one that is locked are refused before a card works", "[card][values][bad]") {
  if (lacks_kernels()) return;
  reset_fake_card();
  const Expected expected(kWonGame);
  const auto other = solve(by_card({{4, 3}, 2, {}}, expected.files, 1));
  REQUIRE(!other);
  CHECK(other.error().kind == ErrorKind::kBadFile);
  CHECK(contains(other.error().message, "is the plane of 4x3"));
  CHECK(fake_card_live() == FakeCardLive{});
  // Begun anew it is nobody else's.
  ValuesRequest anew = by_card(kWonGame, expected.files, 1);
  anew.restart = true;
  const auto solved = solve(anew);
  REQUIRE(solved);
  CHECK(solved->sweeps > 2);
  check_end(expected, expected.files, *solved);
}

TEST_CASE("a card that cannot solve a board says why", "[card][values][bad]") {
  if (!card_kernels_ptx().empty()) {
    const auto refusal_of = [](const FakeCardProperties& properties) {
      reset_fake_card(properties);
      return refusal(counting_by_card(kWonGame));
    };
    FakeCardProperties none;
    none.devices = 0;
    CHECK(refusal_of(none) == "card: the driver shows no card");
    FakeCardProperties old;
    old.compute_major = 7;
    CHECK(contains(refusal_of(old), "compute capability 7.0, 8.0 is needed"));
    FakeCardProperties old_driver;
    old_driver.version = 10020;
    CHECK(contains(refusal_of(old_driver), "CUDA 10.2, one for CUDA 11.0 or later is needed"));
    FakeCardProperties small;
    small.memory_bytes = 4096;
    CHECK(contains(refusal_of(small), "the card has 4.0 KiB"));
    reset_fake_card();
    fail_fake_call("cuDevicePrimaryCtxRetain", 1, kCudaDeviceUnavailable);
    CHECK(refusal(counting_by_card(kWonGame)) == "card: Fake H200 is in use by another program");
    fail_fake_call("cuModuleLoadDataEx", 1, kCudaInvalidPtx);
    CHECK(contains(refusal(counting_by_card(kWonGame)), "compiling the kernels failed"));
  }
  ValuesRequest request = counting_by_card(kWonGame);
  request.card_driver = "no-such-driver.so";
  const std::string why = refusal(request);
  CHECK((contains(why, "there is no CUDA driver") || contains(why, "built without kernels for cards")));
  CHECK(contains(why, card_kernels_ptx().empty() ? "built without kernels for cards" : "there is no CUDA driver"));
}

TEST_CASE("a plane that fits neither the card nor what can be pinned is refused with need and have",
          "[card][values][bad]") {
  if (lacks_kernels()) return;
  reset_fake_card();
  const TemporaryDirectory directory;
  ValuesRequest request = by_card(kLargeGame, {directory, "large"}, kStagedShare);
  request.memory_bytes = std::uint64_t{4} << 10;
  const std::string why = refusal(request);
  CHECK(contains(why, "the plane needs"));
  CHECK(contains(why, "the card has"));
  CHECK(contains(why, "can be pinned"));
  CHECK(std::filesystem::is_empty(directory.path()));
  // This machine would have it, but does not let it be pinned.
  request.memory_bytes.reset();
  FakeCardProperties unpinned;
  unpinned.pinned_bytes = 1024;
  reset_fake_card(unpinned);
  CHECK(contains(refusal(request), "of this machine's memory have to be pinned"));
  // Another program has taken what the card said it had.
  reset_fake_card();
  fail_fake_call("cuMemAlloc_v2", 2, kCudaOutOfMemory);
  CHECK(contains(refusal(request), "of its memory are needed"));
}

// All functions whose failure a solve can meet once it has a card.
constexpr const char* kFunctions[] = {
    "cuMemAlloc_v2",        "cuMemHostAlloc",       "cuStreamCreate",      "cuEventCreate",   "cuModuleGetFunction",
    "cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2", "cuMemsetD8Async",     "cuLaunchKernel",  "cuEventRecord",
    "cuStreamWaitEvent",    "cuEventSynchronize",   "cuStreamSynchronize", "cuCtxSetCurrent", "cuMemGetInfo_v2"};

int calls_of(const std::string& function) {
  const auto calls = fake_card_calls();
  return static_cast<int>(
      std::ranges::count_if(calls, [&](const std::string& call) { return call.starts_with(function); }));
}

// The first ones, the last ones, and some between.
std::vector<int> some_of(int calls) {
  std::vector<int> some{1, 2, 3, calls / 3, calls / 2, 2 * calls / 3, calls - 1, calls};
  std::erase_if(some, [&](int nth) { return nth < 1 || nth > calls; });
  std::ranges::sort(some);
  some.erase(std::unique(some.begin(), some.end()), some.end());
  return some;
}

void fail_calls(const DatabaseIdentity& identity, double share) {
  const Expected expected(identity);
  const TemporaryDirectory directory;
  ValuesRequest request = by_card(identity, {directory, "good"}, share);
  reset_fake_card();
  REQUIRE(solve(request));
  std::vector<std::pair<std::string, int>> failures;
  for (const std::string function : kFunctions) {
    REQUIRE(calls_of(function) > 0);
    for (const int nth : some_of(calls_of(function))) failures.emplace_back(function, nth);
  }
  // After two of them the card goes on, after the other one nothing does.
  constexpr std::array kCodes{kCudaInvalidValue, kCudaLaunchFailed, kCudaOutOfMemory};
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const auto& [function, nth] = failures[i];
    const CudaResult code = kCodes[i % kCodes.size()];
    CAPTURE(function, nth, static_cast<int>(code));
    const TemporaryDirectory folder;
    const Files files{folder, "failed"};
    request.output = files.output();
    request.plane = files.plane();
    reset_fake_card();
    fail_fake_call(function, nth, code);
    const auto failed = solve(request);
    CHECK(fake_card_live() == FakeCardLive{});
    if (failed) {
      // It was while things were given back.
      check_end(expected, files, *failed);
      continue;
    }
    CHECK(failed.error().kind == ErrorKind::kResource);
    CHECK(is_one_line(failed.error().message));
    CHECK(contains(failed.error().message, "card"));
    reset_fake_card();
    const auto second = solve(request);
    REQUIRE(second);
    check_end(expected, files, *second);
  }
}

TEST_CASE("whatever call fails, a solve on a card says so, and what it keeps is of use", "[card][values][bad]") {
  if (lacks_kernels()) return;
  fail_calls(kWonGame, 1);
}

TEST_CASE("whatever call fails while tiles come and go, a solve on a card says so", "[card][values][bad][.slow]") {
  if (lacks_kernels()) return;
  fail_calls(kLargeGame, kStagedShare);
}

TEST_CASE("a card that is lost in the middle of a sweep leaves what was saved", "[card][values][bad]") {
  if (lacks_kernels()) return;
  const Expected expected(kLargeGame);
  const TemporaryDirectory directory;
  const Files files{directory, "lost"};
  const ValuesRequest request = by_card(kLargeGame, files, kStagedShare);
  reset_fake_card();
  REQUIRE(!solve(request, nullptr, 3));
  const Bytes saved = read_bytes(files.plane());
  for (const auto& [function, code] :
       {std::pair{"cuLaunchKernel", kCudaLaunchFailed}, {"cuEventSynchronize", kCudaEccUncorrectable}}) {
    reset_fake_card();
    fail_fake_call(function, 5, code);
    const auto lost = solve(request);
    REQUIRE(!lost);
    CHECK(lost.error().kind == ErrorKind::kResource);
    CHECK(is_one_line(lost.error().message));
    CHECK(contains(lost.error().message, "; what was saved before is kept in " + files.plane()));
    CHECK((read_bytes(files.plane()) == saved));
    CHECK(fake_card_live() == FakeCardLive{});
  }
  // Without a file there is nothing to keep.
  reset_fake_card();
  fail_fake_call("cuLaunchKernel", 5, kCudaLaunchFailed);
  CHECK(contains(refusal(counting_by_card(kWonGame)), "card: a kernel failed: unspecified launch failure"));
  // A copy that fails does not end the card: what was won until then is saved. A step has four for its lists.
  const Files begun{directory, "begun"};
  reset_fake_card();
  fail_fake_call("cuMemcpyHtoDAsync_v2", 60, kCudaInvalidValue);
  const auto failed = solve(by_card(kLargeGame, begun, kStagedShare));
  REQUIRE(!failed);
  CHECK(contains(failed.error().message, "; what is won is kept in " + begun.plane()));
  reset_fake_card();
  const auto solved = solve(request);
  REQUIRE(solved);
  check_end(expected, files, *solved);
}

// So large that a card pays. Whoever gets so far that it begins is stopped at once: that is what these tests look at.
ValuesRequest large_where_it_pays() {
  ValuesRequest request;
  request.identity = {{2, 9}, 6, {}};
  request.threads = 2;
  request.card = CardChoice::kIfItPays;
  request.card_driver = UISGE_FAKE_DRIVER;
  return request;
}

bool starts_kernels(const ValuesRequest& request) {
  const auto stopped = solve(request, nullptr, 0);
  REQUIRE(!stopped);
  CHECK(stopped.error().kind == ErrorKind::kInterrupted);
  CHECK(fake_card_live() == FakeCardLive{});
  return calls_of("cuModuleGetFunction") == 3 && calls_of("cuEventCreate") == 5;
}

TEST_CASE("a card is taken where it pays, and processors where it does not or cannot", "[card][values]") {
  reset_fake_card();
  ValuesRequest small = counting_by_card(kWonGame);
  small.card = CardChoice::kIfItPays;
  const auto solved = solve(small);
  REQUIRE(solved);
  CHECK(!solved->card);
  CHECK(fake_card_calls().empty());

  ValuesRequest large = large_where_it_pays();
  if (available_memory() < std::uint64_t{1} << 30) return;
  CHECK(starts_kernels(large) == !card_kernels_ptx().empty());
  FakeCardProperties none;
  none.devices = 0;
  reset_fake_card(none);
  CHECK(!starts_kernels(large));
  reset_fake_card();
  large.card_memory_bytes = std::uint64_t{1} << 20;
  CHECK(!starts_kernels(large));
  large.card_driver = "no-such-driver.so";
  CHECK(!starts_kernels(large));
}

TEST_CASE("where a card turns out to be of no use it is said, and processors go on", "[card][values]") {
  if (lacks_kernels() || available_memory() < std::uint64_t{1} << 30) return;
  reset_fake_card();
  fail_fake_call("cuMemAlloc_v2", 3, kCudaOutOfMemory);
  Told told;
  const auto stopped = solve(large_where_it_pays(), &told, 0);
  REQUIRE(!stopped);
  CHECK(stopped.error().kind == ErrorKind::kInterrupted);
  REQUIRE(told.notes.size() == 1);
  CHECK(told.notes[0].starts_with("card: "));
  CHECK(contains(told.notes[0], "; it is solved without the card"));
  CHECK(fake_card_live() == FakeCardLive{});
}

}  // namespace

}  // namespace uisge
