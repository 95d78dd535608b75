// The source of a probe's labels: a database, a list of noted positions, or the checkpoint or plane of a solve.
#pragma once

#include <cstddef>
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
  virtual std::span<const SquareSet> placements() const = 0;  // the placements that cells refer to

  // REQUIRES: cell.placement is an index of placements(). Errors: reading failed, or (kBadFile) the file is damaged.
  virtual Result<LabelCode> code(PositionCell cell) = 0;
  // The labels of several cells, which may be in any order and may repeat. One call for many cells can be much cheaper
  // than many calls. REQUIRES: codes.size() == cells.size().
  virtual Result<void> codes(std::span<const PositionCell> cells, std::span<LabelCode> codes) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      codes[i] = UISGE_TRY(code(cells[i]));
    }
    return {};
  }
  // Whether the label equals `expected`. The comparison can be cheaper than finding the label. REQUIRES: `expected` is
  // a loss, or the position is not lost. (A search for a best move meets this requirement. From a won position it looks
  // for a loss. A lost or drawn position has no move to a lost position.)
  virtual Result<bool> has_code(PositionCell cell, LabelCode expected) {
    const auto found = UISGE_TRY(code(cell));
    return found == expected;
  }
  // Announces cells that will be looked up soon, so that they are read together. Errors: those of code().
  virtual Result<void> prepare(std::span<const PositionCell>) { return {}; }

  // Whether labels have distances. Without distances, wins and losses have the codes of kUncountedPlies.
  virtual bool has_distances() const { return true; }

  // Whether only some positions have known labels; all other positions then have kOpenCode.
  virtual bool is_partial() const { return false; }

  // std::nullopt if every label is final; otherwise the number d of plies within which all wins and losses are known.
  // If there is such a d, the label kDrawCode means that the position is neither won nor lost within d plies.
  virtual std::optional<Plies> decided_plies() const { return std::nullopt; }
};

}  // namespace uisge
