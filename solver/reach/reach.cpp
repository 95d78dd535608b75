#include "solver/reach/reach.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/colouring.h"
#include "core/moves.h"
#include "core/piece_count.h"
#include "core/placement.h"
#include "solver/placements/placement_table.h"
#include "solver/reach/key_reach.h"
#include "solver/reach/plane_reach.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge {

namespace {

// A number of placements that the program enumerates within a second. A board with at most this many placements is
// enumerated even if its planes do not fit in memory: the error message then says how much memory planes need.
constexpr std::size_t kCheapPlacements = std::size_t{1} << 20;
// Upper bounds for the memory of the table (solver/placements/placement_table.h) per placement, and for a thread's
// scratch memory.
constexpr std::uint64_t kTableBytesPerPlacement = 16 + 30 * kMaxPieces;
constexpr std::uint64_t kThreadBytes = std::uint64_t{1} << 20;

std::uint64_t bytes_for(std::size_t placements, const ReachRequest& request) {
  return plane_reach_bytes(placements, request.start.pieces()) + placements * kTableBytesPerPlacement +
         kThreadBytes * request.threads;
}

// The memory that planes take; nullopt if the board has so many placements that they were not enumerated.
std::optional<std::uint64_t> plane_method_bytes(const Board& board, const ReachRequest& request) {
  const std::uint64_t beside = bytes_for(0, request);
  const std::size_t fitting =
      (request.memory_bytes - std::min(request.memory_bytes, beside)) / (bytes_for(1, request) - beside);
  const auto placements = enumerate_placements(board, 2 * request.start.pieces(), std::max(kCheapPlacements, fitting));
  if (!placements) return std::nullopt;
  return bytes_for(placements->size(), request);
}

tl::unexpected<Error> planes_do_not_fit(const std::optional<std::uint64_t>& bytes, std::uint64_t memory_bytes,
                                        std::vector<Advice> advice) {
  const std::string need = bytes ? format_size(*bytes) : "more than any memory holds";
  return resource_error(fmt::format("planes: they need {}, {} can be had", need, format_size(memory_bytes)),
                        std::move(advice));
}

ReachPly start_ply(const Board& board, const Position& start) {
  std::uint64_t fixing = 0;
  for (int s = 0; s < board.symmetry_count(); ++s) {
    const Position other = image(board, Symmetry(s), start);
    if (other == start) ++fixing;
  }
  ReachPly ply;
  ply.reached = {1, board.symmetry_count() / fixing};
  if (start.opponent_all_crowns()) ply.completed = ply.reached;
  return ply;
}

void run(ReachEngine& engine, const ReachRequest& request, ReachResult& result) {
  for (int ply = 1;; ++ply) {
    if (request.max_plies && ply > *request.max_plies) {
      result.end = ReachEnd::kPlies;
      return;
    }
    ReachCallbacks callbacks;
    callbacks.cancel = request.cancel;
    if (request.observer) {
      callbacks.progress = [&](double share, std::uint64_t found) {
        request.observer({ply, share, found, result.total.reached.canonical});
      };
    }
    ReachPly counts;
    const ReachStop stop = engine.run_ply(callbacks, counts);
    if (stop != ReachStop::kNone) {
      result.unfinished = counts;
      result.end = stop == ReachStop::kMemory ? ReachEnd::kMemory : ReachEnd::kCancelled;
      return;
    }
    if (counts.reached.canonical == 0) return;
    result.plies.push_back(counts);
    result.total.add(counts);
  }
}

class ReachedInPlanes final : public ReachedPositions {
 public:
  explicit ReachedInPlanes(const ReachRequest& request)
      : table_(PlacementTable::build(request.start.size(), request.start.pieces(), request.rules.diagonal_jumps)),
        engine_(make_plane_reach(table_, request.start, request.rules, request.instructions, request.threads)) {}
  PlaneReachEngine& engine() { return *engine_; }
  bool contains(PositionCell cell) const override { return engine_->has_reached(cell); }

 private:
  const PlacementTable table_;
  const std::unique_ptr<PlaneReachEngine> engine_;
};

}  // namespace

Result<std::unique_ptr<ReachedPositions>> find_reached(const ReachRequest& request) {
  const Board board(request.start.size());
  const auto bytes = plane_method_bytes(board, request);
  if (!bytes || *bytes > request.memory_bytes) return planes_do_not_fit(bytes, request.memory_bytes, {});
  auto reached = std::make_unique<ReachedInPlanes>(request);
  if (game_end(board, request.rules, request.start) == GameEnd::kNotOver) {
    ReachRequest to_the_end = request;
    to_the_end.max_plies = std::nullopt;
    ReachResult result;
    run(reached->engine(), to_the_end, result);
    if (result.end == ReachEnd::kCancelled) return std::unique_ptr<ReachedPositions>();
  }
  return std::unique_ptr<ReachedPositions>(std::move(reached));
}

Result<ReachResult> reach(const ReachRequest& request) {
  const Stopwatch watch;
  const Board board(request.start.size());
  ReachResult result;
  result.plies = {start_ply(board, request.start)};
  result.total = result.plies.front();
  if (game_end(board, request.rules, request.start) != GameEnd::kNotOver) return result;

  result.method = request.method;
  if (request.method != ReachMethod::kKeys) {
    const auto bytes = plane_method_bytes(board, request);
    const bool fit = bytes && *bytes <= request.memory_bytes;
    if (!fit && request.method == ReachMethod::kPlanes) {
      return planes_do_not_fit(bytes, request.memory_bytes, {{Remedy::kReachByKeys}});
    }
    result.method = fit ? ReachMethod::kPlanes : ReachMethod::kKeys;
  }
  if (result.method == ReachMethod::kPlanes) {
    const PlacementTable table =
        PlacementTable::build(board.size(), request.start.pieces(), request.rules.diagonal_jumps);
    result.board_live = table.raw_size() * live_per_placement(table.pieces());
    const auto engine = make_plane_reach(table, request.start, request.rules, request.instructions, request.threads);
    run(*engine, request, result);
  } else {
    const auto engine = UISGE_TRY(make_key_reach(board, request.start, request.rules, request.instructions,
                                                 request.memory_bytes, request.threads));
    run(*engine, request, result);
  }
  result.elapsed = watch.elapsed();
  return result;
}

}  // namespace uisge
