#include "solver/card/exact_card.h"

#include <algorithm>

#include "solver/card/card_exact_engine.h"

namespace uisge {

Result<ExactCard> ExactCard::open(std::optional<std::uint64_t> memory_bytes, const std::string& driver,
                                  std::string_view kernels) {
  auto card = UISGE_TRY(open_card(driver));
  return ExactCard(std::move(card), memory_bytes, kernels);
}

Result<DeviceShare> ExactCard::divide(const PlacementTable& table, const StageSchedule& schedule,
                                      std::span<const PositionCell> noted, std::uint64_t host_bytes,
                                      std::optional<std::size_t> batch) {
  const StageRoom room{std::min(info().free_bytes, memory_bytes_.value_or(UINT64_MAX)), host_bytes, batch, noted};
  split_ = UISGE_TRY(split_stages(table, schedule, room));
  return device_share(info().name, split_, table, info().multiprocessors);
}

Result<std::unique_ptr<StageRunner>> ExactCard::make_engine(const PlacementTable& table, StuckRule stuck,
                                                            std::span<const PositionCell> noted) {
  return make_card_exact_engine(card_, table, split_, stuck, noted, kernels_);
}

DeviceShare device_share(const std::string& name, const StageSplit& split, const PlacementTable& table,
                         int multiprocessors) {
  return {name,
          split.window,
          split.card_bytes,
          split.pinned_bytes,
          split.copied_bytes_per_stage,
          stage_seconds(split, table, multiprocessors)};
}

}  // namespace uisge
