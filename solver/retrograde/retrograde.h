// The retrograde engine: decides every position of a board ply by ply.
//
// Ply d finds exactly the positions with distance d. A position is won if some successor was lost in ply d - 1. A
// position is lost if all successors are won and the last of these wins was decided in ply d - 1. Decided positions
// never change. So an engine that is stopped after ply d has the correct answer to "decided within d plies". A listener
// (ply_listener.h) gets the results of a ply as segments. To resume a solve, a new engine replays the segments.
//
// A segment (segment.h) has the positions that a ply decides in one chunk, which is a run of placements. For each
// placement in order, the segment lists the indices of the decided positions (core/colouring.h).
//
// Several engines can share a board. Each engine decides the chunks of its own part (engine_part.h), gives its segments
// to the other engines, and absorbs the segments of the others before it ends the ply. So all engines know the counts
// of the whole board, and end after the same ply.
//
// Parallel over placements with OpenMP; the result does not depend on the number of threads. Use the object from one
// thread, except where a function says otherwise.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/colouring.h"
#include "core/outcome.h"
#include "solver/blocks/plane.h"
#include "solver/checkpoint/ply_counts.h"
#include "solver/checkpoint/segment.h"
#include "solver/kernel/kernel.h"
#include "solver/placements/placement_table.h"
#include "solver/retrograde/dense_or_sparse.h"
#include "solver/retrograde/ply_frontiers.h"
#include "solver/retrograde/ply_listener.h"

namespace uisge {

struct EngineOptions {
  StuckRule stuck = StuckRule::kLoses;
  InstructionSet instructions = InstructionSet::kPortable;
  std::size_t threads = 1;
  // The limit of memory for the lists of positions that a ply decided (frontier.h). With less memory, more plies take
  // the dense way.
  std::uint64_t frontier_bytes = std::uint64_t{64} << 20;
  // For tests and measurements: only_dense makes every ply dense. only_sparse makes a ply sparse if the lists of all
  // positions that the last ply decided fit into memory. If both are false, the engine takes the way that it expects
  // to be cheaper.
  bool only_dense = false;
  bool only_sparse = false;
  // The part of the board that this engine decides and holds; null: the whole board. `*part` must outlive the engine.
  const EnginePart* part = nullptr;
};

class RetrogradeEngine {
 public:
  // Allocates the planes. Throws std::bad_alloc. The table must outlive the engine.
  RetrogradeEngine(const PlacementTable& table, const EngineOptions& options);

  std::size_t chunk_size() const { return chunk_size_; }  // placements
  std::size_t chunk_count() const { return chunk_count_; }
  // The chunks that this engine decides, in the order of its work.
  std::span<const std::uint32_t> own_chunks() const { return own_chunks_; }

  // The ply that the next call of run_ply decides; 0 at first.
  Plies next_ply() const { return next_ply_; }
  // Whether the last ply decided nothing, so that all undecided positions are drawn.
  bool is_finished() const { return finished_; }

  // Decides this engine's part of ply next_ply() and returns its counts; end_ply completes the ply. Errors are those of
  // the listener; after an error the engine cannot be used. Throws std::bad_alloc. REQUIRES: !is_finished().
  Result<PlyCounts> run_ply(PlyListener& listener);

  // Adds a segment: positions that another engine has decided in the running ply. Returns an error if the bytes are not
  // a segment. Call absorb from any thread, once for each chunk and outcome, after run_ply has begun and before
  // end_ply.
  Result<void> absorb(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment);

  // Completes the ply. `counts` are the counts of the whole board: this engine's own counts plus the counts of the
  // segments that absorb() added. Returns an error if bytes that absorb() got are not a segment; the engine cannot be
  // used afterwards. Throws std::bad_alloc.
  [[nodiscard]] Result<void> end_ply(const PlyCounts& counts);

  // Sets the positions of a segment in the planes; skips placements that the planes do not hold. REQUIRES: an earlier
  // run stored the segment for ply next_ply(). Returns the number of positions that the segment decides, counted as in
  // PlyCounts; nothing if the bytes are not a segment of this chunk. Call end_replayed_ply when all segments of the ply
  // are replayed. Different chunks may be replayed from different threads.
  std::optional<std::uint64_t> replay(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment);
  void end_replayed_ply(const PlyCounts& counts);

  // Whether the position at `index` of a placement (core/colouring.h) is known to have the outcome, a win or a loss.
  // REQUIRES: the engine holds the placement.
  bool is_decided(Outcome outcome, PlacementId id, std::uint32_t index) const;

  const Plane& won() const { return won_; }
  const Plane& lost() const { return lost_; }

 private:
  // A segment of the running ply whose positions are not set in the planes yet.
  struct HeldSegment {
    Outcome outcome;
    std::size_t chunk;
    std::vector<std::uint8_t> bytes;
  };

  Plane& plane(Outcome outcome) { return outcome == Outcome::kWin ? won_ : lost_; }
  bool holds(PlacementId id) const { return options_.part == nullptr || options_.part->holds(id); }
  bool holds_any_of(std::size_t chunk) const;
  std::size_t chunk_begin(std::size_t chunk) const { return chunk * chunk_size_; }
  std::size_t chunk_end(std::size_t chunk) const { return std::min(table_.size(), (chunk + 1) * chunk_size_); }
  SegmentCode segment_code() const { return {table_.pieces(), options_.instructions}; }
  DenseOrSparse::Board board_for_ways() const;

  // Decides the positions of a phase, and adds their number to `counts`.
  Result<void> run_phase(Phase phase, Outcome outcome, PlyListener& listener, PlyCounts& counts);
  template <int N>
  Result<void> run_phase_of(Phase phase, Outcome outcome, PlyListener& listener, PlyCounts& counts);
  // The second phase of a ply must read only the positions of earlier plies. So if a ply has both phases, the positions
  // of the first phase, and those in segments of other engines, are set in the planes only when the ply ends.
  bool holds_back(Outcome outcome) const { return has_two_phases_ && outcome == first_outcome(); }
  // Most positions with an odd distance are won, and most with an even distance are lost. The phase that decides fewer
  // positions comes first, since memory holds them back.
  Outcome first_outcome() const { return next_ply_ % 2 == 0 ? Outcome::kWin : Outcome::kLoss; }
  void hold_back(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment);
  Result<void> put_into_planes(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment);
  // Adds the positions of a segment, which another engine decided, to the lists for the next ply. Returns false if the
  // bytes are not a segment of this chunk.
  bool list_segment(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment);
  void go_on(const PlyCounts& counts);

  const PlacementTable& table_;
  EngineOptions options_;
  std::size_t chunk_size_;
  std::size_t chunk_count_;
  std::vector<std::uint32_t> own_chunks_;
  Plane won_;
  Plane lost_;
  Plies next_ply_ = 0;
  bool finished_ = false;
  Colourings colourings_;
  PieceStates states_;
  std::vector<std::uint8_t> orbit_size_;
  PlyFrontiers frontiers_;
  DenseOrSparse ways_;
  bool any_won_before_ = false;  // whether the previous ply decided any wins
  bool any_lost_before_ = false;
  // Whether the current ply decides both wins and losses.
  bool has_two_phases_ = false;
  std::mutex held_back_mutex_;
  std::vector<HeldSegment> held_back_;
};

// Runs a whole ply (run_ply and end_ply) of an engine that decides the whole board.
Result<PlyCounts> run_whole_ply(RetrogradeEngine& engine, PlyListener& listener);
PlyCounts run_whole_ply(RetrogradeEngine& engine);

}  // namespace uisge
