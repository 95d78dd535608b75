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

// Bytes per second of the work that `ask` puts into the stream, repeated several times.
template <class Ask>
Result<double> bytes_per_second(CardStream& stream, std::uint64_t bytes, const Ask& ask) {
  if (auto done = ask(); !done) return tl::unexpected(done.error());
  if (auto done = stream.synchronize(); !done) return tl::unexpected(done.error());
  const auto start = Clock::now();
  for (std::uint64_t i = 0; i < kTimes; ++i) {
    if (auto done = ask(); !done) return tl::unexpected(done.error());
  }
  if (auto done = stream.synchronize(); !done) return tl::unexpected(done.error());
  const std::chrono::duration<double> seconds = Clock::now() - start;
  return per_second(kTimes * bytes, seconds.count());
}

Result<void> measure_copies(const Card& card, CardSpeed& speed) {
  const std::uint64_t cleared = std::min(kClearedBytes, card.info().free_bytes / 4);
  const std::uint64_t copied = std::min(kCopiedBytes, cleared);
  auto memory = card.allocate(cleared);
  if (!memory) return tl::unexpected(memory.error());
  auto pinned = card.allocate_pinned(copied);
  if (!pinned) return tl::unexpected(pinned.error());
  auto stream = card.make_stream();
  if (!stream) return tl::unexpected(stream.error());
  const auto clear =
      bytes_per_second(*stream, cleared, [&] { return stream->fill_with_zeros(memory->address(), cleared); });
  if (!clear) return tl::unexpected(clear.error());
  const auto in =
      bytes_per_second(*stream, copied, [&] { return stream->copy_in(memory->address(), pinned->data(), copied); });
  if (!in) return tl::unexpected(in.error());
  const auto out =
      bytes_per_second(*stream, copied, [&] { return stream->copy_out(pinned->data(), memory->address(), copied); });
  if (!out) return tl::unexpected(out.error());
  speed.cleared = *clear;
  speed.copied_in = *in;
  speed.copied_out = *out;
  return {};
}

// Times the second sweep, since the first sweep also compiles kernels and clears memory.
Result<void> measure_sweep(Card& card, CardSpeed& speed) {
  constexpr int kPieces = 5;
  const PlacementTable table = PlacementTable::build(kRealBoard, kPieces, false);
  const TileLayout layout(table.size(), kPieces);
  CardOptions options;
  const auto split = split_plane(table, layout, {card.info().free_bytes, 0});
  if (!split) return tl::unexpected(split.error());
  options.split = *split;
  const auto engine = CardEngine::make(card, table, layout, options, std::nullopt, {});
  if (!engine) return tl::unexpected(engine.error());
  if (auto first = (*engine)->run_sweep({}); !first) return tl::unexpected(first.error());
  const auto start = Clock::now();
  const auto second = (*engine)->run_sweep({});
  if (!second) return tl::unexpected(second.error());
  const std::chrono::duration<double> seconds = Clock::now() - start;
  speed.swept = per_second(second->dense * positions_per_placement(kPieces), seconds.count());
  return {};
}

}  // namespace

Result<CardSpeed> measure_card(Card& card) {
  CardSpeed speed;
  if (auto done = measure_copies(card, speed); !done) return tl::unexpected(done.error());
  if (auto done = measure_sweep(card, speed); !done) return tl::unexpected(done.error());
  return speed;
}

}  // namespace uisge
