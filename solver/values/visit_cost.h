// Chooses the cheaper way to find the lost positions of a placement, by the measured times of earlier visits. The dense
// way computes whole blocks. The sparse way checks candidates, which follow from the lists of the neighbours' new wins
// (change_lists.h).
//
// Thread-safe, except that no other call may overlap a call of learn().
#pragma once

#include <cstdint>

#include "core/colouring.h"
#include "solver/blocks/step_cost.h"
#include "solver/values/change_lists.h"

namespace uisge {

// kNone: no neighbour has new wins, so the placement is skipped.
enum class VisitWay : std::uint8_t { kNone, kDense, kSparse };

class VisitCost {
 public:
  // With `only_sparse`, for tests, way() chooses the sparse way wherever lists exist.
  VisitCost(int pieces_per_side, bool only_sparse)
      : blocks_(static_cast<double>(colouring_count(pieces_per_side))), only_sparse_(only_sparse) {}

  // Chooses how to visit a placement; `pending` are the new wins of its neighbours.
  VisitWay way(const ChangeLists::Pending& pending) const {
    if (pending.empty()) return VisitWay::kNone;
    if (pending.is_unlisted) return VisitWay::kDense;
    if (only_sparse_) return VisitWay::kSparse;
    return cost_.sparse(static_cast<double>(pending.states)) < dense() ? VisitWay::kSparse : VisitWay::kDense;
  }
  // Returns the greatest number of new wins for which a placement gets a list. If a placement has more new wins, its
  // neighbours use the dense way anyway, and need no list.
  std::uint64_t max_listed() const {
    return only_sparse_ ? UINT64_MAX : static_cast<std::uint64_t>(dense() / cost_.sparse(1));
  }
  void learn(const StepCost& cost) { cost_.update(cost); }

 private:
  // The sparse way is chosen if it costs at most kDenseSurcharge times as much as the dense way. A placement that uses
  // the dense way makes its neighbours use it too.
  static constexpr double kDenseSurcharge = 2.5;
  double dense() const { return kDenseSurcharge * cost_.dense(blocks_); }

  double blocks_;
  bool only_sparse_;
  StepCost cost_;
};

}  // namespace uisge
