// Counts the bytes that the kernels would move on a graphics card, by running the kernels as plain C++ (tests/card). It
// prints the bytes that each sweep moves in the card's memory. For comparison, it prints the floor (docs/gpu.md): an
// estimate of the bytes that a sweep over all placements must move. It also prints the bytes copied to and from the
// card, the number of sweeps, and the number of computed placements. It measures no times, because only a card can show
// them. Arguments, each with its default:
//
//   card_traffic [BOARD, 7x6] [PIECES, 4] [CARD MEMORY in MiB, enough] [REVISITS, 2] [SWEEPS at most, all]
//                [TILE in KiB, 256]
//
// docs/gpu.md has the results.
#include <fmt/format.h>

#include <cstdlib>

#include "bench/must.h"
#include "solver/assemble/existing_database.h"
#include "solver/card/card_engine.h"
#include "solver/ratio.h"
#include "tests/card/fake_driver.h"

namespace {

using namespace uisge;

// Returns the text of a module that names every emulated kernel. The tests' driver reads nothing else of a module.
std::string kernel_names() {
  std::string text = ".version 7.0\n";
  for (const EmulatedKernel& kernel : emulated_kernels()) text += fmt::format(".entry {}()\n", kernel.name);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int place, std::uint64_t otherwise) {
    return argc > place ? static_cast<std::uint64_t>(std::atoll(argv[place])) : otherwise;
  };
  const BoardSize board = must(parse_board_size(argc > 1 ? argv[1] : "7x6"));
  const int pieces = static_cast<int>(number(2, 4));
  const PlacementTable table = PlacementTable::build(board, pieces, false);
  const TileLayout layout(table.size(), pieces, number(6, 256) << 10);
  test::reset_fake_card({.memory_bytes = std::uint64_t{64} << 30});
  Card card = must(Card::open(UISGE_FAKE_DRIVER));
  CardOptions options;
  const std::string names = kernel_names();
  options.kernels = names;
  options.revisits = number(4, options.revisits);
  options.split = must(split_plane(table, layout, {number(3, 65536) << 20, std::uint64_t{64} << 30}));
  const auto engine = must(CardEngine::make(card, table, layout, options, std::nullopt, {}));
  const std::uint64_t floor = floor_bytes_per_sweep(table, layout);
  const std::uint64_t plane = layout.tiles() * layout.bytes_per_tile();
  fmt::print(
      "{} placements, plane {:.0f} MB, floor of a sweep {:.1f} planes; {} of {} tiles on the card, {} staged, {} in a "
      "group\n",
      table.size(), static_cast<double>(plane) / 1e6, ratio(floor, plane), options.split.resident_tiles, layout.tiles(),
      options.split.staged_tiles, options.split.tiles_per_group);
  fmt::print("planes copied to the card by a sweep over everything, as planned: {:.3f}\n",
             ratio(options.split.staged_bytes_per_sweep, plane));
  std::uint64_t worked = 0;
  std::uint64_t in = 0;
  for (std::uint64_t sweep = 1; sweep <= number(5, 10000); ++sweep) {
    take_emulated_traffic();
    const SweepCounts counts = must(engine->run_sweep({}));
    const EmulatedTraffic traffic = take_emulated_traffic();
    worked += counts.dense;
    fmt::print(
        "sweep {}: {} won, {:.3f} of the placements, {:.2f} planes moved in the card's memory, {:.2f} of the floor, "
        "{:.3f} planes to the card\n",
        sweep, counts.won, ratio(counts.dense, table.size()), ratio(traffic.read + traffic.written, plane),
        ratio(traffic.read + traffic.written, floor), ratio(engine->bytes_read() - in, plane));
    std::fflush(stdout);
    in = engine->bytes_read();
    if (counts.is_fixpoint) break;
  }
  fmt::print("work of {:.1f} sweeps over everything, {:.1f} planes to the card in all\n", ratio(worked, table.size()),
             ratio(engine->bytes_read(), plane));
  return 0;
}
