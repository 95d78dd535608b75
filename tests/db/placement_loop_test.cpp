#include "db/placement_loop.h"
#include "tests/test.h"

using namespace uisge;

namespace {

constexpr std::size_t kTotal = 10;

// Two workers; the later placements are done first, as may happen when threads differ in speed.
const Parallel kBackwards{2, [](std::size_t count, const Parallel::Body& body) {
                            for (std::size_t i = count; i-- > 0;) body(i % 2, i);
                          }};

using Placements = std::vector<std::size_t>;

// Records the placement that it is called with, and continues.
PlacementLoop::Body note_in(Placements& seen) {
  return [&seen](std::size_t, std::size_t placement) {
    seen.push_back(placement);
    return true;
  };
}

const Placements kAll{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

}  // namespace

TEST_CASE("a loop over placements does each once and reports them", "[db][loop]") {
  for (const Parallel& parallel : {Parallel(), kBackwards}) {
    std::vector<std::uint64_t> reports;
    PlacementLoop loop(kTotal, parallel, [&](std::uint64_t done, std::uint64_t total) {
      CHECK(total == kTotal);
      reports.push_back(done);
    });
    Placements seen;
    const auto done = loop.run(note_in(seen));
    REQUIRE(done);
    CHECK(*done);
    std::ranges::sort(seen);
    CHECK(seen == kAll);
    CHECK(reports == std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  }
}

TEST_CASE("a loop in order hands on in the order of the file what workers did in another", "[db][loop]") {
  for (const std::size_t at_once : std::vector<std::size_t>{1, 3, 5, 10, 11}) {
    CAPTURE(at_once);
    std::uint64_t reported = 0;
    PlacementLoop loop(kTotal, kBackwards, [&](std::uint64_t done, std::uint64_t) { reported = done; });
    std::vector<std::size_t> found(at_once);
    const auto square = [&](std::size_t, std::size_t placement) {
      found[placement % at_once] = placement * placement;
      return true;
    };
    Placements handed_on;
    const auto hand_on = [&](std::size_t first, std::size_t end) {
      CHECK(end - first <= at_once);
      CHECK(reported == end);
      handed_on.insert(handed_on.end(), found.begin(), found.begin() + static_cast<std::ptrdiff_t>(end - first));
      return true;
    };
    const auto done = loop.run_in_order(at_once, square, hand_on);
    REQUIRE(done);
    CHECK(*done);
    CHECK(handed_on == Placements{0, 1, 4, 9, 16, 25, 36, 49, 64, 81});
  }
}

TEST_CASE("a loop over placements ends with the first error, and begins no other placement", "[db][loop]") {
  std::uint64_t reported = 0;
  PlacementLoop loop(kTotal, kBackwards, [&](std::uint64_t done, std::uint64_t) { reported = done; });
  Placements seen;
  const auto fail_at_seven = [&](std::size_t, std::size_t placement) -> Result<bool> {
    seen.push_back(placement);
    if (placement <= 7) return bad_file("placement " + std::to_string(placement));
    return true;
  };
  const auto done = loop.run(fail_at_seven);
  REQUIRE_FALSE(done);
  CHECK(done.error().message == "placement 7");
  CHECK(seen == Placements{9, 8, 7});
  CHECK(reported == 2);
}

TEST_CASE("of two errors in a loop over placements the earlier one counts", "[db][loop]") {
  // Worker 0 begins placement 0; before it fails, worker 1 begins placement 1 and fails.
  const Parallel::Body* shared = nullptr;
  const Parallel together{2, [&](std::size_t, const Parallel::Body& body) {
                            shared = &body;
                            body(0, 0);
                          }};
  const auto fail = [&](std::size_t worker, std::size_t placement) -> Result<bool> {
    CHECK(worker == placement);
    if (placement == 0) (*shared)(1, 1);
    return bad_file("placement " + std::to_string(placement));
  };
  const auto done = PlacementLoop(2, together).run(fail);
  REQUIRE_FALSE(done);
  CHECK(done.error().message == "placement 1");
}

TEST_CASE("a loop over placements ends when a body does not go on, or the batch is not handed on", "[db][loop]") {
  Placements seen;
  const auto end_at_eight = [&](std::size_t, std::size_t placement) {
    seen.push_back(placement);
    return placement != 8;
  };
  PlacementLoop loop(kTotal, kBackwards);
  const auto ended = loop.run(end_at_eight);
  REQUIRE(ended);
  CHECK_FALSE(*ended);
  CHECK(seen == Placements{9, 8});

  seen.clear();
  PlacementLoop in_order(kTotal, kBackwards);
  const auto not_handed_on =
      in_order.run_in_order(4, note_in(seen), [](std::size_t first, std::size_t) { return first == 0; });
  REQUIRE(not_handed_on);
  CHECK_FALSE(*not_handed_on);
  CHECK(seen == Placements{3, 2, 1, 0, 7, 6, 5, 4});

  seen.clear();
  const auto failed =
      PlacementLoop(kTotal, kBackwards).run_in_order(4, note_in(seen), [](std::size_t, std::size_t) -> Result<bool> {
        return resource_error("no space");
      });
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message == "no space");
  CHECK(seen == Placements{3, 2, 1, 0});
}

TEST_CASE("a loop over placements that is cancelled begins no other placement and hands nothing on", "[db][loop]") {
  std::atomic<bool> cancel{false};
  Placements seen;
  const auto cancel_at_five = [&](std::size_t, std::size_t placement) {
    seen.push_back(placement);
    if (placement == 5) cancel = true;
    return true;
  };
  const auto never = [](std::size_t first, std::size_t) {
    CHECK(first == 0);
    return true;
  };
  const auto done = PlacementLoop(kTotal, kBackwards, {}, &cancel).run_in_order(4, cancel_at_five, never);
  REQUIRE(done);
  CHECK_FALSE(*done);
  CHECK(seen == Placements{3, 2, 1, 0, 7, 6, 5});
}

TEST_CASE("what a body throws leaves the loop over placements", "[db][loop]") {
  const PlacementLoop::Body fail = [](std::size_t, std::size_t) -> Result<bool> {
    throw std::runtime_error("thrown in a body");
  };
  CHECK_THROWS_WITH(PlacementLoop(kTotal, Parallel()).run(fail), "thrown in a body");
}
