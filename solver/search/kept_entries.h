// Chooses the entries of a table that a state file keeps, if the table has more than the file may hold.
#pragma once

#include <cstddef>
#include <span>

namespace uisge {

// Keeps at most `most` entries, those with the most work.
class KeptEntries {
 public:
  // `counts[w]` is the number of entries whose work is w.
  KeptEntries(std::span<const std::size_t> counts, std::size_t most) : of_least_(most) {
    for (least_ = counts.size(); least_-- > 0;) {
      if (least_ == 0 || counts[least_] >= of_least_) return;
      of_least_ -= counts[least_];
    }
  }
  // Whether to keep the next entry. Must be called once for each entry that was counted, in any order.
  bool keep(std::size_t work) { return work > least_ || (work == least_ && of_least_ > 0 && of_least_-- > 0); }

 private:
  std::size_t least_ = 0;
  std::size_t of_least_;  // the number of entries with the work least_ for which there is room
};

}  // namespace uisge
