// A listener that passes every segment of a ply to a function.
#pragma once

#include <functional>
#include <utility>

#include "solver/retrograde/ply_listener.h"

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

}  // namespace uisge::test
