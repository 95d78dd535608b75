// A device that does the stages of an exact solve in place of the processors (solver/card/exact_card.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/error.h"
#include "solver/exact/exact_engine.h"
#include "solver/exact/exact_plan.h"

namespace uisge {

class ExactDevice {
 public:
  virtual ~ExactDevice() = default;
  // Divides the blocks of a solve between the memory of the device and `host_bytes` of main memory. `noted` is as in
  // ExactOptions. `batch` is the number of placements whose lost blocks one step makes; if it is unset, the device
  // chooses it. Errors: kResource.
  virtual Result<DeviceShare> divide(const PlacementTable& table, const StageSchedule& schedule,
                                     std::span<const PositionCell> noted, std::uint64_t host_bytes,
                                     std::optional<std::size_t> batch) = 0;
  // Makes an engine that uses memory as the latest call of divide() decided. The table, the noted positions and the
  // device must outlive the engine. Errors: kResource. REQUIRES: `table` and `noted` are those of the latest call of
  // divide().
  virtual Result<std::unique_ptr<StageRunner>> make_engine(const PlacementTable& table, StuckRule stuck,
                                                           std::span<const PositionCell> noted) = 0;
};

}  // namespace uisge
