// A fixture for values solves on the tests' card and by processors: the card, games, requests, and the result that both
// must have.
#pragma once

#include "solver/card/card_engine.h"
#include "solver/solve_values/solve_values.h"
#include "tests/card/fake_driver.h"
#include "tests/db/naive_labels.h"

namespace uisge::test::card_solve {

// The size of a placement's blocks with three pieces a side.
inline constexpr std::size_t kTileBytes = 160;

inline const DatabaseIdentity kWonGame{{4, 3}, 2, {StuckRule::kPasses, true}};
inline const DatabaseIdentity kLostGame{{4, 4}, 2, {}};
inline const DatabaseIdentity kDrawnGame{{7, 2}, 2, {StuckRule::kDraws, false}};
// A game with enough placements for staging. On smaller boards nearly all placements are neighbours of each other.
inline const DatabaseIdentity kLargeGame{{5, 4}, 3, {StuckRule::kPasses, true}};
inline constexpr double kStagedShare = 0.72;

// Opens a new card with these properties.
Card open_card(const FakeCardProperties& properties = {});

// Whether the build lacks the functions that run on a card: only a build with clang has them, and a solve on a card
// needs them.
bool lacks_kernels();

// What a solve has reported.
struct Told {
  std::vector<Outcome> starts;
  std::vector<std::string> notes;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
};

// Solves, and asks for a stop when sweep `stop_in_sweep` reports for the first time. kNever: never asks.
inline constexpr std::uint32_t kNever = UINT32_MAX;
Result<ValuesResult> solve(const ValuesRequest& request, Told* told = nullptr, std::uint32_t stop_in_sweep = kNever);

// Files of one solve in the test's folder.
struct Files {
  const TemporaryDirectory& directory;
  std::string name;
  std::string output() const { return directory.file(name + ".uisge"); }
  std::string plane() const { return directory.file(name + ".plane"); }
};

ValuesRequest by_processors(const DatabaseIdentity& identity, const Files& files);
// A request for a solve on a card. The card's memory holds about this share of the tiles; the other tiles are staged.
ValuesRequest by_card(const DatabaseIdentity& identity, const Files& files, double share);
// A request for a solve of the game by the card, without files.
ValuesRequest counting_by_card(const DatabaseIdentity& identity);

// The result and the files of a solve on processors.
struct Expected {
  explicit Expected(const DatabaseIdentity& identity);
  TemporaryDirectory directory;
  Files files;
  ValuesResult result;
  Bytes database;
  Bytes plane;
};

void check_end(const Expected& expected, const Files& files, const ValuesResult& result);

// The error of a solve that the card cannot do.
std::string refusal(const ValuesRequest& request);

bool is_one_line(const std::string& message);

}  // namespace uisge::test::card_solve
