// Fuzzes the reader of game records. Every text gives games, or an error of one line that names the place. The moves of
// the games can be played, and if the games are written as text, reading this text gives the same games.

#include "core/game_record.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;

namespace {

void require_same(const GameRecord& a, const GameRecord& b) {
  require(a.start == b.start && a.rules == b.rules && a.result == b.result);
  require(a.white == b.white && a.black == b.black && a.date == b.date && a.other_tags == b.other_tags);
  require(a.comment == b.comment);
  require(is_same_play(a.moves, b.moves));
}

// Plays the moves, and plays each variation from the position in which it begins. Returns the position after all moves.
// NOLINTNEXTLINE(misc-no-recursion): as deep as variations are nested.
Position require_playable(const Board& board, RuleSet rules, Position position, const std::vector<RecordedMove>& moves,
                          int depth) {
  require(depth <= kMaxVariationDepth);
  for (const RecordedMove& move : moves) {
    for (const Variation& variation : move.variations) {
      require(!variation.moves.empty());
      require_playable(board, rules, position, variation.moves, depth + 1);
    }
    const MoveList possible = playable_moves(board, rules, position);
    require(std::find(possible.begin(), possible.end(), move.move) != possible.end());
    position = play(board, position, move.move);
  }
  return position;
}

void require_playable(const GameRecord& game) {
  const Board board(game.start.size());
  const Position end = require_playable(board, game.rules, game.start, game.moves, 0);
  const GameResult by_rules = result_by_rules(board, game.rules, end);
  require(by_rules == GameResult::kUnknown || game.result == by_rules || game.result == GameResult::kUnknown);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto games = parse_game_records(text);
  if (!games) {
    const std::string& message = games.error().message;
    require(games.error().kind == ErrorKind::kUsage && message.starts_with("line "));
    require(message.find('\n') == std::string::npos);
    return 0;
  }
  for (const GameRecord& game : *games) {
    require_playable(game);
    const auto again = parse_game_records(to_text(game));
    require(again && again->size() == 1);
    require_same(game, again->front());
  }
  return 0;
}
