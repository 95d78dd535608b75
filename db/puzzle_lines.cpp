#include "db/puzzle_lines.h"

#include <algorithm>

namespace uisge {

PuzzleLines::PuzzleLines(const Database& database, std::size_t cache_bytes)
    : database_(&database), probe_(database, cache_bytes), classes_(database.board(), database.identity().pieces) {}

Result<bool> PuzzleLines::take(const FoundPosition& puzzle) {
  if (taken_.contains(puzzle.cell) || in_lines_.contains(puzzle.cell)) return false;
  const auto line = UISGE_TRY(line_of(puzzle.cell));
  const auto is_taken = [this](PositionCell cell) { return taken_.contains(cell); };
  if (std::any_of(line.begin(), line.end(), is_taken)) return false;
  taken_.insert(puzzle.cell);
  in_lines_.insert(line.begin(), line.end());
  return true;
}

Result<std::set<PositionCell>> PuzzleLines::line_of(PositionCell cell) {
  Position position = database_->position(cell);
  const auto moves = UISGE_TRY(probe_.main_line(position));
  std::set<PositionCell> line;
  for (const Move move : moves) {
    position = play(database_->board(), position, move);
    if (position.opponent_all_crowns()) break;
    const auto found = find_cell(database_->board(), database_->placements(), database_->colourings(), position);
    if (!found) return tl::unexpected(bad_file(database_->path() + ": lacks a placement that its moves lead to"));
    classes_.enter(database_->placements()[found->placement]);
    line.insert({found->placement, classes_.representative(found->index)});
  }
  return line;
}

}  // namespace uisge
