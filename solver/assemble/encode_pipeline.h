// Compresses placements in parallel and writes them in order, so that the bytes of a file do not depend on the number
// of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

#include "db/writer.h"

namespace uisge {

using EncodedGroup = std::vector<EncodedPlacement>;

// Calls encode(worker, group) for the groups 0 to `groups` - 1, and appends the results to the writer in this order.
// Several threads call `encode`, each with a different worker number below `threads`. At most 2 * `threads` groups are
// in memory at a time. `report` is called with the share of the groups that is done, by one thread at a time. Errors:
// those of encoding and writing; kInterrupted when cancelled.
Result<void> encode_and_append(std::size_t groups, std::size_t threads,
                               const std::function<Result<EncodedGroup>(std::size_t worker, std::size_t group)>& encode,
                               DatabaseWriter& writer, const std::function<void(double)>& report,
                               const std::atomic<bool>& cancel);

// The error that is returned if the writing of a database is cancelled.
tl::unexpected<Error> stopped_while_writing();

}  // namespace uisge
