#include <algorithm>

#include "solver/checkpoint/segment.h"
#include "solver/cluster/cluster.h"
#include "solver/cluster/ownership.h"
#include "solver/ratio.h"

namespace uisge {

namespace {

// On 7x6, ranks that share a board take 1.08 to 1.13 times as long as one process with the same total number of threads
// (docs/scaling.md). The plan assumes a greater factor to be on the safe side.
constexpr double kTimeOfSharing = 1.25;

}  // namespace

Result<TeamPlan> plan_team(const DatabaseIdentity& identity, std::size_t threads, int ranks) {
  const PlacementTable table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  UISGE_TRY(require_placements(identity, table.size()));
  const std::size_t chunk_size = chunk_size_for(identity.pieces);
  auto owners = UISGE_TRY(Ownership::partition(table, chunk_size, ranks));
  const std::size_t chunks = owners.size();
  const Ownership ownership(table, chunk_size, ranks, std::move(owners));

  TeamPlan plan{.leader = make_plan(identity, threads, table.size(), table.transition_count()),
                .division = describe(ownership.loads(), table.size())};
  plan.leader.seconds *= imbalance(ownership.loads()) * kTimeOfSharing / ranks;
  plan.largest = plan.leader;
  std::uint64_t most_held = 0;
  for (const RankLoad& load : ownership.loads()) most_held = std::max(most_held, load.held);
  restrict_plan(plan.leader, ownership.loads().front().held, true);
  restrict_plan(plan.largest, most_held, false);
  std::uint64_t copies = 0;
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    const auto holders = ownership.holders(chunk);
    copies += holders.size() - (holders.front() == 0 ? 1 : 0);  // the leader logs all segments
  }
  // Segments take nearly all bytes of the log, and every chunk has about the same share of these bytes.
  plan.message_bytes = static_cast<std::uint64_t>(static_cast<double>(plan.leader.log_bytes) * ratio(copies, chunks));
  return plan;
}

}  // namespace uisge
