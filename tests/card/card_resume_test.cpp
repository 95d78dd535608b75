// A card continues a solve that was stopped or whose plane is damaged, and processors continue a solve that a card
// began. The resulting files equal the files of a solve that was not stopped.
#include <fmt/format.h>

#include "solver/values/plane_file.h"
#include "tests/card/card_solve_fixture.h"

namespace uisge {

namespace {

using namespace test;
using namespace test::card_solve;

TEST_CASE("processors go on with what a card has begun, and a card with what processors have begun", "[card][values]") {
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
    check_error(stopped, ErrorKind::kInterrupted, "; what is won is kept in " + files.plane());
    CHECK(is_one_line(stopped.error().message));
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

TEST_CASE("a solve on a card reports the start's value from a complete plane", "[card][values]") {
  if (lacks_kernels()) return;
  for (const auto& [identity, share] : {std::pair{kWonGame, 1.0}, {kLostGame, 1.0}, {kLargeGame, kStagedShare}}) {
    const Expected expected(identity);
    reset_fake_card();
    Told told;
    const auto again = solve(by_card(identity, expected.files, share), &told);
    REQUIRE(again);
    CHECK(again->sweeps == 2);  // the first finds no new win, and the last counts all positions
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
    ValuesObserver observer;
    observer.progress = [&](const ValuesProgress& progress) {
      if (progress.phase != ValuesPhase::kSweeps || progress.sweep != 2) return;
      const Bytes plane = read_bytes(request.plane);
      has_tiles |= std::ranges::any_of(ByteView(plane).subspan(kPlaneFileAlignment),
                                       [](std::byte byte) { return byte != std::byte{0}; });
    };
    REQUIRE(solve_values(request, observer, std::atomic<bool>{false}));
    CHECK(has_tiles == is_often);
  }
}

TEST_CASE("a solve on a card that is stopped without a file keeps nothing", "[card][values]") {
  if (lacks_kernels()) return;
  reset_fake_card();
  const auto stopped = solve(counting_by_card(kWonGame), nullptr, 2);
  check_error(stopped, ErrorKind::kInterrupted);
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
  std::filesystem::remove(files.output());
  REQUIRE(!solve(there, nullptr, 2));
  CHECK(std::filesystem::is_empty(directory.path()));
}

TEST_CASE("a damaged tile begins anew on a card, and is named", "[card][values]") {
  if (lacks_kernels()) return;
  const Expected expected(kLargeGame);
  for (const double share : {1.0, kStagedShare}) {
    reset_fake_card();
    const TemporaryDirectory directory;
    const Files files{directory, "damaged"};
    Bytes bytes = expected.plane;
    // Damages the first and the last tile, each in the middle of its bytes.
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

}  // namespace

}  // namespace uisge
