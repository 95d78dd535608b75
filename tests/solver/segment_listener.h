// A listener that passes every segment of a ply to a function, and a function that solves a board and returns all
// segments and counts.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "solver/retrograde/retrograde.h"

namespace uisge::test {

class SegmentListener final : public PlyListener {
 public:
  // Must be thread-safe: engine threads call it at the same time.
  using Take = std::function<void(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment)>;

  explicit SegmentListener(Take take) : take_(std::move(take)) {}
  bool wants_segments() const override { return true; }
  Result<void> take_segment(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) override {
    take_(outcome, chunk, segment);
    return {};
  }

 private:
  Take take_;
};

struct SolvedSegments {
  std::map<std::tuple<Plies, Outcome, std::size_t>, std::vector<std::uint8_t>> segments;  // by ply, outcome, chunk
  std::vector<std::array<std::uint64_t, 2>> counts;                                       // won, lost, by ply
  bool operator==(const SolvedSegments&) const = default;
};

// Solves the board, but decides at most `most_plies` plies.
inline SolvedSegments solved_segments(const PlacementTable& table, const EngineOptions& options,
                                      Plies most_plies = kMaxPlies) {
  SolvedSegments result;
  std::mutex mutex;
  const auto engine = std::make_unique<RetrogradeEngine>(table, options);
  while (!engine->is_finished() && engine->next_ply() < most_plies) {
    const Plies ply = engine->next_ply();
    SegmentListener listener([&](Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> bytes) {
      const std::lock_guard lock(mutex);
      result.segments[{ply, outcome, chunk}].assign(bytes.begin(), bytes.end());
    });
    const PlyCounts counts = run_whole_ply(*engine, listener).value();
    result.counts.push_back({counts.won, counts.lost});
  }
  return result;
}

}  // namespace uisge::test
