// The oracle's answers: the value and the exact distance of every live position, found straight from the definition.
//
// In each ply, solve() examines every undecided position that has a successor which was decided in the last ply. The
// position is won in d plies if some move leads to a loss in d - 1. The position is lost in d plies if all moves lead
// to wins, and the last of these wins was decided in ply d - 1. The graph of moves takes about 100 bytes of memory per
// position; the four stuck rules share it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tests/oracle/oracle_moves.h"
#include "tests/oracle/oracle_universe.h"

namespace oracle {

// The value of a position for the side to move.
enum class Outcome : std::uint8_t { kDraw, kWin, kLoss };
std::string to_string(Outcome outcome);  // "draw"

struct Label {
  Outcome outcome = Outcome::kDraw;
  std::uint16_t distance = 0;  // plies; 0 for draws
  bool operator==(const Label&) const = default;
};

// The label of a position in which the game has ended because a side is all crowns.
Label label_when_over(const Position& position);

// The successors of every live position under one move set, without passes.
class MoveGraph {
 public:
  MoveGraph(const Universe& universe, bool diagonal_jumps);

  // The functions use indices into the universe, the list of all live positions. kEnd means that the move makes the
  // mover's last piece a crown.
  static constexpr std::uint32_t kEnd = 0xFFFF'FFFF;
  std::span<const std::uint32_t> successors(std::size_t index) const { return slice(first_, to_, index); }
  std::span<const std::uint32_t> predecessors(std::size_t index) const { return slice(first_back_, from_, index); }

  const Universe& universe() const { return universe_; }
  bool diagonal_jumps() const { return diagonal_jumps_; }

 private:
  static std::span<const std::uint32_t> slice(const std::vector<std::size_t>& first,
                                              const std::vector<std::uint32_t>& all, std::size_t index) {
    return {all.data() + first[index], first[index + 1] - first[index]};
  }

  const Universe& universe_;
  bool diagonal_jumps_;
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> to_;
  std::vector<std::size_t> first_back_;
  std::vector<std::uint32_t> from_;
};

// Returns one label per live position, in the order of graph.universe().
std::vector<Label> solve(const MoveGraph& graph, Stuck stuck);

struct Counts {
  std::uint64_t live = 0;
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  std::uint64_t drawn = 0;
  int longest_distance = 0;
  bool operator==(const Counts&) const = default;
};
Counts count(std::span<const Label> labels);

}  // namespace oracle
