// Game records: what is written is read back, what is written by hand is understood, what is broken is refused.
#include "core/game_record.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <random>

#include "core/notation.h"
#include "core/start.h"

using namespace uisge;

namespace {

// White is to move and completes with a1c1.
constexpr const char* kCrownNext = "3/3/wb1 w";

GameRecord random_game(BoardSize size, int pieces, RuleSet rules, std::mt19937& random) {
  const Board board(size);
  GameRecord record{.start = start_position(board, pieces).value(), .rules = rules};
  record.white = "Ann \"the \\ Jumper\"";
  record.date = "2026.11.23";
  record.other_tags = {{"Event", "a test"}, {"Round", "7"}};
  record.comment = "before the first move";
  Position position = record.start;
  for (int ply = 0; ply < 40; ++ply) {
    const MoveList moves = playable_moves(board, rules, position);
    if (moves.empty()) break;
    const Move move = moves[random() % moves.size()];
    record.moves.push_back({move, random() % 4 == 0 ? "a remark (with brackets) [and; more] 100 %" : ""});
    position = play(board, position, move);
  }
  record.result = result_by_rules(board, rules, position);
  return record;
}

std::string refusal(const std::string& text) {
  const auto games = parse_game_records(text);
  if (games) return "";
  CHECK(games.error().kind == ErrorKind::kUsage);
  CHECK(games.error().message.find('\n') == std::string::npos);
  return games.error().message;
}

}  // namespace

TEST_CASE("game records are read back as they were written, several in a text", "[record]") {
  std::mt19937 random(16);
  std::string all;
  std::size_t games = 0;
  for (const RuleSet rules : kAllRuleSets) {
    for (const int pieces : {2, 4, 6}) {
      const GameRecord record = random_game(pieces == 6 ? kRealBoard : BoardSize{5, 5}, pieces, rules, random);
      const std::string text = to_text(record);
      for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) CHECK(text.find('\n', at) - at <= 80);
      const auto read = parse_game_records(text);
      REQUIRE(read);
      REQUIRE(read->size() == 1);
      const GameRecord& again = read->front();
      CHECK(again.start == record.start);
      CHECK(again.rules == record.rules);
      CHECK(again.white == record.white);
      CHECK(again.black.empty());
      CHECK(again.date == record.date);
      CHECK(again.other_tags == record.other_tags);
      CHECK(again.comment == record.comment);
      CHECK(again.result == record.result);
      REQUIRE(again.moves.size() == record.moves.size());
      for (std::size_t i = 0; i < record.moves.size(); ++i) {
        CHECK(again.moves[i].move == record.moves[i].move);
        CHECK(again.moves[i].comment == record.moves[i].comment);
      }
      CHECK(to_text(again) == text);
      all += "\n" + text;
      ++games;
    }
  }
  const auto read = parse_game_records(all);
  REQUIRE(read);
  CHECK(read->size() == games);
}

TEST_CASE("a record written by hand is understood", "[record]") {
  const auto one = parse_game_records("[Start \"" + std::string(kCrownNext) + "\"]\n\n1.A1-C1!! {over}");
  REQUIRE(one);
  REQUIRE(one->front().moves.size() == 1);
  CHECK(one->front().moves.front().comment == "over");
  CHECK(one->front().result == GameResult::kWhiteWins);
  CHECK(parse_game_records("")->empty());
  CHECK(parse_game_records(" \n; nothing\n")->empty());
  CHECK(parse_game_records("*")->front().moves.empty());
}

TEST_CASE("the record of the page is read, and written as it stands", "[record]") {
  std::ifstream page(UISGE_RECORD_PAGE);
  std::string example;
  bool is_inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) is_inside = !is_inside;
    if (is_inside && !line.starts_with("```")) example += line + "\n";
  }
  const auto games = parse_game_records(example);
  REQUIRE(games);
  REQUIRE(games->size() == 1);
  CHECK(to_text(games->front()) == example);
}

TEST_CASE("a game that Black begins is numbered so", "[record]") {
  const auto games = parse_game_records("[Start \"3/3/bw1 b\"]\n1... a1c1 0-1\n");
  REQUIRE(games);
  CHECK(games->front().result == GameResult::kBlackWins);
  CHECK(to_text(games->front()).ends_with("\n1... a1c1 0-1\n"));
}

TEST_CASE("a broken record is refused at its line and column", "[record]") {
  const std::string start = "[Start \"" + std::string(kCrownNext) + "\"]\n";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"[Stuck \"cries\"]\n*", "line 1, column 1: "},
      {"\n  [Board \"70x6\"]\n*", "line 2, column 3: "},
      {"[Board \"5x5\"]\n[Pieces \"0\"]\n*", "line 2, column 1: "},
      {"[Board \"5x5\"]\n[Pieces \"2x\"]\n*", "line 2, column 1: "},
      {"[Start \"7/7 w\"]\n*", "line 1, column 1: "},
      {start + "[Board \"7x6\"]\n*", "line 2, column 1: "},
      {start + "[Pieces \"3\"]\n*", "line 2, column 1: "},
      {"[DiagonalJumps \"maybe\"]\n*", "line 1, column 1: "},
      {"[Result \"2-0\"]\n*", "line 1, column 1: "},
      {"[White \"A\"]\n[White \"B\"]\n*", "line 2, column 1: "},
      {"[Game \"Chess\"]\n*", "line 1, column 1: "},
      {"[\"A\"]", "line 1, column 2: "},
      {"[White A]", "line 1, column 8: "},
      {"[White \"A]", "line 1, column 1: "},
      {"[White \"A\nB\"]", "line 1, column 1: "},
      {"[White \"A\\", "line 1, column 1: "},
      {"[Board \"3x3\\\n[Stuck\"]\n*", "line 1, column 1: "},
      {"[White \"A\"", "line 1, column 11: "},
      {"[", "line 1, column 2: "},
      {start + "1. a1a2 *", "line 2, column 4: "},
      {start + "1. a1c1 b2b3", "line 2, column 9: "},
      {start + "1. a1c1 0-1", "line 2, column 12: "},
      {start + "[Result \"0-1\"]\n1. a1c1 1-0", "line 3, column 12: "},
      {start + "1. {no end", "line 2, column 4: "},
      {start + "1. (a1c1) *", "line 2, column 4: "},
      {start + "1. a1c1 } 1-0", "line 2, column 9: "},
      {start + "\x01 *", "line 2, column 1: "},
  };
  for (const auto& [text, place] : cases) {
    CAPTURE(text);
    CHECK(refusal(text).starts_with(place));
  }
}

TEST_CASE("no cut or changed record makes the reader stumble", "[record]") {
  std::mt19937 random(24);
  const std::string good = to_text(random_game({5, 5}, 4, {}, random));
  for (std::size_t size = 0; size < good.size(); ++size) (void)parse_game_records(good.substr(0, size));
  for (int i = 0; i < 2000; ++i) {
    std::string bad = good;
    for (int change = 0; change < 3; ++change) bad[random() % bad.size()] = static_cast<char>(random());
    const auto games = parse_game_records(bad);
    // What is accepted is a game: it can be written and read again.
    if (!games) continue;
    std::string text;
    for (const GameRecord& game : *games) text += to_text(game) + "\n";
    CHECK(parse_game_records(text));
  }
}
