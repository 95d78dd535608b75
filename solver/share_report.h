// How work that takes a while says how much of it is done.
#pragma once

#include <functional>

namespace uisge {

// Hears a share from 0 to 1 now and then. It may be empty: nobody listens.
using ShareReport = std::function<void(double share)>;

// For a part of the work, which begins when `begin` of the whole is done and makes up `length` of it. Never empty. The
// report has to live as long.
inline ShareReport report_of_part(const ShareReport& report, double begin, double length) {
  return [&report, begin, length](double share) {
    if (report) report(begin + share * length);
  };
}

}  // namespace uisge
