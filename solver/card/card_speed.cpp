#include "solver/card/card_speed.h"

#include <algorithm>
#include <chrono>

#include "core/colouring.h"
#include "solver/card/card_engine.h"
#include "solver/ratio.h"

namespace uisge {

namespace {

constexpr std::uint64_t kCopiedBytes = std::uint64_t{512} << 20;
constexpr std::uint64_t kClearedBytes = std::uint64_t{8} << 30;
constexpr std::uint64_t kTimes = 8;

using Clock = std::chrono::steady_clock;

// Calls ask() several times, and returns how many bytes the stream handles per second. Each call of ask() must put work
// for `bytes` bytes into the stream.
template <class Ask>
Result<double> bytes_per_second(CardStream& stream, std::uint64_t bytes, const Ask& ask) {
  UISGE_TRY(ask());
  UISGE_TRY(stream.synchronize());
  const auto start = Clock::now();
  for (std::uint64_t i = 0; i < kTimes; ++i) UISGE_TRY(ask());
  UISGE_TRY(stream.synchronize());
  const std::chrono::duration<double> seconds = Clock::now() - start;
  return per_second(kTimes * bytes, seconds.count());
}

Result<void> measure_copies(const Card& card, CardSpeed& speed) {
  const std::uint64_t cleared = std::min(kClearedBytes, card.info().free_bytes / 4);
  const std::uint64_t copied = std::min(kCopiedBytes, cleared);
  auto memory = UISGE_TRY(card.allocate(cleared));
  auto pinned = UISGE_TRY(card.allocate_pinned(copied));
  auto stream = UISGE_TRY(card.make_stream());
  speed.cleared =
      UISGE_TRY(bytes_per_second(stream, cleared, [&] { return stream.fill_with_zeros(memory.address(), cleared); }));
  speed.copied_in = UISGE_TRY(
      bytes_per_second(stream, copied, [&] { return stream.copy_in(memory.address(), pinned.data(), copied); }));
  speed.copied_out = UISGE_TRY(
      bytes_per_second(stream, copied, [&] { return stream.copy_out(pinned.data(), memory.address(), copied); }));
  return {};
}

// Times the second sweep, since the first sweep also compiles kernels and clears memory.
Result<void> measure_sweep(Card& card, CardSpeed& speed) {
  constexpr int kPieces = 5;
  const PlacementTable table = PlacementTable::build(kRealBoard, kPieces, false);
  const TileLayout layout(table.size(), kPieces);
  const CardOptions options{.split = UISGE_TRY(split_plane(table, layout, {card.info().free_bytes, 0}))};
  const auto engine = UISGE_TRY(CardEngine::make(card, table, layout, options, std::nullopt, {}));
  UISGE_TRY(engine->run_sweep({}));
  const auto start = Clock::now();
  const auto second = UISGE_TRY(engine->run_sweep({}));
  const std::chrono::duration<double> seconds = Clock::now() - start;
  speed.swept = per_second(second.dense * positions_per_placement(kPieces), seconds.count());
  return {};
}

}  // namespace

Result<CardSpeed> measure_card(Card& card) {
  CardSpeed speed;
  UISGE_TRY(measure_copies(card, speed));
  UISGE_TRY(measure_sweep(card, speed));
  return speed;
}

}  // namespace uisge
