// Derives all labels from a source that knows only the labels of lost positions (codec_id.h).
//
// A position that is not lost is won if a move leads to a lost position, else drawn. A win takes one ply more than the
// quickest loss that a move leads to. If the game is over, the rules give the label. Derived labels are remembered
// (verdict_table.h), because a caller that follows a line asks for the label of a position more than once. Not
// thread-safe.
//
// Callers should look up many positions in one call of codes(). codes() then looks up the successors of all these
// positions in one call of the source. The source reads each unit (a part of the file that is compressed alone) once,
// several units at a time.
#pragma once

#include <memory>
#include <vector>

#include "core/moves.h"
#include "db/label_source.h"
#include "db/verdict_table.h"

namespace uisge {

class LostLabels final : public LabelSource {
 public:
  explicit LostLabels(std::unique_ptr<LabelSource> lost) : lost_(std::move(lost)) {}

  const std::string& path() const override { return lost_->path(); }
  const DatabaseIdentity& identity() const override { return lost_->identity(); }
  const Board& board() const override { return lost_->board(); }
  const Colourings& colourings() const override { return lost_->colourings(); }
  std::span<const SquareSet> placements() const override { return lost_->placements(); }
  bool has_distances() const override { return lost_->has_distances(); }
  Result<LabelCode> code(PositionCell cell) override;
  Result<void> codes(std::span<const PositionCell> cells, std::span<LabelCode> codes) override;
  Result<bool> has_code(PositionCell cell, LabelCode expected) override;
  Result<void> prepare(std::span<const PositionCell> cells) override;

 private:
  // A position whose label follows from its successors, since the file does not say that it is lost. The cells of the
  // successors are the `count` elements of next_cells_ from next_cells_[first] on.
  struct Followed {
    PositionCell cell;
    std::size_t place = 0;  // the place in the caller's list of codes
    std::size_t first = 0;
    std::size_t count = 0;
    LabelCode code = kDrawCode;  // the label if none of the `count` cells is lost
  };

  Result<void> follow(Followed& followed);
  Result<LabelCode> code_of(const Followed& followed) const;

  std::unique_ptr<LabelSource> lost_;
  VerdictTable verdicts_;
  // Scratch memory of codes().
  std::vector<PositionCell> cells_;
  std::vector<std::size_t> places_;
  std::vector<LabelCode> stored_;
  std::vector<Followed> followed_;
  std::vector<PositionCell> next_cells_;
  std::vector<LabelCode> next_codes_;
  std::vector<LabelCode> prepared_;
};

}  // namespace uisge
