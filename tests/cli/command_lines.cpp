#include "tests/cli/command_lines.h"

#include "tests/cli/run_program.h"

namespace uisge::test {

namespace {

constexpr const char* kLineStart = "3/bb1/1ww w";
constexpr const char* kOtherLineStart = "4/bb2/1ww1/4 w";

}  // namespace

CommandLines::CommandLines() {
  const std::string other = folder_.file("b.uisge");
  const std::string proof = folder_.file("a.proof");
  run_well({"solve", "--board", "3x3", "--pieces", "2", "--out", database()});
  run_well({"solve", "--board", "3x3", "--pieces", "2", "--stuck", "draws", "--out", other});
  run_well({"search", kLineStart, "--plies", "6", "--memory", "1M", "--proof", proof});
  const std::string compact = folder_.file("b.proof");
  run_well({"search", kLineStart, "--plies", "12", "--memory", "1M", "--proof", compact, "--compact"});
  const std::string book = folder_.file("a.book");
  run_well({"book", kLineStart, "--plies", "4", "--depth", "8", "--memory", "1M", "--out", book});
  const std::string extract = folder_.file("a.extract");
  run_well({"extract", database(), "--plies", "3", "--draws", "50", "--out", extract});
  const nlohmann::json checked = run_json("check", {database(), "--sha256"});
  const nlohmann::json entry{
      {"name", "a.uisge"}, {"bytes", checked["bytes"]}, {"sha256", checked["sha256"]}, {"board", "3x3"},
      {"pieces", 2},       {"stuck", "loses"},          {"diagonal_jumps", false},     {"holds", "distances"}};
  std::ofstream(folder_.file("index.json")) << nlohmann::json{{"format", "uisge-index 1"}, {"files", {entry}}};
  given_ = written();
  lines_ = {
      {{"show", "7/2bb3/1bbbb2/2wwww1/3ww2/7 w", "--json"}, {}},
      {{"perft", "--depth", "5", "--threads", "2", "--json"}, {}},
      {{"plan", "--board", "4x4", "--pieces", "2", "--threads", "2", "--json"}, {}},
      {{"solve", "--board", "3x3", "--pieces", "2", "--threads", "2", "--out", output(), "--json"}, {}},
      {{"solve", "--board", "3x3", "--pieces", "2", "--threads", "2", "--summary-only", "--json"}, {}},
      {{"solve", "--board", "3x3", "--pieces", "2", "--threads", "2", "--values", "--plane", folder_.file("plane"),
        "--summary-only", "--json"},
       {}},
      {{"solve", "--board", "3x3", "--pieces", "2", "--threads", "2", "--values", "--exact", "--plies", "20", "--plane",
        folder_.file("exact-plane"), "--json"},
       {}},
      {{"fetch", folder_.path(), "--out", folder_.file("fetched"), "--json"}, {}},
      {{"query", database(), kLineStart, "--json"}, {}},
      {{"query", database(), "-", "--json"}, "3/bb1/1ww w\n3/1bb/ww1 b\n"},
      {{"query", database(), kOtherLineStart, "--search", "8", "--threads", "2", "--memory", "1M", "--json"}, {}},
      {{"play", kLineStart, "--database", database()}, "hint\n1\nquit\n"},
      {{"play", kLineStart, "--threads", "2", "--memory", "1M"}, "hint\nquit\n"},
      {{"annotate", database(), "-", "--record", "--threads", "2"},
       std::string("[Start \"") + kLineStart + "\"]\nc1a1 a2c2 *\n"},
      {{"engine", database()}, "position startpos\ngo\n"},
      {{"engine", "--threads", "2", "--memory", "1M"}, std::string("position fen ") + kLineStart + "\ngo depth 12\n"},
      {{"search", kLineStart, "--plies", "12", "--memory", "1M", "--threads", "2", "--proof", folder_.file("new.proof"),
        "--json"},
       {}},
      {{"prove", kLineStart, "--memory", "1M", "--threads", "2", "--state", folder_.file("new.state"), "--out",
        folder_.file("new.proof"), "--json"},
       {}},
      {{"prove", "1bb/1ww/3 w", "--memory", "1M", "--threads", "2", "--guide", compact, "--json"}, {}},
      {{"verify-proof", proof, "--json"}, {}},
      {{"verify-proof", proof, "--stuck", "all", "--threads", "2", "--compact", folder_.file("new.compact"), "--json"},
       {}},
      {{"verify-proof", compact, "--threads", "2", "--text", folder_.file("new.text"), "--json"}, {}},
      {{"verify-proof", compact, "--compact", folder_.file("new.compact"), "--add", compact, "--json"}, {}},
      {{"query", compact, kLineStart, "--json"}, {}},
      {{"book", kLineStart, "--plies", "4", "--depth", "8", "--threads", "2", "--memory", "1M", "--out",
        folder_.file("new.book"), "--json"},
       {}},
      {{"book", "--check", book, "--json"}, {}},
      {{"reach", "--board", "3x3", "--pieces", "2", "--threads", "2", "--method", "keys", "--json"}, {}},
      {{"reach", "--board", "4x4", "--pieces", "3", "--threads", "2", "--method", "planes", "--json"}, {}},
      {{"info", database(), "--histogram", "--json"}, {}},
      {{"check", database(), "--json"}, {}},
      {{"verify", database(), "--threads", "2", "--receipt", folder_.file("receipt"), "--json"}, {}},
      {{"diff", database(), other, "--threads", "2", "--json"}, {}},
      {{"find", database(), "--reachable", "--count", "--threads", "2", "--json"}, {}},
      {{"find", database(), "--winning-moves", "1", "--threads", "2", "--json"}, {}},
      {{"find", database(), "--puzzle", "--sample", "3", "--threads", "2", "--json"}, {}},

      {{"export", database(), "--csv", folder_.file("labels.csv"), "--counts", folder_.file("counts.csv"), "--npy",
        folder_.file("arrays"), "--threads", "2", "--json"},
       {}},
      {{"extract", database(), "--plies", "3", "--draws", "50", "--threads", "2", "--memory", "1M", "--out",
        folder_.file("new.extract"), "--json"},
       {}},
      {{"extract", "--check", extract, "--depth", "4", "--memory", "1M", "--json"}, {}},
      {{"serve", database(), "--listen", "127.0.0.1:0", "--for", "0.1", "--threads", "2", "--json"}, {}},
      {{"bench", "--threads", "2", "--json"}, {}, true},
  };
}

const CommandLines& command_lines() {
  static const CommandLines lines;
  return lines;
}

std::vector<std::string> CommandLines::written() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    std::string name = entry.path().filename();
    if (std::ranges::find(given_, name) == given_.end()) names.push_back(std::move(name));
  }
  return names;
}

void CommandLines::clean_up() const {
  for (const std::string& name : written()) std::filesystem::remove_all(folder_.file(name));
}

}  // namespace uisge::test
