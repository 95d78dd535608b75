// `uisge bench`, end to end: every figure that it prints is positive. The test accepts any speed.
#include "tests/cli/run_program.h"

using namespace uisge::test;

TEST_CASE("bench measures memory, kernels, sweeps, questions and perft", "[cli][.slow]") {
  const ProgramRun run = run_well({"bench", "--threads", "1", "--kernel", "portable", "--json"});
  const auto json = nlohmann::json::parse(run.out);
  check_fields(json, "threads", 1, "kernel", "portable");
  std::string all;
  for (const auto& figure : json["figures"]) {
    CAPTURE(figure.dump());
    CHECK(figure["per_second"] > 0);
    all += figure["what"].get<std::string>() + "\n";
  }
  for (const char* what :
       {"memory, read, 1 thread", "kernel portable, 6 a side, what is new", "dense sweep, 7x6 with 4",
        "whole solve, 7x6 with 4", "questions", "perft 9", "placements"}) {
    CAPTURE(what);
    CHECK(contains(all, what));
  }
  CHECK(!contains(all, "2 threads"));
}
