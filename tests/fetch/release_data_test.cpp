// `scripts/release_data.sh` makes the files that `uisge fetch` downloads. Also tests where this and other scripts look
// for relative paths.
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

ProgramRun run_script(const std::string& folder, const std::vector<std::string>& arguments,
                      const std::string& name = "release_data.sh", const std::string& program = UISGE_PROGRAM) {
  const auto words = joined({"-c", "cd \"$0\" && exec \"$@\"", folder, UISGE_SOURCE "/scripts/" + name}, arguments);
  return RunningProgram("/bin/sh", words, {.environment = {"UISGE=" + program}}).wait();
}

}  // namespace

TEST_CASE("the set of a release is made, goes on after an interruption, and is fetched", "[fetch]") {
  const TemporaryDirectory folder;
  // The folder has a database and a file index.json that is not an index.
  fs::create_directory(folder.file("set"));
  fs::copy_file(UISGE_TEST_DATA "/3x3-2-loses.uisge", folder.file("set/3x3-2-loses.uisge"));
  std::ofstream(folder.file("set/index.json")) << "{}";
  const auto written = fs::last_write_time(folder.file("set/3x3-2-loses.uisge"));
  const ProgramRun made = run_script(folder.path(), {"--out", "set", "3x3/2"});
  CAPTURE(made.out, made.err);
  REQUIRE(made.exit_code == 0);
  CHECK(fs::last_write_time(folder.file("set/3x3-2-loses.uisge")) == written);

  const json report = run_json("fetch", {folder.file("set"), "--out", folder.file("taken")});
  // The release has two databases for each of the eight rule sets, and the proofs.
  const auto proofs = std::distance(fs::directory_iterator(UISGE_SOURCE "/docs/proofs"), {});
  CHECK(report["files"].size() == 16 + static_cast<std::size_t>(proofs));
  for (const char* name : {"/3x3-2-loses.uisge", "/3x3-2-loses-values.uisge"}) {
    CHECK((read_bytes(folder.file("taken") + name) == read_bytes(std::string(UISGE_TEST_DATA) + name)));
  }
  const std::string known_sums = text_of_file(UISGE_SOURCE "/docs/checksums.txt");
  int databases = 0;
  for (const json& file : report["files"]) {
    const std::string path = folder.file("taken/" + file["name"].get<std::string>());
    CAPTURE(path);
    if (file["holds"] == "proof") continue;
    ++databases;
    const json info = run_json("info", {path});
    check_same(info, file, {"board", "pieces", "stuck", "diagonal_jumps", "bytes"});
    CHECK(info["distances"] == (file["holds"] == "distances"));
    if (file["holds"] == "distances") {
      CHECK(contains(known_sums, file["sha256"].get<std::string>() + "  " + file["name"].get<std::string>()));
    }
  }
  CHECK(databases == 16);
}

TEST_CASE("for scripts, relative paths begin in the folder where the script is started", "[fetch]") {
  const TemporaryDirectory folder;
  fs::create_symlink(UISGE_PROGRAM, folder.file("program"));
  CHECK(run_script(folder.path(), {"--kept", "set", "3x3/2"}, "checksums.sh", "program").exit_code == 0);
  CHECK(fs::exists(folder.file("set/3x3-2-loses.uisge")));
  CHECK(run_script(folder.path(), {"--out", "set", "3x3/2"}, "release_data.sh", "program").exit_code == 0);
  // frontier.sh does not repeat a search whose result is in the folder.
  fs::create_directory(folder.file("found"));
  for (const std::string stuck : {"loses", "wins", "draws", "passes"}) {
    for (const char* diagonal : {"no", "yes"}) {
      std::ofstream(folder.file("found/" + stuck + "-" + diagonal + "-1-1M.json"))
          << R"({"value":"win","distance":33,"nodes":2000000})";
    }
  }
  const ProgramRun table = run_script(folder.path(), {"1", "1M", "found"}, "frontier.sh", "program");
  CHECK(occurrences(table.out, "| win for White in 33 | 2 |") == 8);
}

TEST_CASE("a database that check refuses ends checksums.sh", "[fetch][bad]") {
  const TemporaryDirectory folder;
  fs::create_directory(folder.file("set"));
  std::ofstream(folder.file("set/3x3-2-loses.uisge")) << "no database";
  const ProgramRun run = run_script(folder.path(), {"--kept", "set", "3x3/2"}, "checksums.sh");
  CHECK(run.exit_code == 3);
  CHECK(contains(run.err, "3x3-2-loses.uisge"));
  CHECK(!contains(run.out, "done"));
}

TEST_CASE("scripts refuse words that name nothing", "[fetch][bad]") {
  const TemporaryDirectory folder;
  for (const auto& [name, words] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{{"fuzz.sh", {"record_fuzz"}},
                                                                     {"fuzz.sh", {"08"}},
                                                                     {"bench.sh", {"movgen"}},
                                                                     {"mutate.sh", {"--first", "no such line"}}}) {
    CAPTURE(name);
    const ProgramRun run = run_script(folder.path(), words, name);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.err, name + ": "));
    CHECK(contains(run.err, "see --help"));
  }
}

TEST_CASE("the script of a release refuses unknown options and boards", "[fetch][bad]") {
  const TemporaryDirectory folder;
  CHECK(contains(run_script(folder.path(), {"--help"}).out, "scripts/release_data.sh [--out FOLDER]"));
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--out"}, {"--out", ""}, {"--fast"}, {"3x3"}}) {
    const ProgramRun run = run_script(folder.path(), words);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.err, "release_data.sh: "));
  }
  // docs/checksums.txt does not list 2x2 with one piece a side.
  const ProgramRun run = run_script(folder.path(), {"--out", "set", "2x2/1"});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.err, "2x2/1 is not in docs/checksums.txt, which has 3x3/2 "));
  CHECK_FALSE(fs::exists(folder.file("set/index.json")));
}
