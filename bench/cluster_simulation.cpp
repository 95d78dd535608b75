// Simulates a solve on many ranks. Computes each rank's load, memory and traffic, with the board divided as in a solve.
//
//   cluster_simulation PIECES RANKS...      simulates 7x6; example: cluster_simulation 6 2 4 8 16
//
// It solves nothing. The rank that decides a segment sends it to the leader, and to every rank that holds one of the
// chunk's placements. So the traffic is the size of the ply log times the average number of copies of a chunk. The
// simulation of the real game takes minutes.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/colouring.h"
#include "solver/checkpoint/segment.h"
#include "solver/cluster/ownership.h"
#include "solver/ratio.h"

using namespace uisge;

namespace {

void simulate(const PlacementTable& table, int ranks) {
  const std::size_t chunk_size = chunk_size_for(table.pieces());
  auto owners = Ownership::partition(table, chunk_size, ranks);
  if (!owners) {
    fmt::print("{} ranks: {}\n", ranks, owners.error().message);
    return;
  }
  const std::size_t chunks = owners->size();
  const Ownership ownership(table, chunk_size, ranks, std::move(*owners));
  std::uint64_t copies = 0;  // the number of copies of chunks that are sent to other ranks
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) copies += ownership.holders(chunk).size() - 1;
  std::uint64_t moves = 0;
  std::uint64_t foreign = 0;
  std::uint64_t most_held = 0;
  std::uint64_t held = 0;
  for (const RankLoad& load : ownership.loads()) {
    moves += load.moves;
    foreign += load.foreign_moves;
    held += load.held;
    most_held = std::max(most_held, load.held);
  }
  const double placement_gib = 2.0 * static_cast<double>(positions_per_placement(table.pieces())) / 8 / (1 << 30);
  fmt::print("| {:>4} | {:.3f} | {:>4.1f} % | {:>6.1f} | {:>6.1f} | {:.2f} | {:.2f} |\n", ranks,
             imbalance(ownership.loads()), percent(foreign, moves),
             placement_gib * static_cast<double>(table.size()) / ranks, placement_gib * static_cast<double>(most_held),
             ratio(held, table.size()), ratio(copies, chunks));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: cluster_simulation PIECES RANKS...\n");
    return 2;
  }
  const PlacementTable table = PlacementTable::build(kRealBoard, std::atoi(argv[1]), false);
  fmt::print(
      "| ranks | work, largest over average | foreign moves | own planes, GiB | largest rank's planes, GiB | "
      "planes in all over one process | copies of a segment |\n|---|---|---|---|---|---|---|\n");
  for (int i = 2; i < argc; ++i) simulate(table, std::atoi(argv[i]));
  return 0;
}
