// A player's lines in a game against a database: no line crashes the program, and no line but `quit` ends the game.
// The first two bytes of the input choose the rules, the sides and the level. Lines that save a game are left out,
// since they write files.
#include <cstdio>

#include "core/start.h"
#include "db/probe.h"
#include "solver/cli/game_dialogue.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;
using namespace uisge::cli;

namespace {

class TypedLines : public PromptReader {
 public:
  explicit TypedLines(std::string_view text) : text_(text) {}

  Result<std::optional<std::string>> read(Output& output, const std::string& prompt) override {
    output.write(prompt);
    while (!text_.empty()) {
      const std::string line(text_.substr(0, text_.find('\n')));
      text_.remove_prefix(std::min(line.size() + 1, text_.size()));
      if (line.find("save") == std::string::npos) return line;
    }
    return std::nullopt;
  }

  bool is_at_end() const { return text_.empty(); }

 private:
  std::string_view text_;
};

// One database per rule for stuck players.
const Database& database(std::uint8_t choice) {
  static const auto open = [](const char* name) {
    auto result = Database::open(std::string(UISGE_TEST_DATA "/") + name);
    require(result.has_value());
    return std::move(*result);
  };
  static const std::array databases{open("2x5-3-draws.uisge"), open("3x3-2-loses.uisge"), open("4x3-2-passes.uisge"),
                                    open("4x4-2-wins-diagonal.uisge")};
  return databases[choice % databases.size()];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool is_quiet = std::freopen("/dev/null", "w", stdout) != nullptr;
  require(is_quiet);
  if (size < 2) return 0;
  const Database& chosen = database(data[0]);
  const auto start = start_position(chosen.board(), chosen.identity().pieces);
  const HumanSides persons{(data[1] & 1) != 0, (data[1] & 2) != 0};
  const bool may_quit = text_of(data, size).find('q') != std::string_view::npos;
  if (!start || (!persons.white && !persons.black)) return 0;  // then no line is read
  const Strength strength{kWeakestLevel + (data[1] >> 2) % (kStrongestLevel - kWeakestLevel + 1), data[0]};
  Probe probe(chosen);
  TypedLines lines(text_of(data + 2, size - 2));
  Output output{OutputOptions{}};
  const auto done =
      GameDialogue(chosen.board(), chosen.identity().rules, *start, persons, strength, probe, lines, output, false)
          .run();
  require(done.has_value());
  require(may_quit || lines.is_at_end());
  return 0;
}
