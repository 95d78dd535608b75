#include "solver/search/opening_tree.h"

#include <array>
#include <cassert>
#include <utility>

#include "core/notation.h"
#include "db/ranked_moves.h"

namespace uisge {

namespace {

constexpr RuleSet kShippedRules{StuckRule::kLoses, false};

Verdict verdict_of_letter(char letter, int depth) {
  if (letter == '.') return Verdict::undecided_within(depth);
  return letter <= 'Z' ? Verdict::win(letter - 'A') : Verdict::loss(letter - 'a');
}

}  // namespace

BookIdentity shipped_book_identity() {
  const ShippedBook book = shipped_book();
  return {kShippedRules, parse_position(book.start).value(), book.plies, book.depth};
}

const OpeningTree& OpeningTree::shipped() {
  static const OpeningTree tree(shipped_book());
  return tree;
}

OpeningTree::OpeningTree(const ShippedBook& book)
    : identity_(shipped_book_identity()), entries_(book_entries(identity_)), verdicts_(entries_.size()) {
  // Each letter of the shipped book gives the verdict of a position of the last ply. In a book the entries of the last
  // ply come first.
  for (std::size_t i = 0; i < book.letters.size(); ++i) verdicts_[i] = verdict_of_letter(book.letters[i], book.depth);
  assert(book.letters.size() == entries_by_ply(book.plies, entries_).back());
  derive_verdicts(identity_, entries_, verdicts_);
  indices_.reserve(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) indices_.emplace(entries_[i].position, i);
}

std::optional<Opening> OpeningTree::find(const Position& position, RuleSet rules) const {
  if (rules != kShippedRules || position.size() != identity_.start.size()) return std::nullopt;
  const Board board(position.size());
  const auto found = indices_.find(canonical(board, position));
  if (found == indices_.end()) return std::nullopt;
  const BookEntry& entry = entries_[found->second];
  Opening opening{verdicts_[found->second], {}};
  if (entry.moves.empty()) return opening;
  for (const Move move : moves_by_text(board, rules, position)) {
    const std::size_t after = indices_.at(canonical(board, play(board, position, move)));
    opening.moves.push_back(
        {move, verdict_of_move(identity_, verdicts_[after]), below(after, identity_.plies - entry.ply - 1)});
  }
  return opening;
}

// Counts the position and all positions that arise from it within `plies`.
OpeningCounts OpeningTree::below(std::size_t index, int plies) const {
  // In the book a position and the position with exchanged colours share one entry. This search counts them as two
  // positions, so is_met has an array for each side to move.
  std::array<std::vector<bool>, 2> is_met{std::vector<bool>(entries_.size()), std::vector<bool>(entries_.size())};
  is_met[0][index] = true;
  OpeningCounts counts;
  std::vector<std::size_t> frontier{index};
  for (int ply = 0; ply <= plies; ++ply) {
    const bool is_own_turn = ply % 2 == 1;
    std::vector<bool>& is_met_next = is_met[is_own_turn ? 0 : 1];
    std::vector<std::size_t> next;
    for (const std::size_t here : frontier) {
      const Verdict verdict = verdicts_[here];
      ++counts.positions;
      if (verdict.is_win_or_loss()) ++(verdict.is_win() == is_own_turn ? counts.won : counts.lost);
      for (const BookMove& move : entries_[here].moves) {
        if (is_met_next[move.after]) continue;
        is_met_next[move.after] = true;
        next.push_back(move.after);
      }
    }
    frontier = std::move(next);
  }
  return counts;
}

}  // namespace uisge
