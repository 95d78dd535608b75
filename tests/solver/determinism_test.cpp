// The bytes of a database depend on the board and the rules alone, not on threads, kernels or interruptions.
#include "solver/checkpoint/ply_log_reader.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr std::array<std::size_t, 4> kThreads{1, 2, 3, 7};

Bytes solved_bytes(const SolveRequest& request) {
  const auto result = solve(request, {}, std::atomic<bool>{false});
  if (!result) FAIL(result.error().message);
  return read_bytes(request.output);
}

// Every combination of threads and kernel must give the golden bytes. A solve that is stopped after every ply and
// continued with other threads and another kernel must give the same bytes.
void check_determinism(BoardSize size, int pieces) {
  const TemporaryDirectory directory;
  const std::vector<InstructionSet> kernels = supported_instruction_sets();
  for (const RuleSet rules : kAllRuleSets) {
    CAPTURE(to_string(size), to_string(rules));
    SolveRequest request{.identity = {size, pieces, rules}, .output = directory.file("x.uisge")};
    const Bytes golden = solved_bytes(request);
    for (const InstructionSet kernel : kernels) {
      for (const std::size_t threads : kThreads) {
        CAPTURE(to_string(kernel), threads);
        request.instructions = kernel;
        request.threads = threads;
        CHECK((solved_bytes(request) == golden));
      }
    }
    std::filesystem::remove(request.output);
    request.resume = true;
    std::size_t stops = 0;
    for (;; ++stops) {
      request.instructions = kernels[stops % kernels.size()];
      request.threads = kThreads[stops / kernels.size() % kThreads.size()];
      const auto result = solve_for(request, static_cast<int>(stops));
      if (result) break;
      REQUIRE(result.error().kind == ErrorKind::kInterrupted);
      REQUIRE(!std::filesystem::exists(request.output));
    }
    CHECK(stops > 10);
    CHECK((read_bytes(request.output) == golden));
    CHECK(!std::filesystem::exists(ply_log_path(request.output)));
    std::filesystem::remove(request.output);
  }
}

}  // namespace

TEST_CASE("a solve writes the same bytes with any threads and kernel, also if it is resumed at every ply",
          "[solve][law][parallel]") {
  check_determinism({4, 4}, 3);
}

// On this board there are more chunks than threads.
TEST_CASE("a solve of a larger board writes the same bytes with any threads and kernel, also if it is resumed",
          "[solve][law][parallel][.slow]") {
  check_determinism({6, 5}, 3);
}
