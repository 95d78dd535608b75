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
  // Divides the blocks of a solve between the device and `host_bytes` of main memory. Uses only the member `noted` of
  // `options`, the cells whose labels are wanted. `batch` is the number of placements in a step; if it is unset, the
  // device chooses the number. Errors: resource.
  virtual Result<DeviceShare> divide(const PlacementTable& table, const StageSchedule& schedule,
                                     const ExactOptions& options, std::uint64_t host_bytes,
                                     std::optional<std::size_t> batch) = 0;
  // The engine for the division that divide() has made last. Table, noted cells and device must outlive the engine.
  // Errors: resource. REQUIRES: `table` and the noted cells are those of the last call of divide().
  virtual Result<std::unique_ptr<StageRunner>> make_engine(const PlacementTable& table,
                                                           const ExactOptions& options) = 0;
};

}  // namespace uisge
