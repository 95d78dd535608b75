// The team of a solve on ranks that mpirun started. Every rank is a member; rank 0 is the leader.
//
// As soon as a chunk is done, its segment is sent to the ranks that decide a placement with a move into the chunk. It
// is also sent to the leader, which logs it. At the receiver, a thread that is between two chunks absorbs the segment.
// Only the leader divides the board; it tells the other ranks which rank decides each chunk.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "solver/cluster/exchange.h"
#include "solver/cluster/ownership.h"
#include "solver/cluster/rank_group.h"
#include "solver/solve/solve_team.h"

namespace uisge {

class MpiTeam final : public SolveTeam {
 public:
  explicit MpiTeam(std::unique_ptr<RankGroup> group);

  bool is_leader() const override { return group_->rank() == 0; }
  int members() const override { return group_->size(); }
  std::size_t members_here() const override { return group_->size_here(); }
  Result<void> agree(const Result<void>& mine) override { return group_->agree(mine); }
  std::uint64_t tell(std::uint64_t number) override;
  void add_up(std::span<std::uint64_t> numbers) override { group_->sum(numbers); }
  Result<const EnginePart*> divide(const PlacementTable& table, std::size_t chunk_size,
                                   std::optional<PlacementId> leader_holds) override;
  std::string division() const override { return division_; }
  void publish(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) override;
  Result<bool> exchange(const Absorb& absorb) override;
  Result<void> settle(const Result<void>& mine, PlyCounts& counts, std::size_t threads, const Absorb& absorb) override;

  std::uint64_t sent_bytes() const { return exchange_.sent_bytes(); }

 private:
  Result<void> take_rest(const Result<void>& mine, std::size_t threads, const Absorb& absorb);

  std::unique_ptr<RankGroup> group_;
  std::optional<Ownership> ownership_;
  EnginePart part_;
  std::string division_;
  Exchange exchange_;
  std::atomic<std::uint64_t> leading_turns_{0};  // how often the leading thread (0) has sent and received
};

}  // namespace uisge
