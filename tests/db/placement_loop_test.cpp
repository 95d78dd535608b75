#include "db/placement_loop.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr std::size_t kTotal = 10;

using Placements = std::vector<std::size_t>;

// Returns a body that records the placement with which it is called, and continues.
PlacementLoop::Body note_in(Placements& seen) {
  return [&seen](std::size_t, std::size_t placement) {
    seen.push_back(placement);
    return true;
  };
}

const Placements kAll{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

}  // namespace

TEST_CASE("a loop over placements visits each once and reports its progress", "[db][loop]") {
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

TEST_CASE("a loop in order hands on results in the order of the file, whatever the order of the work", "[db][loop]") {
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

TEST_CASE("the first placement in order that ends a loop decides its result, whenever a worker comes to it",
          "[db][loop]") {
  // The bodies return an error for the placements in `errors`, false for the placements in `ends`, and true for all
  // other placements.
  struct Case {
    Placements errors;
    Placements ends;
    std::string result;
    Placements seen;  // the placements that an ascending loop visits (a descending loop visits all)
  };
  const std::vector<Case> cases{
      {{7}, {}, "error 7", {0, 1, 2, 3, 4, 5, 6, 7}},
      {{2, 7}, {}, "error 2", {0, 1, 2}},
      {{}, {1, 8}, "ended", {0, 1}},
      {{3}, {1}, "ended", {0, 1}},
      {{1}, {3}, "error 1", {0, 1}},
  };
  for (const Case& one : cases) {
    for (const bool is_backwards : {false, true}) {
      CAPTURE(one.errors, one.ends, is_backwards);
      Placements seen;
      const auto body = [&](std::size_t, std::size_t placement) -> Result<bool> {
        seen.push_back(placement);
        if (std::ranges::count(one.errors, placement) != 0) return bad_file("error " + std::to_string(placement));
        return std::ranges::count(one.ends, placement) == 0;
      };
      const auto done = PlacementLoop(kTotal, is_backwards ? kBackwards : Parallel()).run(body);
      CHECK((done ? *done ? "whole" : "ended" : done.error().message) == one.result);
      std::ranges::sort(seen);
      CHECK(seen == (is_backwards ? kAll : one.seen));
    }
  }
}

TEST_CASE("after a placement ends a loop no later placement begins, even while an earlier one is unfinished",
          "[db][loop]") {
  // Worker 0 begins placement 0. Before placement 0 fails, worker 1 fails at placement 2 and is offered placement 3.
  const Parallel::Body* shared = nullptr;
  const Parallel together{2, [&](std::size_t, const Parallel::Body& body) {
                            shared = &body;
                            body(0, 0);
                          }};
  Placements seen;
  const auto fail = [&](std::size_t, std::size_t placement) -> Result<bool> {
    seen.push_back(placement);
    if (placement == 0) {
      (*shared)(1, 2);
      (*shared)(1, 3);
    }
    return bad_file("placement " + std::to_string(placement));
  };
  const auto done = PlacementLoop(4, together).run(fail);
  REQUIRE_FALSE(done);
  CHECK(done.error().message == "placement 0");
  CHECK(seen == Placements{0, 2});
}

TEST_CASE("the error of the lowest placement is returned, even if a later placement fails after it", "[db][loop]") {
  // Worker 0 begins placement 2. Before placement 2 fails, worker 1 fails at placement 0.
  const Parallel::Body* shared = nullptr;
  const Parallel together{2, [&](std::size_t, const Parallel::Body& body) {
                            shared = &body;
                            body(0, 2);
                          }};
  const auto fail = [&](std::size_t, std::size_t placement) -> Result<bool> {
    if (placement == 2) (*shared)(1, 0);
    return bad_file("placement " + std::to_string(placement));
  };
  CHECK(PlacementLoop(4, together).run(fail).error().message == "placement 0");
}

TEST_CASE("a loop over placements ends when a batch cannot be handed on", "[db][loop]") {
  Placements seen;
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

TEST_CASE("an exception of the body leaves the loop over placements", "[db][loop]") {
  const PlacementLoop::Body fail = [](std::size_t, std::size_t) -> Result<bool> {
    throw std::runtime_error("thrown in a body");
  };
  CHECK_THROWS_WITH(PlacementLoop(kTotal, Parallel()).run(fail), "thrown in a body");
}
