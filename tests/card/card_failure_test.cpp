// Tests solves in which a call of the driver fails. Such a solve must end with an error of one line, nothing may leak,
// and the files must have no false wins.
#include "tests/card/card_solve_fixture.h"

namespace uisge {

namespace {

using namespace test;
using namespace test::card_solve;

// All functions of the driver that a solve calls after it has opened the card, and that can fail.
constexpr const char* kFunctions[] = {
    "cuMemAlloc_v2",        "cuMemHostAlloc",       "cuStreamCreate",      "cuEventCreate",   "cuModuleGetFunction",
    "cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2", "cuMemsetD8Async",     "cuLaunchKernel",  "cuEventRecord",
    "cuStreamWaitEvent",    "cuEventSynchronize",   "cuStreamSynchronize", "cuCtxSetCurrent", "cuMemGetInfo_v2"};

// Calls are numbered from 1 to `calls`. Returns the numbers of the first calls, the last calls and some between.
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
  std::vector<std::tuple<std::string, int, int>> failures;
  for (const std::string function : kFunctions) {
    const int calls = calls_of(function);
    REQUIRE(calls > 0);
    for (const int nth : some_of(calls)) failures.emplace_back(function, nth, calls);
  }
  // After kCudaInvalidValue and kCudaOutOfMemory the card still works; after kCudaLaunchFailed it does not.
  constexpr std::array kCodes{kCudaInvalidValue, kCudaLaunchFailed, kCudaOutOfMemory};
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const auto& [function, nth, calls] = failures[i];
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
      // The solve succeeded, since only a call before resources are freed has failed, or since this solve ended before
      // the call: the number of steps depends on when the kernels' threads see each other's wins.
      const bool has_failed = calls_of(function) >= nth;
      CHECK((has_failed ? function == "cuCtxSetCurrent" || function == "cuStreamSynchronize" : nth > calls / 2));
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

TEST_CASE("a solve on a card reports any call that fails, and a later solve can use what it keeps",
          "[card][values][bad]") {
  if (lacks_kernels()) return;
  fail_calls(kWonGame, 1);
}

TEST_CASE("a solve on a card that stages tiles reports any call that fails", "[card][values][bad][.slow]") {
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
    check_error(lost, ErrorKind::kResource, "; what was saved before is kept in " + files.plane());
    CHECK(is_one_line(lost.error().message));
    CHECK((read_bytes(files.plane()) == saved));
    CHECK(fake_card_live() == FakeCardLive{});
  }
  reset_fake_card();
  fail_fake_call("cuLaunchKernel", 5, kCudaLaunchFailed);
  CHECK(contains(refusal(counting_by_card(kWonGame)), "card: a kernel failed: unspecified launch failure"));
  // After a failed copy the card still works, so the positions won by then are saved.
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

}  // namespace

}  // namespace uisge
