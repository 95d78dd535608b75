// Receives the results of a ply while the engine decides it, and may stop the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/error.h"
#include "core/outcome.h"
#include "solver/placements/placement_table.h"

namespace uisge {

struct EngineProgress {
  Plies ply;
  double share;  // the share of the phase's chunks that are done, 0 to 1
  std::uint64_t won;
  std::uint64_t lost;
};

// The base class ignores all events. Override what you need. If a listener's function returns an error, the ply ends
// with that error. All functions but `progress` may be called from several threads at once.
class PlyListener {
 public:
  PlyListener() = default;
  PlyListener(const PlyListener&) = delete;
  PlyListener& operator=(const PlyListener&) = delete;
  virtual ~PlyListener() = default;

  // Whether segments are wanted. Coding segments takes time.
  virtual bool wants_segments() const { return false; }
  // Called with each non-empty segment of the ply (segment.h). The bytes of the segment are valid only during the call.
  virtual Result<void> take_segment(Outcome /*outcome*/, std::size_t /*chunk*/,
                                    std::span<const std::uint8_t> /*segment*/) {
    return {};
  }
  // Called for each chunk and outcome if the ply gives this outcome to positions of the chunk. Gets the lowest of these
  // positions (by placement, then by index).
  virtual void take_lowest(PlacementId /*id*/, std::uint32_t /*index*/) {}
  // Called before every chunk. An override can stop the engine here, or absorb the results of other engines.
  virtual Result<void> before_chunk() { return {}; }
  // Called from one thread, after every few chunks.
  virtual void progress(const EngineProgress& /*progress*/) {}
};

}  // namespace uisge
