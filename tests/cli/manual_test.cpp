// The help, the manual pages and the completions have every option that `uisge help --json` lists.
#include "solver/cli/suggestion.h"
#include "tests/cli/run_program.h"
#include "tests/cli/terminal.h"

using namespace uisge::test;
using nlohmann::json;

namespace {

const std::string kManual = UISGE_MANUAL;

std::string page(const std::string& name) {
  std::string text = text_of_file(kManual + "/" + name);
  REQUIRE(!text.empty());
  return text;
}

// Manual pages write a dash as \-, so that users can copy the dash.
std::string in_roff(const std::string& name) {
  std::string text;
  for (const char c : name) text += c == '-' ? "\\-" : std::string(1, c);
  return text;
}

// The words that bash offers in place of the last word.
std::set<std::string> completions(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += " '" + word + "'";
  const std::string script = "source " + kManual + "/uisge.bash\nCOMP_WORDS=(" + line +
                             ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) +
                             "\n_uisge\nprintf '%s\\n' \"${COMPREPLY[@]}\"";
  const ProgramRun run = RunningProgram("/bin/bash", {"--norc", "-c", script}).wait();
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  std::set<std::string> result;
  for (const std::string& offer : lines_of(run.out)) {
    if (!offer.empty()) result.insert(offer);
  }
  return result;
}

}  // namespace

TEST_CASE("every option is in the help, the manual page and the completions of its command", "[cli][manual][no-asan]") {
  const json manual = run_json("help", {});
  const std::string bash = page("uisge.bash");
  const std::string zsh = page("_uisge");
  const std::string fish = page("uisge.fish");
  const std::string main_page = page("uisge.1");
  std::size_t options = 0;
  for (const json& command : manual["commands"]) {
    const std::string name = command["command"];
    CAPTURE(name);
    CHECK(contains(main_page, "\\fB" + in_roff(name) + "\\fR"));
    const std::string own_page = page("uisge-" + name + ".1");
    const ProgramRun told = run_well({name, "--help"});
    const std::string& help = told.out;
    CHECK(told.err.empty());
    CHECK(help == run_uisge({"help", name}).out);
    CHECK(longest_line(help) <= 80);
    CHECK(contains(help, "\nUsage: uisge " + name));
    CHECK(contains(help, "\nExample:\n  uisge " + name));
    check_refused({name, "--color", "blue"}, 2);
    CHECK(contains(help, command["example"].get<std::string>()));
    const std::size_t zsh_at = zsh.find("\n      " + name + ")");
    const std::string zsh_part = zsh.substr(zsh_at, zsh.find(";;", zsh_at) - zsh_at);
    const std::size_t bash_at = bash.find("\n    " + name + ")");
    const std::string bash_part = bash.substr(bash_at, bash.find("esac", bash_at) - bash_at);
    for (const json& option : command["options"]) {
      for (const std::string option_name : option["names"]) {
        CAPTURE(option_name);
        ++options;
        CHECK(contains(help, option_name));
        CHECK(contains(own_page, "\\fB" + in_roff(option_name) + "\\fR"));
        CHECK(contains(zsh_part, option_name));
        if (option["argument"]) continue;
        CHECK(contains(bash_part, option_name));
        const bool is_long = option_name.starts_with("--");
        const std::string switch_text = is_long ? " -l " + option_name.substr(2) : " -s " + option_name.substr(1);
        bool in_fish = false;
        for (const std::string& line : lines_of(fish)) {
          in_fish = in_fish || (contains(line, "from " + name + "'") && contains(line + " ", switch_text + " "));
        }
        CHECK(in_fish);
      }
    }
  }
  CHECK(options > manual["commands"].size() * 4);  // every command has -h, --help, --json, --color
}

TEST_CASE("the dialogues, which have no JSON, do not offer it", "[cli][manual]") {
  for (const std::string command : {"play", "engine"}) {
    CAPTURE(command);
    CHECK(!contains(run_uisge({"help", command}).out, "print JSON"));
    CHECK(!contains(page("uisge-" + command + ".1"), "\\-\\-json"));
    CHECK(completions({"uisge", command, "--js"}).empty());
  }
  check_refused({"engine", "--json"}, 2, "engine: it speaks the lines of docs/engine.md; use query --json");
}

TEST_CASE("bash completes commands, options and their words", "[cli][manual]") {
  CHECK(RunningProgram("/bin/bash", {"-n", kManual + "/uisge.bash"}).wait().exit_code == 0);
  CHECK(completions({"uisge", "qu"}) == std::set<std::string>{"query"});
  CHECK(completions({"uisge", "--v"}) == std::set<std::string>{"--version"});
  CHECK(completions({"uisge", "solve", "--stu"}) == std::set<std::string>{"--stuck"});
  CHECK(completions({"uisge", "solve", "--stuck", ""}) == std::set<std::string>{"loses", "wins", "draws", "passes"});
  CHECK(completions({"uisge", "help", "verify"}) == std::set<std::string>{"verify", "verify-proof"});
  CHECK(completions({"uisge", "info", kManual + "/uisge.b"}) == std::set<std::string>{kManual + "/uisge.bash"});
  CHECK(completions({"uisge", "solve", "--out", kManual + "/uisge.f"}) ==
        std::set<std::string>{kManual + "/uisge.fish"});
  CHECK(completions({"uisge", "solve", "--board", ""}).empty());
}

TEST_CASE("the manual pages are formatted without a warning", "[cli][manual]") {
  if (is_skipped(!std::filesystem::exists("/usr/bin/groff"), "there is no groff")) return;
  for (const auto& entry : std::filesystem::directory_iterator(kManual)) {
    if (entry.path().extension() != ".1") continue;
    CAPTURE(entry.path());
    const ProgramRun run = RunningProgram("/usr/bin/groff", {"-man", "-Tascii", "-ww", "-z", entry.path()}).wait();
    CHECK(run.exit_code == 0);
    CHECK(run.err.empty());
  }
}

TEST_CASE("help without a command is the program's own page", "[cli][manual]") {
  CHECK(run_uisge({"help"}).out == run_uisge({"--help"}).out);
}

// tests/data/refused-commands.txt has the typing errors that do get advice.
TEST_CASE("words that resemble no command or option get no advice", "[cli][manual]") {
  CHECK(!contains(run_uisge({"chess"}).err, "did you mean"));
  CHECK(!contains(run_uisge({"solve", "--castling"}).err, "did you mean"));
}

TEST_CASE("the distance of two words counts single changes", "[cli][manual]") {
  using uisge::cli::edit_distance;
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("solve", "sovle") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("ca", "abc") == 3);
  CHECK(uisge::cli::did_you_mean(std::string(100000, 'a'), {"aa"}).empty());
}

TEST_CASE("the version says how the program was built", "[cli][manual]") {
  const ProgramRun run = run_well({"--version"});
  CHECK(run.err.empty());
  CHECK(run.out.starts_with("uisge " UISGE_EXPECTED_VERSION "\ncommit "));
  for (const char* const part : {"\ncompiler ", "\nkernels   portable", "\nMPI "}) CHECK(contains(run.out, part));
  CHECK(last_line(run.out).starts_with("MPI "));
  // The text must name a commit of this repository: the commit of the last build, which need not be the newest.
  std::istringstream words(run.out.substr(run.out.find("\ncommit ") + 8));
  std::string commit;
  words >> commit;
  const std::string ask = "cd '" UISGE_SOURCE "' && git rev-parse HEAD";
  const int exit_code = RunningProgram("/bin/sh", {"-c", ask}).wait().exit_code;
  if (is_skipped(exit_code != 0, "the source is no git repository")) return;
  CAPTURE(commit);
  const std::string is_known = "cd '" UISGE_SOURCE "' && git cat-file -e '" + commit.substr(0, commit.find('-')) + "'";
  CHECK(RunningProgram("/bin/sh", {"-c", is_known}).wait().exit_code == 0);
}
