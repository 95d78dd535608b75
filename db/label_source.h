// Where a probe gets labels from: a database, or the checkpoint of a solve that is not finished.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/board.h"
#include "core/colouring.h"
#include "db/format.h"
#include "db/label_code.h"
#include "db/position_cell.h"

namespace uisge {

class LabelSource {
 public:
  virtual ~LabelSource() = default;
  virtual const std::string& path() const = 0;
  virtual const DatabaseIdentity& identity() const = 0;
  virtual const Board& board() const = 0;
  virtual const Colourings& colourings() const = 0;
  virtual std::span<const SquareSet> placements() const = 0;  // what cells refer to

  // REQUIRES: a cell of these placements. Errors: reading failed, or (kBadFile) the file is damaged.
  virtual Result<LabelCode> code(PositionCell cell) = 0;

  // Otherwise wins and losses have the codes of kUncountedPlies.
  virtual bool has_distances() const { return true; }

  // None if all is decided. Otherwise all wins and losses within so many plies are, and kDrawCode says no more than
  // that a position is none of these.
  virtual std::optional<Plies> decided_plies() const { return std::nullopt; }
};

}  // namespace uisge
