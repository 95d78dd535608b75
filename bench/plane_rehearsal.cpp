// Rehearses a values solve of the real game on a machine whose disk is too small for the plane. It makes the placement
// table and a sparse plane file, begins the first sweep, stops, and continues from the file. Then it looks up positions
// in the plane; their values must obey the rules. At last it makes an extract (docs/extract.md), which must pass its
// check.
//
//   plane_rehearsal FOLDER [SECONDS per start, 60] [MEMORY in GiB, 8] [BOARD, 7x6] [PIECES per side, 6] [DRAWS, 2000]
//
// The program prints rates, which docs/lab/cluster.md and the constants of solver/values/values_plan.cpp use. At the
// end it removes the plane file.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "core/piece_count.h"
#include "db/probe.h"
#include "solver/extract/check_extract.h"
#include "solver/ratio.h"
#include "solver/resources.h"
#include "solver/stopwatch.h"
#include "solver/units.h"
#include "solver/values/plane_labels.h"
#include "solver/values/values_plan.h"

using namespace uisge;

namespace {

constexpr std::uint64_t kLeastFreeDisk = std::uint64_t{8} << 30;
constexpr int kQuestions = 300;

template <class T>
T must(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "plane_rehearsal: {}\n", result.error().message);
  std::exit(4);
}
void must(const Result<void>& result) {
  if (result) return;
  fmt::print(stderr, "plane_rehearsal: {}\n", result.error().message);
  std::exit(4);
}

struct Rehearsal {
  DatabaseIdentity identity;
  std::string path;
  double seconds;
  std::uint64_t memory;
  std::uint64_t draws;
};

// Sweeps until the time is up or the disk is nearly full, then saves. Returns the number of placements that were
// visited.
std::size_t sweep(const Rehearsal& rehearsal, const PlacementTable& table, bool restart) {
  const TileLayout layout(table.size(), rehearsal.identity.pieces);
  const std::size_t threads = usable_processors();
  const ValuesPlan plan = must(plan_values(rehearsal.identity, table, layout, threads, {rehearsal.memory, {}}));
  auto file = must(PlaneFile::open(rehearsal.path, rehearsal.identity, layout, restart, PlaneRoom::kSparse));
  PagedPlane plane(std::move(file), layout, rehearsal.identity.pieces, plan.tiles_held, {});
  const auto engine = ValuesEngine::create(table, plane, engine_options(plan, best_instruction_set()));

  const Stopwatch watch;
  double share = 0;
  SweepCounts last;
  SweepCallbacks callbacks;
  callbacks.progress = [&](double done, const SweepCounts& counts) {
    share = done;
    last = counts;
  };
  std::atomic<bool> cancel{false};
  callbacks.cancel = &cancel;
  callbacks.between_steps = [&]() -> Result<void> {
    const bool is_disk_full = std::filesystem::space(rehearsal.path).available < kLeastFreeDisk;
    if (watch.seconds() > rehearsal.seconds || is_disk_full) cancel = true;
    return {};
  };
  const auto swept = engine->run_sweep(callbacks);
  if (!swept && swept.error().kind != ErrorKind::kInterrupted) must(swept);
  const double swept_seconds = watch.seconds();
  must(plane.save());
  const double cells =
      static_cast<double>(last.dense) * static_cast<double>(plan.cells) / static_cast<double>(table.size());
  fmt::print(
      "sweep: {:.2f} % in {:.1f} s, groups of {} of {} tiles, {} held; {} blocks of placements made whole, {} by "
      "lists, {:.2f} billion positions per second; {} won; {} read, {} written, {:.2f} GB/s; saved in {:.1f} s\n",
      100 * share, swept_seconds, plan.tiles_per_group, layout.tiles(), plan.tiles_held, last.dense, last.sparse,
      cells / swept_seconds / 1e9, last.won, format_size(plane.bytes_read()), format_size(plane.bytes_written()),
      per_second(plane.bytes_read() + plane.bytes_written(), watch.seconds()) / 1e9, watch.seconds() - swept_seconds);
  return static_cast<std::size_t>(share * static_cast<double>(table.size()));
}

// Looks up random positions of the first `placement_count` placements, and counts those that contradict the positions
// after their moves. A won position needs a move to a lost position; a lost position must have no such move.
int count_contradictions(const Rehearsal& rehearsal, std::size_t placement_count) {
  auto labels = must(PlaneLabels::open(rehearsal.path, std::uint64_t{1} << 30));
  const std::vector<SquareSet> placements(labels->placements().begin(), labels->placements().end());
  Probe probe(std::move(labels));
  const Colourings colourings(rehearsal.identity.pieces);
  std::mt19937_64 random(1);
  const Stopwatch watch;
  int broken = 0;
  int won = 0;
  int lost = 0;
  for (int asked = 0; asked < kQuestions;) {
    const std::size_t placement = random() % placement_count;
    const auto index = static_cast<std::uint32_t>(random() % positions_per_placement(rehearsal.identity.pieces));
    if (!is_live_index(rehearsal.identity.pieces, index)) continue;
    ++asked;
    const Analysis analysis = must(probe.analyse(position_at(probe.board(), colourings, placements[placement], index)));
    if (analysis.moves.empty() || !analysis.verdict.is_decided()) continue;
    const bool is_won = analysis.verdict.is_win();
    ++(is_won ? won : lost);
    if (is_won != analysis.moves.front().verdict.is_win()) ++broken;
  }
  fmt::print("questions: {} in {:.1f} s, {} won, {} not, {} contradict their moves\n", kQuestions, watch.seconds(), won,
             lost, broken);
  return broken;
}

// Writes and checks an extract of the first eight plies and some draws. An extract is meant for a finished solve; here
// most positions are still undecided.
bool extract_holds(const Rehearsal& rehearsal) {
  const std::string path = rehearsal.path + ".extract";
  Stopwatch watch;
  Probe probe(must(PlaneLabels::open(rehearsal.path, std::uint64_t{4} << 30)));
  const ExtractRequest request{{rehearsal.identity, {}, {}, kMaxBookPlies, rehearsal.draws, 1}};
  const ExtractSummary made = must(make_extract(probe, request, must(OutputPlace::claim(path, kExtractFile))));
  std::size_t first = 0;
  for (const std::size_t count : made.positions) first += count;
  fmt::print(
      "extract: {} positions of the first plies and {} draws in {:.1f} s, {} bytes; {} draws won, {} lost, {} open\n",
      first, rehearsal.draws, watch.seconds(), std::filesystem::file_size(path), made.drawn.won, made.drawn.lost,
      made.open);
  std::fflush(stdout);
  watch = Stopwatch();
  const ExtractCheckRequest check{.path = path};
  const ExtractCheck checked = must(check_extract(check));
  fmt::print("its check: {} in {:.1f} s, {} draws searched, {} of them decided\n", checked.flaw.value_or("it holds"),
             watch.seconds(), checked.searched, checked.decided);
  std::filesystem::remove(path);
  return !checked.flaw;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: plane_rehearsal FOLDER [SECONDS] [GIB] [BOARD] [PIECES] [DRAWS]\n");
    return 2;
  }
  Rehearsal rehearsal;
  rehearsal.identity.board = argc > 4 ? must(parse_board_size(argv[4])) : kRealBoard;
  rehearsal.identity.pieces = argc > 5 ? std::atoi(argv[5]) : kMaxPieces;
  rehearsal.seconds = argc > 2 ? std::atof(argv[2]) : 60;
  rehearsal.memory = static_cast<std::uint64_t>(argc > 3 ? std::atoi(argv[3]) : 8) << 30;
  rehearsal.draws = argc > 6 ? static_cast<std::uint64_t>(std::atoll(argv[6])) : 2000;
  rehearsal.path = (std::filesystem::path(argv[1]) / "rehearsal.plane").string();

  const Stopwatch watch;
  const auto table = PlacementTable::build(rehearsal.identity.board, rehearsal.identity.pieces, false);
  fmt::print("table: {} placements in {:.1f} s, {}\n", table.size(), watch.seconds(), format_size(table.bytes()));
  const TileLayout layout(table.size(), rehearsal.identity.pieces);
  fmt::print("plane: {} in a file of {}\n", format_size(Plane::bytes_for(table.size(), rehearsal.identity.pieces)),
             format_size(PlaneFile::bytes_for(layout)));
  std::fflush(stdout);
  const std::size_t visited = sweep(rehearsal, table, true);
  std::fflush(stdout);
  sweep(rehearsal, table, false);
  std::fflush(stdout);
  const int broken = count_contradictions(rehearsal, std::max<std::size_t>(visited, 1));
  std::fflush(stdout);
  const bool holds = extract_holds(rehearsal);
  std::filesystem::remove(rehearsal.path);
  return broken == 0 && holds ? 0 : 5;
}
