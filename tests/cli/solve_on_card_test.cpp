// Tests `solve --values` and `plan` for a graphics card as whole programs, with the tests' own driver (tests/card) and
// without a driver. This file is long because every kind of solve is tested with the same driver.
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;

namespace {

// Options with which the program finds the tests' driver in place of a card's driver.
RunOptions with_card(const std::string& more = "UISGE_FAKE_CARD_DEVICES=1") {
  const RunOptions options{.environment = {"LD_LIBRARY_PATH=" UISGE_FAKE_DRIVER_FOLDER, more}};
  return options;
}

nlohmann::json json_with_card(const std::vector<std::string>& arguments, const RunOptions& options = with_card()) {
  const ProgramRun run = run_well(arguments, options);
  return nlohmann::json::parse(run.out);
}

// A plan for five a side with this much memory of a card and of the machine.
std::vector<std::string> plan_for(const char* of_card, const char* of_machine) {
  return {"plan", "--pieces", "5", "--values", "--device", "gpu", "--device-memory", of_card, "--memory", of_machine};
}

nlohmann::json json_of(const std::vector<std::string>& command) {
  return run_json(command.front(), {command.begin() + 1, command.end()});
}

bool lacks_kernels() {
  const std::string line =
      check_refused({"solve", "--values", "--summary-only", "--board", "4x3", "--pieces", "2", "--device", "gpu"}, 4);
  if (!contains(line, "built without kernels")) return false;
  WARN("this test is skipped: the program was built without clang");
  return true;
}

}  // namespace

TEST_CASE("solve --device gpu writes what processors write", "[cli][solve][values][card]") {
  if (UISGE_IS_EMULATED) {
    WARN("this test is skipped: the emulator would have to find the tests' driver");
    return;
  }
  if (lacks_kernels()) return;
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
    for (const char* field : {"live", "won", "lost", "drawn", "canonical", "start"}) {
      CHECK(found[field] == expected[field]);
    }
    CHECK(found["card"]["memory"].get<std::uint64_t>() <= std::uint64_t{64} << 20);
    CHECK(found["card"]["pinned_memory"] == 0);
    CHECK(text_of_file(there) == text_of_file(here));
  }
  const ProgramRun words = run_well(
      {"solve", "--values", "--board", "4x3", "--pieces", "2", "--summary-only", "--device", "gpu"}, with_card());
  CHECK(contains(words.out, "\ncard "));
}

TEST_CASE("a plane of a solve on a card is gone on with by processors, and the other way round",
          "[cli][solve][values][card]") {
  if (UISGE_IS_EMULATED || lacks_kernels()) return;
  const TemporaryDirectory directory;
  const std::string here = directory.file("here.plane");
  const std::string there = directory.file("there.plane");
  const std::vector<std::string> game{"solve",    "--values", "--summary-only", "--board", "4x4",
                                      "--pieces", "3",        "--json",         "--plane"};
  const auto line = [&](const std::string& plane, const std::vector<std::string>& more) {
    return joined(joined(game, {plane}), more);
  };
  const auto on_processors = json_with_card(line(here, {}));
  const auto on_card = json_with_card(line(there, {"--device", "gpu"}));
  CHECK(on_card["won"] == on_processors["won"]);
  CHECK(text_of_file(there) == text_of_file(here));
  // Each engine reads the other engine's plane and finds nothing left to win. So it makes two sweeps, the second over
  // all placements.
  CHECK(json_with_card(line(here, {"--device", "gpu"}))["sweeps"] == 2);
  CHECK(json_with_card(line(there, {}))["sweeps"] == 2);
}

// The start is won in 11 plies (docs/results.csv).
TEST_CASE("a card finds how the start is won, with a plane in a file or without", "[cli][solve][values][card]") {
  if (UISGE_IS_EMULATED || lacks_kernels()) return;
  const TemporaryDirectory directory;
  const std::string guide = directory.file("guide"), plane = directory.file("plane");
  const std::vector<std::string> game{"--board", "4x3", "--pieces", "2", "--stuck", "draws"};
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--plane", plane}}) {
    const auto found = json_with_card(
        joined(joined({"solve", "--values", "--device", "gpu", "--json", "--prove-start", guide}, game), more));
    CHECK(!found["card"].is_null());
    const auto proved = run_json("prove", joined({"--guide", guide, "--memory", "1M"}, game));
    check_fields(proved, "value", "win", "unproved", 0);
    CHECK(std::filesystem::remove(guide));
  }
  CHECK(std::filesystem::exists(plane));
  CHECK(!std::filesystem::exists(plane + ".rounds"));
}

TEST_CASE("a card that is not there, too old, too small or lost is exit 4 in one line", "[cli][solve][card][bad]") {
  if (UISGE_IS_EMULATED || lacks_kernels()) return;
  // The start is a draw, so the program says nothing about it before the end.
  const std::vector<std::string> arguments{"solve",    "--values", "--summary-only", "--board", "4x4",
                                           "--pieces", "4",        "--device",       "gpu"};
  const auto message = [&](const RunOptions& options, const std::vector<std::string>& more = {}) {
    return check_refused(joined(arguments, more), 4, "; --device cpu does without the card", options);
  };
  CHECK(contains(message({}), "; install NVIDIA's current driver"));
  CHECK(contains(message({}), "there is no CUDA driver"));
  const std::vector<std::string> plan{"plan", "--board", "4x4", "--pieces", "3", "--values", "--device", "gpu"};
  for (const auto& more : {std::vector<std::string>{}, std::vector<std::string>{"--exact"}}) {
    check_refused(joined(plan, more), 4, "--device-memory and --memory plan for another machine");
  }
  CHECK(contains(message(with_card("UISGE_FAKE_CARD_DEVICES=0")), "shows no card"));
  CHECK(contains(message(with_card("UISGE_FAKE_CARD_COMPUTE=7.5")), "8.0 is needed"));
  CHECK(contains(message(with_card("UISGE_FAKE_CARD_VERSION=10020")), "11.0"));
  CHECK(contains(message(with_card(), {"--device-memory", "1K"}), "the plane needs"));
  for (const char* lost : {"cuLaunchKernel:9:719", "cuEventSynchronize:5:999", "cuMemcpyDtoHAsync_v2:3:700",
                           "cuMemAlloc_v2:4:2", "cuModuleLoadDataEx:1:218"}) {
    CAPTURE(lost);
    CHECK(contains(message(with_card("UISGE_FAKE_CARD_FAIL=" + std::string(lost))), "card"));
  }
  // With `--device auto` the program uses the processors.
  std::vector<std::string> left = arguments;
  left.back() = "auto";
  run_well(left);
}

TEST_CASE("solve --exact --device gpu finds what processors find", "[cli][solve][exact][card]") {
  if (UISGE_IS_EMULATED || lacks_kernels()) return;
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
    for (const char* field : {"live", "won", "lost", "drawn", "canonical", "by_distance", "longest_distance",
                              "longest_example", "start", "complete", "stages", "noted"}) {
      CAPTURE(field);
      CHECK(found[field] == expected[field]);
    }
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

TEST_CASE("plan tells how exact distances are divided between a card and this machine",
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

TEST_CASE("a card that is lost leaves the plane that was saved", "[cli][solve][card][bad]") {
  if (UISGE_IS_EMULATED || lacks_kernels()) return;
  const TemporaryDirectory directory;
  const std::string plane = directory.file("lost.plane");
  const std::vector<std::string> arguments{"solve", "--values", "--summary-only", "--board", "4x4",      "--pieces",
                                           "4",     "--json",   "--plane",        plane,     "--device", "gpu"};
  check_refused(arguments, 4, "what was saved before is kept in " + plane,
                with_card("UISGE_FAKE_CARD_FAIL=cuLaunchKernel:8:719"));
  const auto expected = run_json("solve", {"--values", "--summary-only", "--board", "4x4", "--pieces", "4"});
  CHECK(json_with_card(arguments)["won"] == expected["won"]);
}

TEST_CASE("the script for a machine with a card keeps what a run that is cut off had",
          "[cli][solve][values][card][no-asan]") {
  if (UISGE_IS_EMULATED || lacks_kernels()) return;
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
  // The card is lost during the second rule set. The first rule set has its result, and the second has its plane. A
  // solve launches kernels 15 times or more, depending on the order of its threads.
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

  // --exact leaves the start's distance and a list of positions, and the distance enters the tables.
  REQUIRE(run_script(script, {"--exact", "--note-plies", "2"}, "UISGE_FAKE_CARD_DEVICES=1").exit_code == 0);
  const auto exact = nlohmann::json::parse(text_of_file(results + "/4x4-3-draws-exact.json"));
  CHECK(exact["start"] ==
        run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", "draws", "--values", "--exact"})["start"]);
  CHECK(exact["noted"].get<int>() > 1);
  CHECK(std::filesystem::exists(results + "/4x4-3-draws.notes"));

  // The solve continues from a packed folder, which has no sources.
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

namespace {

// A packed gpu.sh in a folder with copies of the tables and of their page. The tables lack a solve of 4x4 with three a
// side under `draws`, and have made-up facts about the real game.
struct Rehearsal {
  TemporaryDirectory directory;
  std::string pack = directory.file("pack"), results = directory.file("results"), home = directory.file("home");
  std::string solved_row;  // the row that results.csv lacks
  std::string whole_page;  // the page with that row

  Rehearsal() {
    REQUIRE(script(UISGE_SOURCE "/scripts/gpu.sh", {"--pack", pack}).exit_code == 0);
    std::filesystem::copy(UISGE_SOURCE "/docs/results.md", pack);
    make_page();
    CHECK(text_of_file(page_path()) == text_of_file(UISGE_SOURCE "/docs/results.md"));
    for (const char* table : {"/results.csv", "/known.csv"}) take_rows(table, "7x6,6,");
    std::ofstream(pack + "/known.csv", std::ios::app) << "7x6,6,loses,false,card,win,33,,2,,\n"
                                                         "7x6,6,wins,false,card,win,40,,1,,\n"
                                                         "7x6,6,draws,false,card,win,41,,1,,\n"
                                                         "7x6,6,passes,false,card,win,33,,1,,\n"
                                                         "7x6,6,draws,true,card,,78,,1,,\n"
                                                         "7x6,6,passes,true,card,,102,,1,,\n";
    make_page();
    whole_page = text_of_file(page_path());
    take_rows("/known.csv", "4x4,3,draws,false,");
    solved_row = take_rows("/results.csv", "4x4,3,draws,false,");
    make_page();
  }
  void make_page() { REQUIRE(script(UISGE_SOURCE "/scripts/results.sh", {"--tables"}).exit_code == 0); }
  // Removes the rows that begin so, and returns the last of them.
  std::string take_rows(const std::string& table, const std::string& begin) const {
    std::istringstream lines(text_of_file(pack + table));
    std::ofstream out(pack + table);
    std::string taken;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with(begin)) {
        taken = line;
      } else {
        out << line << '\n';
      }
    }
    return taken;
  }
  std::string page_path() const { return pack + "/results.md"; }
  std::string tables() const {
    return text_of_file(pack + "/results.csv") + text_of_file(pack + "/known.csv") + text_of_file(page_path());
  }

  ProgramRun script(const std::string& path, const std::vector<std::string>& words, const std::string& more = "X=") {
    RunOptions options = with_card();
    options.environment.insert(options.environment.end(), {"UISGE=" UISGE_PROGRAM, "UISGE_TABLES=" + pack, more});
    return RunningProgram("/bin/bash", joined({"-c", "exec \"$0\" \"$@\"", path}, words), options).wait();
  }
  ProgramRun within(const std::string& environment, const std::vector<std::string>& more) {
    return script(
        pack + "/gpu.sh",
        joined({"--skip-checks", "--game", "4x4/3", "--results", results, "--home", home, "--within", "5"}, more),
        environment);
  }
  ProgramRun take_home(const std::string& folder) { return script(UISGE_SOURCE "/scripts/take_home.py", {folder}); }
};

}  // namespace

TEST_CASE("what a card finds within a time comes home into the tables", "[cli][solve][values][exact][card]") {
  if (UISGE_IS_EMULATED || lacks_kernels()) return;
  Rehearsal rehearsal;
  const std::string& results = rehearsal.results;
  const std::string& home = rehearsal.home;
  const std::string list = rehearsal.directory.file("list.txt");
  std::ofstream(list) << "1b2/1bb1/1ww1/2w1 w\n4/1B2/wwb1/W1B1 w\n";
  // The card is lost in the middle of the solves. What complete stages have found is taken home.
  const ProgramRun lost = rehearsal.within("UISGE_FAKE_CARD_FAIL=cuLaunchKernel:600:719", {});
  INFO(lost.out << lost.err);
  CHECK(lost.exit_code == 1);
  CHECK(!std::filesystem::exists(results + "/4x4-3-draws-exact.json"));
  const auto positions = [](const std::string& notes) { return run_json("check", {notes})["positions"].get<int>(); };
  const int kept = positions(home + "/4x4-3-draws.notes");
  CHECK(kept > 0);

  const ProgramRun run = rehearsal.within("X=", {"--note", "draws=" + list});
  INFO(run.out << run.err);
  REQUIRE(run.exit_code == 0);
  // What is found first is worth most.
  std::size_t at = 0;
  for (const char* told : {"\n4x4-3-draws, exactly: ", "\nKnown: 4x4-3-wins, exactly\n", "\n4x4-3-draws-list: ",
                           "\nKnown: 4x4-3-loses-diagonal\n", "\n4x4-3-draws, counts: ", "\nKnown: 4x4-3-loses\n",
                           "\nKnown: 4x4-3-wins-diagonal, start\n"}) {
    CAPTURE(told);
    const std::size_t next = ("\n" + run.out).find(told, at);
    REQUIRE(next != std::string::npos);
    at = next;
  }
  for (const std::string notes : {"/4x4-3-draws.notes", "/4x4-3-draws-list.notes"}) {
    CHECK(text_of_file(home + notes) == text_of_file(results + notes));
  }
  CHECK(positions(home + "/4x4-3-draws.notes") > kept);
  CHECK(std::distance(std::filesystem::directory_iterator(home), {}) == 3);

  std::ofstream(results + "/7x6-6-draws-diagonal-open.json")
      << R"({"board":"7x6","pieces":6,"stuck":"draws","diagonal_jumps":true,"live":null,)"
      << R"("start":{"value":""},"at_least":90,"card":{}})";
  // Two solves of the real game as it could be, to their first plies: one start is open, the other start is won.
  const auto write_exact = [&](const std::string& name, const std::string& stuck, bool diagonal,
                               const nlohmann::json& start) {
    std::ofstream(results + name) << nlohmann::json{{"board", "7x6"},
                                                    {"pieces", 6},
                                                    {"stuck", stuck},
                                                    {"diagonal_jumps", diagonal},
                                                    {"live", 6394185547596},
                                                    {"won", 5},
                                                    {"lost", 3},
                                                    {"drawn", nullptr},
                                                    {"by_distance", {{{"distance", 1}, {"won", 5}, {"lost", 3}}}},
                                                    {"longest_distance", 1},
                                                    {"complete", false},
                                                    {"stages", 1},
                                                    {"start", start},
                                                    {"card", nlohmann::json::object()}};
  };
  write_exact("/7x6-6-passes-diagonal-counts.json", "passes", true,
              {{"value", nullptr}, {"distance", nullptr}, {"no_forced_win_within", 120}});
  write_exact("/7x6-6-draws-exact.json", "draws", false, {{"value", "win"}, {"distance", 55}});
  REQUIRE(rehearsal.within("X=", {}).exit_code == 0);  // everything is done, and the new file goes home too

  // Something impossible changes nothing.
  const std::string before = rehearsal.tables();
  const auto check_refuses = [&](const std::string& reason) {
    CAPTURE(reason);
    const ProgramRun refused = rehearsal.take_home(results);
    CHECK(refused.exit_code == 1);
    CHECK(contains(refused.err, reason));
    CHECK(before == rehearsal.tables());
    CHECK(!std::filesystem::exists(rehearsal.pack + "/notes"));
  };
  const std::string file = results + "/4x4-3-draws-counts.json", good = text_of_file(file);
  const auto forge = [&](const char* reason, const std::function<void(nlohmann::json&)>& change) {
    auto forged = nlohmann::json::parse(good);
    change(forged);
    std::ofstream(file) << forged.dump();
    check_refuses(reason);
    std::ofstream(file) << good;
  };
  forge("do not add up", [](auto& forged) { forged["won"] = forged["won"].template get<int>() + 1; });
  forge(" under ", [](auto& forged) {
    for (const char* name : {"live", "drawn"}) forged[name] = forged[name].template get<int>() + 1;
  });
  forge("by distance", [](auto& forged) { forged["by_distance"][3]["won"] = 1; });
  forge("was not found by a card", [](auto& forged) { forged["card"] = nullptr; });
  forge("the start's value is win", [](auto& forged) {
    forged["stuck"] = "loses";
    forged["start"]["value"] = "win";
  });
  const std::string notes = results + "/4x4-3-draws.notes", good_notes = text_of_file(notes);
  std::string damaged = good_notes;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  std::ofstream(notes) << damaged;
  check_refuses("damaged");
  run_json("solve", {"--values", "--exact", "--board", "4x4", "--pieces", "3", "--note-plies", "2", "--out",
                     results + "/other.notes"});
  std::filesystem::rename(results + "/other.notes", notes);
  check_refuses("another game's name");
  std::ofstream(notes) << good_notes;

  const ProgramRun taken = rehearsal.take_home(home);
  INFO(taken.out << taken.err);
  REQUIRE(taken.exit_code == 0);
  CHECK(text_of_file(rehearsal.pack + "/results.csv").ends_with("\n" + rehearsal.solved_row + "\n"));
  const auto is_known = [&](const std::string& row) {
    return contains(text_of_file(rehearsal.pack + "/known.csv"), "\n" + row + "\n");
  };
  CHECK(is_known("4x4,3,draws,false,card,loss,32,32,3,,"));  // three solves found it
  CHECK(is_known("7x6,6,draws,true,card,,90,,2,,"));
  CHECK(is_known("7x6,6,passes,true,card,,121,,2,,"));
  // A win under `draws` bounds the win under every rule.
  for (const char* row : {"draws,false,card,win,55,55,2,,", "loses,false,card,win,33,55,2,,",
                          "wins,false,card,win,40,55,1,,", "passes,false,card,win,33,55,1,,"}) {
    CHECK(is_known(std::string("7x6,6,") + row));
  }
  CHECK(text_of_file(rehearsal.page_path()) == rehearsal.whole_page);
  const std::string noted = rehearsal.pack + "/notes/";
  CHECK(text_of_file(noted + "4x4-3-draws.notes") == good_notes);
  CHECK(text_of_file(noted + "4x4-3-draws-counts.json") == good);
  const auto answer = run_json("query", {noted + "4x4-3-draws-list.notes", "4/1B2/wwb1/W1B1 w"});
  check_fields(answer, "source", "file", "value", "loss", "distance", 10);
  REQUIRE(rehearsal.take_home(home).exit_code == 0);  // no result is added twice
  CHECK(is_known("7x6,6,draws,true,card,,90,,2,,"));
}

TEST_CASE("plan tells how the plane is divided between a card and this machine", "[cli][plan][card][no-asan]") {
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
  const auto whole = json_of(plan_for("4G", "2G"));
  check_fields(whole["card"], "pinned_memory", 0, "bytes_copied_per_sweep", 0);
  const ProgramRun words = run_uisge(plan_for("1400M", "2G"));
  CHECK(contains(words.out, "from what an H200 took"));
  check_refused(plan_for("1400M", "500M"), 4);
}
