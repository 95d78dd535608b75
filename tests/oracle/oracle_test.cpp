// Tests the oracle against handmade cases, other programs' numbers, and the laws of a solution.
#include "tests/oracle/oracle_laws.h"
#include "tests/oracle/oracle_moves.h"
#include "tests/oracle/oracle_solution.h"
#include "tests/test.h"

using namespace oracle;
using uisge::test::rows_of_data;

namespace {

std::vector<std::string> move_texts(const std::string& position, bool diagonal_jumps) {
  std::vector<std::string> texts;
  for (const Move& move : legal_moves(parse(position), diagonal_jumps)) texts.push_back(move.text());
  std::sort(texts.begin(), texts.end());
  return texts;
}

using Texts = std::vector<std::string>;

const std::string kStart = "7/2bb3/1bbbb2/2wwww1/3ww2/7 w";

std::vector<std::uint64_t> perfts(const Game& game, const std::string& position, int plies) {
  std::vector<std::uint64_t> counts;
  for (int i = 1; i <= plies; ++i) counts.push_back(perft(game, parse(position), i));
  return counts;
}

// Checks that no label breaks a law of oracle_laws.h, and that all symmetric images of a position have the same label.
void check_solution(const Universe& universe, const MoveGraph& graph, Stuck stuck) {
  const Game game{universe.files(), universe.ranks(), universe.pieces(), stuck, graph.diagonal_jumps()};
  const std::vector<Label> labels = solve(graph, stuck);
  const LabelOf label_of = [&](const Position& position) { return labels[universe.index(position)]; };
  const auto broken = first_broken_law(game, universe, label_of);
  INFO(broken.value_or(""));
  CHECK(!broken);

  int unequal_images = 0;
  for (std::size_t i = 0; i < universe.size(); ++i) {
    for (const Position& mapped : images(universe.position(i))) unequal_images += label_of(mapped) != labels[i];
  }
  CHECK(unequal_images == 0);
}

void check_solutions(int files, int ranks, int pieces) {
  CAPTURE(files, ranks, pieces);
  const Universe universe(files, ranks, pieces);
  for (const bool diagonal_jumps : {false, true}) {
    const MoveGraph graph(universe, diagonal_jumps);
    for (const Stuck stuck : kAllStuckRules) {
      CAPTURE(diagonal_jumps, to_string(stuck));
      check_solution(universe, graph, stuck);
    }
  }
}

}  // namespace

TEST_CASE("positions are printed as they were read", "[oracle]") {
  for (const char* text : {"7/2bb3/1bbbb2/2wwww1/3ww2/7 w", "wb/2 b", "9/9/4WB3 w", "1W/B1/wb w"}) {
    CHECK(print(parse(text)) == text);
  }
  for (const char* text : {"wb/2", "wb/3 w", "wb/11 w", "wx/2 w", "wb/2 w ", ""}) {
    CAPTURE(text);
    CHECK_THROWS(parse(text));
  }
  CHECK(print(colours_exchanged(parse("1W/B1/wb w"))) == "1B/W1/bw b");
}

TEST_CASE("moves of hand-made positions", "[oracle]") {
  SECTION("a blank jumps orthogonally and does not step; the jump must not tear the group") {
    CHECK(move_texts("3/wb1 w", false) == Texts{"a1c1"});
    CHECK(move_texts("3/3/bww w", false).empty());   // no empty square behind
    CHECK(move_texts("4/4/wwb1 w", false).empty());  // b1d1 would cut off a1
  }
  SECTION("a crown steps in eight directions as long as the group holds, and jumps") {
    // b1 jumps over c1 to d1 or steps to c2. Any other step would cut off a piece.
    CHECK(move_texts("4/4/1Wb1 w", false) == Texts{"b1c2", "b1d1"});
  }
  SECTION("a crown jumps diagonally only in the variant, a blank never") {
    CHECK(move_texts("3/1bb/Wbb w", false) == Texts{"a1a2"});
    CHECK(move_texts("3/1bb/Wbb w", true) == Texts{"a1a2", "a1c3"});
    CHECK(move_texts("3/1bb/wbb w", true).empty());
    CHECK(print(after(parse("3/1bb/Wbb w"), Move{0, 0, 2, 2})) == "2w/1bb/1bb b");
  }
}

TEST_CASE("perft of the real start", "[oracle]") {
  const auto game = [](Stuck stuck, bool diagonal_jumps) { return Game{7, 6, 6, stuck, diagonal_jumps}; };
  using Counts = std::vector<std::uint64_t>;
  for (const Stuck stuck : {Stuck::kLoses, Stuck::kWins, Stuck::kDraws}) {
    CHECK(perfts(game(stuck, false), kStart, 6) == Counts{4, 18, 114, 781, 4458, 25285});
    CHECK(perfts(game(stuck, true), kStart, 6) == Counts{4, 18, 120, 861, 5230, 31541});
  }
  CHECK(perfts(game(Stuck::kPasses, false), kStart, 6) == Counts{4, 18, 114, 781, 4458, 25292});
  CHECK(perfts(game(Stuck::kPasses, true), kStart, 6) == Counts{4, 18, 120, 861, 5230, 31552});
}

// The expected numbers are those of docs/rules.md. The ninth ply would take the oracle some minutes.
TEST_CASE("perft of the real start, 7 and 8 plies", "[oracle][.slow]") {
  CHECK(perft(Game{7, 6, 6, Stuck::kLoses, false}, parse(kStart), 7) == 166'328);
  CHECK(perft(Game{7, 6, 6, Stuck::kLoses, false}, parse(kStart), 8) == 1'110'570);
  CHECK(perft(Game{7, 6, 6, Stuck::kPasses, false}, parse(kStart), 8) == 1'110'933);
  CHECK(perft(Game{7, 6, 6, Stuck::kLoses, true}, parse(kStart), 8) == 1'588'025);
  CHECK(perft(Game{7, 6, 6, Stuck::kPasses, true}, parse(kStart), 8) == 1'588'943);
}

TEST_CASE("perft of twelve middle-game positions", "[oracle]") {
  const auto rows = rows_of_data(UISGE_TEST_DATA "/perft.txt", ';');
  REQUIRE(rows.size() == 48);
  for (const auto& field : rows) {
    CAPTURE(field);
    const Stuck stuck = field[1] == "passes" ? Stuck::kPasses : Stuck::kLoses;
    std::vector<std::uint64_t> expected;
    std::istringstream counts(field[3]);
    for (std::uint64_t count = 0; counts >> count;) expected.push_back(count);
    REQUIRE(expected.size() == 5);
    CHECK(perfts(Game{7, 6, 6, stuck, field[0] == "diagonal"}, field[2], 5) == expected);
  }
}

TEST_CASE("placements and live positions of the real board", "[oracle]") {
  const Universe two(7, 6, 2);
  CHECK(two.placements() == 467);
  CHECK(two.size() == 25'218);
  const Universe three(7, 6, 3);
  CHECK(three.placements() == 3'614);
  CHECK(three.size() == 3'541'720);
}

TEST_CASE("looking up a position gives its number", "[oracle]") {
  const Universe universe(3, 3, 2);
  int wrong = 0;
  for (std::size_t i = 0; i < universe.size(); ++i) {
    const Position position = universe.position(i);
    const bool live = count_pieces(position, 'w') == 2 && count_pieces(position, 'b') == 2 && connected(position) &&
                      !all_crowns(position, 'w') && !all_crowns(position, 'b');
    if (!live || universe.index(position) != i || universe.index(colours_exchanged(position)) != i) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("the oracle's counts are those of another program", "[oracle][no-asan]") {
  auto rows = rows_of_data(UISGE_TEST_DATA "/small-boards.csv", ',');
  REQUIRE(rows.size() == 9);
  rows.erase(rows.begin());  // drops the heading
  for (const auto& field : rows) {
    CAPTURE(field);
    int files = 0;
    int ranks = 0;
    REQUIRE(std::sscanf(field[0].c_str(), "%dx%d", &files, &ranks) == 2);
    const Universe universe(files, ranks, std::stoi(field[1]));
    const MoveGraph graph(universe, field[3] == "yes");
    const Counts counts = count(solve(graph, field[2] == "loses" ? Stuck::kLoses : Stuck::kDraws));
    CHECK(counts == Counts{std::stoull(field[4]), std::stoull(field[5]), std::stoull(field[6]), std::stoull(field[7]),
                           std::stoi(field[8])});
  }
}

TEST_CASE("small positions solved by hand", "[oracle]") {
  const Universe universe(3, 2, 1);
  const MoveGraph graph(universe, false);
  const auto label = [&](Stuck stuck, const char* text) { return solve(graph, stuck)[universe.index(parse(text))]; };
  const Label win_in_1{Outcome::kWin, 1};
  for (const Stuck stuck : kAllStuckRules)
    CHECK(label(stuck, "3/wb1 w") == win_in_1);  // the jump crowns the last piece
  // White cannot jump off the board. If Black were to move, Black would win at once.
  CHECK(label(Stuck::kLoses, "3/bw1 w") == Label{Outcome::kLoss, 0});
  CHECK(label(Stuck::kWins, "3/bw1 w") == Label{Outcome::kWin, 0});
  CHECK(label(Stuck::kDraws, "3/bw1 w") == Label{Outcome::kDraw, 0});
  CHECK(label(Stuck::kPasses, "3/bw1 w") == Label{Outcome::kLoss, 2});
  // The two pieces stand on one file of two ranks, so a jump would leave the board: neither side can ever move.
  CHECK(label(Stuck::kLoses, "w2/b2 b") == Label{Outcome::kLoss, 0});
  CHECK(label(Stuck::kPasses, "w2/b2 b") == Label{Outcome::kDraw, 0});
}

TEST_CASE("exchanging the colours exchanges the moves", "[oracle][law]") {
  const Universe universe(4, 3, 2);
  int wrong = 0;
  for (const bool diagonal_jumps : {false, true}) {
    const Game game{4, 3, 2, Stuck::kPasses, diagonal_jumps};
    for (std::size_t i = 0; i < universe.size(); ++i) {
      const Position position = universe.position(i);
      const auto here = successors(game, position);
      const auto there = successors(game, colours_exchanged(position));
      const bool same = std::equal(here.begin(), here.end(), there.begin(), there.end(),
                                   [](const Position& a, const Position& b) { return colours_exchanged(a) == b; });
      if (!same) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("solutions keep the local laws and the symmetries of the board", "[oracle][law][no-asan]") {
  check_solutions(3, 3, 1);
  check_solutions(3, 3, 2);
  check_solutions(4, 3, 2);
  check_solutions(2, 7, 2);
  check_solutions(4, 4, 2);
  check_solutions(3, 3, 3);
  check_solutions(2, 5, 3);
}

TEST_CASE("a single wrong label breaks a law", "[oracle][law]") {
  const Universe universe(3, 3, 2);
  const MoveGraph graph(universe, false);
  for (const Stuck stuck : kAllStuckRules) {
    const Game game{3, 3, 2, stuck, false};
    std::vector<Label> labels = solve(graph, stuck);
    const LabelOf label_of = [&](const Position& position) { return labels[universe.index(position)]; };
    for (std::size_t i = 0; i < labels.size(); i += 7) {
      const Label right = labels[i];
      for (const Label wrong : {Label{Outcome::kDraw, 0}, Label{Outcome::kWin, right.distance},
                                Label{Outcome::kLoss, right.distance}, Label{right.outcome, 99}}) {
        if (wrong == right) continue;
        labels[i] = wrong;
        CAPTURE(to_string(stuck), i, to_string(wrong.outcome), wrong.distance);
        CHECK(broken_law(game, universe.position(i), label_of));
      }
      labels[i] = right;
    }
  }
}

TEST_CASE("solutions of larger boards keep the laws and the symmetries", "[oracle][law][.slow]") {
  check_solutions(2, 5, 4);
  check_solutions(4, 4, 3);
}

TEST_CASE("7x6 with three a side keeps the laws", "[oracle][law][.slow]") {
  const Universe universe(7, 6, 3);
  const MoveGraph graph(universe, false);
  for (const Stuck stuck : {Stuck::kLoses, Stuck::kPasses}) {
    const std::vector<Label> labels = solve(graph, stuck);
    const auto broken = first_broken_law(Game{7, 6, 3, stuck, false}, universe,
                                         [&](const Position& position) { return labels[universe.index(position)]; });
    INFO(broken.value_or(""));
    CHECK(!broken);
  }
}
