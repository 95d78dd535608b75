// The function through which long work reports its progress.
#pragma once

#include <functional>

namespace uisge {

// Called now and then with the share of the work that is done, from 0 to 1. May be empty.
using ShareReport = std::function<void(double share)>;

// Returns a function through which a part of the work reports its own progress. The part begins at the share `begin` of
// the whole work, and ends at `begin` + `length`. The returned function is never empty, even if `report` is. `report`
// must outlive the returned function.
inline ShareReport report_of_part(const ShareReport& report, double begin, double length) {
  return [&report, begin, length](double share) {
    if (report) report(begin + share * length);
  };
}

}  // namespace uisge
