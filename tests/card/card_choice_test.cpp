// Tests whether a solve takes the card or the processors, if the request leaves the choice to the program.
#include "solver/resources.h"
#include "tests/card/card_solve_fixture.h"

namespace uisge {

namespace {

using namespace test;
using namespace test::card_solve;

// A game that is large enough for a card to be chosen. The tests look only at the choice between card and processors,
// so each solve is stopped as soon as it begins.
ValuesRequest large_where_it_pays() {
  return {.identity = {{2, 9}, 6, {}}, .threads = 2, .card = CardChoice::kIfItPays, .card_driver = UISGE_FAKE_DRIVER};
}

bool starts_kernels(const ValuesRequest& request) {
  check_error(solve(request, nullptr, 0), ErrorKind::kInterrupted);
  CHECK(fake_card_live() == FakeCardLive{});
  return calls_of("cuModuleGetFunction") == 4 && calls_of("cuEventCreate") == 5;
}

bool lacks_memory() {
  return is_skipped(available_memory() < std::uint64_t{1} << 30, "the large game needs 1 GiB of memory");
}

TEST_CASE("a solve takes processors where the card does not pay", "[card][values]") {
  reset_fake_card();
  ValuesRequest small = counting_by_card(kWonGame);
  small.card = CardChoice::kIfItPays;
  const auto solved = solve(small);
  REQUIRE(solved);
  CHECK(!solved->card);
  CHECK(fake_card_calls().empty());
}

TEST_CASE("a solve takes the card where that pays", "[card][values]") {
  if (lacks_memory()) return;
  reset_fake_card();
  ValuesRequest large = large_where_it_pays();
  CHECK(starts_kernels(large) == !card_kernels_ptx().empty());
  reset_fake_card({.devices = 0});
  CHECK(!starts_kernels(large));
  reset_fake_card();
  large.card_memory_bytes = std::uint64_t{1} << 20;
  CHECK(!starts_kernels(large));
  large.card_driver = "no-such-driver.so";
  CHECK(!starts_kernels(large));
}

TEST_CASE("a solve whose card turns out to be useless says so and goes on with processors", "[card][values]") {
  if (lacks_kernels() || lacks_memory()) return;
  const TemporaryDirectory directory;
  // A new plane file is also new for the processors: no note says that the solve goes on with it.
  for (const std::string& plane : {std::string(), directory.file("plane")}) {
    CAPTURE(plane);
    reset_fake_card();
    fail_fake_call("cuMemAlloc_v2", 3, kCudaOutOfMemory);
    ValuesRequest request = large_where_it_pays();
    request.plane = plane;
    Told told;
    check_error(solve(request, &told, 0), ErrorKind::kInterrupted);
    REQUIRE(told.notes.size() == 1);
    CHECK(told.notes[0].starts_with("card: "));
    CHECK(contains(told.notes[0], "; it is solved without the card"));
    CHECK(fake_card_live() == FakeCardLive{});
  }
}

}  // namespace

}  // namespace uisge
