// All labels from a source that knows those of lost positions alone (codec_id.h).
//
// A position that is not lost is looked at with its moves: the end of the game from the rules, a win from the lost
// positions that moves lead to, otherwise a draw. Verdicts are remembered, since a position that is asked about with
// all its moves is asked about again as a move of the next. Not thread-safe.
#pragma once

#include <memory>
#include <unordered_map>

#include "db/label_source.h"

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

 private:
  // 16 MB or so, then it begins anew.
  static constexpr std::size_t kMaxVerdicts = std::size_t{1} << 18;

  Result<LabelCode> code_from_moves(PositionCell cell);

  std::unique_ptr<LabelSource> lost_;
  std::unordered_map<std::uint64_t, LabelCode> verdicts_;
};

}  // namespace uisge
