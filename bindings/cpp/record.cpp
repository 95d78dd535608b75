#include "uisge/record.h"

#include <algorithm>
#include <array>

#include "bindings/cpp/convert.h"
#include "core/game_record.h"

namespace uisge::v1 {

namespace {

constexpr std::array kResults{GameResult::kUnknown, GameResult::kWhiteWins, GameResult::kBlackWins, GameResult::kDraw};

}  // namespace

std::vector<GameRecord> read_records(std::string_view text) {
  std::vector<GameRecord> records;
  for (const uisge::GameRecord& read : take(parse_game_records(text))) {
    GameRecord record{to_public(read.start),
                      to_public(read.rules),
                      read.white,
                      read.black,
                      read.date,
                      std::string(uisge::to_string(read.result)),
                      {}};
    for (const RecordedMove& move : read.moves) record.moves.push_back(to_public(move.move));
    records.push_back(std::move(record));
  }
  return records;
}

std::string record_text(const GameRecord& record) {
  uisge::GameRecord written{.start = to_engine(record.start), .rules = to_engine(record.rules)};
  written.white = record.white;
  written.black = record.black;
  written.date = record.date;
  Position position = record.start;
  const Board& board = tables(position.board());
  for (const Move move : record.moves) {
    position = position.play(record.rules, move);
    written.moves.push_back({to_engine(board, move)});
  }
  const auto result = std::find_if(kResults.begin(), kResults.end(),
                                   [&](GameResult one) { return uisge::to_string(one) == record.result; });
  if (result == kResults.end()) {
    throw Error(ErrorKind::kUsage, "result: '" + record.result + "' is none, '1-0', '0-1', '1/2-1/2' and '*' are");
  }
  const GameResult by_rules = result_by_rules(board, written.rules, to_engine(position));
  if (by_rules != GameResult::kUnknown && *result != GameResult::kUnknown && *result != by_rules) {
    throw Error(ErrorKind::kUsage, "result: it is given as " + record.result + ", by the rules it is " +
                                       std::string(uisge::to_string(by_rules)));
  }
  written.result = *result;
  return to_text(written);
}

}  // namespace uisge::v1
