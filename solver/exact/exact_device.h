// A device that does the stages of an exact solve in place of the processors (solver/card/exact_card.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/error.h"
#include "solver/exact/exact_engine.h"
#include "solver/exact/exact_plan.h"

namespace uisge {

class ExactDevice {
 public:
  virtual ~ExactDevice() = default;
  // Divides the blocks of a solve between the memory of the device and `host_bytes` of main memory. Of `options`, only
  // the cells whose labels are wanted (`noted`) are used. `batch`: the number of placements of a step; unset: the
  // device chooses it. Errors: resource.
  virtual Result<DeviceShare> divide(const PlacementTable& table, const StageSchedule& schedule,
                                     const ExactOptions& options, std::uint64_t host_bytes,
                                     std::optional<std::size_t> batch) = 0;
  // Makes the engine for the division that the latest call of divide() returned. Table, noted cells and device must
  // outlive the engine. Errors: resource. REQUIRES: `table` and the noted cells are those that this call of divide()
  // got.
  virtual Result<std::unique_ptr<StageRunner>> make_engine(const PlacementTable& table,
                                                           const ExactOptions& options) = 0;
};

}  // namespace uisge
