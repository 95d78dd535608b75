// The table of what is known about the start of each game.
//
// The table is compiled in from docs/results.csv (games that were solved completely) and docs/known.csv (all other
// facts). To add a fact, add a line to one of these files. Values are for White, who begins. A bound is a number of
// plies with perfect play: a win of either side takes at least `at_least` and at most `within` plies. If the value is
// not known, neither side can force a win in fewer than `at_least` plies. All functions are pure. A look-up takes some
// microseconds.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board.h"
#include "core/moves.h"
#include "core/outcome.h"
#include "core/position.h"
#include "core/rules.h"

namespace uisge {

// The sources of facts, the strongest first.
enum class KnownSource : std::uint8_t {
  kProof,       // a proof that `uisge verify-proof` replays
  kDistances,   // the game was solved with distances
  kProcessors,  // the game was solved without distances, on CPUs
  kCard,        // a solve on a graphics card found the value, or how long neither side can force a win
  kSearch       // the forward search has shown that neither side can force a win in fewer than `at_least` plies
};
std::string_view to_string(KnownSource source);  // "proof", "distances", "processors", "card", "search"

struct KnownFact {
  BoardSize board;
  int pieces = 0;  // per side
  RuleSet rules;
  KnownSource source = KnownSource::kSearch;
  std::optional<Outcome> value;
  int at_least = 0;           // plies
  std::optional<int> within;  // plies
  int runs = 1;               // the number of solves that gave this result
  std::string_view file;      // the proof's path in the repository; empty for other sources
  std::string_view move;      // a first move that keeps the value, "d3d1"; empty if none is known
};

// All facts, in unspecified order.
std::span<const KnownFact> known_facts();

struct KnownStart {
  std::optional<Outcome> value;       // none: not known
  std::optional<KnownSource> source;  // the strongest source (see KnownSource) of the value
  int at_least = 0;                   // the greatest lower bound in plies; 0 for a draw
  std::optional<int> within;
  std::optional<Move> move;      // a first move that keeps the value, on the board that was asked about
  std::vector<KnownFact> facts;  // the strongest source first

  // The number of plies of a win or loss, if both bounds are equal.
  std::optional<int> distance() const;
};

// What is known of the start of a game; std::nullopt if the table has no fact about it.
std::optional<KnownStart> known_start(BoardSize board, int pieces, RuleSet rules);
// What is known of a position that equals the start of its game up to symmetry and exchange of colours. Returns
// std::nullopt for other positions.
std::optional<KnownStart> known_of(const Board& board, const Position& position, RuleSet rules);

// The facts as a sentence: "White to move wins with d3d1, found on a graphics card in 2 runs; it takes at least 33
// plies (forward search)".
std::string known_in_words(const KnownStart& known, Side mover);

// How the label of a start contradicts the table: "says draw, but it is known that White to move wins ...". Empty if
// there is no contradiction.
std::string contradiction(const KnownStart& known, Label start);

}  // namespace uisge
