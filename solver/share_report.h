// The function through which long work reports its progress.
#pragma once

#include <functional>

namespace uisge {

// Gets a share from 0 to 1 now and then. May be empty.
using ShareReport = std::function<void(double share)>;

// The report for a part of the work that begins when `begin` of the whole is done and makes up `length` of it. The
// result is never empty. `report` must outlive the result.
inline ShareReport report_of_part(const ShareReport& report, double begin, double length) {
  return [&report, begin, length](double share) {
    if (report) report(begin + share * length);
  };
}

}  // namespace uisge
