// The interface between the processes that share one solve. solver/cluster implements it for MPI.
//
// Every *member* is a process that runs the same solve with the same request, and decides a part of the board. One
// member is the leader. Only the leader writes the ply log and the database, and only the leader prints messages. If
// one member has an error, the solve ends on all members, with that error. Every member must call the functions whose
// comments say "All members call this function", in the same order. A segment holds the positions that a ply decided in
// one chunk (solver/checkpoint/segment.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/error.h"
#include "core/outcome.h"
#include "solver/checkpoint/ply_counts.h"
#include "solver/retrograde/retrograde.h"

namespace uisge {

class SolveTeam {
 public:
  // Adds a segment of another member to this member's engine. May be called from any thread.
  using Absorb = std::function<Result<void>(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment)>;

  virtual ~SolveTeam() = default;

  virtual bool is_leader() const = 0;
  virtual int members() const = 0;
  // The number of members of the team that share this machine's memory, this member included.
  virtual std::size_t members_here() const = 0;

  // All members call this function. If members pass an error, returns the error of the first such member.
  virtual Result<void> agree(const Result<void>& mine) = 0;
  // All members call this function. Returns the number that the leader passes.
  virtual std::uint64_t tell(std::uint64_t number) = 0;
  // All members call this function. Replaces each number by the sum of this number over all members.
  virtual void add_up(std::span<std::uint64_t> numbers) = 0;

  // All members call this function. Divides the board. Returns this member's part of the board, which lives as long as
  // the team; null if the member decides the whole board. The leader's memory also has the placement `leader_holds`,
  // even if another member decides its positions.
  virtual Result<const EnginePart*> divide(const PlacementTable& table, std::size_t chunk_size,
                                           std::optional<PlacementId> leader_holds) = 0;
  // A line of text that tells the user how the placements are divided among the members.
  virtual std::string division() const = 0;

  // The next three functions exchange the results of a ply, while it is decided or read from the log. Only the leading
  // thread calls settle(), outside of parallel regions. publish() and exchange() may be called by any thread of these
  // regions.

  // Sends a segment to all members that hold a placement of the chunk, and to the leader.
  virtual void publish(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) = 0;
  // Takes in the segments that have arrived from other members. Returns false if another member of the team has failed.
  // Then the ply cannot be completed, and settle() returns that member's error. Errors: those of `absorb`.
  virtual Result<bool> exchange(const Absorb& absorb) = 0;
  // All members call this function. Absorbs all segments of the ply, with `threads` threads, and adds up the members'
  // `counts`. If members have an error (`mine`, or an error of `absorb`), returns the error of the first such member.
  virtual Result<void> settle(const Result<void>& mine, PlyCounts& counts, std::size_t threads,
                              const Absorb& absorb) = 0;
};

// A team of one member, the usual case.
class SoleMember final : public SolveTeam {
 public:
  bool is_leader() const override { return true; }
  int members() const override { return 1; }
  std::size_t members_here() const override { return 1; }
  Result<void> agree(const Result<void>& mine) override { return mine; }
  std::uint64_t tell(std::uint64_t number) override { return number; }
  void add_up(std::span<std::uint64_t> /*numbers*/) override {}
  Result<const EnginePart*> divide(const PlacementTable& /*table*/, std::size_t /*chunk_size*/,
                                   std::optional<PlacementId> /*leader_holds*/) override {
    return nullptr;
  }
  std::string division() const override { return {}; }
  void publish(Outcome /*outcome*/, std::size_t /*chunk*/, std::span<const std::uint8_t> /*segment*/) override {}
  Result<bool> exchange(const Absorb& /*absorb*/) override { return true; }
  Result<void> settle(const Result<void>& mine, PlyCounts& /*counts*/, std::size_t /*threads*/,
                      const Absorb& /*absorb*/) override {
    return mine;
  }
};

}  // namespace uisge
