// The local laws of a solution, checked against forward moves: a second witness beside the solver.
//
// Since distances strictly decrease along wins and losses, a labelling that keeps the laws at every live position is
// the solution; nothing else keeps them, a cycle of false wins included. So this alone proves a labelling that is too
// large for the oracle to compute.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tests/oracle/oracle_solution.h"

namespace oracle {

// Asked for live positions only, with either side to move.
using LabelOf = std::function<Label(const Position&)>;

// What is wrong with the label of one live position, given those of its successors; nothing if it keeps the laws.
std::optional<std::string> broken_law(const Game& game, const Position& position, const LabelOf& label_of);

// The first live position that breaks a law, and how.
std::optional<std::string> first_broken_law(const Game& game, const Universe& universe, const LabelOf& label_of);

}  // namespace oracle
