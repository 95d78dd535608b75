// Tests `uisge annotate`: every judgement of a move in random games is compared with the oracle. This file is long
// because every kind of file that judges moves is tested.
#include "core/game_record.h"
#include "core/notation.h"
#include "tests/cli/random_game.h"
#include "tests/cli/run_program.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

// The value of a move for the side that makes it.
struct Worth {
  std::string value;
  int distance = 0;
  int rank() const {  // larger is better
    if (value == "win") return 100'000 - distance;
    return value == "draw" ? 0 : -100'000 + distance;
  }
  bool operator==(const Worth&) const = default;
};

struct Expected {
  Worth worth;
  Worth best;
  std::string mark;  // empty for none
  std::size_t choices = 0;
};

// The value of each move, by the move's text.
std::map<std::string, Worth> worths_of(const oracle::SolvedGame& solved, const oracle::Position& position) {
  std::map<std::string, Worth> worths;
  for (const auto& [text, next] : solved.moves(position)) {
    const oracle::Label label = solved.label_by_move(next);
    worths[text] = {to_string(label.outcome), label.distance};
  }
  return worths;
}

Expected judge(const oracle::SolvedGame& solved, const oracle::Position& position, const std::string& played) {
  const auto all = worths_of(solved, position);
  Expected expected{all.at(played), all.at(played), "", all.size()};
  std::size_t keeping = 0;
  for (const auto& [text, worth] : all) {
    if (worth.rank() > expected.best.rank()) expected.best = worth;
  }
  for (const auto& [text, worth] : all) keeping += worth.value == expected.best.value ? 1U : 0U;
  const bool keeps = expected.worth.value == expected.best.value;
  if (!keeps) expected.mark = "??";
  if (keeps && expected.worth != expected.best) expected.mark = "?!";
  if (keeps && keeping == 1 && all.size() > 1) expected.mark = "!";
  return expected;
}

std::vector<RandomGame> random_games(const oracle::SolvedGame& solved, int count, std::size_t plies,
                                     std::mt19937& random) {
  std::vector<RandomGame> games;
  for (int i = 0; i < count; ++i) games.push_back(random_game_of(solved, plies, random));
  return games;
}

std::string text_of(const std::vector<RandomGame>& games, const oracle::Game& rules) {
  std::string text;
  for (const RandomGame& game : games) text += game.record(rules) + "\n";
  return text;
}

void check_side(const Json& side, const RandomGame& game, const std::vector<Expected>& expected, char colour) {
  std::map<std::string, int> marks;
  int moves = 0;
  int choices = 0;
  int best = 0;
  int given_away = 0;
  int missed = 0;
  for (std::size_t ply = 0; ply < expected.size(); ++ply) {
    if (game.positions[ply].side != colour) continue;
    const Expected& one = expected[ply];
    ++moves;
    ++marks[one.mark];
    const bool is_choice = one.choices > 1;
    choices += is_choice ? 1 : 0;
    best += is_choice && one.worth.rank() == one.best.rank() ? 1 : 0;
    if (one.mark == "?!") given_away += std::abs(one.worth.distance - one.best.distance);
    if (one.mark == "??" && one.best.value == "win") missed = std::max(missed, one.best.distance);
  }
  check_fields(side, "moves", moves, "undecided", 0, "choices", choices, "best", best, "only", marks["!"], "slow",
               marks["?!"], "mistakes", marks["??"], "plies_given_away", given_away, "longest_win_missed",
               (missed == 0 ? Json() : Json(missed)));
  if (choices == 0) {
    CHECK(side["accuracy"].is_null());
  } else {
    CHECK(side["accuracy"].get<double>() == Approx(static_cast<double>(best) / choices));
  }
}

}  // namespace

TEST_CASE("every move of random games is judged as the oracle judges it", "[cli][annotate]") {
  std::mt19937 random(24);
  std::map<std::string, int> marks;
  for (const oracle::Game& rules : {oracle::Game{4, 3, 2, oracle::Stuck::kLoses, false},
                                    {4, 3, 2, oracle::Stuck::kPasses, true},
                                    {4, 3, 2, oracle::Stuck::kWins, false}}) {
    const oracle::SolvedGame solved(rules);
    const SolvedFile file(rules);
    const auto games = random_games(solved, 40, 20, random);
    const RunOptions input{.input = text_of(games, solved.game())};
    const auto annotated = json_lines(run_well({"annotate", file.path(), "-", "--json"}, input).out);
    REQUIRE(annotated.size() == games.size());
    // An annotated record has the marks as comments, and stays as it is when it is annotated again.
    const std::string recorded = run_well({"annotate", file.path(), "-", "--record"}, input).out;
    const auto records = uisge::parse_game_records(recorded).value();
    REQUIRE(records.size() == games.size());
    CHECK(run_uisge({"annotate", "-", "--record", file.path()}, {.input = recorded}).out == recorded);
    for (std::size_t i = 0; i < games.size(); ++i) {
      const RandomGame& game = games[i];
      CAPTURE(game.record(rules));
      REQUIRE(annotated[i]["moves"].size() == game.moves.size());
      REQUIRE(records[i].moves.size() == game.moves.size());
      check_fields(annotated[i], "game", i + 1, "searched", 0);
      std::vector<Expected> expected;
      for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        expected.push_back(judge(solved, game.positions[ply], game.moves[ply]));
        const Json& move = annotated[i]["moves"][ply];
        const auto distance = [](const Worth& worth) { return worth.value == "draw" ? Json() : Json(worth.distance); };
        CAPTURE(ply);
        check_fields(move, "position", oracle::print(game.positions[ply]), "move", game.moves[ply], "value",
                     expected[ply].worth.value, "distance", distance(expected[ply].worth));
        check_fields(move["best"], "value", expected[ply].best.value, "distance", distance(expected[ply].best));
        CHECK(worths_of(solved, game.positions[ply]).at(move["best_move"]) == expected[ply].best);
        CHECK(move["choices"] == expected[ply].choices);
        CHECK(move["mark"] == (expected[ply].mark.empty() ? Json() : Json(expected[ply].mark)));
        const std::string& comment = records[i].moves[ply].comment;
        CHECK(comment.substr(0, comment.find(' ')) == expected[ply].mark);
        ++marks[expected[ply].mark];
      }
      check_side(annotated[i]["white"], game, expected, 'w');
      check_side(annotated[i]["black"], game, expected, 'b');
    }
  }
  for (const char* const mark : {"", "!", "?!", "??"}) CHECK(marks[mark] > 20);
}

TEST_CASE("sources that do not know everything give no mark that the oracle refutes", "[cli][annotate]") {
  const oracle::Game rules{4, 3, 2};
  const oracle::SolvedGame solved(rules);
  const TemporaryDirectory directory;
  const auto file = [&](const std::string& name) { return directory.file(name); };
  const std::string start = "4/bb2/1ww1 w";
  solve_into(file("values"), rules, {"--values"});
  solve_into(file("notes"), rules, {"--values", "--exact", "--note-plies", "2"});
  run_well({"search", start, "--plies", "12", "--memory", "1M", "--proof", file("proof")});
  std::mt19937 random(5);
  auto games = random_games(solved, 40, 12, random);
  for (int i = 0; i < 20; ++i) games.push_back(random_game_from(oracle::parse(start), solved, 12, random));
  std::map<std::string, int> marks;     // by the mark, followed by "open" if the move was left undecided
  std::map<std::string, int> searched;  // by source
  for (const char* const source : {"", "values", "notes", "proof"}) {
    for (const char* const plies : {"3", "30"}) {
      std::vector<std::string> arguments{"annotate", "-",  "--json",    "--search", plies,
                                         "--memory", "1M", "--threads", "1"};
      const bool lacks_distances = *source == 'v' || *source == 'p';
      if (*source != '\0') {
        arguments.insert(arguments.begin() + 1, file(source));
      } else {
        arguments.insert(arguments.end(), {"--path", directory.path()});
      }
      const auto annotated = json_lines(run_well(arguments, {.input = text_of(games, rules)}).out);
      REQUIRE(annotated.size() == games.size());
      for (std::size_t i = 0; i < games.size(); ++i) {
        CAPTURE(source, plies, games[i].record(rules));
        std::map<char, std::array<int, 3>>
            counts;  // by side: moves that may count as best, mistakes, the longest win missed
        for (std::size_t ply = 0; ply < games[i].moves.size(); ++ply) {
          CAPTURE(ply);
          const Expected expected = judge(solved, games[i].positions[ply], games[i].moves[ply]);
          const Json& move = annotated[i]["moves"][ply];
          const std::string mark = move["mark"].is_null() ? "" : std::string(move["mark"]);
          const bool is_best = expected.worth == expected.best;
          CHECK((mark != "??" || expected.mark == "??"));
          CHECK((mark != "?!" || !is_best));
          CHECK((mark != "!" || expected.mark == "!"));
          if (!move["value"].is_null()) CHECK(move["value"] == expected.worth.value);
          if (!move["distance"].is_null()) CHECK(move["distance"] == expected.worth.distance);
          if (mark == "?!" && move["plies_given_away"] != 0) {
            CHECK(move["plies_given_away"] == std::abs(expected.worth.distance - expected.best.distance));
          }
          ++marks[mark + (move["value"].is_null() ? "open" : "")];
          auto& [best, mistakes, missed] = counts[games[i].positions[ply].side];
          // Moves that keep the value count as best where the source has no distances.
          const bool may_count = lacks_distances ? expected.worth.value == expected.best.value : is_best;
          best += may_count && expected.choices > 1 ? 1 : 0;
          mistakes += mark == "??" ? 1 : 0;
          if (mark == "??" && expected.best.value == "win") missed = std::max(missed, expected.best.distance);
        }
        for (const auto& [colour, name] : {std::pair('w', "white"), {'b', "black"}}) {
          const auto& [best, mistakes, missed] = counts[colour];
          const Json& side = annotated[i][name];
          CHECK(side["best"] <= best);
          CHECK(side["mistakes"] == mistakes);
          CHECK((side["longest_win_missed"].is_null() ? 0 : side["longest_win_missed"].get<int>()) <= missed);
        }
        searched[source] += annotated[i]["searched"].get<int>();
      }
    }
  }
  for (const char* const mark : {"", "!", "?!", "??", "open", "?!open"}) {
    CAPTURE(mark);
    CHECK(marks[mark] > 20);
  }
  CHECK(searched["values"] == 0);
  for (const char* const source : {"notes", "proof"}) CHECK((searched[source] > 20 && searched[source] < searched[""]));
}

TEST_CASE("on request, annotate searches the distances that a values database lacks", "[cli][annotate]") {
  const oracle::Game rules{4, 3, 2};
  const oracle::SolvedGame solved(rules);
  const SolvedFile values(rules, {"--values"});
  std::mt19937 random(6);
  const auto games = random_games(solved, 200, 4, random);
  const auto annotated = [&](const std::vector<std::string>& options) {
    std::vector<Json> moves;
    const ProgramRun run = run_well(joined({"annotate", values.path(), "-", "--json", "--memory", "1M"}, options),
                                    {.input = text_of(games, rules)});
    for (const Json& game : json_lines(run.out)) {
      CHECK(game["searched"] == 0);
      for (const char* const side : {"white", "black"}) CHECK(game[side]["undecided"] == 0);
      moves.insert(moves.end(), game["moves"].begin(), game["moves"].end());
    }
    return moves;
  };
  const auto plain = annotated({});
  const auto searched = annotated({"--search", "30"});
  std::size_t at = 0;
  for (const RandomGame& game : games) {
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply, ++at) {
      CAPTURE(game.record(rules), ply);
      const Expected expected = judge(solved, game.positions[ply], game.moves[ply]);
      CHECK(plain.at(at)["best"]["distance"].is_null());
      CHECK(searched.at(at)["best"]["distance"] ==
            (expected.best.value == "draw" ? Json() : Json(expected.best.distance)));
      CHECK(searched[at]["mark"] == (expected.mark.empty() ? Json() : Json(expected.mark)));
    }
  }
}

TEST_CASE("a move beyond a proof's lines is a mistake only if the search shows it", "[cli][annotate]") {
  const oracle::Game rules{4, 3, 2};
  const oracle::SolvedGame solved(rules);
  const TemporaryDirectory directory;
  const std::string proof = directory.file("start.proof");
  run_well({"search", "4/bb2/1ww1 w", "--plies", "12", "--memory", "1M", "--proof", proof});
  std::set<std::string> values;
  for (const std::string position : {"1B2/Wb2/1w2 w", "4/1bB1/Ww2 w"}) {
    const Json known = run_json("query", {proof, position});
    REQUIRE(known["value"] == "win");
    const std::string better = "; " + std::string(known["moves"][0]["move"]) + " wins";
    for (const Json& move : known["moves"]) {
      if (!move["value"].is_null()) continue;
      const std::string text = move["move"];
      const auto next = solved.moves(oracle::parse(position)).at(text);
      const oracle::Label label = solved.label_by_move(next);
      values.insert(to_string(label.outcome));
      CAPTURE(position, text);
      const auto annotated = [&](const std::string& moves) {
        return lines_of(run_well({"annotate", proof, "-", "--memory", "1M"},
                                 {.input = "[Start \"" + position + "\"]\n" + moves + " *\n"})
                            .out)
            .at(3);
      };
      CHECK(annotated(text) == "    1. " + text + "     nothing forced within 1 ply" + better);
      const bool wins = label.outcome == oracle::Outcome::kWin;
      const std::string with_reply = annotated(text + " " + solved.moves(next).begin()->first);
      CHECK(with_reply.starts_with("    1. " + text +
                                   (wins ? "  ?! wins in " + std::to_string(label.distance) : "  ?? loses")));
      CHECK(with_reply.ends_with(better));
      const std::string verdict =
          run_well({"play", proof, position, "--side", "both", "--memory", "1M"}, {.input = text + "\nverdict\nquit\n"})
              .out;
      CHECK(contains(verdict, text + "     nothing forced within 1 ply" + better));
      CHECK(contains(verdict, "1 move of yours, 0 not the best, 1 uncertain."));
    }
  }
  CHECK(values == std::set<std::string>{"win", "loss"});
}

TEST_CASE("a second review replaces the remarks of the first, and keeps what a person wrote", "[cli][annotate]") {
  const oracle::Game rules{4, 3, 2};
  const oracle::SolvedGame solved(rules);
  const SolvedFile file(rules);
  const SolvedFile values(rules, {"--values"});
  std::mt19937 random(8);
  const auto annotated = [](const SolvedFile& by, const std::string& text) {
    return run_well({"annotate", by.path(), "-", "--record"}, {.input = text}).out;
  };
  // Each of these resembles a remark.
  const std::vector<std::string> comments{"",
                                          "mine",
                                          "; ?? draws",
                                          "! wins in style; no other move does",
                                          "?? wins in 5; c1a1 is better",
                                          "draws; c1a1 wins",
                                          "?? draws; c1a1 wins, no"};
  std::string text;
  auto records = uisge::parse_game_records(text_of(random_games(solved, 40, 12, random), rules)).value();
  for (auto& record : records) {
    for (auto& move : record.moves) move.comment = comments[random() % comments.size()];
    text += uisge::to_text(record) + "\n";
  }
  const std::string by_file = annotated(file, text);
  const std::string by_values = annotated(values, text);
  REQUIRE(by_file != by_values);
  CHECK(annotated(file, by_values) == by_file);
  CHECK(annotated(values, by_file) == by_values);
  const auto before = uisge::parse_game_records(text).value();
  const auto after = uisge::parse_game_records(by_file).value();
  REQUIRE(after.size() == before.size());
  for (std::size_t game = 0; game < before.size(); ++game) {
    for (std::size_t ply = 0; ply < before[game].moves.size(); ++ply) {
      CHECK(after[game].moves[ply].comment.starts_with(before[game].moves[ply].comment));
    }
  }
  // Remarks that earlier versions piled up, with a person's words between and after them.
  const auto kept = [&](const std::string& comment) {
    const std::string one = "[Board \"4x3\"]\n[Pieces \"2\"]\n[Start \"4/bb2/1ww1 w\"]\n1. c1a1 {" + comment + "} *\n";
    return uisge::parse_game_records(annotated(file, one)).value().front().moves.front().comment;
  };
  const std::string remark = kept("");
  const std::string with_words = remark.empty() ? "so; tired" : "so; tired; " + remark;
  CHECK(kept("?? draws; c1a1 wins; ?? draws; c1a1 wins in 37") == remark);
  CHECK(kept("so; ! loses; no other move does; ?! wins in 9; pass wins in 7; tired") == with_words);
  CHECK(kept("so; tired; ?? loses in 8; i9i8 wins in 3") == with_words);
  CHECK(kept("so} {?? draws; c1a1 wins} {tired") == with_words);
  CHECK(kept("?? nothing forced within 1 ply; c1a1 nothing forced within 20 plies; so; tired") == with_words);
}

TEST_CASE("variations stay in an annotated record as they are", "[cli][annotate]") {
  const RunOptions options{.input = "1. e2c2 {mine} ({or} 1. d2f2 (1. e2c2 c5e5)) 1... c5e5 (1... c5e5 2. d2b2) *\n"};
  const ProgramRun run =
      run_well({"annotate", "-", "--record", "--time", "0.05", "--memory", "1M", "--threads", "1"}, options);
  const auto before = uisge::parse_game_records(options.input).value().front().moves;
  auto after = uisge::parse_game_records(run.out).value().front().moves;
  REQUIRE(after.size() == before.size());
  for (std::size_t ply = 0; ply < before.size(); ++ply) {
    CHECK(after[ply].comment.starts_with(before[ply].comment));
    after[ply].comment = before[ply].comment;
  }
  CHECK(uisge::is_same_play(before, after));
}

TEST_CASE("annotate prints a game in lines, with what each side missed", "[cli][annotate]") {
  const oracle::SolvedGame solved({4, 3, 2});
  const SolvedFile file({4, 3, 2});
  std::mt19937 random(3);
  const RandomGame game = random_game_from(oracle::parse("4/bb2/1ww1 w"), solved, 9, random);
  const ProgramRun run = run_well({"annotate", "-", "--path", file.folder()},
                                  {.input = "[White \"Ann\\x1b[31m\"]\n" + game.record(solved.game())});
  CAPTURE(run.out);
  CHECK(!contains(run.out, "\x1b"));
  CHECK(contains(run.out, "4x3 with 2 pieces a side, loses"));
  for (const std::string& move : game.moves) CHECK(contains(run.out, " " + move + " "));
  CHECK(contains(run.out, "win missed"));
  CHECK(contains(run.out, "Judged by " + file.path()));
}

// After b1c2, Black's blank jumps from d1 over c1 onto b1, and Black has only crowns. White could do so by a1a3.
TEST_CASE("a last move that gives a win away is a mistake, although the search finds the win sooner",
          "[cli][annotate]") {
  const std::string start = "4/4/BB2/wWWb w";
  const ProgramRun run = run_well({"annotate", "-", "--search", "10", "--memory", "1M", "--threads", "1"},
                                  {.input = "[Start \"" + start + "\"]\n1. b1c2 *\n"});
  CHECK(contains(run.out, "1. b1c2  ?? loses in 2; a1a3 wins in 1"));
  const ProgramRun query = run_well({"query", start, "--search", "10", "--memory", "1M", "--threads", "1"});
  CHECK(contains(query.out, "b1c2  loss in 2"));
}

TEST_CASE("games that no file holds are searched, for as long as is asked", "[cli][annotate]") {
  const TemporaryDirectory directory;
  // The first game has no moves. The second game is the real game with one move. The search does not decide the start
  // of the real game in the given time.
  const ProgramRun run = run_well({"annotate", "-", "--time", "0.05", "--search", "6", "--memory", "1M", "--threads",
                                   "1", "--path", directory.path(), "--json"},
                                  {.input = "[Start \"3/wwb/1b1 w\"]\n[Board \"3x3\"]\n*\n\nd2f2 *\n"});
  CAPTURE(run.out);
  const auto games = json_lines(run.out);
  REQUIRE(games.size() == 2);
  CHECK(games[0]["moves"].empty());
  CHECK(games[1]["searched"] == 1);
  CHECK(games[1]["files"].empty());
  check_fields(games[1]["moves"][0], "value", nullptr, "mark", nullptr);
  CHECK(games[1]["moves"][0]["no_forced_win_within"].get<int>() >= 1);
  check_fields(games[1]["white"], "undecided", 1, "accuracy", nullptr);
  // A record may have lines of any length.
  const std::string long_comment = "{" + std::string(1 << 17, 'x') + "} ";
  run_well({"annotate", "-", "--path", directory.path()},
           {.input = "[Start \"3/wwb/1b1 w\"]\n" + long_comment + "*\n"});
}

TEST_CASE("on request a bad game is left out, with a message", "[cli][annotate]") {
  const SolvedFile solved({4, 3, 2, oracle::Stuck::kDraws});
  const std::string file = solved.path();
  RunOptions options;
  // Games without tags have the file's board and rules. The third game is of another board.
  options.input =
      "[White \"one\"]\n*\n\n[White \"two\"]\na1a1 *\n\n[Board \"3x3\"]\n[Pieces \"2\"]\n[Stuck \"draws\"]\n"
      "*\n\n[Board \"4x3\"]\n[Pieces \"2\"]\n*\n\n[White \"five\"]\n*\n";
  check_refused({"annotate", file, "-", "--json"}, 2, "", options);
  const ProgramRun run = run_well({"annotate", file, "-", "--json", "--skip-bad"}, options);
  CAPTURE(run.out);
  const auto games = json_lines(run.out);
  REQUIRE(games.size() == 2);
  CHECK(games.front()["white"]["player"] == "one");
  check_fields(games.front(), "board", "4x3", "stuck", "draws");
  CHECK(games.back()["white"]["player"] == "five");
  CHECK(contains(run.err, "standard input: line 5, column 1: move: "));
  CHECK(contains(run.err, "standard input, game 3: "));
  CHECK(contains(run.err, "standard input, game 4: "));
  // A text without games is left out too, and counts as no game.
  const TemporaryDirectory directory;
  const std::string empty = directory.file("empty.txt");
  std::ofstream(empty) << "; no game\n";
  for (const auto& [text, flaw] : {std::pair("a1a1 *\n", "annotate: none of 1 games can be judged\n"),
                                   {"", "annotate: no text has a game record\n"}}) {
    const ProgramRun none = run_uisge({"annotate", file, empty, "-", "--skip-bad"}, {.input = text});
    CAPTURE(none.err);
    CHECK(none.exit_code == 2);
    CHECK(contains(none.err, empty + ": has no game record; this text is left out\n"));
    CHECK(none.err.ends_with(flaw));
  }
}

TEST_CASE("games that cannot be annotated are refused with the place of the mistake", "[cli][annotate][bad]") {
  const SolvedFile directory({4, 3, 2});
  const std::string file = directory.path();
  check_refused({"annotate", directory.folder()}, 3, directory.folder() + ": ");
  check_refused({"annotate", "-"}, 2, "standard input: line 1, column 1: ", {.input = "a1a2 *"});
  for (const char* const text : {"", "; no game\n"}) {
    check_refused({"annotate", "-"}, 2, "standard input: has no game record; ", {.input = text});
  }
  check_refused({"annotate", file, "-"}, 2,
                "game 1: " + file + ": holds 4x3 with 2 pieces a side, loses, but this game is of 3x3 with 2 ",
                {.input = "[Board \"3x3\"]\n[Pieces \"2\"]\n*\n"});
  check_refused({"annotate", file, "-"}, 2,
                "game 1: " + file + ": holds positions for the rule that a stuck player loses",
                {.input = "[Board \"4x3\"]\n[Pieces \"2\"]\n[Stuck \"draws\"]\n*\n"});
}
