// Tests `solve --values` and `plan` for a graphics card as whole programs, with the tests' own driver (tests/card) and
// without a driver.
#include "tests/cli/with_card.h"

using namespace uisge::test;

namespace {

nlohmann::json json_with_card(const std::vector<std::string>& arguments, const RunOptions& options = with_card()) {
  return nlohmann::json::parse(run_well(arguments, options).out);
}

// Returns the arguments of `uisge plan` for a values solve of five a side, with the memory of the card and of the
// machine.
std::vector<std::string> plan_for(const char* of_card, const char* of_machine) {
  return {"plan", "--pieces", "5", "--values", "--device", "gpu", "--device-memory", of_card, "--memory", of_machine};
}

nlohmann::json json_of(const std::vector<std::string>& command) {
  return run_json(command.front(), {command.begin() + 1, command.end()});
}

}  // namespace

TEST_CASE("solve --device gpu writes what processors write", "[cli][solve][values][card]") {
  if (lacks_card()) return;
  const TemporaryDirectory directory;
  for (const std::string stuck : {"loses", "wins", "draws", "passes"}) {
    const std::string here = directory.file(stuck + ".uisge");
    const std::string there = directory.file(stuck + "-card.uisge");
    const auto expected = run_json(
        "solve", {"--values", "--board", "4x4", "--pieces", "2", "--stuck", stuck, "--diagonal-jumps", "--out", here});
    CHECK(expected["card"].is_null());
    const auto found =
        json_with_card({"solve", "--values", "--board", "4x4", "--pieces", "2", "--stuck", stuck, "--diagonal-jumps",
                        "--device", "gpu", "--device-memory", "64M", "--out", there, "--json"});
    check_same(found, expected, {"live", "won", "lost", "drawn", "canonical", "start"});
    CHECK(found["card"]["memory"].get<std::uint64_t>() <= std::uint64_t{64} << 20);
    CHECK(found["card"]["pinned_memory"] == 0);
    CHECK(text_of_file(there) == text_of_file(here));
  }
  const ProgramRun words = run_well(
      {"solve", "--values", "--board", "4x3", "--pieces", "2", "--summary-only", "--device", "gpu"}, with_card());
  CHECK(contains(words.out, "\ncard "));
}

// The start is won in 11 plies (docs/results.csv).
TEST_CASE("a card finds how the start is won, with a plane in a file or without", "[cli][solve][values][card]") {
  if (lacks_card()) return;
  const TemporaryDirectory directory;
  const std::string guide = directory.file("guide"), plane = directory.file("plane");
  const std::vector<std::string> game{"--board", "4x3", "--pieces", "2", "--stuck", "draws"};
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--plane", plane}}) {
    const auto found = json_with_card(
        joined(joined({"solve", "--values", "--device", "gpu", "--json", "--prove-start", guide}, game), more));
    CHECK(!found["card"].is_null());
    check_fields(run_json("prove", joined({"--guide", guide, "--memory", "1M"}, game)), "value", "win", "unproved", 0);
    CHECK(std::filesystem::remove(guide));
  }
  CHECK(std::filesystem::exists(plane));
  CHECK(!std::filesystem::exists(plane + ".rounds"));
}

TEST_CASE("a card that is not there, too old, too small or lost is exit 4 in one line", "[cli][solve][card][bad]") {
  if (lacks_card()) return;
  // The start is a draw, so the program says nothing about it before the end.
  const std::vector<std::string> arguments{"solve",    "--values", "--summary-only", "--board", "4x4",
                                           "--pieces", "4",        "--device",       "gpu"};
  const auto message = [&](const RunOptions& options, const std::vector<std::string>& more = {}) {
    return check_refused(joined(arguments, more), 4, "; --device cpu does without the card", options);
  };
  // In place of the machine's own driver, if there is one, the program finds a file that is no library.
  const TemporaryDirectory directory;
  std::ofstream(directory.file("libcuda.so.1")) << "no library";
  const RunOptions without_driver{.environment = {"LD_LIBRARY_PATH=" + directory.path()}};
  CHECK_THAT(message(without_driver),
             Catch::Contains("there is no CUDA driver") && Catch::Contains("; install NVIDIA's current driver"));
  const std::vector<std::string> plan{"plan", "--board", "4x4", "--pieces", "3", "--values", "--device", "gpu"};
  for (const auto& more : {std::vector<std::string>{}, std::vector<std::string>{"--exact"}}) {
    check_refused(joined(plan, more), 4, "--device-memory and --memory plan for another machine", without_driver);
  }
  CHECK(contains(message(with_card("UISGE_FAKE_CARD_DEVICES=0")), "shows no card"));
  CHECK(contains(message(with_card("UISGE_FAKE_CARD_COMPUTE=7.5")), "8.0 is needed"));
  CHECK(contains(message(with_card("UISGE_FAKE_CARD_VERSION=10020")), "11.0"));
  CHECK(contains(message(with_card(), {"--device-memory", "1K"}), "a step needs more of its memory"));
  for (const char* lost : {"cuLaunchKernel:9:719", "cuEventSynchronize:5:999", "cuMemcpyDtoHAsync_v2:3:700",
                           "cuMemAlloc_v2:4:2", "cuModuleLoadDataEx:1:218"}) {
    CAPTURE(lost);
    CHECK(contains(message(with_card("UISGE_FAKE_CARD_FAIL=" + std::string(lost))), "card"));
  }
  // With `--device auto` the program uses the processors.
  std::vector<std::string> left = arguments;
  left.back() = "auto";
  run_well(left, without_driver);
}

TEST_CASE("solve --exact --device gpu finds what processors find", "[cli][solve][exact][card]") {
  if (lacks_card()) return;
  const TemporaryDirectory directory;
  for (const std::string stuck : {"loses", "wins", "draws", "passes"}) {
    CAPTURE(stuck);
    const std::string here = directory.file(stuck + ".notes"), there = directory.file(stuck + "-card.notes");
    const auto options = [&](const std::string& notes) {
      return std::vector<std::string>{"--values", "--exact", "--board",      "4x3", "--pieces", "2",
                                      "--stuck",  stuck,     "--note-plies", "4",   "--out",    notes};
    };
    const auto expected = run_json("solve", options(here));
    CHECK(expected["card"].is_null());
    const auto found = json_with_card(joined(joined({"solve"}, options(there)), {"--device", "gpu", "--json"}));
    check_same(found, expected,
               {"live", "won", "lost", "drawn", "canonical", "by_distance", "longest_distance", "longest_example",
                "start", "complete", "stages", "noted"});
    CHECK(found["card"]["pinned_memory"] != nullptr);
    CHECK(text_of_file(there) == text_of_file(here));
  }
  // With --start-only the last stage is the one that decides the start.
  const std::vector<std::string> early{"--values", "--exact", "--board", "4x3", "--pieces", "2", "--start-only"};
  const auto expected = run_json("solve", early);
  const auto found = json_with_card(joined(joined({"solve"}, early), {"--device", "gpu", "--json"}));
  CHECK(found["start"] == expected["start"]);
  CHECK(found["start"] == run_json("solve", {"--values", "--exact", "--board", "4x3", "--pieces", "2"})["start"]);
  CHECK(found["complete"] == false);
  CHECK(found["stages"] == (found["start"]["distance"].get<int>() + 2) / 2);
  const std::vector<std::string> on_card{"solve",    "--values", "--exact",  "--board", "4x3",
                                         "--pieces", "2",        "--device", "gpu"};
  check_refused(joined(on_card, {"--plane", directory.file("x.plane")}), 2, "a card keeps no plane", with_card());
  check_refused(joined(on_card, {"--device-memory", "1M"}), 4, "of its memory are needed", with_card());
}

TEST_CASE("plan --exact prints how the plane is divided between a card and this machine",
          "[cli][plan][exact][card][no-asan]") {
  const auto plan_with = [](const char* of_card, const char* of_machine) {
    return joined(plan_for(of_card, of_machine), {"--exact"});
  };
  const auto divided = json_of(plan_with("1500M", "3G")), whole = json_of(plan_with("4G", "3G"));
  for (const auto* plan : {&divided, &whole}) {
    const auto& card = (*plan)["card"];
    CHECK(card["memory"].get<std::uint64_t>() <= card["memory_available"].get<std::uint64_t>());
    CHECK(card["memory"].get<std::uint64_t>() + card["pinned_memory"].get<std::uint64_t>() >=
          (*plan)["plane_bytes"].get<std::uint64_t>() + (*plan)["window_bytes"].get<std::uint64_t>());
  }
  // Each stage copies at least the won blocks that are not on the card when it begins.
  CHECK(divided["card"]["bytes_copied_per_stage"].get<std::uint64_t>() + std::uint64_t{1500} * (1 << 20) >=
        divided["plane_bytes"].get<std::uint64_t>());
  CHECK(whole["card"]["pinned_memory"] == 0);
  CHECK(whole["card"]["bytes_copied_per_stage"] == 0);
  CHECK(contains(run_uisge(plan_with("1500M", "3G")).out, "to the card per stage"));
  check_refused(plan_with("800M", "3G"), 4, "of its memory are needed");
  check_refused(plan_with("1500M", "900M"), 4, "of pinned memory beside");
}

TEST_CASE("the script for a machine with a card keeps the results of a run that is cut off",
          "[cli][solve][values][card][no-asan]") {
  if (lacks_card()) return;
  const TemporaryDirectory directory;
  const std::string results = directory.file("results");
  const auto run_script = [&](const std::string& script, const std::vector<std::string>& options,
                              const std::string& card) {
    const auto words =
        joined({script, "--skip-checks", "--game", "4x4/3", "--results", results, "--rules", "draws"}, options);
    RunOptions environment = with_card(card);
    environment.environment.push_back("UISGE=" UISGE_PROGRAM);
    return RunningProgram("/bin/bash", words, environment).wait();
  };
  const auto counts_of = [](const std::string& file) {
    const auto result = nlohmann::json::parse(text_of_file(file));
    return std::vector{result["won"], result["lost"], result["drawn"]};
  };
  const auto expected_of = [](const std::string& stuck) {
    const auto result =
        run_json("solve", {"--values", "--summary-only", "--board", "4x4", "--pieces", "3", "--stuck", stuck});
    return std::vector{result["won"], result["lost"], result["drawn"]};
  };
  const std::string script = UISGE_SOURCE "/scripts/gpu.sh";
  // The card is lost during the second rule set: the eighth launch of a kernel fails. (A solve launches kernels 15
  // times or more, depending on the order of its threads.) The first rule set's result is kept, and so is the second
  // rule set's plane.
  REQUIRE(run_script(script, {}, "UISGE_FAKE_CARD_DEVICES=1").exit_code == 0);
  CHECK(counts_of(results + "/4x4-3-draws.json") == expected_of("draws"));
  CHECK(!std::filesystem::exists(results + "/4x4-3-draws.plane"));
  const ProgramRun lost = run_script(script, {"--rules", "loses"}, "UISGE_FAKE_CARD_FAIL=cuLaunchKernel:8:719");
  CHECK(lost.exit_code == 4);
  CHECK(contains(lost.out, "Done: 4x4-3-draws"));
  CHECK(!std::filesystem::exists(results + "/4x4-3-loses.json"));
  REQUIRE(std::filesystem::exists(results + "/4x4-3-loses.plane"));

  // --start-only prints the start's value alone.
  REQUIRE(run_script(script, {"--start-only"}, "UISGE_FAKE_CARD_DEVICES=1").exit_code == 0);
  const auto start = nlohmann::json::parse(text_of_file(results + "/4x4-3-draws-start.json"));
  CHECK(start["start"]["value"] ==
        run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", "draws", "--summary-only"})["start"]["value"]);
  CHECK(!std::filesystem::exists(results + "/4x4-3-draws-start.plane"));

  // `gpu.sh --exact` writes the start's distance and a list of noted positions into the folder of results. What a
  // killed run has left there does not hinder it.
  std::ofstream(results + "/4x4-3-draws-2-plies.notes.part") << "left";
  REQUIRE(run_script(script, {"--exact", "--note-plies", "2"}, "UISGE_FAKE_CARD_DEVICES=1").exit_code == 0);
  const auto exact = nlohmann::json::parse(text_of_file(results + "/4x4-3-draws-2-plies-exact.json"));
  CHECK(exact["start"] ==
        run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", "draws", "--values", "--exact"})["start"]);
  CHECK(exact["noted"].get<int>() > 1);
  CHECK(run_json("check", {results + "/4x4-3-draws-2-plies.notes"})["positions"] == exact["noted"]);

  // The packed folder has the program, but no source code. Its gpu.sh resumes the solve that failed when the card was
  // lost (above).
  const std::string pack = directory.file("pack");
  REQUIRE(run_script(script, {"--pack", pack}, "UISGE_FAKE_CARD_DEVICES=1").exit_code == 0);
  const ProgramRun resumed = run_script(pack + "/gpu.sh", {"--rules", "loses"}, "UISGE_FAKE_CARD_DEVICES=1");
  CAPTURE(resumed.err);
  CHECK(resumed.exit_code == 0);
  // Another process writes the log, so the line may come late.
  CHECK(becomes_true(
      [&] { return contains(text_of_file(results + "/4x4-3-loses.log"), "going on with what it holds"); }));
  CHECK(counts_of(results + "/4x4-3-loses.json") == expected_of("loses"));
  CHECK(!std::filesystem::exists(results + "/4x4-3-loses.plane"));
}

TEST_CASE("plan prints how the plane is divided between a card and this machine", "[cli][plan][card][no-asan]") {
  const auto plan = json_of(plan_for("1400M", "2G"));
  const auto& card = plan["card"];
  CHECK(card["name"].is_null());
  CHECK(card["memory"].get<std::uint64_t>() <= card["memory_available"].get<std::uint64_t>());
  CHECK(card["memory"].get<std::uint64_t>() + card["pinned_memory"].get<std::uint64_t>() >=
        plan["plane_bytes"].get<std::uint64_t>());
  // Every sweep copies the tiles that are not on the card, except those that are still in the staging area, which takes
  // at most a sixth of the card.
  CHECK(card["bytes_copied_per_sweep"].get<std::uint64_t>() + card["memory_available"].get<std::uint64_t>() / 6 >=
        card["pinned_memory"].get<std::uint64_t>());
  check_fields(json_of(plan_for("4G", "2G"))["card"], "pinned_memory", 0, "bytes_copied_per_sweep", 0);
  CHECK(contains(run_uisge(plan_for("1400M", "2G")).out, "from what an H200 took"));
  check_refused(plan_for("1400M", "500M"), 4);
  // With `--device auto` a solve takes the card only where that pays, and so does its plan.
  std::vector<std::string> large = plan_for("4G", "2G");
  std::replace(large.begin(), large.end(), std::string("gpu"), std::string("auto"));
  CHECK(!json_of(large)["card"].is_null());
  const std::vector<std::string> small{"plan", "--board", "4x4", "--pieces", "3", "--values"};
  CHECK(json_of(joined(small, {"--device", "auto", "--device-memory", "4G"}))["card"].is_null());
}
