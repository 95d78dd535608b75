// Numbers all live positions of a board and piece count.
//
// The universe has every placement, without symmetry reduction, and White is always to move. A position with Black to
// move is looked up with its colours exchanged. The number of a position is placement * states_per_placement() + state.
// The states of a placement are all assignments of w, W, b, B to its occupied cells with equal counts and at least one
// blank per side. Memory: 8 bytes per placement, and 4^(2 * pieces) * 4 bytes (64 MiB for six a side).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tests/oracle/oracle_position.h"

namespace oracle {

class Universe {
 public:
  // Examines every set of 2 * pieces squares, which takes seconds for eight out of 42 squares.
  Universe(int files, int ranks, int pieces);

  int files() const { return files_; }
  int ranks() const { return ranks_; }
  int pieces() const { return pieces_; }
  std::size_t placements() const { return placements_.size(); }
  std::size_t states_per_placement() const { return states_.size(); }
  std::size_t size() const { return placements() * states_per_placement(); }

  // The position, with White to move.
  Position position(std::size_t index) const;
  // REQUIRES: the position is a live position of this board and piece count. Either side may be to move.
  std::size_t index(const Position& position) const;

 private:
  using Cells = std::vector<int>;  // the numbers of a placement's squares, ascending
  static constexpr int kNotLive = -1;

  void add_placements(Cells& chosen, int next);
  static std::uint64_t key(const Cells& cells);

  int files_;
  int ranks_;
  int pieces_;
  std::vector<Cells> placements_;
  std::unordered_map<std::uint64_t, std::size_t> placement_index_;  // keyed by the set of occupied squares
  std::vector<std::uint32_t> states_;                               // two bits per piece: w, W, b, B
  std::vector<int> state_index_;                                    // the inverse of states_; kNotLive for other states
};

}  // namespace oracle
