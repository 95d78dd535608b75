// Passes arbitrary bytes to the standard input of `uisge query DATABASE -`. Every line with a question gets one answer,
// or one error with the line's number. Answers and errors come in the order of the lines. The exit code says whether
// all questions were answered. The input's first byte chooses the database, and whether the search answers where the
// database cannot.

#include <cstdio>
#include <nlohmann/json.hpp>

#include "db/line_reader.h"
#include "solver/cli/commands.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;

namespace {

constexpr std::array kDatabases{UISGE_TEST_DATA "/2x5-3-draws.uisge", UISGE_TEST_DATA "/3x3-2-loses.uisge",
                                UISGE_TEST_DATA "/4x3-2-passes.uisge", UISGE_TEST_DATA "/4x4-2-wins-diagonal.uisge",
                                UISGE_TEST_DATA "/4x4-2-wins-diagonal.plies"};

struct Asked {
  std::vector<std::uint64_t> lines;  // the numbers of the lines with a question
  bool is_readable = true;           // no line is too long
};

Asked asked_in(std::string_view text) {
  Asked asked;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.size() > kMaxLineBytes) {
      asked.is_readable = false;
      break;
    }
    if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // a byte order mark
    const std::size_t begin = line.find_first_not_of(" \t\r");
    line.remove_prefix(std::min(begin, line.size()));
    const bool is_heading = line.starts_with("position,");  // of `uisge find --csv`
    if (!line.empty() && line.front() != '#' && !is_heading) asked.lines.push_back(number);
  }
  return asked;
}

int run_query(const char* database, bool searches) {
  std::vector<const char*> words{"uisge", "query", database, "-", "--json", "--threads", "1", "--memory", "1M"};
  if (searches) words.insert(words.end(), {"--search", "2"});
  cli::Program program;
  cli::add_query(program);
  return program.run(static_cast<int>(words.size()), words.data());
}

void require_answers(const Asked& asked, const std::string& out, int exit_code) {
  std::size_t answers = 0;
  std::size_t errors = 0;
  for (std::size_t begin = 0; begin < out.size(); ++answers) {
    const std::size_t end = out.find('\n', begin);
    require(end != std::string::npos && answers < asked.lines.size());
    const auto json = nlohmann::json::parse(out.substr(begin, end - begin));
    require(json.at("line_number") == asked.lines[answers]);
    require(json.contains("error") != json.contains("value"));
    if (json.contains("error")) ++errors;
    begin = end + 1;
  }
  require(answers == asked.lines.size());
  const int expected = !asked.is_readable ? 3 : errors > 0 ? 2 : 0;
  require(exit_code == expected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const MemoryFile in(STDIN_FILENO);
  static const MemoryFile out(STDOUT_FILENO);
  if (size == 0) return 0;
  const std::string_view text = text_of(data + 1, size - 1);
  in.set(text.data(), text.size());
  out.set("", 0);
  const std::size_t choice = data[0] >> 1;
  const int exit_code = run_query(kDatabases[choice % kDatabases.size()], (data[0] & 1) != 0);
  require_answers(asked_in(text), out.text(), exit_code);
  return 0;
}
