// Measures each ply of a solve by several ranks: how long a rank sweeps, how long it then receives the last segments
// and waits for the others, and how many bytes are sent.
//
//   mpirun -n 2 cluster_plies BOARD PIECES THREADS      for instance 7x6 4 1
//
// Solves under `loses` and writes no file. The times are means over the ranks; the numbers of bytes are sums. If a rank
// receives segments between two chunks, that time counts as sweeping. All later receiving and waiting counts as
// settling.
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <vector>

#include "solver/cluster/mpi_team.h"
#include "solver/solve/solve.h"

using namespace uisge;

namespace {

using Clock = std::chrono::steady_clock;

struct MeasuredPly {
  PlyCounts counts;
  std::uint64_t sweep_microseconds = 0;
  std::uint64_t settle_microseconds = 0;
  std::uint64_t sent_bytes = 0;
};

// Passes all calls on to a team, and measures each ply.
class MeasuredTeam final : public SolveTeam {
 public:
  explicit MeasuredTeam(MpiTeam& team) : team_(team) {}

  const std::vector<MeasuredPly>& plies() const { return plies_; }

  bool is_leader() const override { return team_.is_leader(); }
  int members() const override { return team_.members(); }
  std::size_t members_here() const override { return team_.members_here(); }
  Result<void> agree(const Result<void>& mine) override {
    auto done = team_.agree(mine);
    begin_ = Clock::now();  // the first ply begins right after the last call of agree()
    return done;
  }
  std::uint64_t tell(std::uint64_t number) override { return team_.tell(number); }
  void add_up(std::span<std::uint64_t> numbers) override { team_.add_up(numbers); }
  Result<const EnginePart*> divide(const PlacementTable& table, std::size_t chunk_size,
                                   std::optional<PlacementId> leader_holds) override {
    return team_.divide(table, chunk_size, leader_holds);
  }
  std::string division() const override { return team_.division(); }
  void publish(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) override {
    team_.publish(outcome, chunk, segment);
  }
  Result<bool> exchange(const Absorb& absorb) override { return team_.exchange(absorb); }
  Result<void> settle(const Result<void>& mine, PlyCounts& counts, std::size_t threads, const Absorb& absorb) override {
    const auto swept = Clock::now();
    auto done = team_.settle(mine, counts, threads, absorb);
    const auto end = Clock::now();
    const std::uint64_t sent = team_.sent_bytes();
    plies_.push_back({counts, microseconds(swept - begin_), microseconds(end - swept), sent - sent_bytes_});
    sent_bytes_ = sent;
    begin_ = end;
    return done;
  }

 private:
  static std::uint64_t microseconds(Clock::duration time) {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(time).count());
  }

  MpiTeam& team_;
  std::vector<MeasuredPly> plies_;
  Clock::time_point begin_;
  std::uint64_t sent_bytes_ = 0;  // the bytes that were sent before the current ply
};

void print(MeasuredTeam& team) {
  const double milli = 1e3 * team.members();
  if (team.is_leader())
    fmt::print("| ply | decided | sweeping, ms | settling, ms | sent, KB |\n|---|---|---|---|---|\n");
  for (const MeasuredPly& ply : team.plies()) {
    std::array<std::uint64_t, 3> sums{ply.sweep_microseconds, ply.settle_microseconds, ply.sent_bytes};
    team.add_up(sums);
    if (!team.is_leader()) continue;
    fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.1f} |\n", ply.counts.ply, ply.counts.won + ply.counts.lost,
               static_cast<double>(sums[0]) / milli, static_cast<double>(sums[1]) / milli,
               static_cast<double>(sums[2]) / 1e3);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto board = parse_board_size(argc == 4 ? argv[1] : "");
  if (!board) {
    fmt::print(stderr, "usage: mpirun -n RANKS cluster_plies BOARD PIECES THREADS\n");
    return 2;
  }
  const ReportFailure report = [](const Error& error) {
    fmt::print(stderr, "cluster_plies: {}\n", error.message);
    return 1;
  };
  MpiTeam mpi_team(std::make_unique<RankGroup>(argc, argv, report));
  MeasuredTeam team(mpi_team);
  const SolveRequest request{.identity = {*board, std::atoi(argv[2]), {}},
                             .threads = std::strtoul(argv[3], nullptr, 10),
                             .instructions = best_instruction_set()};
  const std::atomic<bool> cancel{false};
  const auto solved = solve(request, {}, cancel, team);
  if (!solved) {
    if (team.is_leader()) fmt::print(stderr, "cluster_plies: {}\n", solved.error().message);
    return 1;
  }
  print(team);
  return 0;
}
