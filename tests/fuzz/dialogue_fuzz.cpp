// Any lines as what a player types: answered, without a crash, and no line ends the game but `quit`. The first two
// bytes choose the rules and who plays.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "core/moves.h"
#include "core/start.h"
#include "solver/cli/game_dialogue.h"

using namespace uisge;
using namespace uisge::cli;

namespace {

// The first move, whatever it is worth.
class AnyAdviser : public Adviser {
 public:
  AnyAdviser(const Board& board, RuleSet rules) : board_(board), rules_(rules) {}
  Result<std::vector<SearchedMove>> advise(const Position& position) override {
    std::vector<SearchedMove> advice;
    for (const Move move : playable_moves(board_, rules_, position)) {
      SearchedMove searched{};
      searched.move = move;
      advice.push_back(searched);
    }
    return advice;
  }

 private:
  const Board& board_;
  RuleSet rules_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool is_quiet = std::freopen("/dev/null", "w", stdout) != nullptr;
  static const Board board({4, 4});
  static const auto start = start_position(board, 3);
  if (size < 2 || !is_quiet || !start) return 0;
  const RuleSet rules = kAllRuleSets[data[0] % std::size(kAllRuleSets)];
  const Persons persons{(data[1] & 1) != 0, (data[1] & 2) != 0};
  if (!persons.white && !persons.black) return 0;  // no line is read
  AnyAdviser adviser(board, rules);
  std::istringstream input(std::string(data + 2, data + size));
  Output output{OutputOptions{}};
  if (!GameDialogue(board, rules, *start, persons, adviser, input, output).run()) std::abort();
  return 0;
}
