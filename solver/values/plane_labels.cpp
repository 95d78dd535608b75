#include "solver/values/plane_labels.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/moves.h"
#include "solver/kernel/block_shape.h"

namespace uisge {

Result<std::unique_ptr<PlaneLabels>> PlaneLabels::open(const std::string& path, std::size_t cache_bytes) {
  auto file = UISGE_TRY(PlaneFile::open_to_read(path));
  auto placements = UISGE_TRY(file_placements(path, file.identity(), file.layout().placements()));
  return std::unique_ptr<PlaneLabels>(new PlaneLabels(std::move(file), std::move(placements), cache_bytes));
}

PlaneLabels::PlaneLabels(PlaneFile file, std::vector<SquareSet> placements, std::size_t cache_bytes)
    : EnumeratedLabels(file.path(), file.identity(), std::move(placements)),
      layout_(file.layout()),
      plane_(std::move(file), layout_, identity().pieces,
             std::max<std::size_t>(1, cache_bytes / PagedPlane::bytes_per_tile_held(layout_)), {}) {}

Result<bool> PlaneLabels::is_won(PositionCell cell) {
  const PlacementId id{cell.placement};
  const TileId tile = layout_.tile_of(id);
  const auto pinned = UISGE_TRY(PinnedTiles::pin(plane_, std::span(&tile, 1)));
  return is_bit_set(plane_.blocks().blocks(id), bit_of_position(identity().pieces, cell.index));
}

Result<LabelCode> PlaneLabels::code(PositionCell cell) {
  const auto won = UISGE_TRY(is_won(cell));
  if (won) return kUncountedWinCode;
  const Position position = position_at(board(), colourings(), placements()[cell.placement], cell.index);
  const MoveList moves = playable_moves(board(), identity().rules, position);
  // The caller derives the label of a stuck position from the rules.
  if (moves.empty()) return kDrawCode;
  for (const Move move : moves) {
    const Position next = play(board(), position, move);
    if (next.opponent_all_crowns()) return kDrawCode;  // the move wins, but the plane lacks this win so far
    const auto next_cell = find_cell(board(), placements(), colourings(), next);
    if (!next_cell) return bad_file(fmt::format("{}: a placement of pieces is missing", path()));
    const auto is_next_won = UISGE_TRY(is_won(*next_cell));
    if (!is_next_won) return kDrawCode;
  }
  return kUncountedLossCode;
}

}  // namespace uisge
