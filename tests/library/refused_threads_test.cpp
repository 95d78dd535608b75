// If the system refuses threads, the library's long calls go on with fewer, and their results are the same. Without a
// trial before the work, OpenMP would end the process.
#include "tests/refusals/refusals.h"
#include "tests/test.h"
#include "uisge/notes.h"
#include "uisge/proof.h"
#include "uisge/solver.h"

using uisge::Position;
using uisge::test::refuse;
using uisge::test::Request;
using uisge::test::TemporaryDirectory;

TEST_CASE("the library: long calls go on if the system refuses a thread", "[library]") {
  const TemporaryDirectory folder;
  const std::string proof = folder.file("a.proof");
  const Position start = Position::start({4, 3}, 2);
  const Position larger = Position::start({6, 5}, 5);
  uisge::SolveOptions solving{.identity = {{4, 3}, 2, {}}, .threads = 1};
  const uisge::Counts counts = uisge::solve(solving).counts;
  CHECK(counts.live() > 0);
  // With three threads a call tries to start five others: two each for OpenMP and TBB, and one that syncs.
  for (std::uint64_t nth = 1; nth <= 5; ++nth) {
    CAPTURE(nth);
    int calls = 0;
    const auto with_refusal = [&](const auto& call) {
      refuse(Request::kThread, nth, false);
      call();
      if (uisge::test::requests_made() >= nth) ++calls;
      refuse(Request::kThread, 0, false);
    };
    solving.threads = 3;
    for (const bool values_only : {false, true}) {
      solving.values_only = values_only;
      with_refusal([&] { CHECK(uisge::solve(solving).counts == counts); });
    }
    with_refusal([&] {
      const uisge::ProveReport report =
          uisge::prove(start, {}, {.output = proof, .memory_bytes = 1 << 24, .threads = 3});
      CHECK(report.verdict.value == uisge::Value::kWin);
    });
    with_refusal([&] { CHECK(uisge::check_proof(proof, {.threads = 3}) > 0); });
    // From the tenth ply on, the search uses several threads.
    with_refusal([&] { CHECK_FALSE(uisge::search(larger, {}, {.max_plies = 11, .threads = 3}).stopped); });
    CHECK(calls == 5);
    with_refusal([&] { CHECK(uisge::Notes::open(UISGE_TEST_DATA "/3x3-2-loses.notes").size() == 3); });
  }
}
