#include "solver/solve/solve_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/piece_count.h"
#include "solver/blocks/plane.h"
#include "solver/checkpoint/ply_log.h"
#include "solver/checkpoint/segment.h"
#include "solver/placements/placement_table.h"
#include "solver/ratio.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge {

namespace {

// The constants below were measured on boards from 4x4 to 7x6 (docs/lab/engine.md). The estimated sizes of the log and
// the database tend to be too large. With two or more pieces per side, the estimated number of moves is a little too
// high. So a solve mostly needs less memory and disk space than its plan says.
constexpr double kMovesPerPlacementAndSquare = 1.65;
constexpr double kMovesPerPlacementAndSquareDiagonal = 1.8;
constexpr double kFrontierBitsPerCell = 0.15;
// Under `wins`, the segments that a ply holds back took at most 0.0081 bytes per cell with four and five a side, mostly
// in ply 1, and with fewer pieces a little more per placement. A member of a team also holds back both kinds of
// segments of the others: at most 0.07 bytes per cell.
constexpr double kHeldBackBytesPerCell = 0.01;
constexpr double kHeldBackBytesPerCellOfTeam = 0.08;
constexpr std::uint64_t kHeldBackBytesPerPlacement = 64;
constexpr double kLogBytesPerCell = 1.2;
constexpr double kFileBytesPerCell = 0.27;
// Files are larger under the stuck rule `wins`, since both wins and losses can have odd and even distances.
constexpr double kFileBytesPerCellWins = 0.36;
constexpr double kShareOfLost = 0.55;  // the size of a file of lost positions, divided by that of a file of all labels
constexpr std::uint64_t kFileHeadBytes = 700;  // header, codec tables and footer of a small file
constexpr std::uint64_t kUsualFrontierBytes = std::uint64_t{32} << 20;
constexpr std::uint64_t kThreadBytes = std::uint64_t{40} << 20;
constexpr std::uint64_t kExchangeBytes = std::uint64_t{128} << 20;  // messages that are being sent and received
constexpr std::uint64_t kExpectedPlies = 400;
constexpr double kCellsPerSecondAndThread = 25e6;
constexpr double kCellsPerSecondAndThreadOfSix = 19e6;  // measured speeds: 16 to 22 million (docs/scaling.md)

std::uint64_t scaled(std::uint64_t count, double factor) {
  return static_cast<std::uint64_t>(static_cast<double>(count) * factor);
}

std::uint64_t held_back_bytes(const DatabaseIdentity& identity, std::uint64_t placements, double per_cell) {
  if (identity.rules.stuck != StuckRule::kWins) return 0;
  return scaled(placements * positions_per_placement(identity.pieces), per_cell) +
         placements * kHeldBackBytesPerPlacement;
}

std::uint64_t log_index_bytes(const SolvePlan& plan) {
  const std::uint64_t chunks = plan.placements / chunk_size_for(plan.identity.pieces) + 1;
  return 2 * chunks * kExpectedPlies * sizeof(SegmentRecord);
}

void advise_smaller_game(std::vector<Advice>& advice, const SolvePlan& plan, std::uint64_t memory, std::uint64_t disk) {
  advice.push_back({Remedy::kSmallerBoard});
  const int pieces = fewer_pieces_that_fit(plan, memory, disk);
  if (pieces > 0) advice.push_back({Remedy::kFewerPieces, static_cast<std::uint64_t>(pieces)});
}

}  // namespace

std::uint64_t SolvePlan::least_memory_bytes() const {
  return memory_bytes() - frontier_bytes + std::min(frontier_bytes, kMinFrontierBytes);
}

double SolvePlan::seconds_with_disk(std::uint64_t bytes_per_second) const {
  const double log = ratio(log_bytes, bytes_per_second);
  return std::max(seconds, log) + log + ratio(file_bytes, bytes_per_second);
}

int fewer_pieces_that_fit(const SolvePlan& plan, std::uint64_t memory, std::uint64_t disk) {
  for (int pieces = plan.identity.pieces - 1; pieces >= kMinPieces; --pieces) {
    DatabaseIdentity identity = plan.identity;
    identity.pieces = pieces;
    const SolvePlan smaller = make_plan(identity, plan.threads);
    if (smaller.least_memory_bytes() <= memory && smaller.disk_bytes() <= disk) return pieces;
  }
  return 0;
}

SolvePlan make_plan(const DatabaseIdentity& identity, std::size_t threads, CodecId codec) {
  const std::uint64_t placements = enumerate_placements(Board(identity.board), 2 * identity.pieces).size();
  const double per_square =
      identity.rules.diagonal_jumps ? kMovesPerPlacementAndSquareDiagonal : kMovesPerPlacementAndSquare;
  const double moves = per_square * 2 * identity.pieces;
  return make_plan(identity, threads, placements, scaled(placements, moves), codec);
}

SolvePlan make_plan(const DatabaseIdentity& identity, std::size_t threads, std::uint64_t placements,
                    std::uint64_t transitions, CodecId codec) {
  SolvePlan plan{.identity = identity,
                 .placements = placements,
                 .cells = placements * positions_per_placement(identity.pieces),
                 .threads = threads,
                 .table_bytes = placements * 16 + transitions * sizeof(Transition),
                 .plane_bytes = 2 * Plane::bytes_for(placements, identity.pieces)};
  plan.frontier_bytes = std::max(kUsualFrontierBytes, scaled(plan.cells, kFrontierBitsPerCell / 8));
  plan.work_bytes = kThreadBytes * threads + log_index_bytes(plan);
  plan.held_back_bytes = held_back_bytes(identity, placements, kHeldBackBytesPerCell);
  plan.log_bytes = scaled(plan.cells, kLogBytesPerCell);
  const double bytes_per_cell = identity.rules.stuck == StuckRule::kWins ? kFileBytesPerCellWins : kFileBytesPerCell;
  const double share = stores_lost_only(codec) ? kShareOfLost : 1;
  plan.file_bytes = kFileHeadBytes + scaled(plan.cells, bytes_per_cell * share) + 16 * placements;
  const double speed = identity.pieces == kMaxPieces ? kCellsPerSecondAndThreadOfSix : kCellsPerSecondAndThread;
  plan.seconds = ratio(plan.cells, threads) / speed;
  return plan;
}

void restrict_plan(SolvePlan& plan, std::uint64_t held, bool is_leader) {
  const double share = ratio(held, plan.placements);
  plan.plane_bytes = 2 * Plane::bytes_for(held, plan.identity.pieces);
  plan.frontier_bytes = std::max(kUsualFrontierBytes, scaled(plan.frontier_bytes, share));
  plan.work_bytes += kExchangeBytes;
  plan.held_back_bytes = held_back_bytes(plan.identity, held, kHeldBackBytesPerCellOfTeam);
  if (!is_leader) plan.work_bytes -= log_index_bytes(plan);
}

Result<void> fit_memory(SolvePlan& plan, const MemoryLimit& limit) {
  const std::uint64_t fixed = plan.memory_bytes() - plan.frontier_bytes;
  const std::uint64_t need = plan.least_memory_bytes();
  if (need <= limit.bytes()) {
    plan.frontier_bytes = std::min(plan.frontier_bytes, limit.bytes() - fixed);
    return {};
  }
  const std::string game = to_string(plan.identity);
  const std::uint64_t other_threads = kThreadBytes * (plan.threads - 1);
  if (need > limit.available && need - other_threads <= limit.available) {
    return resource_error(fmt::format("memory: {} needs {} on {} threads, {} can be had", game, format_size(need),
                                      plan.threads, format_size(limit.available)),
                          memory_advice(need, need - other_threads, limit));
  }
  if (need > limit.available) {
    std::vector<Advice> advice;
    advise_smaller_game(advice, plan, limit.bytes(), UINT64_MAX);
    return resource_error(fmt::format("memory: {} needs {}, {} {}", game, format_size(need), format_size(limit.bytes()),
                                      limit.bytes() < limit.available ? "are allowed" : "can be had"),
                          std::move(advice));
  }
  return resource_error(fmt::format("memory: {} needs {} on {}, {} are allowed", game, format_size(need),
                                    format_number_of(plan.threads, "thread"), format_size(limit.bytes())),
                        memory_advice(need, need - other_threads, limit));
}

Result<void> check_disk(const SolvePlan& plan, const std::string& output, std::uint64_t existing) {
  // A missing folder is not reported here, since opening the file reports it.
  const std::filesystem::path folder = std::filesystem::path(output).parent_path();
  std::error_code error;
  if (!folder.empty() && !std::filesystem::is_directory(folder, error)) return {};
  const std::uint64_t need = plan.disk_bytes();
  const std::uint64_t have = free_disk(output) + existing;
  if (need <= have) return {};
  std::vector<Advice> advice{{Remedy::kOtherFolder}};
  advise_smaller_game(advice, plan, UINT64_MAX, have);
  return resource_error(
      fmt::format("{}: needs about {} of disk, {} are free", output, format_size(need), format_size(have)),
      std::move(advice));
}

}  // namespace uisge
