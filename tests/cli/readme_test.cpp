// Compares the sessions of README.md, docs/commands.md and docs/recipes.md with what the program prints, except for
// times.
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;

namespace {

struct Step {
  std::string command;
  std::string output;  // "...\n" where the page leaves lines out
};

// Takes the blocks of code under the heading, up to the next heading of the same level. A command that ends with |
// continues in the next line.
std::vector<Step> session_of_the_page(const std::string& name, const std::string& heading) {
  std::ifstream page(UISGE_SOURCE "/" + name);
  std::vector<Step> steps;
  bool in_section = false;
  bool in_code = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with(heading.substr(0, heading.find(' ') + 1))) in_section = line == heading;
    if (!in_section) continue;
    if (line.starts_with("```")) {
      in_code = !in_code;
    } else if (in_code && line.starts_with("$ ")) {
      steps.push_back({line.substr(2), ""});
    } else if (in_code && !steps.empty() && steps.back().command.ends_with('|')) {
      steps.back().command += line;
    } else if (in_code && !steps.empty()) {
      steps.back().output += line + '\n';
    }
  }
  return steps;
}

// Replaces what differs between machines: in lines that tell a time, the numbers, the units of time and the instruction
// sets. Also removes empty lines at the end of the text.
std::string steady(const std::string& text) {
  static const std::regex kMinutes("[0-9]+ min ");  // a busy machine may need more than a minute
  static const std::regex kNumber("[0-9][0-9.,]*");
  static const std::regex kWords("(milli)?seconds?|minutes?|portable|avx2|avx512|neon|threads?");
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const bool tells_time = line.starts_with("time ") || contains(line, " s on ");
    if (tells_time) {
      line = std::regex_replace(line, kMinutes, "");
      line = std::regex_replace(std::regex_replace(line, kWords, "WORD"), kNumber, "N");
    }
    result += line + '\n';
  }
  while (result.ends_with("\n\n")) result.pop_back();
  return result;
}

}  // namespace

TEST_CASE("the session of the README is what the program prints", "[cli][readme][.slow]") {
  std::vector<Step> steps;
  for (const auto& [page, heading, least] : {std::tuple{"README.md", "## A session", 2},
                                             {"docs/commands.md", "## A session", 3},
                                             {"docs/recipes.md", "# Recipes", 12}}) {
    const std::vector<Step> more = session_of_the_page(page, heading);
    REQUIRE(std::ssize(more) >= least);
    steps.insert(steps.end(), more.begin(), more.end());
  }
  const TemporaryDirectory directory;
  const std::string folder = std::filesystem::path(UISGE_PROGRAM).parent_path();
  std::size_t compared = 0;
  for (const Step& step : steps) {
    CAPTURE(step.command);
    const std::string script = "cd '" + directory.path() + "' && PATH='" + folder + "':$PATH && " + step.command;
    const ProgramRun run = RunningProgram("/bin/sh", {"-c", script}).wait();
    CHECK(run.exit_code == 0);
    if (steady(step.output) == "...\n") continue;
    ++compared;
    CHECK(steady(run.out) == steady(step.output));
  }
  CHECK(compared >= 15);
}
