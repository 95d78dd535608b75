#include "solver/exact/note_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/moves.h"
#include "core/notation.h"
#include "db/file_descriptor.h"
#include "db/line_reader.h"
#include "solver/exact/course_record.h"
#include "solver/exact/solve_exact.h"
#include "solver/parallel_loop.h"
#include "solver/units.h"

namespace uisge {

namespace {

// How many positions a thread takes at a time.
constexpr std::size_t kPositionsAtOnce = 64;
// A thread removes repeated positions from its list when the list has at least this length.
constexpr std::size_t kLeastToSort = std::size_t{1} << 16;

// Adds the images of positions whose placement a symmetry maps onto itself, since a question may name any of these
// images.
void add_images(std::vector<PositionCell>& cells, const PlacementTable& table) {
  const Board& board = table.board();
  const Colourings colourings(table.pieces());
  for (std::size_t i = cells.size(); i-- > 0;) {
    const PlacementId id = placement_id(cells[i].placement);
    if (table.orbit_size(id) == board.symmetry_count()) continue;
    const SquareSet occupied_bb = table.occupied_bb(id);
    const Position position = position_at(board, colourings, occupied_bb, cells[i].index);
    for (int s = 1; s < board.symmetry_count(); ++s) {
      const Symmetry symmetry(s);
      if (board.image(symmetry, occupied_bb) != occupied_bb) continue;
      // The image is on the canonical placement `occupied_bb`, like `position`. For such a position find_cell() applies
      // no symmetry, and so returns the cell of this very image.
      const Position there = image(board, symmetry, position);
      if (const auto cell = find_cell(board, table.all_occupied_bb(), colourings, there)) cells.push_back(*cell);
    }
  }
}

void sort_once(std::vector<PositionCell>& cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

// Adds `more` to `cells`. Both are ascending.
void merge(std::vector<PositionCell>& cells, const std::vector<PositionCell>& more) {
  const auto middle = static_cast<std::ptrdiff_t>(cells.size());
  cells.insert(cells.end(), more.begin(), more.end());
  std::inplace_merge(cells.begin(), cells.begin() + middle, cells.end());
}

}  // namespace

Result<std::vector<PositionCell>> noted_by_text(const std::string& path, const PlacementTable& table,
                                                std::size_t at_most) {
  const auto file = UISGE_TRY(open_to_read(path));
  const Colourings colourings(table.pieces());
  LineReader lines(file.number(), path);
  std::vector<PositionCell> cells;
  for (;;) {
    const auto line = UISGE_TRY(lines.next());
    if (!line) break;
    const auto bad = [&](std::string_view what) {
      return usage_error(fmt::format("{}: line {}: {}", path, lines.line(), what));
    };
    const std::string_view text = position_of_line(*line);
    if (text.empty()) continue;
    const auto position = parse_position(text);
    if (!position) return bad(position.error().message);
    if (position->size() != table.board().size() || position->pieces() != table.pieces()) {
      return bad(fmt::format("a position of another board, not of {} with {} pieces a side",
                             to_string(table.board().size()), table.pieces()));
    }
    const auto cell = find_cell(table.board(), table.all_occupied_bb(), colourings, *position);
    if (!cell) return bad("a position whose pieces do not hang together");
    if (!is_live_index(table.pieces(), cell->index)) continue;
    if (cells.size() == at_most) {
      return resource_error(fmt::format("{}: line {}: memory holds {} noted positions beside the solve", path,
                                        lines.line(), format_count(at_most)));
    }
    cells.push_back(*cell);
  }
  add_images(cells, table);
  sort_once(cells);
  return cells;
}

Result<std::vector<PositionCell>> noted_by_plies(PositionCell start, Plies plies, const PlacementTable& table,
                                                 StuckRule stuck, std::size_t threads, std::size_t at_most) {
  const Colourings colourings(table.pieces());
  const RuleSet rules{stuck, table.diagonal_jumps()};
  std::vector<PositionCell> all{start};
  add_images(all, table);
  sort_once(all);
  std::vector<PositionCell> latest = all;
  // What a thread finds: the cells, and the number of cells at which it removes repeated ones.
  struct Successors {
    std::vector<PositionCell> cells;
    std::size_t sort_at = kLeastToSort;
  };
  for (Plies ply = 1; ply <= plies && !latest.empty(); ++ply) {
    std::vector<PositionCell> next;
    const auto add_successors = [&](Successors& mine, std::size_t i) {
      const Position position =
          position_at(table.board(), colourings, table.all_occupied_bb()[latest[i].placement], latest[i].index);
      for (const Move move : playable_moves(table.board(), rules, position)) {
        const auto cell =
            find_cell(table.board(), table.all_occupied_bb(), colourings, play(table.board(), position, move));
        if (cell && is_live_index(table.pieces(), cell->index)) mine.cells.push_back(*cell);
      }
      if (mine.cells.size() < mine.sort_at) return true;
      sort_once(mine.cells);
      mine.sort_at = std::max(kLeastToSort, mine.cells.size() + std::min(mine.cells.size(), at_most / threads));
      return mine.cells.size() <= at_most;
    };
    const auto finish = [&](Successors& mine) {
      sort_once(mine.cells);
      merge(next, mine.cells);
      next.erase(std::unique(next.begin(), next.end()), next.end());
    };
    parallel_loop(
        {latest.size(), threads, kPositionsAtOnce}, [](std::size_t) { return Successors(); }, add_successors, finish);
    add_images(next, table);
    sort_once(next);
    latest.clear();
    std::set_difference(next.begin(), next.end(), all.begin(), all.end(), std::back_inserter(latest));
    if (all.size() + latest.size() > at_most) {
      return resource_error(
          fmt::format("noted positions: more than {} arise within {} plies, and memory does not hold them "
                      "beside the solve; note fewer plies",
                      format_count(at_most), ply));
    }
    merge(all, latest);
  }
  return all;
}

Result<NoteList> NoteList::choose(const ExactRequest& request, const PlacementTable& table,
                                  std::optional<PositionCell> start, std::uint64_t bytes) {
  const std::size_t at_most = bytes / kBytesPerPosition;
  NoteList list;
  if (!request.note_list.empty()) {
    list.cells_ = UISGE_TRY(noted_by_text(request.note_list, table, at_most));
  }
  if (request.note_plies && !start) {
    return usage_error("noted positions: the board has no start from which they could arise");
  }
  if (start && (request.note_plies || !request.note_list.empty())) {
    const Plies plies = request.note_plies.value_or(0);
    const StuckRule stuck = request.identity.rules.stuck;
    const std::size_t room = at_most - std::min(at_most, list.cells_.size());
    const auto cells = UISGE_TRY(noted_by_plies(*start, plies, table, stuck, request.threads, room));
    list.cells_.insert(list.cells_.end(), cells.begin(), cells.end());
  } else if (start) {
    list.cells_.push_back(*start);
  }
  sort_once(list.cells_);
  list.labels_.assign(list.cells_.size(), kDrawCode);
  if (start) {
    const auto found = std::lower_bound(list.cells_.begin(), list.cells_.end(), *start);
    list.start_place_ = static_cast<std::size_t>(found - list.cells_.begin());
  }
  return list;
}

void NoteList::add(std::span<const LabelCode> labels) {
  for (std::size_t i = 0; i < labels_.size(); ++i) labels_[i] = closer_label(labels_[i], labels[i]);
}

void NoteList::drop_undecided(Plies plies, bool is_complete) {
  const auto is_known = [&](LabelCode code) {
    const Label label = decode_label(code);
    return label.outcome == Outcome::kDraw ? is_complete : label.distance <= plies;
  };
  std::size_t known = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!is_known(labels_[i])) continue;
    cells_[known] = cells_[i];
    labels_[known++] = labels_[i];
  }
  cells_.resize(known);
  labels_.resize(known);
}

}  // namespace uisge
