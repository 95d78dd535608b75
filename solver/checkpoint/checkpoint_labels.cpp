#include "solver/checkpoint/checkpoint_labels.h"

#include <algorithm>

#include "core/placement.h"
#include "solver/placements/placement_table.h"

namespace uisge {

namespace {

std::size_t bytes_of_chunk(const PlyLogHeader& header) {
  return header.chunk_size * positions_per_placement(header.identity.pieces) * sizeof(LabelCode);
}

}  // namespace

Result<std::unique_ptr<CheckpointLabels>> CheckpointLabels::open(const std::string& path, std::size_t cache_bytes) {
  auto log = UISGE_TRY(PlyLogReader::open(path));
  const DatabaseIdentity& identity = log.header().identity;
  auto placements = UISGE_TRY(file_placements(path, identity, log.header().placements));
  return std::unique_ptr<CheckpointLabels>(new CheckpointLabels(std::move(log), std::move(placements), cache_bytes));
}

CheckpointLabels::CheckpointLabels(PlyLogReader log, std::vector<SquareSet> placements, std::size_t cache_bytes)
    : EnumeratedLabels(log.path(), log.header().identity, std::move(placements)),
      log_(std::move(log)),
      chunks_(log_, best_instruction_set()),
      cache_(std::max<std::size_t>(1, cache_bytes / bytes_of_chunk(log_.header()))) {}

Result<LabelCode> CheckpointLabels::code(PositionCell cell) {
  const std::size_t number = cell.placement / log_.header().chunk_size;
  const std::vector<LabelCode>* codes = cache_.find(number);
  if (codes == nullptr) {
    fresh_.clear();
    const auto add = [&](std::size_t /*n*/, std::span<const LabelCode> placement) {
      fresh_.insert(fresh_.end(), placement.begin(), placement.end());
    };
    UISGE_TRY(chunks_.read(number, scratch_, add));
    // The new entry reuses the memory of an evicted chunk.
    std::vector<LabelCode>& entry = cache_.add(number);
    entry.swap(fresh_);
    codes = &entry;
  }
  const std::size_t placement = cell.placement - chunks_.first_placement(number);
  return (*codes)[placement * positions_per_placement(identity().pieces) + cell.index];
}

std::optional<Plies> CheckpointLabels::decided_plies() const {
  if (log_.is_finished()) return std::nullopt;
  return log_.plies().empty() ? Plies{0} : log_.plies().back().counts.ply;
}

std::uint64_t CheckpointLabels::live() const {
  std::uint64_t raw_placements = 0;
  for (const SquareSet placement_bb : placements()) {
    raw_placements += board().symmetry_count() / stabiliser(board(), placement_bb).size();
  }
  return raw_placements * live_per_placement(identity().pieces);
}

}  // namespace uisge
