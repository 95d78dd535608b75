// Measures each sweep of a values solve on a card: time, placements computed, positions won, and bytes copied between
// this machine's memory and the card. At the end, one more sweep visits all placements and counts the won, lost and
// drawn positions. The counts are printed if this sweep finds no new win. The arguments, each with its default after a
// comma:
//
//   card_sweeps [BOARD, 7x6] [PIECES, 5] [MOST SECONDS, no limit] [CARD MEMORY in MiB, all free memory]
//               [THIS MACHINE'S MEMORY in MiB, all available memory] [REVISITS, 2]
//               [RULE SET, loses] [FILE of kernels (PTX), the program's kernels]
//
// docs/lab/values.md has the figures.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "bench/must.h"
#include "db/writer.h"
#include "solver/assemble/existing_database.h"
#include "solver/card/card_engine.h"
#include "solver/ratio.h"
#include "solver/resources.h"
#include "solver/stopwatch.h"

namespace {

using namespace uisge;

RuleSet parse_rules(std::string_view text) {
  const std::string_view stuck = text.substr(0, text.find('-'));
  return {must(parse_stuck_rule(stuck)), text.substr(stuck.size()) == "-diagonal"};
}

std::string to_string(const OutcomeCounts& counts) {
  return fmt::format("won {}, lost {}, drawn {}", counts.won, counts.lost, counts.drawn);
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int place, std::uint64_t otherwise) {
    return argc > place ? static_cast<std::uint64_t>(std::atoll(argv[place])) : otherwise;
  };
  const Stopwatch watch;
  const auto tell = [&](std::string_view text) {
    fmt::print("{:.2f} s: {}\n", watch.seconds(), text);
    std::fflush(stdout);
  };
  const BoardSize board = must(parse_board_size(argc > 1 ? argv[1] : "7x6"));
  const int pieces = static_cast<int>(number(2, 5));
  const auto seconds = static_cast<double>(number(3, 1'000'000));
  const RuleSet rules = parse_rules(argc > 7 ? argv[7] : "loses");
  Card card = must(open_card());
  tell(fmt::format("{}, {} MiB free, {} MiB of this machine's memory available", card.info().name,
                   card.info().free_bytes >> 20, available_memory() >> 20));
  const PlacementTable table = PlacementTable::build(board, pieces, rules.diagonal_jumps);
  const TileLayout layout(table.size(), pieces);
  CardOptions options;
  options.stuck = rules.stuck;
  std::string kernels;
  if (argc > 8) {
    std::ifstream file(argv[8]);
    kernels.assign(std::istreambuf_iterator(file), {});
    options.kernels = kernels;
  }
  options.split = must(split_plane(
      table, layout, {number(4, card.info().free_bytes >> 20) << 20, number(5, available_memory() >> 20) << 20}));
  const CardSplit& split = options.split;
  tell(fmt::format("{} placements; {} of {} tiles on the card, {} staged, {} in a group", table.size(),
                   split.resident_tiles, layout.tiles(), split.staged_tiles, split.tiles_per_group));
  options.revisits = number(6, options.revisits);
  options.start = start_cell(table.board(), pieces, table.all_occupied_bb());
  const auto engine = must(CardEngine::make(card, table, layout, options, std::nullopt, {}));
  tell("memory taken, kernels compiled");
  const double plane = static_cast<double>(layout.tiles() * layout.bytes_per_tile());
  SweepCallbacks callbacks;
  callbacks.start_decided = [&](Outcome outcome) {
    tell(fmt::format("the start is {} for who moves", outcome == Outcome::kWin ? "won" : "lost"));
  };
  std::uint64_t in = 0;
  std::uint64_t out = 0;
  double worked = 0;
  const Stopwatch sweeps_watch;
  for (bool is_fixpoint = false; !is_fixpoint && sweeps_watch.seconds() < seconds;) {
    const Stopwatch sweep_watch;
    const SweepCounts counts = must(engine->run_sweep(callbacks));
    is_fixpoint = counts.is_fixpoint;
    const double time = sweep_watch.seconds();
    worked += ratio(counts.dense, table.size());
    tell(
        fmt::format("sweep {}: {:.3f} s, {:.3f} of the placements, {:.1f}e9 positions/s, {} won, {:.3f} planes in, "
                    "{:.3f} out",
                    counts.sweep, time, ratio(counts.dense, table.size()),
                    per_second(counts.dense * positions_per_placement(pieces), time) / 1e9, counts.won,
                    static_cast<double>(engine->bytes_read() - in) / plane,
                    static_cast<double>(engine->bytes_written() - out) / plane));
    in = engine->bytes_read();
    out = engine->bytes_written();
  }
  tell(fmt::format("work of {:.1f} sweeps over everything, {:.1f} planes in, {:.1f} out", worked,
                   static_cast<double>(in) / plane, static_cast<double>(out) / plane));
  LabelSummary summary;
  const SweepCounts last = must(engine->run_full_sweep(callbacks, summary));
  if (last.is_fixpoint) {
    tell(to_string(summary.raw));
    tell("canonical: " + to_string(summary.canonical));
  }
  return 0;
}
