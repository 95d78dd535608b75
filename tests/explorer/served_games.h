// Small solved games that `uisge serve` answers from, questions about them, and the commands' answers for comparison.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/cli/solved_game.h"
#include "tests/db/naive_labels.h"
#include "tests/explorer/http_client.h"

namespace uisge::test::answers {

using Json = nlohmann::json;

// Solves games, with the databases in a new folder, and runs `uisge serve` on that folder.
class ServedGames {
 public:
  explicit ServedGames(const std::vector<oracle::Game>& games);
  std::string path(const oracle::Game& game) const { return directory_.file(file_name(game)); }
  const std::deque<OracleGame>& oracles() const { return oracles_; }
  const OracleGame& oracle() const { return oracles_.front(); }
  const RunningServer& server() const { return *server_; }

 private:
  TemporaryDirectory directory_;
  std::deque<OracleGame> oracles_;
  std::optional<RunningServer> server_;
};

std::string rules_in_query(const oracle::Game& game);
std::string asking(const std::string& path, const oracle::Game& game, const oracle::Position& position,
                   const std::string& more = "");
// A command's arguments, followed by the options of the game's rules.
std::vector<std::string> with_rules(std::vector<std::string> arguments, const oracle::Game& game);

// Whether the object has the label's value and distance.
bool is_value(const Json& json, oracle::Label label);

// The JSON object that `uisge query` prints. As in the server's answers, the file's name has no folder.
Json query_json(const std::string& file, std::vector<std::string> arguments);

// The command's standard error without the leading "uisge: " and the final newline.
std::string error_of(const std::vector<std::string>& arguments);

}  // namespace uisge::test::answers
