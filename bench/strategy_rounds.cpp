// Finds how the start is won, by rounds of sweeps (solver/strategy/winning_strategy.h), on a card or on processors.
// After each round it prints the round's time and sizes, and writes the strategy so far.
//
//   strategy_rounds OUTPUT [BOARD, 7x6] [PIECES, 4] [RULES, draws; such as loses-diagonal] [MOST POSITIONS, 1000000]
//                   [cpu, or gpu] [MOST SECONDS, no limit] [THREADS, all]
//
// Continues from OUTPUT.guide if that file exists. Each line of OUTPUT.guide has a position and the winner's move. If
// this move is not chosen yet, the line has "open" instead, and the sweep in which the position became won.
// OUTPUT.first has a byte for each position that the first round listed, in ascending order of cells: the sweep in
// which the position became won, or 0.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

#include "bench/must.h"
#include "core/notation.h"
#include "db/writer.h"
#include "solver/card/card_engine.h"
#include "solver/resources.h"
#include "solver/stopwatch.h"
#include "solver/strategy/strategy_list.h"
#include "solver/values/values_plan.h"

namespace {

using namespace uisge;

RuleSet parse_rules(std::string_view text) {
  const std::string_view stuck = text.substr(0, text.find('-'));
  return {must(parse_stuck_rule(stuck)), text.substr(stuck.size()) == "-diagonal"};
}

void write_guide(const std::string& path, const PlacementTable& table, const PartialStrategy& strategy) {
  const std::string part = path + ".part";
  std::FILE* const file = std::fopen(part.c_str(), "w");
  if (file == nullptr) std::abort();
  const Colourings colourings(table.pieces());
  const auto text = [&](PositionCell cell) {
    return to_text(table.board(),
                   position_at(table.board(), colourings, table.occupied_bb(placement_id(cell.placement)), cell.index));
  };
  for (const auto& [cell, move] : strategy.moves) {
    fmt::print(file, "{} {}\n", text(cell), to_text(table.board(), move));
  }
  for (const OpenPosition& open : strategy.open) fmt::print(file, "{} open {}\n", text(open.cell), open.sweep);
  std::fclose(file);
  std::rename(part.c_str(), path.c_str());
}

// Returns an empty strategy if the file does not exist.
PartialStrategy read_guide(const std::string& path, const PlacementTable& table) {
  PartialStrategy strategy;
  std::ifstream file(path);
  const Colourings colourings(table.pieces());
  std::string rank;
  std::string side;
  std::string move;
  for (int sweep = 0; file >> rank >> side >> move; sweep = 0) {
    const Position position = must(parse_position(rank + ' ' + side));
    const PositionCell cell = *find_cell(table.board(), table.all_occupied_bb(), colourings, position);
    if (move == "open") {
      file >> sweep;
      strategy.open.push_back({cell, static_cast<std::uint8_t>(sweep)});
    } else {
      const auto square = [&](std::size_t i) { return table.board().square(move[i] - 'a', move[i + 1] - '1'); };
      strategy.moves.emplace(cell, move == "pass" ? Move::pass() : Move{square(0), square(2)});
    }
  }
  return strategy;
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int place, const char* otherwise) { return argc > place ? argv[place] : otherwise; };
  const std::string output = argument(1, "strategy");
  const BoardSize board = must(parse_board_size(argument(2, "7x6")));
  const int pieces = std::atoi(argument(3, "4"));
  const RuleSet rules = parse_rules(argument(4, "draws"));
  const auto most = static_cast<std::size_t>(std::atoll(argument(5, "1000000")));
  const bool on_card = std::string_view(argument(6, "cpu")) == "gpu";
  const double seconds = std::atof(argument(7, "1e9"));
  const auto all_threads = fmt::format("{}", std::thread::hardware_concurrency());
  const auto threads = static_cast<std::size_t>(std::atoll(argument(8, all_threads.c_str())));

  const Stopwatch watch;
  const auto tell = [&](std::string_view text) {
    fmt::print("{:.2f} s: {}\n", watch.seconds(), text);
    std::fflush(stdout);
  };
  const PlacementTable table = PlacementTable::build(board, pieces, rules.diagonal_jumps);
  const TileLayout layout(table.size(), pieces);
  const auto start = start_cell(table.board(), pieces, table.all_occupied_bb());
  if (!start) return 2;
  std::optional<Card> card;
  std::optional<MemoryPlane> plane;
  std::unique_ptr<CardEngine> card_engine;
  std::unique_ptr<ValuesEngine> engine;
  // A listed position takes about 120 bytes. These bytes also hold the moves and answers that lead from it to other
  // positions (solver/strategy/strategy_list.h).
  const std::uint64_t list_bytes = 120 * std::uint64_t{most};
  if (on_card) {
    card.emplace(must(open_card()));
    tell(fmt::format("{}, {} MiB free, {} MiB of this machine's memory available", card->info().name,
                     card->info().free_bytes >> 20, available_memory() >> 20));
    CardOptions options{.stuck = rules.stuck, .threads = threads};
    options.split = must(split_plane(
        table, layout, {card->info().free_bytes, available_memory() - std::min(available_memory() / 4, list_bytes)}));
    tell(fmt::format("{} of {} tiles on the card", options.split.resident_tiles, layout.tiles()));
    engine = must(CardEngine::make(*card, table, layout, options, std::nullopt, {}));
  } else {
    plane.emplace(layout, pieces);
    const ValuesOptions options{.stuck = rules.stuck,
                                .instructions = best_instruction_set(),
                                .threads = threads,
                                .tiles_per_group = std::max<std::size_t>(1, layout.tiles() / 8)};
    engine = ValuesEngine::create(table, *plane, options);
  }
  tell("memory taken");

  PartialStrategy begun = read_guide(output + ".guide", table);
  const bool begins = begun.moves.empty();
  if (begins) begun.open.push_back({*start, 0});
  StrategyObserver observer;
  observer.listing = [&](std::uint32_t round, std::size_t open) {
    tell(fmt::format("round {}: {} open", round, open));
  };
  observer.listed = [&](const StrategyList& list) {
    tell(fmt::format("listed {} positions, {} layers", list.size(), list.layers()));
  };
  observer.swept = [&](std::uint32_t, const SweepCounts& counts, std::size_t won) {
    tell(fmt::format("sweep {}: {} won, {} of the list", counts.sweep, counts.won, won));
  };
  observer.round = [&](const StrategyRound& round, const StrategyList& list,
                       const PartialStrategy& strategy) -> Result<void> {
    std::array<std::size_t, 256> by_sweep{};
    for (const OpenPosition& open : strategy.open) ++by_sweep[open.sweep];
    std::string text;
    for (std::size_t i = 0; i < by_sweep.size(); ++i) {
      if (by_sweep[i] != 0) text += fmt::format(" {}:{}", i, by_sweep[i]);
    }
    tell(fmt::format("round {} took {:.1f} s, {} sweeps; {} moves, {} open, by sweep{}", round.round, round.seconds,
                     round.sweeps, strategy.moves.size(), strategy.open.size(), text));
    write_guide(output + ".guide", table, strategy);
    if (round.round == 1 && begins) {
      std::vector<std::pair<PositionCell, std::uint8_t>> first;
      list.for_each([&](PositionCell cell, std::uint8_t sweep) { first.emplace_back(cell, sweep); });
      std::ranges::sort(first);
      std::FILE* const file = std::fopen((output + ".first").c_str(), "wb");
      if (file == nullptr) std::abort();
      for (const auto& [cell, sweep] : first) std::fputc(sweep, file);
      std::fclose(file);
    }
    tell("written");
    if (watch.seconds() > seconds) return tl::unexpected(Error{ErrorKind::kInterrupted, "time is up"});
    return {};
  };
  const auto strategy = find_strategy(table, rules, *engine, std::move(begun), {most, threads}, observer);
  tell(strategy ? fmt::format("done: {} moves", strategy->moves.size()) : strategy.error().message);
  return strategy ? 0 : 1;
}
