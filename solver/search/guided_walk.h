// Follows a guide and proved strategies from the claim's position to the ends of games (proof_completion.h).
#pragma once

#include <functional>
#include <unordered_set>

#include "solver/search/proved_strategy.h"

namespace uisge {

// Collects the gaps: the positions in which the winner is to move and neither the guide nor a proved strategy has a
// move. Guide and strategies have one position per class.
class GuidedWalk {
 public:
  // Calls `goes_on` some times a second with the number of the guide's positions that were met.
  GuidedWalk(const Prover& prover, const Strategy& guide, const Strategy& proved,
             std::function<bool(std::size_t)> goes_on = {})
      : prover_(prover), board_(prover.board()), guide_(guide), proved_(proved), goes_on_(std::move(goes_on)) {}

  // Returns the number of plies within which the side to move wins; std::nullopt if some game from `first` meets a gap,
  // or if goes_on() returns false; then do not walk again. Errors: those of complete(). Not recursive, since a guide
  // may have games of any length.
  Result<std::optional<int>> walk(const Position& first);

  const std::vector<Position>& gaps() const { return gaps_; }
  Strategy take_lines() { return std::move(lines_); }

 private:
  struct State {
    bool is_finished = false;
    std::optional<int> within;
  };
  // A position of the guide, the guide's move in it, and the positions after the loser's answers to the move.
  struct Step {
    Position position;
    Move move;
    std::vector<Position> turns = {};
    std::size_t next = 0;           // the number of answers that have been followed
    std::optional<int> within = 1;  // the plies within which the move wins against them
    void add(std::optional<int> rest) {
      within = within && rest ? std::optional(std::max(*within, *rest + 2)) : std::nullopt;
    }
  };

  // Appends a step to the path, and returns true, if the guide's move in the position is still to be followed.
  // Otherwise sets `within` to the result of walk() for this position.
  Result<bool> enter(const Position& asked, std::vector<Step>& path, std::optional<int>& within);
  std::optional<int> leave(const Step& step);
  tl::unexpected<Error> wrong(const Position& position, std::string_view what) const;

  const Prover& prover_;
  const Board& board_;
  const Strategy& guide_;
  const Strategy& proved_;
  std::function<bool(std::size_t)> goes_on_;
  std::uint64_t steps_ = 0;
  std::unordered_map<Position, State, PositionHash> states_;
  std::unordered_set<Position, PositionHash> known_gaps_;
  std::vector<Position> gaps_;
  Strategy lines_;
};

}  // namespace uisge
