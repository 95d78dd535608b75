// For every position of a board the oracle computes the properties by which `uisge find` searches.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/oracle/oracle_game.h"

namespace uisge::test {

// The properties of a position with White to move.
struct PositionFacts {
  oracle::Label label = {};
  std::uint32_t mover_crowns = 0;
  std::uint32_t opponent_crowns = 0;
  std::uint32_t mover_moves = 0;
  std::uint32_t opponent_moves = 0;
  std::uint32_t mover_pinned = 0;
  std::uint32_t opponent_pinned = 0;
  std::uint32_t moves = 0;  // playable moves, including a pass
  std::uint32_t winning = 0;
  std::uint32_t losing = 0;
  std::uint32_t losing_at_once = 0;
  std::uint32_t best = 0;
  std::string class_text = {};  // the text of the least image, so all images of a position have the same text

  std::uint32_t drawing() const { return moves - winning - losing; }
  std::uint32_t keeping() const;
};

class FactsOfBoard {
 public:
  explicit FactsOfBoard(const oracle::Game& game) : solved_(game) {
    std::map<std::string, std::size_t> first;  // of each class: the other positions have the same properties
    for (std::size_t i = 0; i < solved_.universe().size(); ++i) {
      const auto [entry, is_new] = first.try_emplace(oracle::least_image(solved_.universe().position(i)), i);
      facts_.push_back(is_new ? facts_of(i) : facts_[entry->second]);
    }
  }
  const std::vector<PositionFacts>& all() const { return facts_; }

 private:
  PositionFacts facts_of(std::size_t index) const;
  void count_moves(const oracle::Position& position, PositionFacts& facts) const;

  oracle::SolvedGame solved_;
  std::vector<PositionFacts> facts_;
};

}  // namespace uisge::test
