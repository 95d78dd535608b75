// Exports all labels of a database, placement by placement in the order of the file. Also counts positions by label and
// by both sides' numbers of crowns.
//
// Works with every codec, on the threads that the caller provides. The memory that an export takes does not depend on
// the size of the file. Errors: those of reading the file, those of `visit`, and kInterrupted.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "db/database.h"
#include "db/parallel.h"
#include "db/placement_loop.h"

namespace uisge {

struct ExportOptions {
  std::size_t cache_bytes = std::size_t{1} << 30;  // the memory for decoded placements
  PlacementProgress progress = {};                 // called now and then, from any thread; may be empty
  const std::atomic<bool>* cancel = nullptr;       // when set, the export ends with kInterrupted; may be null
};

// Calls visit(labels) once per placement, in the order of the file, from the calling thread. Labels come in index order
// (core/colouring.h). Positions in which a side has only crowns have the label 0.
using VisitLabels = std::function<Result<void>(std::span<const LabelCode>)>;
Result<void> visit_labels(const Database& database, const ExportOptions& options, const Parallel& parallel,
                          const VisitLabels& visit);

// The number of positions that have a given label and given numbers of crowns.
struct CrownCount {
  LabelCode code = kDrawCode;
  int mover_crowns = 0;
  int opponent_crowns = 0;
  std::uint64_t raw = 0;
  std::uint64_t canonical = 0;
  bool operator==(const CrownCount&) const = default;
};
// Counts the positions by label and by both sides' numbers of crowns. Returns the counts that are not 0, sorted by the
// label's code, then by crowns. Memory: 10 MiB per worker with four a side.
Result<std::vector<CrownCount>> count_by_crowns(const Database& database, const ExportOptions& options,
                                                const Parallel& parallel);

}  // namespace uisge
