// A sorted set of position keys with 4 bytes per key. Positions on the same squares share one entry for the squares.
//
// An entry for a set of occupied squares has 16 bytes. Each position on these squares adds 4 bytes, for colours and
// crowns. Most sets have many positions. Sets grow by merging whole sorted lists, which suits breadth-first search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/placements/position_key.h"

namespace uisge {

// The order is ascending by squares, then by pieces.
inline bool operator<(const PositionKey& a, const PositionKey& b) {
  return a.occupied_bits != b.occupied_bits ? a.occupied_bits < b.occupied_bits : a.piece_bits < b.piece_bits;
}

class KeyList {
 public:
  KeyList() = default;
  // REQUIRES: `keys` is ascending, without repetitions.
  explicit KeyList(std::span<const PositionKey> keys);

  std::size_t size() const { return piece_bits_.size(); }
  std::uint64_t bytes() const {
    return groups_.size() * sizeof(Group) + piece_bits_.size() * sizeof(piece_bits_.front());
  }

  // Takes over the members of another list. REQUIRES: the lists have no common members.
  void merge(KeyList&& other);
  // Removes the members of this list from a sorted vector.
  void remove_members_from(std::vector<PositionKey>& keys) const;

  // Calls visit(key) for the members with the numbers `begin` to `end` - 1, until visit returns false.
  template <class Visit>
  void visit_some(std::size_t begin, std::size_t end, Visit&& visit) const {
    std::size_t group = group_of(begin);
    for (std::size_t i = begin; i < end; ++i) {
      while (end_of(group) <= i) ++group;
      if (!visit(PositionKey{groups_[group].occupied_bits, piece_bits_[i]})) return;
    }
  }

 private:
  // A group has all positions of the list whose pieces stand on the same squares. A group ends where the next group
  // begins.
  struct Group {
    std::uint64_t occupied_bits;
    std::uint64_t begin;
  };
  std::size_t end_of(std::size_t group) const {
    return group + 1 < groups_.size() ? groups_[group + 1].begin : piece_bits_.size();
  }
  std::size_t group_of(std::size_t member) const;
  void append(std::uint64_t occupied_bits, std::span<const std::uint32_t> piece_bits);
  std::span<const std::uint32_t> members(std::size_t group) const {
    return {piece_bits_.data() + groups_[group].begin, piece_bits_.data() + end_of(group)};
  }

  std::vector<Group> groups_;
  std::vector<std::uint32_t> piece_bits_;
};

}  // namespace uisge
