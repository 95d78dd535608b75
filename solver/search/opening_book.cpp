#include "solver/search/opening_book.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string>
#include <unordered_map>

#include "core/notation.h"
#include "db/ranked_moves.h"

namespace uisge {

namespace {

class BookExplorer {
 public:
  explicit BookExplorer(const BookIdentity& identity) : identity_(identity), board_(identity.start.size()) {}

  // Returns std::nullopt if there are more than `most` positions.
  std::optional<std::vector<BookEntry>> explore(std::uint64_t most) {
    index_of(identity_.start, 0);
    // expand() appends positions to entries_, so the loop also visits the new positions.
    for (std::size_t i = 0; i < entries_.size() && entries_[i].ply < identity_.plies; ++i) {
      expand(i);
      if (entries_.size() > most) return std::nullopt;
    }
    return in_order();
  }

 private:
  std::size_t index_of(const Position& position, int ply) {
    const Position named = canonical(board_, position);
    const auto [found, is_new] = indices_.try_emplace(named, entries_.size());
    if (is_new) entries_.push_back({named, ply, {}});
    return found->second;
  }

  void expand(std::size_t index) {
    const Position position = entries_[index].position;
    std::vector<BookMove> book_moves;
    for (const Move move : moves_by_text(board_, identity_.rules, position)) {
      book_moves.push_back({move, index_of(play(board_, position, move), entries_[index].ply + 1)});
    }
    entries_[index].moves = std::move(book_moves);
  }

  std::vector<BookEntry> in_order() {
    std::vector<std::string> texts;
    for (const BookEntry& entry : entries_) texts.push_back(to_text(board_, entry.position));
    std::vector<std::size_t> order(entries_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return entries_[a].ply != entries_[b].ply ? entries_[a].ply > entries_[b].ply : texts[a] < texts[b];
    });
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<BookEntry> sorted;
    sorted.reserve(order.size());
    for (const std::size_t index : order) {
      sorted.push_back(std::move(entries_[index]));
      for (BookMove& move : sorted.back().moves) move.after = place[move.after];
    }
    return sorted;
  }

  const BookIdentity& identity_;
  Board board_;
  std::vector<BookEntry> entries_;
  std::unordered_map<Position, std::size_t, PositionHash> indices_;
};

// Returns the verdict if the position is won or lost in exactly `plies` plies, else nothing. REQUIRES: all wins and
// losses in fewer plies are known.
std::optional<Verdict> decided_in(const BookEntry& entry, const std::vector<Verdict>& verdicts, int plies) {
  const auto leads_to = [&](Outcome wanted) {
    return [&verdicts, wanted, plies](const BookMove& move) {
      const Verdict after = verdicts[move.after];
      return after.outcome == wanted && after.plies < plies;
    };
  };
  if (std::any_of(entry.moves.begin(), entry.moves.end(), leads_to(Outcome::kLoss))) {
    return Verdict::win(plies);
  }
  if (!entry.moves.empty() && std::all_of(entry.moves.begin(), entry.moves.end(), leads_to(Outcome::kWin))) {
    return Verdict::loss(plies);
  }
  return std::nullopt;
}

}  // namespace

std::vector<BookEntry> book_entries(const BookIdentity& identity) {
  return *book_entries(identity, UINT64_MAX);
}

std::optional<std::vector<BookEntry>> book_entries(const BookIdentity& identity, std::uint64_t most) {
  assert(identity.plies >= 0 && identity.plies <= kMaxBookPlies);
  return BookExplorer(identity).explore(most);
}

std::vector<std::size_t> entries_by_ply(int plies, const std::vector<BookEntry>& entries) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(plies) + 1);
  for (const BookEntry& entry : entries) ++counts[static_cast<std::size_t>(entry.ply)];
  return counts;
}

std::optional<Verdict> verdict_by_rules(const BookIdentity& identity, const Position& position) {
  const auto over = outcome_if_over(Board(position.size()), identity.rules, position);
  return over ? std::optional(Verdict{over, 0}) : std::nullopt;
}

Verdict verdict_of_move(const BookIdentity& identity, Verdict after) {
  const Verdict verdict = verdict_before(after);
  return verdict.is_decided() && verdict.plies <= identity.depth ? verdict : Verdict::undecided_within(identity.depth);
}

void derive_verdicts(const BookIdentity& identity, const std::vector<BookEntry>& entries,
                     std::vector<Verdict>& verdicts) {
  assert(verdicts.size() == entries.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].ply == identity.plies) continue;
    const auto over = verdict_by_rules(identity, entries[i].position);
    verdicts[i] = over.value_or(Verdict::undecided_within(identity.depth));
    if (!over) open.push_back(i);
  }
  for (int plies = 1; plies <= identity.depth; ++plies) {
    // Decides the wins and losses in exactly `plies` plies. They follow from the wins and losses in fewer plies, which
    // are decided already.
    std::erase_if(open, [&](std::size_t index) {
      const auto decided = decided_in(entries[index], verdicts, plies);
      if (decided) verdicts[index] = *decided;
      return decided.has_value();
    });
  }
}

std::vector<Move> way_to(const BookIdentity& identity, const std::vector<BookEntry>& entries, std::size_t index) {
  // The first loop goes back from the entry at `index` to the start, one ply at a time. The second loop plays from the
  // start. An entry has only the canonical image of a position, so the loop looks for the move after which the
  // position's canonical image is that of the next entry.
  std::vector<Position> chain;
  while (entries[index].ply > 0) {
    chain.push_back(entries[index].position);
    const auto leads_here = [&](const BookEntry& entry) {
      return entry.ply == entries[index].ply - 1 &&
             std::any_of(entry.moves.begin(), entry.moves.end(),
                         [&](const BookMove& move) { return move.after == index; });
    };
    index = static_cast<std::size_t>(std::find_if(entries.begin(), entries.end(), leads_here) - entries.begin());
    assert(index < entries.size());
  }
  const Board board(identity.start.size());
  std::vector<Move> way;
  Position here = identity.start;
  for (auto next = chain.rbegin(); next != chain.rend(); ++next) {
    const MoveList moves = moves_by_text(board, identity.rules, here);
    const auto move = std::find_if(moves.begin(), moves.end(),
                                   [&](Move one) { return canonical(board, play(board, here, one)) == *next; });
    assert(move != moves.end());
    way.push_back(*move);
    here = play(board, here, *move);
  }
  return way;
}

}  // namespace uisge
