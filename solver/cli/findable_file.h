// A file whose positions `uisge find` searches: a database, or a list of noted positions.
//
// Immutable. count(), visit() and sample() go over the whole file, as db/find_positions.h and db/find_noted.h say.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "db/database.h"
#include "db/find_positions.h"

namespace uisge::cli {

class FindableFile {
 public:
  // Errors name the file. If the file is of another kind that we know, the error names that kind.
  static Result<std::unique_ptr<FindableFile>> open(const std::string& path);

  virtual ~FindableFile() = default;
  virtual const std::string& path() const = 0;
  virtual const DatabaseIdentity& identity() const = 0;
  virtual const Board& board() const = 0;
  virtual Position position(PositionCell cell) const = 0;
  // An upper bound on the number of positions, up to symmetry, in the file.
  virtual std::uint64_t most_positions() const = 0;
  // Returns null for a list of noted positions, which cannot be searched by properties of moves.
  virtual const Database* database() const = 0;

  struct Counts {
    PositionFinder::Counts found;
    std::uint64_t live = 0;  // all live positions of the file, with their images under the symmetries
  };
  // REQUIRES, for this function and the next two: if the file is not a database, `properties` asks nothing about moves.
  virtual Result<Counts> count(const PositionProperties& properties, const FindOptions& options,
                               const Parallel& parallel) const = 0;
  virtual Result<void> visit(const PositionProperties& properties, const FindOptions& options, const Parallel& parallel,
                             const VisitFound& visit) const = 0;
  virtual Result<std::vector<FoundPosition>> sample(const PositionProperties& properties, std::size_t size,
                                                    std::uint64_t seed, const FindOptions& options,
                                                    const Parallel& parallel) const = 0;
};

}  // namespace uisge::cli
