// Reads from docs/known.csv and docs/results.csv what is known of a game's start, independently of the program's own
// table. The tests of every command and interface that shows known facts use this header.
#pragma once

#include "tests/test.h"

namespace uisge::test {

struct KnownGame {
  std::string board;
  int pieces = 0;
  std::string stuck;
  bool diagonal_jumps = false;
};

// The value, its source and the bounds that an answer must show.
struct ExpectedStart {
  std::optional<std::string> value;
  std::optional<std::string> source;
  std::optional<int> at_least;
  std::optional<int> within;
};

// The real game under its eight rule sets, and five smaller games: a win, a draw that was solved without distances, a
// loss, a game that is over at once, and another win.
inline std::vector<KnownGame> known_games() {
  std::vector<KnownGame> games;
  for (const char* stuck : {"loses", "wins", "draws", "passes"}) {
    for (const bool diagonal_jumps : {false, true}) games.push_back({"7x6", 6, stuck, diagonal_jumps});
  }
  games.push_back({"7x6", 5, "wins", true});
  games.push_back({"6x5", 6, "loses", false});
  games.push_back({"4x4", 3, "wins", false});
  games.push_back({"2x4", 3, "loses", false});
  games.push_back({"3x3", 2, "passes", false});
  return games;
}

inline const std::vector<std::vector<std::string>>& rows_of(const std::string& path) {
  static std::map<std::string, std::vector<std::vector<std::string>>> tables;  // a table has many games: read once
  auto& rows = tables[path];
  if (rows.empty()) {
    rows = rows_of_data(path, ',');
    if (!rows.empty()) rows.erase(rows.begin());
  }
  return rows;
}

// `docs`: the folder with results.csv and known.csv.
inline ExpectedStart expected_start(const std::string& docs, const KnownGame& game) {
  const auto is_of_game = [&](const std::vector<std::string>& row) {
    return row[0] == game.board && row[1] == std::to_string(game.pieces) && row[2] == game.stuck &&
           row[3] == (game.diagonal_jumps ? "true" : "false");
  };
  ExpectedStart expected;
  const auto take_bounds = [&](const std::string& at_least, const std::string& within) {
    if (!at_least.empty()) expected.at_least = std::max(expected.at_least.value_or(0), std::stoi(at_least));
    if (!within.empty()) expected.within = std::min(expected.within.value_or(1'000'000), std::stoi(within));
  };
  for (const auto& row : rows_of(docs + "/known.csv")) {
    if (!is_of_game(row)) continue;
    // A proof is the strongest source. The other sources in known.csv are solves on a graphics card, which give values,
    // and searches, which give bounds.
    if (!row[5].empty() && expected.source != "proof") {
      expected.value = row[5];
      expected.source = row[4];
    }
    take_bounds(row[6], row[7]);
  }
  for (const auto& row : rows_of(docs + "/results.csv")) {
    if (!is_of_game(row) || row[9] == "none") continue;
    if (!expected.value) {
      expected.value = row[9];
      expected.source = row[8].empty() && row[5] + row[6] != "00" ? "processors" : "distances";
    }
    take_bounds(row[10], row[10]);
  }
  return expected;
}

}  // namespace uisge::test
