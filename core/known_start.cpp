#include "core/known_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/notation.h"
#include "core/start.h"

namespace uisge {

namespace {

std::string how_found(const KnownFact& fact) {
  switch (fact.source) {
    case KnownSource::kProof: return fmt::format("by a replayed proof ({})", fact.file);
    case KnownSource::kDistances: return "by a solve with distances";
    case KnownSource::kProcessors: return "by a solve for values";
    case KnownSource::kCard:
      return fact.runs == 1 ? "on a graphics card in one run" : fmt::format("on a graphics card in {} runs", fact.runs);
    case KnownSource::kSearch: break;
  }
  return "by forward search";
}

std::string_view short_name(KnownSource source) {
  switch (source) {
    case KnownSource::kProof: return "proof";
    case KnownSource::kCard: return "graphics card";
    case KnownSource::kSearch: return "forward search";
    case KnownSource::kDistances:
    case KnownSource::kProcessors: break;
  }
  return "solved";
}

// The sources of the facts for which `has` is true, such as " (graphics card, forward search)".
template <class Has>
std::string sources_in_words(const KnownStart& known, const Has& has) {
  std::vector<std::string_view> names;
  for (const KnownFact& fact : known.facts) {
    if (has(fact)) names.push_back(short_name(fact.source));
  }
  return fmt::format(" ({})", fmt::join(names, ", "));
}

std::string bounds_in_words(const KnownStart& known) {
  const auto of_least = [&](const KnownFact& fact) { return fact.at_least == known.at_least; };
  const auto of_most = [&](const KnownFact& fact) { return known.within && fact.within == known.within; };
  std::string text;
  if (known.at_least > 0) text = fmt::format("at least {} plies{}", known.at_least, sources_in_words(known, of_least));
  if (known.within) {
    text += fmt::format("{}at most {} plies{}", text.empty() ? "" : " and ", *known.within,
                        sources_in_words(known, of_most));
  }
  return text;
}

std::string_view word_of(Outcome value) {
  return value == Outcome::kWin ? "wins" : value == Outcome::kLoss ? "loses" : "draws";
}

}  // namespace

std::string_view to_string(KnownSource source) {
  switch (source) {
    case KnownSource::kProof: return "proof";
    case KnownSource::kDistances: return "distances";
    case KnownSource::kProcessors: return "processors";
    case KnownSource::kCard: return "card";
    case KnownSource::kSearch: break;
  }
  return "search";
}

std::optional<int> KnownStart::distance() const {
  const bool is_exact = value && *value != Outcome::kDraw && within == at_least;
  return is_exact ? within : std::nullopt;
}

std::optional<KnownStart> known_start(BoardSize board, int pieces, RuleSet rules) {
  KnownStart known;
  for (const KnownFact& fact : known_facts()) {
    if (fact.board == board && fact.pieces == pieces && fact.rules == rules) known.facts.push_back(fact);
  }
  if (known.facts.empty()) return std::nullopt;
  // std::ranges::stable_sort is not used, since Emscripten's library lacks it.
  std::stable_sort(known.facts.begin(), known.facts.end(),
                   [](const KnownFact& one, const KnownFact& other) { return one.source < other.source; });
  for (const KnownFact& fact : known.facts) {
    if (fact.value && !known.value) {
      known.value = fact.value;
      known.source = fact.source;
    }
    known.at_least = std::max(known.at_least, fact.at_least);
    if (fact.within) known.within = std::min(*fact.within, known.within.value_or(*fact.within));
    if (!fact.move.empty() && !known.move) {
      const Board squares(board);
      // A test checks that all moves of the table can be played, so value_or() never returns the pass.
      known.move = parse_move(squares, rules, *start_position(squares, pieces), fact.move).value_or(Move::pass());
    }
  }
  return known;
}

std::optional<KnownStart> known_of(const Board& board, const Position& position, RuleSet rules) {
  // A start has no crowns, so this quick test excludes most positions.
  if (!position.crowns_bb().empty()) return std::nullopt;
  const auto start = start_position(board, position.pieces());
  if (!start || canonical(board, *start) != canonical(board, position)) return std::nullopt;
  auto known = known_start(position.size(), position.pieces(), rules);
  if (known && known->move) {
    // The move in the table belongs to the start array as start_position() returns it. If `position` is turned or
    // mirrored, we look for the move that leads to the same position up to symmetry.
    const auto leads_to = [&](const Position& from, Move move) { return canonical(board, play(board, from, move)); };
    const Position after = leads_to(*start, *known->move);
    for (const Move move : playable_moves(board, rules, position)) {
      known->move = move;
      if (leads_to(position, move) == after) break;
    }
  }
  return known;
}

std::string known_in_words(const KnownStart& known, Side mover) {
  const std::string_view side = mover == Side::kWhite ? "White" : "Black";
  if (!known.value) {
    return fmt::format("{} to move: open; neither side can force a win within {} plies{}", side, known.at_least - 1,
                       sources_in_words(known, [&](const KnownFact& fact) { return fact.at_least == known.at_least; }));
  }
  std::string text = fmt::format("{} to move {}", side, word_of(*known.value));
  if (known.move) text += fmt::format(" with {}", to_text(Board(known.facts.front().board), *known.move));
  const std::optional<int> distance = known.distance();
  if (distance) text += fmt::format(" in {} {}", *distance, *distance == 1 ? "ply" : "plies");
  std::string_view before = ", found ";
  for (const KnownFact& fact : known.facts) {
    if (fact.value) text += fmt::format("{}{}", std::exchange(before, " and "), how_found(fact));
  }
  const std::string bounds = distance || *known.value == Outcome::kDraw ? "" : bounds_in_words(known);
  return bounds.empty() ? text : fmt::format("{}; it takes {}", text, bounds);
}

std::string contradiction(const KnownStart& known, Label start) {
  const auto says = [&](std::string_view what) {
    return fmt::format("{}, but it is known that {}", what, known_in_words(known, Side::kWhite));
  };
  if (known.value && *known.value != start.outcome) return says(fmt::format("says {}", to_string(start.outcome)));
  if (!start.has_distance()) return {};
  if (start.distance < known.at_least || (known.within && start.distance > *known.within)) {
    return says(fmt::format("says {} in {}", to_string(start.outcome), start.distance));
  }
  return {};
}

}  // namespace uisge
