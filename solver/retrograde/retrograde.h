// The retrograde engine: decides every position of a board ply by ply.
//
// Ply d finds exactly the positions with distance d: won if some successor was lost in ply d - 1, lost if all are won
// and the last of them in ply d - 1. Everything decided so far is final, so stopping after any ply leaves a correct
// answer "decided within d plies". What a ply decides is handed to a sink chunk by chunk; replaying those segments
// (`replay`) brings a fresh engine to the same state, which is how a solve is resumed.
//
// A chunk is a run of placements of about four million positions; its segment (segment.h) holds, per placement in
// order, the list of indices in the placement (core/colouring.h).
//
// Several engines can share a board: each decides the chunks of its own part (engine_part.h), hands their segments to
// the others, and absorbs theirs before the ply ends. All of them then have the same counts and go on alike.
//
// Parallel over placements with OpenMP; the result does not depend on the number of threads. The object itself is to
// be used from one thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/outcome.h"
#include "solver/kernel/kernel.h"
#include "solver/placement_table.h"
#include "solver/retrograde/plane.h"

namespace uisge {

struct EngineOptions {
  StuckRule stuck = StuckRule::kLoses;
  InstructionSet instructions = InstructionSet::kPortable;
  int threads = 1;
  // Frontier lists may take this much in all; with less, more plies are swept densely.
  std::uint64_t frontier_bytes = std::uint64_t{64} << 20;
  // Compute every ply one way, for tests and measurements; both false: whichever is estimated to be cheaper.
  bool only_dense = false;
  bool only_sparse = false;  // where the frontier allows it
  // What this engine decides and holds; null: everything. Has to outlive the engine.
  const EnginePart* part = nullptr;
};

// What happened in a ply. Positions are live ones on canonical placements, each weighted with the placement's orbit
// size, so that they count raw positions.
struct PlyCounts {
  Plies ply = 0;
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  bool empty() const { return won == 0 && lost == 0; }
};

struct EngineProgress {
  Plies ply;
  double share;  // of the ply's placements, 0..1
  std::uint64_t won;
  std::uint64_t lost;
};

struct EngineCallbacks {
  // A non-empty segment of the current ply, which is there during the call; called from several threads at once. False
  // stops the ply: the sink failed. Empty: no segments are made, which saves their coding.
  std::function<bool(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment)> segment;
  // The lowest position that the ply decides in a chunk, if there is one; called from several threads at once.
  std::function<void(Outcome outcome, PlacementId id, std::uint32_t index)> lowest;
  // Called from one thread, after every few chunks.
  std::function<void(const EngineProgress&)> progress;
  const std::atomic<bool>* cancel = nullptr;

  // For engines that share a board; each may be empty.
  // Called by every thread between two chunks, the moment to absorb what others have sent. False stops the ply.
  std::function<bool()> between_chunks;
  // Called from one thread when this engine has done its part of the ply: absorbs the rest of it, and adds what the
  // others have found to the counts. False stops.
  std::function<bool(PlyCounts& counts)> settle;
};

enum class PlyEnd : std::uint8_t {
  kDone,
  kStopped  // cancelled, or the sink failed: the planes are between two plies, the engine is of no more use
};

class RetrogradeEngine {
 public:
  // Allocates the planes. Throws std::bad_alloc. The table has to outlive the engine.
  static std::unique_ptr<RetrogradeEngine> create(const PlacementTable& table, const EngineOptions& options);
  virtual ~RetrogradeEngine() = default;

  std::size_t chunk_size() const { return chunk_size_; }  // placements
  std::size_t chunk_count() const { return chunk_count_; }
  // Those that this engine decides, in the order in which it sweeps them.
  std::span<const std::uint32_t> own_chunks() const { return own_chunks_; }
  static std::size_t chunk_size_for(int pieces);

  // The ply that run_ply would do next; 0 at first.
  Plies next_ply() const { return next_ply_; }
  // Whether the last ply decided nothing: all that is left is drawn.
  bool is_finished() const { return finished_; }

  // REQUIRES: !is_finished().
  virtual PlyEnd run_ply(const EngineCallbacks& callbacks, PlyCounts& counts) = 0;

  // Takes in a segment of the running ply that another engine decided; false if it is no such segment. To be called
  // between begin and end of run_ply, from any thread, each chunk by one.
  virtual bool absorb(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) = 0;

  // Puts a segment of an earlier run's ply next_ply() into the planes, as far as they hold its placements. Returns how
  // many positions it decides, all of them and raw as in PlyCounts; none if it is no such segment. After all of the
  // ply's segments, end_replayed_ply. Different chunks may be replayed from different threads.
  virtual std::optional<std::uint64_t> replay(Outcome outcome, std::size_t chunk,
                                              std::span<const std::uint8_t> segment) = 0;
  virtual void end_replayed_ply(const PlyCounts& counts) = 0;

  // Whether the position at an index of a placement (core/colouring.h) is known to be won, or lost.
  // REQUIRES: the engine holds the placement.
  virtual bool is_decided(Outcome outcome, PlacementId id, std::uint32_t index) const = 0;

  const Plane& won() const { return won_; }
  const Plane& lost() const { return lost_; }

 protected:
  RetrogradeEngine(const PlacementTable& table, const EngineOptions& options);
  bool holds(PlacementId id) const { return options_.part == nullptr || options_.part->holds(id); }

  const PlacementTable& table_;
  EngineOptions options_;
  std::size_t chunk_size_;
  std::size_t chunk_count_;
  std::vector<std::uint32_t> own_chunks_;
  Plane won_;
  Plane lost_;
  Plies next_ply_ = 0;
  bool finished_ = false;
};

}  // namespace uisge
