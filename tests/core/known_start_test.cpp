// Compares the table of known starts with the files that it is made from and with the pages that report them.
#include "core/known_start.h"
#include "core/notation.h"
#include "core/piece_count.h"
#include "core/start.h"
#include "tests/known_table.h"

using namespace uisge;
using namespace uisge::test;

namespace {

const std::string kDocs = UISGE_SOURCE "/docs";

std::optional<KnownStart> known_start_of(const KnownGame& game) {
  return known_start(*parse_board_size(game.board), game.pieces, {*parse_stuck_rule(game.stuck), game.diagonal_jumps});
}

}  // namespace

TEST_CASE("the known starts are exactly those of the two tables", "[known]") {
  std::set<std::vector<std::string>> games;
  for (const char* file : {"/known.csv", "/results.csv"}) {
    for (auto row : rows_of(kDocs + file)) {
      if (row.size() == 11 && row[9] == "none") continue;
      row.resize(4);
      games.insert(row);
    }
  }
  CHECK(games.size() > 500);
  for (const auto& row : games) {
    const KnownGame game{row[0], std::stoi(row[1]), row[2], row[3] == "true"};
    CAPTURE(row);
    const auto known = known_start_of(game);
    const ExpectedStart expected = expected_start(kDocs, game);
    REQUIRE(known.has_value());
    REQUIRE(known->value.has_value() == expected.value.has_value());
    if (known->value) {
      REQUIRE(to_string(*known->value) == *expected.value);
      REQUIRE(to_string(*known->source) == *expected.source);
    }
    REQUIRE(known->at_least == expected.at_least.value_or(0));
    REQUIRE(known->within == expected.within);
  }
  std::set<std::vector<std::string>> in_the_table;
  for (const KnownFact& fact : known_facts()) {
    in_the_table.insert({to_string(fact.board), std::to_string(fact.pieces), std::string(to_string(fact.rules.stuck)),
                         fact.rules.diagonal_jumps ? "true" : "false"});
  }
  CHECK(in_the_table == games);
}

TEST_CASE("the README, the citation and the proof's page say what the table says of the real game", "[known]") {
  const auto of = [](StuckRule stuck) { return known_start(kRealBoard, kMaxPieces, {stuck, false}).value(); };
  const int within = of(StuckRule::kDraws).within.value();
  for (const StuckRule stuck : {StuckRule::kLoses, StuckRule::kWins, StuckRule::kPasses}) {
    CHECK(of(stuck).value == Outcome::kWin);
    CHECK(of(stuck).within == within);
  }
  const auto plies = [](const std::string& before, const std::vector<int>& numbers, const std::string& after) {
    std::string text = before + std::to_string(numbers.front());
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      text += (i + 1 < numbers.size() ? ", " : " and ") + std::to_string(numbers[i]);
    }
    return text + after;
  };
  const auto at_least = [&](StuckRule stuck) { return of(stuck).at_least; };
  const std::string readme = text_of_file(UISGE_SOURCE "/README.md");
  const std::string most = plies("at most ", {within}, " plies");
  for (const std::string& said :
       {most, plies("takes at least ", {at_least(StuckRule::kLoses)}, " plies"),
        plies("*draws*; *passes*; *wins* | The win takes at least ",
              {at_least(StuckRule::kDraws), at_least(StuckRule::kPasses), at_least(StuckRule::kWins)}, " plies")}) {
    CAPTURE(said);
    CHECK(contains(readme, said));
  }
  for (const char* const page : {"/CITATION.cff", "/docs/real-game-proof.md"}) {
    CAPTURE(page, most);
    CHECK(contains(text_of_file(UISGE_SOURCE + std::string(page)), most));
  }
}

TEST_CASE("facts about a game do not contradict each other, and proofs are in the repository", "[known]") {
  std::map<std::pair<BoardSize, std::pair<int, RuleSet>>, std::vector<KnownFact>> by_game;
  for (const KnownFact& fact : known_facts()) by_game[{fact.board, {fact.pieces, fact.rules}}].push_back(fact);
  for (const auto& [game, facts] : by_game) {
    CAPTURE(to_string(game.first), game.second.first, to_string(game.second.second));
    const auto known = known_start(game.first, game.second.first, game.second.second);
    REQUIRE(known.has_value());
    CHECK(start_position(Board(game.first), game.second.first).has_value());
    for (const KnownFact& fact : facts) {
      CHECK((!fact.value || fact.value == known->value));
      CHECK((!fact.within || known->at_least <= *fact.within));
      CHECK((fact.value || fact.at_least > 0));
      if (fact.value == Outcome::kDraw) CHECK((known->at_least == 0 && !known->within));
      CHECK((fact.source == KnownSource::kProof) == !fact.file.empty());
      if (!fact.file.empty()) CHECK(std::filesystem::is_regular_file(UISGE_SOURCE "/" + std::string(fact.file)));
    }
  }
}

// A winner under `draws` never meets a stuck player, since the game would be a draw. So the same moves win as soon
// under every rule.
TEST_CASE("no start is won or lost sooner under draws than under another rule", "[known]") {
  std::size_t compared = 0;
  for (const KnownFact& fact : known_facts()) {
    if (fact.rules.stuck == StuckRule::kDraws) continue;
    const auto draws = known_start(fact.board, fact.pieces, {StuckRule::kDraws, fact.rules.diagonal_jumps});
    if (!draws || draws->value == Outcome::kDraw) continue;
    CAPTURE(to_string(fact.board), fact.pieces, to_string(fact.rules));
    CHECK((!draws->value || !fact.value || fact.value == draws->value));
    CHECK(fact.at_least <= draws->at_least);
    ++compared;
  }
  CHECK(compared > 50);
}

TEST_CASE("the pages and the table agree about the real game", "[known]") {
  // The bounds of the section "The real game from the front" in docs/results.md.
  const std::string results = text_of_file(kDocs + "/results.md");
  const std::regex front(R"(\n\| (loses|wins|draws|passes) \| (no|yes) \| no forced win within (\d+) plies)");
  std::size_t rows = 0;
  for (std::sregex_iterator row(results.begin(), results.end(), front); row != std::sregex_iterator(); ++row, ++rows) {
    const RuleSet rules{*parse_stuck_rule((*row)[1].str()), (*row)[2] == "yes"};
    CAPTURE(row->str());
    const auto known = known_start(kRealBoard, kMaxPieces, rules);
    REQUIRE(known.has_value());
    const auto search = std::ranges::find(known->facts, KnownSource::kSearch, &KnownFact::source);
    REQUIRE(search != known->facts.end());
    CHECK(search->at_least == std::stoi((*row)[3]) + 1);
  }
  CHECK(rows == 8);
  // docs/lab/real-game.md has the sweep in which a card found the value or, if the value is open, the last sweep. After
  // s sweeps all wins within 2s - 1 plies are set, and wins take an odd number of plies unless a stuck player wins.
  const std::string card = text_of_file(kDocs + "/lab/real-game.md");
  const std::regex sweeps(R"(\n\| `(loses|wins|draws|passes)`(, diagonal jumps)? \| ([^|]*) \|[^|]*sweeps? (\d+))");
  rows = 0;
  for (std::sregex_iterator row(card.begin(), card.end(), sweeps); row != std::sregex_iterator(); ++row, ++rows) {
    const RuleSet rules{*parse_stuck_rule((*row)[1].str()), (*row)[2].matched};
    CAPTURE(row->str());
    const auto known = known_start(kRealBoard, kMaxPieces, rules);
    REQUIRE(known.has_value());
    const auto fact = std::ranges::find(known->facts, KnownSource::kCard, &KnownFact::source);
    REQUIRE(fact != known->facts.end());
    const bool is_decided = (*row)[3] == "White wins";
    CHECK((fact->value == Outcome::kWin) == is_decided);
    const int swept = std::stoi((*row)[4]) - (is_decided ? 1 : 0);
    CHECK(fact->at_least == 2 * swept + (is_decided && rules.stuck != StuckRule::kWins ? 1 : 0));
  }
  CHECK(rows == 7);
}

TEST_CASE("all images of a start are known, also with colours exchanged, and no other position", "[known]") {
  const Board board(kRealBoard);
  const auto known = [&](const std::string& text) {
    return known_of(board, *Position::from_setup(board, *parse_setup(text)), {}).has_value();
  };
  CHECK(known("7/2bb3/1bbbb2/2wwww1/3ww2/7 w"));
  CHECK(known("7/2bb3/1bbbb2/2wwww1/3ww2/7 b"));
  CHECK(known("7/3bb2/2bbbb1/1wwww2/2ww3/7 w"));  // mirrored
  // For an image of the start, known_of() maps the known move by the same symmetry.
  const Position start = start_position(board, kMaxPieces).value();
  const Move move = known_of(board, start, {})->move.value();
  CHECK(to_text(board, move) == "d3d1");  // docs/known.csv
  const Position after = canonical(board, play(board, start, move));
  for (const char* text : {"7/2bb3/1bbbb2/2wwww1/3ww2/7 b", "7/3bb2/2bbbb1/1wwww2/2ww3/7 w",
                           "7/3bb2/2bbbb1/1wwww2/2ww3/7 b", "7/2ww3/1wwww2/2bbbb1/3bb2/7 w"}) {
    CAPTURE(text);
    const Position position = *Position::from_setup(board, *parse_setup(text));
    const Move here = known_of(board, position, {})->move.value();
    CHECK(canonical(board, play(board, position, here)) == after);
  }
  CHECK_FALSE(known("7/2bB3/1bbbb2/2wwww1/3ww2/7 w"));
  CHECK_FALSE(known("7/2bb3/1bbbb2/2wwww1/2ww3/7 w"));
}

TEST_CASE("a label that contradicts what is known is reported in one line", "[known]") {
  // The start of 7x6 with four a side is a win in 37 under `loses` (docs/rules.md).
  const auto exact = *known_start(kRealBoard, 4, {});
  CHECK(contradiction(exact, {Outcome::kWin, 37}).empty());
  CHECK(contradiction(exact, {Outcome::kWin, kUncountedPlies}).empty());
  const std::string draw = contradiction(exact, {Outcome::kDraw, 0});
  CHECK(draw == "says draw, but it is known that White to move wins in 37 plies, found by a solve with distances");
  CHECK(contradiction(exact, {Outcome::kWin, 39}).starts_with("says win in 39, but it is known that"));
  KnownStart bounds;
  bounds.value = Outcome::kWin;
  bounds.at_least = 41;
  bounds.within = 99;
  CHECK(contradiction(bounds, {Outcome::kWin, 41}).empty());
  CHECK(contradiction(bounds, {Outcome::kWin, 99}).empty());
  CHECK(!contradiction(bounds, {Outcome::kWin, 39}).empty());
  CHECK(!contradiction(bounds, {Outcome::kWin, 101}).empty());
  // The value is unknown. The bound says that neither side can force a win in fewer than 78 plies.
  KnownStart open;
  open.at_least = 78;
  CHECK(contradiction(open, {Outcome::kLoss, 78}).empty());
  CHECK(contradiction(open, {Outcome::kDraw, 0}).empty());
  CHECK(!contradiction(open, {Outcome::kLoss, 76}).empty());
}

TEST_CASE("a sentence tells what is known of a start, with its sources", "[known]") {
  KnownStart known;
  const auto add = [&](KnownSource source, std::optional<Outcome> value, int at_least, std::optional<int> within,
                       int runs, std::string_view file) {
    known.facts.push_back({{}, 6, {}, source, value, at_least, within, runs, file, {}});
  };
  add(KnownSource::kSearch, std::nullopt, 33, std::nullopt, 1, "");
  known.at_least = 33;
  CHECK(known_in_words(known, Side::kBlack) ==
        "Black to move: open; neither side can force a win within 32 plies (forward search)");
  add(KnownSource::kCard, Outcome::kWin, 33, std::nullopt, 2, "");
  known.value = Outcome::kWin;
  CHECK(known_in_words(known, Side::kWhite) ==
        "White to move wins, found on a graphics card in 2 runs; it takes at least 33 plies (forward search, graphics "
        "card)");
  add(KnownSource::kProof, Outcome::kWin, 0, 85, 1, "docs/x.proof");
  known.within = 85;
  CHECK(known_in_words(known, Side::kWhite) ==
        "White to move wins, found on a graphics card in 2 runs and by a replayed proof (docs/x.proof); it takes at "
        "least 33 plies (forward search, graphics card) and at most 85 plies (proof)");
  known.within = known.at_least;
  CHECK(known.distance() == 33);
}
