// What is known about the start of each game, whoever found it: the one table that every door shows.
//
// It is compiled in from docs/results.csv, games that were solved whole, and docs/known.csv, everything else. A new
// fact is a new line there. Values are White's, who begins. A bound is a count of plies with perfect play: a win takes
// at least `at_least` and at most `within`, whoever wins. Where nobody knows who wins, neither side can force a win in
// fewer than `at_least`. Pure values and functions; looking up takes some microseconds.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board.h"
#include "core/outcome.h"
#include "core/position.h"
#include "core/rules.h"

namespace uisge {

// What a fact rests on, the strongest first.
enum class KnownSource : std::uint8_t {
  kProof,       // a proof that `uisge verify-proof` replays
  kDistances,   // the game was solved with distances
  kProcessors,  // solved for its values, by processors
  kCard,        // sweeps for values on a graphics card
  kSearch       // the forward search, by which neither side can force a win sooner
};
std::string_view to_string(KnownSource source);  // "proof", "distances", "processors", "card", "search"

struct KnownFact {
  BoardSize board;
  int pieces = 0;  // a side
  RuleSet rules;
  KnownSource source = KnownSource::kSearch;
  std::optional<Outcome> value;
  int at_least = 0;           // plies
  std::optional<int> within;  // plies
  int runs = 1;               // that found the same
  std::string_view file;      // of a proof, from the repository's root
};

// Every fact there is, in no order.
std::span<const KnownFact> known_facts();

struct KnownStart {
  std::optional<Outcome> value;       // none: open
  std::optional<KnownSource> source;  // of the value, the strongest
  int at_least = 0;                   // plies, the best of the bounds; 0 for a draw
  std::optional<int> within;
  std::vector<KnownFact> facts;  // by strength

  // Plies of a win or loss, if the bounds meet.
  std::optional<int> distance() const;
};

// Nothing if nothing is known.
std::optional<KnownStart> known_start(BoardSize board, int pieces, RuleSet rules);
// Of a position: nothing unless it is the start of its game, or equal to it up to symmetry and exchange of colours.
std::optional<KnownStart> known_of(const Board& board, const Position& position, RuleSet rules);

// "White to move wins, found on a graphics card in 2 runs; it takes at least 33 plies (graphics card, forward search)".
std::string known_in_words(const KnownStart& known, Side mover);

// What the label of a start says against the table: "is a draw, and a win is known (...)"; empty if nothing.
std::string contradiction(const KnownStart& known, Label start);

}  // namespace uisge
