// The local laws of a solution, checked with forward moves: a second witness beside the solver.
//
// Only the true labels keep the laws at every live position: distances strictly decrease along wins and losses, so a
// cycle of false wins breaks a law. So the laws prove a labelling even if the board is too large for the oracle to
// solve.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tests/oracle/oracle_solution.h"

namespace oracle {

// Called for live positions only, with either side to move.
using LabelOf = std::function<Label(const Position&)>;

// Returns how a live position's label contradicts the labels of its successors (breaks a law); nothing if it does not.
std::optional<std::string> broken_law(const Game& game, const Position& position, const LabelOf& label_of);

// The first live position that breaks a law, and the reason.
std::optional<std::string> first_broken_law(const Game& game, const Universe& universe, const LabelOf& label_of);

}  // namespace oracle
