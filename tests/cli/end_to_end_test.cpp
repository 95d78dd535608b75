// Runs solve, query, info, check, verify and diff in the order in which a user would, and compares every answer with
// the oracle.
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"
#include "tests/cli/terminal.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

// Returns every legal move in the order of docs/json.md: wins, shortest first; draws; losses, longest first; ties by
// text.
Json ranked_moves(const oracle::SolvedGame& solution, const oracle::Position& position) {
  struct Ranked {
    int order;
    std::string text;
    std::string position;  // the position after the move
    oracle::Label label;
  };
  std::vector<Ranked> moves;
  for (const auto& [text, next] : solution.moves(position)) {
    const oracle::Label label = solution.label_by_move(next);
    const int order = label.outcome == oracle::Outcome::kWin    ? label.distance
                      : label.outcome == oracle::Outcome::kDraw ? 100'000
                                                                : 200'000 - label.distance;
    moves.push_back({order, text, oracle::print(next), label});
  }
  std::sort(moves.begin(), moves.end(),
            [](const Ranked& a, const Ranked& b) { return std::pair(a.order, a.text) < std::pair(b.order, b.text); });
  Json json = Json::array();
  for (const Ranked& move : moves) {
    json.push_back({{"move", move.text},
                    {"position", move.position},
                    {"value", to_string(move.label.outcome)},
                    {"distance", distance_json(move.label)},
                    {"best", move.order == moves.front().order}});
  }
  return json;
}

// Returns why the game is over, in the words of docs/json.md; null if it is not.
Json end_of_game(const oracle::SolvedGame& solution, const oracle::Position& position) {
  const std::string text = oracle::print(position);
  const std::string ranks = text.substr(0, text.find(' '));
  if (!contains(ranks, "w") || !contains(ranks, "b")) return "crowned";
  return oracle::successors(solution.game(), position).empty() ? Json("stuck") : Json();
}

// Returns the first fault of a main line. Every move must be the first of the best moves, and a decided game must end
// after `distance` plies.
std::string line_error(const oracle::SolvedGame& solution, oracle::Position position, const Json& line) {
  const oracle::Label label = solution.label(position);
  for (const Json& text : line) {
    const Json moves = ranked_moves(solution, position);
    if (moves.empty() || moves[0]["move"] != text) return "not the first best move: " + text.get<std::string>();
    position = solution.moves(position).at(text);
  }
  if (label.outcome == oracle::Outcome::kDraw) return "";
  if (line.size() != label.distance) return "not as long as the distance";
  const bool over = oracle::successors(solution.game(), position).empty();
  return over ? "" : "the game does not end with it";
}

}  // namespace

TEST_CASE("query answers every position as the oracle does, moves ranked, under every rule set",
          "[cli][oracle][no-asan]") {
  const TemporaryDirectory directory;
  for (const oracle::Game& game : all_rules(3, 3, 2)) {
    CAPTURE(to_string(game.stuck), game.diagonal_jumps);
    const std::string path = directory.file(to_string(game.stuck) + (game.diagonal_jumps ? "-diagonal" : ""));
    const oracle::SolvedGame solution(game);
    solve_into(path, game);
    // Every live position and every position that ends the game, with White and Black to move.
    std::set<std::string> positions;
    for (std::size_t i = 0; i < solution.universe().size(); ++i) {
      const oracle::Position position = solution.universe().position(i);
      positions.insert(oracle::print(position));
      positions.insert(oracle::print(oracle::colours_exchanged(position)));
      for (const auto& next : oracle::successors(game, position)) positions.insert(oracle::print(next));
    }
    RunOptions options;
    for (const std::string& position : positions) options.input += position + "\n";
    const ProgramRun run = run_well({"query", path, "-", "--json"}, options);
    CHECK(run.err.empty());
    std::istringstream answers(run.out);

    std::vector<std::string> wrong;
    std::uint64_t number = 0;
    for (const std::string& text : positions) {
      std::string line;
      ++number;
      REQUIRE(std::getline(answers, line));
      const Json answer = Json::parse(line);
      const oracle::Position position = oracle::parse(text);
      const oracle::Label label = solution.label(position);
      const bool right = answer["position"] == text && answer["value"] == to_string(label.outcome) &&
                         answer["distance"] == distance_json(label) &&
                         answer["moves"] == ranked_moves(solution, position) &&
                         answer["over"] == end_of_game(solution, position) && answer["line_number"] == number;
      if (!right) wrong.push_back(line);
      if (const auto error = line_error(solution, position, answer["line"]); !error.empty()) {
        wrong.push_back(error + ": " + line);
      }
    }
    CAPTURE(wrong.size());
    CHECK((wrong.empty() ? "" : wrong.front()) == "");
    CHECK(answers.get() == std::istringstream::traits_type::eof());
  }
}

TEST_CASE("solve and info count what the oracle counts, under every rule set", "[cli][oracle]") {
  const TemporaryDirectory directory;
  for (const oracle::Game& game : all_rules(4, 3, 2)) {
    CAPTURE(to_string(game.stuck), game.diagonal_jumps);
    const std::string path = directory.file(to_string(game.stuck) + (game.diagonal_jumps ? "-diagonal" : ""));
    const oracle::SolvedGame solution(game);
    const Json solved = run_json("solve", joined(game_options(game), {"--out", path}));
    const Json info = run_json("info", {path});

    const oracle::Counts counts = oracle::count(solution.labels());
    Json by_distance = Json::array();
    for (int d = 0; d <= counts.longest_distance; ++d) {
      const auto with = [&](oracle::Outcome outcome) {
        const oracle::Label label{outcome, static_cast<std::uint16_t>(d)};
        return std::count(solution.labels().begin(), solution.labels().end(), label);
      };
      by_distance.push_back(
          {{"distance", d}, {"won", with(oracle::Outcome::kWin)}, {"lost", with(oracle::Outcome::kLoss)}});
    }
    const std::string start = "4/bb2/1ww1 w";  // docs/rules.md
    const oracle::Label start_label = solution.label(oracle::parse(start));
    for (const Json& json : {solved, info}) {
      check_fields(json, "board", "4x3", "pieces", 2, "stuck", to_string(game.stuck), "diagonal_jumps",
                   game.diagonal_jumps, "live", counts.live, "won", counts.won, "lost", counts.lost, "drawn",
                   counts.drawn, "longest_distance", counts.longest_distance, "by_distance", by_distance);
      check_fields(json["start"], "position", start, "value", to_string(start_label.outcome), "distance",
                   distance_json(start_label));
      CHECK(json["bytes"] == std::filesystem::file_size(path));
      const oracle::Label longest = solution.label(oracle::parse(json["longest_example"].get<std::string>()));
      CHECK(longest.outcome != oracle::Outcome::kDraw);
      CHECK(longest.distance == counts.longest_distance);
    }
    CHECK(run_json("check", {path})["intact"] == true);
    check_fields(run_json("verify", {path}), "passed", true, "complete", true);
    check_fields(run_json("verify", {path, "--sample", "100", "--seed", "7"}), "passed", true, "complete", false);

    REQUIRE(start_label.outcome == oracle::Outcome::kWin);
    const std::string words = run_well({"query", path, start}).out;
    CHECK(words.starts_with("3 . . . .\n2 b b . .\n1 . w w .\n  a b c d\n"));
    CHECK(contains(words, "White to move wins in " + std::to_string(start_label.distance) + " plies"));
    const std::string exchanged = oracle::print(oracle::colours_exchanged(oracle::parse(start)));
    CHECK(contains(run_well({"query", path, exchanged}).out, "Black to move wins in "));
    // tests/data/small-boards.csv has 3,510 live positions for 4x3.
    const std::string histogram = run_well({"info", path, "--histogram"}).out;
    for (const char* const part : {"3,510", "distance ", "###"}) CHECK(contains(histogram, part));
    CHECK(longest_line(histogram) <= 80);
  }
}

TEST_CASE("diff counts the changes that the oracle counts, for every pair of rule sets", "[cli][oracle][no-asan]") {
  const TemporaryDirectory directory;
  const auto games = all_rules(3, 3, 2);
  std::vector<oracle::SolvedGame> solutions;
  for (std::size_t i = 0; i < games.size(); ++i) {
    solutions.emplace_back(games[i]);
    solve_into(directory.file(std::to_string(i)), games[i]);
  }
  for (std::size_t a = 0; a < games.size(); ++a) {
    for (std::size_t b = 0; b < games.size(); ++b) {
      CAPTURE(a, b);
      std::map<std::pair<std::string, std::string>, std::uint64_t> expected;
      std::uint64_t other_distance = 0;
      for (std::size_t i = 0; i < solutions[a].universe().size(); ++i) {
        const oracle::Label first = solutions[a].labels()[i];
        const oracle::Label second = solutions[b].labels()[i];
        if (first.outcome != second.outcome) {
          ++expected[{to_string(first.outcome), to_string(second.outcome)}];
        } else if (first.distance != second.distance) {
          ++other_distance;
        }
      }
      const Json diff = run_json("diff", {directory.file(std::to_string(a)), directory.file(std::to_string(b))});
      std::map<std::pair<std::string, std::string>, std::uint64_t> found;
      for (const Json& change : diff["changes"]) {
        found[{change["from"], change["to"]}] = change["positions"];
        const oracle::Position example = oracle::parse(change["example"].get<std::string>());
        CHECK(to_string(solutions[a].label(example).outcome) == change["from"]);
        CHECK(to_string(solutions[b].label(example).outcome) == change["to"]);
      }
      CHECK(found == expected);
      CHECK(diff["other_distance"] == other_distance);
    }
  }
}
