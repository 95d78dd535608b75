// Game records: written records are read back, hand-written ones are understood, broken ones are refused. This file is
// long because a record can be written and broken in many ways.
#include <ctime>

#include "core/game_record.h"
#include "core/notation.h"
#include "core/start.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// White is to move and completes with a1c1.
const std::string kCrownNext = "3/3/wb1 w";
const std::string kCrownNextTag = "[Start \"" + kCrownNext + "\"]\n";

// The only game of a text.
GameRecord only_game(const std::string& text) {
  const auto games = parse_game_records(text);
  REQUIRE(games);
  REQUIRE(games->size() == 1);
  return games->front();
}

// A few random moves; some have other possible moves as variations.
// NOLINTNEXTLINE(misc-no-recursion): as deep as variations are nested.
std::vector<RecordedMove> random_play(const Board& board, RuleSet rules, Position position, int plies, int depth,
                                      std::mt19937& random) {
  std::vector<RecordedMove> played;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = playable_moves(board, rules, position);
    if (moves.empty()) break;
    const Move move = moves[random() % moves.size()];
    played.push_back({move, random() % 4 == 0 ? "a remark (with brackets) [and; more] 100 %" : ""});
    while (depth > 0 && random() % 4 == 0) {
      auto instead = random_play(board, rules, position, 1 + static_cast<int>(random() % 5), depth - 1, random);
      played.back().variations.push_back({random() % 3 == 0 ? "or, perhaps" : "", std::move(instead)});
    }
    position = play(board, position, move);
  }
  return played;
}

GameRecord random_game(BoardSize size, int pieces, RuleSet rules, std::mt19937& random) {
  const Board board(size);
  GameRecord record{.start = start_position(board, pieces).value(),
                    .rules = rules,
                    .white = "Ann \"the \\ Jumper\"",
                    .date = "2026.11.23",
                    .other_tags = {{"Event", "a test"}, {"Round", "7"}},
                    .comment = "before the first move"};
  record.moves = random_play(board, rules, record.start, 40, 3, random);
  Position position = record.start;
  for (const RecordedMove& move : record.moves) position = play(board, position, move.move);
  record.result = result_by_rules(board, rules, position);
  return record;
}

std::string refusal(const std::string& text) {
  const auto games = parse_game_records(text);
  if (games) return "";
  CHECK(games.error().kind == ErrorKind::kUsage);
  CHECK(!contains(games.error().message, "\n"));
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
      const GameRecord again = only_game(text);
      CHECK(again.start == record.start);
      CHECK(again.rules == record.rules);
      CHECK(again.white == record.white);
      CHECK(again.black.empty());
      CHECK(again.date == record.date);
      CHECK(again.other_tags == record.other_tags);
      CHECK(again.comment == record.comment);
      CHECK(again.result == record.result);
      CHECK(is_same_play(again.moves, record.moves));
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
  const GameRecord one = only_game(kCrownNextTag + "\n1.A1-C1!! {over}");
  REQUIRE(one.moves.size() == 1);
  CHECK(one.moves.front().comment == "over");
  CHECK(one.result == GameResult::kWhiteWins);
  CHECK(only_game("1. e2c2 {one} {} {two} *").moves.front().comment == "one; two");
  CHECK(parse_game_records("")->empty());
  CHECK(parse_game_records(" \n; nothing\n")->empty());
  CHECK(parse_game_records("*")->front().moves.empty());
}

TEST_CASE("the record on the format's page is read, and written back unchanged", "[record]") {
  std::ifstream page(UISGE_RECORD_PAGE);
  std::string example;
  bool is_inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) is_inside = !is_inside;
    if (is_inside && !line.starts_with("```")) example += line + "\n";
  }
  CHECK(to_text(only_game(example)) == example);
}

TEST_CASE("records in the style of other programs are read", "[record]") {
  const std::string& start = kCrownNext;
  const GameRecord expected = only_game(kCrownNextTag + "\n1. a1c1 1-0\n");
  const std::vector<std::string> texts{
      "\xEF\xBB\xBF[Start \"" + start + "\"]\n\n1. a1c1 1-0\n",
      "% a line for programs\n[Start \"" + start + "\"]\n%\n1. a1c1\n% [White \"A\"]\n 1-0\n",
      "\xEF\xBB\xBF% a line for programs\n[Start \"" + start + "\"]\n1. a1c1 1-0\n",
      "[start \"" + start + "\"]\n[RESULT \"1-0\"]\n1. a1c1",
      "[SetUp \"1\"]\n[FEN \"" + start + "\"]\n1. a1c1 1-0",
      "[FEN \"" + start + " - - 0 1\"]\n1. a1c1 1-0",
      "[fen \" 3/3/wb1   w \"]\n1. a1c1 1-0",
      "[Start \"" + start + "\"]\n[FEN \"" + start + "\"]\n1. a1c1 1-0",
      "[SetUp \"0\"]\n[FEN \"7/7/7/7/7/7 w\"]\n[Start \"" + start + "\"]\n1. a1c1 1-0",
      "[Start \"" + start + "\"]\n1\xE2\x80\xA6 a1c1 1-0",
      "[Start \"" + start +
          "\"]\n1.\xE2\x80\xA6"
          "a1c1 ... 1-0",
  };
  for (const std::string& text : texts) {
    CAPTURE(text);
    CHECK(to_text(only_game(text)) == to_text(expected));
  }
}

TEST_CASE("a record without tags has the caller's game, and one with some tags the real game's values for the others",
          "[record]") {
  const RecordDefaults defaults{{5, 5}, 4, {StuckRule::kDraws, true}};
  const GameRecord bare = parse_game_records("[White \"A\"]\n*", defaults).value().front();
  CHECK(bare.start == start_position(Board({5, 5}), 4).value());
  CHECK(bare.rules == defaults.rules);
  // If a record has some tags, the tags that it lacks have the values of the real game.
  const GameRecord some = parse_game_records("[Pieces \"2\"]\n*", defaults).value().front();
  CHECK(some.start == start_position(Board(kRealBoard), 2).value());
  CHECK(some.rules == RuleSet());
}

TEST_CASE("a broken record does not spoil the other records of a text", "[record]") {
  const std::string good = kCrownNextTag + "1. a1c1 1-0\n\n";
  const std::vector<std::string> bad{"[Start \"x\"]\n*\n",
                                     "[White \"A]\n\n*\n",
                                     "[White \"A\"]\n\n1. {for ever\n\n",
                                     "[Board \"5x5\"] zz *\n",
                                     "[Board \"3x3\"]\n[Pieces \"1\"\n[White \"A\"]\n1. a1c1 1-0\n",
                                     "a1a1 {the tag\n[Board \"3x3\"]\n} [no tag] *\n",
                                     "a1a1 ; a brace {\n",
                                     "[Stuck \"dies\"]\n% a note\n[White \"A\"]\n\n1. e2c2 *\n",
                                     "[White \"A ] B\"] [Black \"\\\"]\n1. a1a1\n",
                                     "a1a1 *\n"};
  for (const std::string& text : bad) {
    CAPTURE(text);
    const auto games = parse_each_game_record(good + text + good + good);
    REQUIRE(games.size() == 4);
    CHECK(games[0]);
    REQUIRE(!games[1]);
    CHECK(games[1].error().message.starts_with("line "));
    CHECK(games[2]);
    CHECK(games[3]);
  }
  // The tags after a broken tag belong to its game: read as a game of their own, they could name other rules.
  const auto broken = parse_each_game_record("[White \"A\"]\n1. a1a1\n[also here\n" + good);
  REQUIRE(broken.size() == 2);
  CHECK((!broken[0] && !broken[1]));
  // A byte-order mark or a line that begins with a percent sign belongs to neither game.
  for (const std::string between : {"\xEF\xBB\xBF", "% a brace {\n"}) {
    const auto two = parse_each_game_record("1. a1a1 *\n" + between + "[Stuck \"wins\"]\n" + kCrownNextTag +
                                            "1. a1c1 {the last} *\n");
    CAPTURE(between);
    REQUIRE(two.size() == 2);
    CHECK(!two[0]);
    REQUIRE(two[1]);
    CHECK(two[1]->rules.stuck == StuckRule::kWins);
  }
}

TEST_CASE("a text of sixteen times as many broken records takes about sixteen times as long", "[record]") {
  const auto seconds = [](std::size_t records) {
    std::string text;
    for (std::size_t i = 0; i < records; ++i) text += "[White \"A\"]\n{for ever\n";
    const std::clock_t begin = std::clock();
    const auto games = parse_each_game_record(text);
    const std::clock_t end = std::clock();
    REQUIRE(games.size() == records);
    REQUIRE(!games.back());
    CHECK(games.back().error().message.starts_with("line " + std::to_string(2 * records) + ", column 1: "));
    return static_cast<double>(end - begin) / CLOCKS_PER_SEC;
  };
  // Quadratic time would be 256 times as long. The longest of three times has no luck with a shared processor.
  const double few = std::max({seconds(5000), seconds(5000), seconds(5000)});
  CHECK(seconds(80000) < 64 * few);
}

TEST_CASE("the number of the first move shows that Black begins", "[record]") {
  const GameRecord game = only_game("[Start \"3/3/bw1 b\"]\n1... a1c1 0-1\n");
  CHECK(game.result == GameResult::kBlackWins);
  CHECK(to_text(game).ends_with("\n1... a1c1 0-1\n"));
}

TEST_CASE("a broken record is refused at its line and column", "[record]") {
  const auto rows = rows_of_data(UISGE_TEST_DATA "/broken-records.txt");
  REQUIRE(rows.size() > 50);
  for (const auto& row : rows) {
    std::string text = row.at(1);
    for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at)) {
      text.replace(at, 2, "\n");
    }
    CAPTURE(text);
    CHECK(refusal(text).starts_with(row.at(0) + ": "));
  }
  CHECK(refusal(kCrownNextTag + "\x01 *").starts_with("line 2, column 1: "));
}

TEST_CASE("control characters in tags and comments are read as spaces", "[record]") {
  const std::string control("\x01\x00\x7f\t", 4);
  const GameRecord game = only_game(kCrownNextTag + "[White \"Ann" + control + "Jumper\"]\n\n{" + control +
                                    "}1. a1c1 {won" + control + "at last" + control + "} *\n");
  CHECK(game.white == "Ann    Jumper");
  CHECK(game.comment.empty());
  CHECK(game.moves.front().comment == "won at last");
  CHECK_FALSE(parse_game_records(std::string("[Whi\x01te \"Ann\"]\n\n*\n")));
}

TEST_CASE("comments keep opening braces, but a closing brace, which would end the comment, becomes a parenthesis",
          "[record]") {
  GameRecord game = only_game(kCrownNextTag + "\n1. a1c1 {a { b {c {} *\n");
  CHECK(game.moves.front().comment == "a { b {c {");
  CHECK(only_game(to_text(game)).moves.front().comment == "a { b {c {");
  game.moves.front().comment = "won} at {last}";
  CHECK(only_game(to_text(game)).moves.front().comment == "won) at {last)");
}

TEST_CASE("variations are numbered as in PGN, and keep their comments", "[record]") {
  // e2c2 and d2f2 are possible first moves (docs/rules.md has the start). Spaces and numbers may be written in many
  // ways.
  const GameRecord game = only_game(
      "e2c2(d2f2 {x}(e2c2 c5e5)(1. {alt} e2c2)) ({why\n not} 1.e2c2 c5e5 2. d2b2!? ) {after} c5e5 ( c5e5 $3 ) *");
  const auto& moves = game.moves;
  REQUIRE(moves.size() == 2);
  CHECK(moves[0].comment == "after");
  REQUIRE(moves[0].variations.size() == 2);
  CHECK(moves[0].variations[0].comment.empty());
  REQUIRE(moves[0].variations[0].moves.size() == 1);
  CHECK(moves[0].variations[0].moves[0].comment == "x");
  REQUIRE(moves[0].variations[0].moves[0].variations.size() == 2);
  CHECK(moves[0].variations[0].moves[0].variations[1].comment == "alt");
  CHECK(moves[0].variations[1].comment == "why not");
  CHECK(moves[0].variations[1].moves.size() == 3);
  REQUIRE(moves[1].variations.size() == 1);
  CHECK(
      to_text(game).ends_with("\n\n1. e2c2 {after} (1. d2f2 {x} (1. e2c2 c5e5) ({alt} 1. e2c2)) ({why not} 1. e2c2\n"
                              "c5e5 2. d2b2) 1... c5e5 (1... c5e5) *\n"));
}

TEST_CASE("two games are equal if their moves, comments and variations are equal", "[record]") {
  const auto play_of = [](const char* text) { return parse_game_records(text).value().front().moves; };
  const auto play = play_of("e2c2 {a} (d2f2 {b}) ({c} e2c2) *");
  CHECK(is_same_play(play, play_of("1. e2c2 (d2f2 {b}) ({c} e2c2) {a} *")));
  for (const char* const other :
       {"*", "d2f2 {a} (d2f2 {b}) ({c} e2c2) *", "e2c2 (d2f2 {b}) ({c} e2c2) *", "e2c2 {a} (d2f2 {b}) *",
        "e2c2 {a} (d2f2) ({c} e2c2) *", "e2c2 {a} (d2f2 {b}) ({d} e2c2) *", "e2c2 {a} (d2f2 {b}) ({c} d2f2) *"}) {
    CAPTURE(other);
    CHECK_FALSE(is_same_play(play, play_of(other)));
  }
}

TEST_CASE("variations are nested to a bounded depth", "[record]") {
  const auto nested = [](int depth) {
    std::string text = "e2c2";
    for (int i = 0; i < depth; ++i) text += "(e2c2";
    return text + std::string(static_cast<std::size_t>(depth), ')') + "*";
  };
  const GameRecord game = only_game(nested(kMaxVariationDepth));
  CHECK(is_same_play(only_game(to_text(game)).moves, game.moves));
  // The mistake comes after the first move and a hundred parentheses with one move each: 4 + 5 * 100 characters.
  CHECK(refusal(nested(kMaxVariationDepth + 1)).starts_with("line 1, column 505: "));
  CHECK(refusal(nested(1000000)).starts_with("line 1, column 505: "));
}

TEST_CASE("a record that is cut or changed anywhere is refused or is a game", "[record]") {
  std::mt19937 random(24);
  const std::string good = to_text(random_game({5, 5}, 4, {}, random));
  int refused = 0;
  int accepted = 0;
  const auto check = [&](const std::string& changed) {
    const auto games = parse_game_records(changed);
    ++(games ? accepted : refused);
    if (!games) return;
    // An accepted text is a game: it can be written and read again.
    std::string text;
    for (const GameRecord& game : *games) text += to_text(game) + "\n";
    CHECK(parse_game_records(text));
  };
  for (std::size_t size = 0; size < good.size(); ++size) check(good.substr(0, size));
  for (int i = 0; i < 2000; ++i) {
    std::string bad = good;
    for (int change = 0; change < 3; ++change) bad[random() % bad.size()] = static_cast<char>(random());
    check(bad);
  }
  CHECK(refused > 0);
  CHECK(accepted > 0);
}
