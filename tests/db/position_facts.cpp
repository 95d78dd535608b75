#include "tests/db/position_facts.h"

#include <algorithm>

namespace uisge::test {

namespace {

std::uint32_t count_cells(const oracle::Position& position, char piece) {
  return static_cast<std::uint32_t>(std::count(position.cells.begin(), position.cells.end(), piece));
}

int worth(oracle::Label label) {  // for the side to move; larger is better
  if (label.outcome == oracle::Outcome::kDraw) return 0;
  return label.outcome == oracle::Outcome::kWin ? 1000 - label.distance : label.distance - 1000;
}

}  // namespace

std::uint32_t PositionFacts::keeping() const {
  if (label.outcome == oracle::Outcome::kDraw) return drawing();
  return label.outcome == oracle::Outcome::kWin ? winning : losing;
}

PositionFacts FactsOfBoard::facts_of(std::size_t index) const {
  const bool diagonal_jumps = solved_.game().diagonal_jumps;
  const oracle::Position position = solved_.universe().position(index);
  PositionFacts facts{.label = solved_.labels()[index],
                      .mover_crowns = count_cells(position, 'W'),
                      .opponent_crowns = count_cells(position, 'B'),
                      .mover_moves = static_cast<std::uint32_t>(oracle::legal_moves(position, diagonal_jumps).size()),
                      .opponent_moves = static_cast<std::uint32_t>(
                          oracle::legal_moves(oracle::passed(position), diagonal_jumps).size())};
  for (std::size_t cell = 0; cell < position.cells.size(); ++cell) {
    if (position.cells[cell] == '.') continue;
    oracle::Position without = position;
    without.cells[cell] = '.';
    if (oracle::connected(without)) continue;
    const bool is_mover = position.cells[cell] == 'w' || position.cells[cell] == 'W';
    ++(is_mover ? facts.mover_pinned : facts.opponent_pinned);
  }
  count_moves(position, facts);
  facts.class_text = oracle::least_image(position);
  return facts;
}

void FactsOfBoard::count_moves(const oracle::Position& position, PositionFacts& facts) const {
  std::vector<oracle::Label> replies;
  for (const oracle::Position& next : oracle::successors(solved_.game(), position)) {
    replies.push_back(solved_.label(next));
  }
  int worst = 1000;  // for the other side
  for (const oracle::Label reply : replies) worst = std::min(worst, worth(reply));
  for (const oracle::Label reply : replies) {
    ++facts.moves;
    if (reply.outcome == oracle::Outcome::kLoss) ++facts.winning;
    if (reply.outcome == oracle::Outcome::kWin) ++facts.losing;
    if (reply.outcome == oracle::Outcome::kWin && reply.distance <= 1) ++facts.losing_at_once;
    if (worth(reply) == worst) ++facts.best;
  }
}

}  // namespace uisge::test
