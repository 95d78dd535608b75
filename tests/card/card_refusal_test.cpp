// A solve that the card cannot do is refused before it begins, with the reason in one line, and nothing leaks.
#include "tests/card/card_solve_fixture.h"

namespace uisge {

namespace {

using namespace test;
using namespace test::card_solve;

TEST_CASE("a plane of another game and a locked plane are refused before a card works", "[card][values][bad]") {
  if (lacks_kernels()) return;
  reset_fake_card();
  const Expected expected(kWonGame);
  check_error(solve(by_card({{4, 3}, 2, {}}, expected.files, 1)), ErrorKind::kBadFile, "is the plane of 4x3");
  CHECK(fake_card_live() == FakeCardLive{});
  // A restart begins from an empty plane, whatever the file holds.
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
    CHECK(contains(refusal_of({.version = 10020}), "CUDA 10.2, one for CUDA 11.0 or later is needed"));
    CHECK(contains(refusal_of({.memory_bytes = 4096}), "a step needs more of its memory than the 4.0 KiB"));
    reset_fake_card();
    fail_fake_call("cuModuleLoadDataEx", 1, kCudaInvalidPtx);
    CHECK(contains(refusal(counting_by_card(kWonGame)), "compiling the kernels failed"));
  }
  ValuesRequest request = counting_by_card(kWonGame);
  request.card_driver = "no-such-driver.so";
  const std::string why = refusal(request);
  CHECK(contains(why, card_kernels_ptx().empty() ? "built without kernels for cards" : "there is no CUDA driver"));
}

TEST_CASE("a plane, or a step, that does not fit in memory is refused with the sizes that matter",
          "[card][values][bad]") {
  if (lacks_kernels()) return;
  reset_fake_card();
  const TemporaryDirectory directory;
  ValuesRequest request = by_card(kLargeGame, {directory, "large"}, kStagedShare);
  request.memory_bytes = std::uint64_t{4} << 10;
  const std::string of_both = refusal(request);
  CHECK(contains(of_both, "the plane needs"));
  CHECK(contains(of_both, "of the card's memory are free"));
  CHECK(contains(of_both, "can be pinned"));
  CHECK(std::filesystem::is_empty(directory.path()));
  // The machine has enough memory, but the driver refuses to pin more than 1024 bytes.
  request.memory_bytes.reset();
  reset_fake_card({.pinned_bytes = 1024});
  CHECK(contains(refusal(request), "of this machine's memory have to be pinned"));
  // Another program has taken memory that the card reported as free.
  reset_fake_card();
  fail_fake_call("cuMemAlloc_v2", 2, kCudaOutOfMemory);
  CHECK(contains(refusal(request), "of its memory are needed"));
  // A card with too little memory for a step is refused for that, however much memory can be pinned.
  std::filesystem::remove(request.plane);
  reset_fake_card();
  request.card_memory_bytes = std::uint64_t{1} << 20;
  const std::string why = refusal(request);
  CHECK(contains(why, "a step needs more of its memory than the 1.0 MiB that can be had"));
  CHECK(!contains(why, "pinned"));
  CHECK(std::filesystem::is_empty(directory.path()));
}

}  // namespace

}  // namespace uisge
