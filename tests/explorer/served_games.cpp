#include "tests/explorer/served_games.h"

#include <fmt/format.h>

namespace uisge::test::answers {

ServedGames::ServedGames(const std::vector<oracle::Game>& games) {
  for (const oracle::Game& game : games) {
    solve_into(path(game), game);
    oracles_.emplace_back(game);
  }
  server_.emplace(std::vector<std::string>{"serve", directory_.path(), "--search", "0"});
}

std::string rules_in_query(const oracle::Game& game) {
  return fmt::format("stuck={}&diagonal_jumps={}", to_string(game.stuck), game.diagonal_jumps);
}

std::string asking(const std::string& path, const oracle::Game& game, const oracle::Position& position,
                   const std::string& more) {
  return fmt::format("{}?position={}&{}{}", path, encoded(oracle::print(position)), rules_in_query(game), more);
}

std::vector<std::string> with_rules(std::vector<std::string> arguments, const oracle::Game& game) {
  arguments.insert(arguments.end(), {"--stuck", to_string(game.stuck)});
  if (game.diagonal_jumps) arguments.emplace_back("--diagonal-jumps");
  return arguments;
}

bool is_value(const Json& json, oracle::Label label) {
  return json.at("value") == to_string(label.outcome) && json.at("distance") == distance_json(label);
}

Json query_json(const std::string& file, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), file);
  Json json = run_json("query", std::move(arguments));
  json["file"] = std::filesystem::path(file).filename();
  return json;
}

std::string error_of(const std::vector<std::string>& arguments) {
  const ProgramRun run = run_uisge(arguments);
  REQUIRE(is_one_error_line(run.err));
  const std::string begin = "uisge: ";
  return run.err.substr(begin.size(), run.err.size() - begin.size() - 1);
}

}  // namespace uisge::test::answers
