// Rehearses scripts/gpu.sh --within and scripts/take_home.py. The results of a fake card are put into the tables, but
// impossible results are refused. Also tests what scripts/gpu.sh does with its options and at Ctrl-C. (The file is long
// because all tests of the two scripts are here.)
#include <csignal>

#include "tests/cli/with_card.h"

using namespace uisge::test;

namespace {

// A folder made by `gpu.sh --pack`, with copies of results.csv and known.csv (the tables), and of the page results.md.
// The tables lack a solve of 4x4 with three a side under `draws`, and have made-up facts about the real game.
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
  // Removes the rows that begin with `begin`, and returns the last removed row.
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

  // Runs a script in `directory`, with a relative path of the tables.
  ProgramRun script(const std::string& path, const std::vector<std::string>& words, const std::string& more = "X=") {
    RunOptions options = with_card(more);
    options.environment.insert(options.environment.end(), {"UISGE=" UISGE_PROGRAM, "UISGE_TABLES=pack"});
    const std::vector<std::string> begin{"-c", "cd \"$0\" && exec \"$@\"", directory.path(), path};
    return RunningProgram("/bin/bash", joined(begin, words), options).wait();
  }
  ProgramRun within(const std::string& environment, const std::vector<std::string>& more) {
    return script(
        pack + "/gpu.sh",
        joined({"--skip-checks", "--game", "4x4/3", "--results", results, "--home", home, "--within", "5"}, more),
        environment);
  }
  ProgramRun take_home(const std::string& folder) { return script(UISGE_SOURCE "/scripts/take_home.py", {folder}); }
};

// Runs scripts/gpu.sh in a folder, with a false program that solves at once. The program notes how it is called, and
// the text of each list that an argument names.
struct InstantSolves {
  TemporaryDirectory directory;

  InstantSolves() {
    std::ofstream(directory.file("program")) << R"(#!/usr/bin/env bash
echo "$*" >>"$CALLS"
[ "$1" != plan ] || exec echo '{"plane_file_bytes":1,"seconds":1,"stage_seconds":0.001}'
for argument; do
  case $argument in *.txt) cat "${argument#--*=}" >>"$CALLS" || exit ;; esac
done
echo '{"start":{"value":"win","distance":5}}'
)";
    std::filesystem::permissions(directory.file("program"), std::filesystem::perms::owner_all);
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(directory.file(name)) << text; }
  ProgramRun run(const std::vector<std::string>& words) const {
    const std::vector<std::string> begin{
        "-c",   "cd \"$0\" && exec \"$@\"", directory.path(), UISGE_SOURCE "/scripts/gpu.sh", "--skip-checks", "--game",
        "9x9/1"};
    const RunOptions options{.environment = {"UISGE=" + directory.file("program"), "CALLS=" + directory.file("calls")}};
    return RunningProgram("/bin/bash", joined(begin, words), options).wait();
  }
  // The calls of the program since the last call of this function.
  std::string take_calls() const {
    std::string calls = text_of_file(directory.file("calls"));
    std::filesystem::remove(directory.file("calls"));
    return calls;
  }
};

}  // namespace

TEST_CASE("results that a card finds within a time limit enter the tables",
          "[cli][solve][values][exact][card][no-asan]") {
  if (lacks_card()) return;
  Rehearsal rehearsal;
  const std::string& results = rehearsal.results;
  const std::string& home = rehearsal.home;
  const std::string list = rehearsal.directory.file("list.txt");
  std::ofstream(list) << "1b2/1bb1/1ww1/2w1 w\n4/1B2/wwb1/W1B1 w\n";
  const std::string list_notes = "/4x4-3-draws-list-e029acc0.notes";  // these eight digits begin the file's MD5
  // Without a card no job can be done.
  const ProgramRun cardless = rehearsal.within("UISGE_FAKE_CARD_DEVICES=0", {});
  CHECK(cardless.exit_code == 1);
  CHECK(contains(cardless.err, "no card"));
  // The card is lost in the middle of the solves. gpu.sh copies the results of complete stages to the folder of --home.
  const ProgramRun lost = rehearsal.within("UISGE_FAKE_CARD_FAIL=cuLaunchKernel:600:719", {});
  INFO(lost.out << lost.err);
  CHECK(lost.exit_code == 1);
  CHECK(!std::filesystem::exists(results + "/4x4-3-draws-counts.json"));
  CHECK(!std::filesystem::exists(results + "/4x4-3-draws-open.json"));  // a card that fails proves nothing
  const auto positions = [](const std::string& notes) { return run_json("check", {notes})["positions"].get<int>(); };
  const int kept = positions(home + "/4x4-3-draws.notes");
  CHECK(kept > 0);

  const ProgramRun run = rehearsal.within("X=", {"--note", "draws=" + list});
  INFO(run.out << run.err);
  REQUIRE(run.exit_code == 0);
  // The most valuable results come first.
  std::size_t at = 0;
  for (const char* told :
       {"\nKnown: 4x4-3-loses, exactly\n", "\n4x4-3-draws, counts: ", "\nDone: 4x4-3-draws, exactly\n",
        "\nKnown: 4x4-3-wins, exactly\n", "\n4x4-3-draws-list-e029acc0: ", "\nKnown: 4x4-3-loses-diagonal\n",
        "\nKnown: 4x4-3-loses\n", "\nKnown: 4x4-3-wins-diagonal, start\n"}) {
    CAPTURE(told);
    const std::size_t next = ("\n" + run.out).find(told, at);
    REQUIRE(next != std::string::npos);
    at = next;
  }
  for (const std::string& notes : {std::string("/4x4-3-draws.notes"), list_notes}) {
    CHECK(text_of_file(home + notes) == text_of_file(results + notes));
  }
  CHECK(positions(home + "/4x4-3-draws.notes") > kept);
  CHECK(std::distance(std::filesystem::directory_iterator(home), {}) == 3);

  const auto write_open = [&](int at_least) {
    std::ofstream(results + "/7x6-6-draws-diagonal-open.json")
        << R"({"board":"7x6","pieces":6,"stuck":"draws","diagonal_jumps":true,"live":null,)"
        << R"("start":{"value":""},"at_least":)" << at_least << R"(,"card":{}})";
  };
  write_open(90);
  // Two made-up results of exact solves of the real game. Both solves ended early. One start is open, the other is won.
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
  write_exact("/7x6-6-wins-diagonal-counts-open.json", "wins", true,
              {{"value", nullptr}, {"distance", nullptr}, {"no_forced_win_within", 40}});
  write_exact("/7x6-6-draws-exact.json", "draws", false, {{"value", "win"}, {"distance", 55}});
  // What an earlier run found before it was cut off. The start was open.
  auto of_first_run = nlohmann::json::parse(text_of_file(results + "/4x4-3-draws-counts.json"));
  of_first_run["start"] = {{"value", nullptr}, {"distance", nullptr}, {"no_forced_win_within", 7}};
  of_first_run["complete"] = false;
  of_first_run["stages"] = 4;
  std::ofstream(results + "/4x4-3-draws-counts-open.json") << of_first_run.dump();
  REQUIRE(rehearsal.within("X=", {}).exit_code == 0);  // solves nothing, but copies the new files to `home`

  // Impossible results change nothing.
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
  forge("has another start than 4x4-3-draws-counts.json", [](auto& forged) { forged["start"]["value"] = "win"; });
  auto of_loses = nlohmann::json::parse(good);
  of_loses["stuck"] = "loses";
  of_loses["start"]["value"] = "win";
  std::ofstream(results + "/4x4-3-loses-counts.json") << of_loses.dump();
  check_refuses("the start's value is win");
  std::filesystem::remove(results + "/4x4-3-loses-counts.json");
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
  CHECK(is_known("4x4,3,draws,false,card,loss,32,32,2,,"));  // two solves found it
  CHECK(is_known("7x6,6,draws,true,card,,90,,2,,"));
  CHECK(is_known("7x6,6,passes,true,card,,121,,2,,"));
  // A win in 55 plies under `draws` is a win in at most 55 plies under every rule.
  for (const char* row : {"draws,false,card,win,55,55,2,,", "loses,false,card,win,33,55,2,,",
                          "wins,false,card,win,40,55,1,,", "passes,false,card,win,33,55,1,,"}) {
    CHECK(is_known(std::string("7x6,6,") + row));
  }
  CHECK(text_of_file(rehearsal.page_path()) == rehearsal.whole_page);
  const std::string noted = rehearsal.pack + "/notes/";
  CHECK(text_of_file(noted + "4x4-3-draws.notes") == good_notes);
  CHECK(text_of_file(noted + "4x4-3-draws-counts.json") == good);
  const auto answer = run_json("query", {rehearsal.pack + "/notes" + list_notes, "4/1B2/wwb1/W1B1 w"});
  check_fields(answer, "source", "file", "value", "loss", "distance", 10);
  REQUIRE(rehearsal.take_home(home).exit_code == 0);  // no result is added twice
  CHECK(is_known("7x6,6,draws,true,card,,90,,2,,"));
  // A later run may take the same folder home: a result with the name of an earlier one, and the changed list's.
  write_open(95);
  std::ofstream(list) << "1b2/1bb1/1ww1/2w1 w\n";
  REQUIRE(rehearsal.within("X=", {"--note", "draws=" + list}).exit_code == 0);
  REQUIRE(rehearsal.take_home(home).exit_code == 0);
  CHECK(is_known("7x6,6,draws,true,card,,95,,3,,"));
  CHECK(std::filesystem::exists(noted + "4x4-3-draws-list-82f9dadd.notes"));
  // Counts of a solve that was cut off replace those of a solve that was cut off earlier.
  const std::string cut_off = "7x6-6-wins-diagonal-counts-open.json";
  auto further = nlohmann::json::parse(text_of_file(noted + cut_off));
  for (const int stages : {3, 2}) {
    further["stages"] = stages;
    std::ofstream(home + "/" + cut_off) << further.dump();
    REQUIRE(rehearsal.take_home(home).exit_code == 0);
    CHECK(nlohmann::json::parse(text_of_file(noted + cut_off))["stages"] == 3);
  }
  // A list does not replace another list of its name.
  const std::string kept_list = rehearsal.pack + "/notes" + list_notes, kept_text = text_of_file(kept_list);
  std::ofstream(home + list_notes) << good_notes;
  const ProgramRun refused = rehearsal.take_home(home);
  CHECK(refused.exit_code == 1);
  CHECK(lines_of(refused.err).size() == 1);
  const std::string second = "4x4-3-draws-list-e029acc0-2.notes";
  CHECK(contains(refused.err, "is there already and differs; rename " + home + list_notes + " to " + second));
  CHECK(text_of_file(kept_list) == kept_text);
  std::filesystem::rename(home + list_notes, home + "/" + second);
  REQUIRE(rehearsal.take_home(home).exit_code == 0);
  CHECK(text_of_file(kept_list) == kept_text);
  CHECK(text_of_file(noted + second) == good_notes);
  // Nor do counts replace others of their name, such as those of a second machine. The message says what helps.
  const std::string counts = "7x6-6-passes-diagonal-counts.json", kept_counts = text_of_file(noted + counts);
  auto others = nlohmann::json::parse(kept_counts);
  others["start"]["no_forced_win_within"] = 100;
  std::ofstream(results + "/" + counts) << others.dump();
  const std::string other_home = rehearsal.directory.file("other"), other_counts = other_home + "/" + counts;
  REQUIRE(rehearsal.within("X=", {"--home", other_home}).exit_code == 0);
  CHECK(contains(rehearsal.take_home(other_home).err, counts + " is there already and differs; remove it, or move " +
                                                          other_counts + " to " + other_home + "/taken;"));
  std::filesystem::rename(other_counts, other_home + "/taken/" + counts);
  REQUIRE(rehearsal.take_home(other_home).exit_code == 0);
  CHECK(text_of_file(noted + counts) == kept_counts);
}

TEST_CASE("if gpu.sh is stopped, the solve that runs gets one signal", "[cli][card]") {
  // Ctrl-C at a terminal sends SIGINT to every process of the script's group. The others reach the script alone.
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  CAPTURE(signal);
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{},
                                             {"--skip-checks"},
                                             {"--skip-checks", "--minutes", "08"},
                                             {"--skip-checks", "--within", "5"},
                                             {"--skip-checks", "--exact", "--minutes", "5"}}) {
    CAPTURE(options);
    const TemporaryDirectory directory;
    // In place of the program, a script counts the signals that it gets while it solves or measures the card. After a
    // second signal the program would end without saving its plane.
    const std::string program = directory.file("program"), count = directory.file("count");
    std::ofstream(program) << R"(#!/usr/bin/env python3
import os, signal, sys, time
if sys.argv[1] == "plan":
    print('{"plane_file_bytes":1,"seconds":1,"stage_seconds":0.001}')
    sys.exit()
signal.alarm(30)
came, sent = os.pipe()
os.set_blocking(sent, False)
signal.set_wakeup_fd(sent)
for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
    signal.signal(number, lambda number, frame: None)
os.write(2, b"waiting\n")
count = len(os.read(came, 9))
time.sleep(0.2)
os.write(sent, b"x")
count += len(os.read(came, 9)) - 1
open(os.environ["COUNT"], "a").write(f"{count} ")
sys.exit(143)
)";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    RunningProgram script(
        "/usr/bin/setsid",
        joined({UISGE_SOURCE "/scripts/gpu.sh", "--game", "9x9/1", "--results", directory.file("results")}, options),
        {.environment = {"UISGE=" + program, "COUNT=" + count}});
    REQUIRE(script.wait_for_message("waiting"));
    REQUIRE(::kill(signal == SIGINT ? -script.pid() : script.pid(), signal) == 0);
    REQUIRE(script.ends_within(std::chrono::seconds(10)));
    const ProgramRun run = script.wait();
    CAPTURE(run.err);
    CHECK(run.exit_code == 130);
    CHECK(occurrences(run.out, "Solving: ") == (options.empty() ? 0U : 1U));
    CHECK(text_of_file(count) == "1 ");
  }
}

TEST_CASE("gpu.sh refuses options that would do nothing, and files that it would not keep", "[cli][card][bad]") {
  const InstantSolves solves;
  solves.write("list.txt", "a position\n");
  using Words = std::vector<std::string>;
  for (const auto& [options, reason] : std::vector<std::pair<Words, std::string>>{
           {{"--minutes", "5", "--home", "x"}, "--home works only with --within"},
           {{"--exact", "--note", "draws=list.txt"}, "--note RULE=FILE works only with --within"},
           {{"--start-only", "--note-plies", "11"}, "--note-plies works only with --exact or --within"},
           {{"--within", "5", "--", "--threads", "4"}, "--within takes no options of uisge solve"},
           {{"--exact", "--", "--plane", "x.plane"}, "--plane: gpu.sh --exact keeps no plane; leave it out"},
           {{"--exact", "--", "--out=x.notes"}, "--out: gpu.sh names the files itself; leave it out"}}) {
    const ProgramRun run = solves.run(options);
    CHECK(run.exit_code == 2);
    CHECK(run.err == "gpu.sh: " + reason + "\n");
    CHECK(solves.take_calls().empty());
  }
}

TEST_CASE("gpu.sh --exact reads a list that an option of the solve names by a relative path", "[cli][card]") {
  const InstantSolves solves;
  solves.write("list.txt", "a position\n");
  for (const std::vector<std::string>& note : {std::vector<std::string>{"--note", "list.txt"}, {"--note=list.txt"}}) {
    CAPTURE(note);
    const ProgramRun run = solves.run(joined({"--exact", "--rules", "draws", "--"}, note));
    CAPTURE(run.err);
    CHECK(run.exit_code == 0);
    CHECK(solves.take_calls().ends_with("\na position\n"));
  }
  // Other options keep their words.
  solves.write("4", "");
  CHECK(solves.run({"--exact", "--rules", "draws", "--", "--threads", "4"}).exit_code == 0);
  CHECK(contains(solves.take_calls(), " --threads 4"));
}

TEST_CASE("gpu.sh --within plans no task if the time is over, and no task that is done", "[cli][card]") {
  const InstantSolves solves;
  CHECK(solves.run({"--within", "0"}).exit_code == 0);
  CHECK(solves.take_calls().empty());
  CHECK(solves.run({"--within", "5"}).exit_code == 0);
  // Four rules without diagonal jumps are solved for counts, three of them first for the start's distance, and four
  // rules with diagonal jumps for values.
  CHECK(occurrences("\n" + solves.take_calls(), "\nsolve ") == 11);
  const ProgramRun again = solves.run({"--within", "5"});
  CHECK(again.exit_code == 0);
  CHECK(occurrences(again.out, "Done: ") == 12);
  CHECK(solves.take_calls().empty());
}

TEST_CASE("gpu.sh --within keeps the best result of solves that were cut off", "[cli][card]") {
  const InstantSolves solves;
  struct Run {
    std::string stages, exit_code, kept;
  };
  // No solve is completed. The last one fails before its time is up (exit code 124), so it proves nothing.
  for (const auto& [stages, exit_code, kept] :
       {Run{"30", "124", "30"}, Run{"15", "124", "30"}, Run{"40", "124", "40"}, Run{"45", "4", "40"}}) {
    solves.write("program",
                 "#!/bin/sh\necho '{\"start\":{\"value\":null},\"seconds\":1,\"stage_seconds\":0.001,\"stages\":" +
                     stages + "}'\n[ \"$1\" = plan ] || exit " + exit_code + "\n");
    CHECK(solves.run({"--within", "5", "--rules", "draws"}).exit_code == 1);
    for (const char* const task : {"counts", "exact"}) {
      const auto result =
          text_of_file(solves.directory.file("gpu-results/9x9-1-draws-" + std::string(task) + "-open.json"));
      CHECK(contains(result, "\"stages\":" + kept + "}"));
    }
  }
}

TEST_CASE("gpu.sh solves a list or a number of plies again that differs from an earlier run's", "[cli][card]") {
  const InstantSolves solves;
  const auto solved = [&](const std::vector<std::string>& options) {
    const ProgramRun run = solves.run(joined({"--rules", "draws"}, options));
    CAPTURE(run.err);
    CHECK(run.exit_code == 0);
    return solves.take_calls();
  };
  CHECK(contains(solved({"--exact"}), " --note-plies 10 "));
  CHECK(contains(solved({"--exact", "--note-plies", "11"}), " --note-plies 11 "));
  CHECK(solved({"--exact"}).empty());
  CHECK(solved({"--exact", "--note-plies", "11"}).empty());
  CHECK(contains(solved({"--exact", "--", "--plies", "20"}), " --plies 20 "));

  const std::vector<std::string> noting{"--within", "5", "--note", "draws=next.txt"};
  const std::vector<std::string> solve_noting{"--exact", "--", "--note", "next.txt"};
  for (const std::string text : {"a position\n", "another position\n"}) {
    solves.write("next.txt", text);
    for (const std::vector<std::string>& options : {noting, solve_noting}) {
      CHECK(contains(solved(options), "\n" + text));
      CHECK(solved(options).empty());
    }
  }
  // Another list with the same file name.
  std::filesystem::create_directory(solves.directory.file("more"));
  solves.write("more/next.txt", "a third position\n");
  CHECK(contains(solved(joined(noting, {"--note", "draws=more/next.txt"})), "\na third position\n"));
}
