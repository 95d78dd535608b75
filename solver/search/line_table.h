// The lines of a proof (proof_line.h) in memory: a hash table with linear probing, by line number.
//
// A line of a proof takes 18 bytes. insert() is thread-safe. find() is thread-safe once all insertions are visible to
// the thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "core/error.h"
#include "solver/search/proof_line.h"
#include "solver/zeroed_memory.h"

namespace uisge {

class LineTable {
 public:
  // Makes room for `lines` lines. Errors: resource (the table needs more than `memory_bytes`, or the system does not
  // have the memory).
  static Result<LineTable> make(std::uint64_t lines, std::uint64_t memory_bytes);

  // REQUIRES: the table has room, and the number has no line yet.
  void insert(const ProofLine& line);
  std::optional<ProofLine> find(std::uint64_t number) const;

 private:
  struct MoveAndPlies {
    std::uint16_t plies;
    std::uint8_t move_number;
  };
  static constexpr std::size_t kSlotBytes = sizeof(std::uint64_t) + sizeof(MoveAndPlies);

  LineTable(ZeroedMemory memory, std::size_t slots);
  std::size_t slot_of(std::uint64_t number) const;

  ZeroedMemory memory_;
  std::span<std::atomic<std::uint64_t>> numbers_;  // the lines' numbers plus one; 0: a free slot
  std::span<MoveAndPlies> moves_;
};

}  // namespace uisge
