// A card as the device of exact solves (solver/exact/exact_device.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "solver/card/card.h"
#include "solver/card/card_engine.h"
#include "solver/card/stage_split.h"
#include "solver/exact/exact_device.h"

namespace uisge {

class ExactCard final : public ExactDevice {
 public:
  // Takes at most `memory_bytes` of the card's memory, or all free memory if `memory_bytes` is unset. Errors: those of
  // open_card().
  static Result<ExactCard> open(std::optional<std::uint64_t> memory_bytes,
                                const std::string& driver = std::string(kCardDriver),
                                std::string_view kernels = card_kernels_ptx());

  Result<DeviceShare> divide(const PlacementTable& table, const StageSchedule& schedule,
                             std::span<const PositionCell> noted, std::uint64_t host_bytes,
                             std::optional<std::size_t> batch) override;
  Result<std::unique_ptr<StageRunner>> make_engine(const PlacementTable& table, StuckRule stuck,
                                                   std::span<const PositionCell> noted) override;

  const CardInfo& info() const { return card_.info(); }

 private:
  ExactCard(Card card, std::optional<std::uint64_t> memory_bytes, std::string_view kernels)
      : card_(std::move(card)), memory_bytes_(memory_bytes), kernels_(kernels) {}

  Card card_;
  std::optional<std::uint64_t> memory_bytes_;
  std::string_view kernels_;
  StageSplit split_;
};

// Describes how a solve with this split uses a card, without access to the card. `multiprocessors` is the number of the
// card's multiprocessors, or 0 if the number is not known.
DeviceShare device_share(const std::string& name, const StageSplit& split, const PlacementTable& table,
                         int multiprocessors);

}  // namespace uisge
