// Finds all positions of a database that have given properties. The functions count the positions, choose some at
// random, or visit all of them one after the other.
//
// Each function reads the file on the threads that the caller provides. Results do not depend on the number of threads.
// Errors: kUsage if a property needs distances and the file has none; otherwise the errors of reading the file.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "db/database.h"
#include "db/parallel.h"
#include "db/position_finder.h"

namespace uisge {

// Returns an error (kUsage) if a property needs distances and the file has none.
Result<void> check_distances(const Database& database, const PositionProperties& properties);

struct FindProgress {
  std::uint64_t done = 0;   // placements looked at; when choosing puzzles at random (puzzles.h): puzzles chosen
  std::uint64_t total = 0;  // what `done` will be at the end
  std::uint64_t found = 0;  // classes found, under symmetry
};

struct FindOptions {
  std::size_t cache_bytes = std::size_t{1} << 30;          // the memory for decoded placements
  std::function<void(const FindProgress&)> progress = {};  // called now and then, from any thread; may be empty
  const std::atomic<bool>* cancel = nullptr;               // once it is set, no further placement is looked at
};

// Counts the positions that have the properties: all of them (raw), and their classes under symmetry.
Result<PositionFinder::Counts> count_positions(const Database& database, const PositionProperties& properties,
                                               const FindOptions& options, const Parallel& parallel);

struct PositionSample {
  PositionFinder::Counts all;            // the counts of all positions that have the properties
  std::vector<FoundPosition> positions;  // representatives of the chosen classes, in random order
};
// Chooses at random `size` of the classes that have the properties, or all if there are fewer. All classes have the
// same chance. The seed determines the sample. With the same seed, a smaller sample is the beginning of a larger
// sample. Takes 48 bytes per sampled position and thread.
Result<PositionSample> sample_positions(const Database& database, const PositionProperties& properties,
                                        std::size_t size, std::uint64_t seed, const FindOptions& options,
                                        const Parallel& parallel);

// Calls visit(found) with one position of each class (images under symmetry), until `visit` returns false. The calls
// come in the order of the positions in the file, from the calling thread. The found positions of a batch of placements
// wait for their calls in a quarter of `cache_bytes`, or in 80 bytes per position of one placement if that is more.
using VisitFound = std::function<bool(const FoundPosition&)>;
Result<void> visit_positions(const Database& database, const PositionProperties& properties, const FindOptions& options,
                             const Parallel& parallel, const VisitFound& visit);

}  // namespace uisge
