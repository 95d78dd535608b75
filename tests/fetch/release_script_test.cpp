// Tests the order of the steps of scripts/release.sh, and where the script stops. Stand-ins take the place of git, the
// compiler and the scripts of the steps.
#include "tests/cli/run_program.h"

using namespace uisge::test;
namespace fs = std::filesystem;

namespace {

struct Release {
  TemporaryDirectory folder;

  Release() {
    for (const char* const name : {"scripts", ".ci", "build/release", "build/data", "docs/proofs", "bin"}) {
      fs::create_directories(folder.file(name));
    }
    for (const char* const name : {"scripts/release.sh", "scripts/common.sh"}) {
      fs::copy_file(std::string(UISGE_SOURCE "/") + name, folder.file(name));
    }
    for (const char* const name : {".ci/run", "scripts/long_checks.sh", "build/release/uisge", "scripts/package.sh",
                                   "scripts/site.sh", "scripts/test_page.sh", "scripts/release_data.sh"}) {
      write_script(folder.file(name), "echo \"did $0\"; test \"$0\" != \"$BROKEN\"");
    }
    write_script(folder.file("bin/cmake"), "exit 0");
    write_script(folder.file("bin/git"), "cat changes");
    write("changes", "");
    write("docs/proofs/a.proof", "");
    write("build/data/of-an-earlier-run", "");
    write("CMakeLists.txt", "project(uisge VERSION 1.2.3 LANGUAGES CXX)\n");
    write("CITATION.cff", "version: 1.2.3\n");
    write("CHANGELOG.md", "# Changes\n\n## 1.2.3, 2030-01-31\n");
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder.file(name)) << text; }
  ProgramRun run(const std::vector<std::string>& arguments, const std::string& broken = "none") const {
    const RunOptions options{.environment = {"PATH=" + folder.file("bin") + ":/usr/bin:/bin", "BROKEN=" + broken}};
    return RunningProgram(folder.file("scripts/release.sh"), arguments, options).wait();
  }
};

// The programs that the script runs, in order, each after the name of the step to which it belongs.
const std::vector<std::pair<std::string, std::string>> kSteps{
    {"ci", ".ci/run"},
    {"long", "scripts/long_checks.sh"},
    {"proofs", "build/release/uisge"},
    {"packages", "scripts/package.sh"},
    {"site", "scripts/site.sh"},
    {"site", "scripts/test_page.sh"},
    {"data", "scripts/release_data.sh"},
};

std::vector<std::string> done_by(const ProgramRun& run) {
  std::vector<std::string> done;
  for (const std::string& line : lines_of(run.out)) {
    if (line.starts_with("did ")) done.push_back(line.substr(4));
  }
  return done;
}

}  // namespace

TEST_CASE("a release stops at the first step that fails, and goes on from it", "[fetch]") {
  const Release release;
  std::vector<std::string> before;
  std::size_t first_of_step = 0;
  for (std::size_t at = 0; at < kSteps.size(); ++at) {
    const std::string& step = kSteps[at].first;
    if (at > 0 && step != kSteps[at - 1].first) first_of_step = at;
    CAPTURE(kSteps[at].second);
    before.push_back(kSteps[at].second);
    const ProgramRun stopped = release.run({}, kSteps[at].second);
    CHECK(stopped.exit_code == 1);
    CHECK(done_by(stopped) == before);
    CHECK(stopped.err ==
          "release.sh: stopped at the step " + step + "; scripts/release.sh --from " + step + " goes on\n");
    std::vector<std::string> rest;
    for (std::size_t left = first_of_step; left < kSteps.size(); ++left) rest.push_back(kSteps[left].second);
    CHECK(done_by(release.run({"--from", step})) == rest);
  }
  CHECK(done_by(release.run({})) == before);
  CHECK_FALSE(fs::exists(release.folder.file("build/data/of-an-earlier-run")));
}

TEST_CASE("a release does not begin with a version that its files do not agree on", "[fetch][bad]") {
  for (const auto& [file, text, message] : std::vector<std::array<std::string, 3>>{
           {"changes", " M README.md\n", "not committed"},
           {"bin/git", "#!/bin/sh\nexit 128\n", "made of a commit"},
           {"CITATION.cff", "version: 1.2.30\n", "CITATION.cff has another version"},
           {"CHANGELOG.md", "## Unreleased\n", "has no heading '## 1.2.3, YYYY-MM-DD'"},
           {"CHANGELOG.md", "## 1.2.3, 2030-01-31\n\nThis will be version 1.2.3.\n", "a version to come"},
       }) {
    CAPTURE(file, text);
    const Release release;
    release.write(file, text);
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{}, {"--from", "data"}}) {
      const ProgramRun run = release.run(arguments);
      CHECK(run.exit_code == 1);
      CHECK(contains(run.err, message));
      CHECK(done_by(run).empty());
    }
  }
  const Release release;
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"long"}, {"--from"}, {"--from", "tests"}, {"--from", "ci", "long"}}) {
    const ProgramRun run = release.run(arguments);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.err, "see --help"));
    CHECK(done_by(run).empty());
  }
}
