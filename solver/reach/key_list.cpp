#include "solver/reach/key_list.h"

#include <algorithm>

namespace uisge {

KeyList::KeyList(std::span<const PositionKey> keys) {
  piece_bits_.reserve(keys.size());
  for (const PositionKey& key : keys) {
    if (groups_.empty() || groups_.back().occupied_bits != key.occupied_bits) {
      groups_.push_back({key.occupied_bits, piece_bits_.size()});
    }
    piece_bits_.push_back(key.piece_bits);
  }
  groups_.shrink_to_fit();
}

std::size_t KeyList::group_of(std::size_t member) const {
  const auto after = std::upper_bound(groups_.begin(), groups_.end(), member,
                                      [](std::size_t number, const Group& group) { return number < group.begin; });
  return after == groups_.begin() ? 0 : static_cast<std::size_t>(after - groups_.begin()) - 1;
}

void KeyList::append(std::uint64_t occupied_bits, std::span<const std::uint32_t> piece_bits) {
  groups_.push_back({occupied_bits, piece_bits_.size()});
  piece_bits_.insert(piece_bits_.end(), piece_bits.begin(), piece_bits.end());
}

void KeyList::merge(KeyList&& other) {
  if (other.size() == 0) return;
  KeyList merged;
  merged.piece_bits_.reserve(size() + other.size());
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < groups_.size() || b < other.groups_.size()) {
    const bool has_both = a < groups_.size() && b < other.groups_.size();
    if (has_both && groups_[a].occupied_bits == other.groups_[b].occupied_bits) {
      merged.groups_.push_back({groups_[a].occupied_bits, merged.piece_bits_.size()});
      const auto mine = members(a++);
      const auto theirs = other.members(b++);
      std::merge(mine.begin(), mine.end(), theirs.begin(), theirs.end(), std::back_inserter(merged.piece_bits_));
    } else if (b == other.groups_.size() || (has_both && groups_[a].occupied_bits < other.groups_[b].occupied_bits)) {
      merged.append(groups_[a].occupied_bits, members(a));
      ++a;
    } else {
      merged.append(other.groups_[b].occupied_bits, other.members(b));
      ++b;
    }
  }
  merged.groups_.shrink_to_fit();
  *this = std::move(merged);
  other = {};
}

void KeyList::remove_members_from(std::vector<PositionKey>& keys) const {
  std::size_t kept = 0;
  std::size_t group = 0;
  std::size_t member = 0;
  for (const PositionKey& key : keys) {
    while (group < groups_.size() && groups_[group].occupied_bits < key.occupied_bits) ++group;
    if (group < groups_.size() && groups_[group].occupied_bits == key.occupied_bits) {
      member = std::max<std::size_t>(member, groups_[group].begin);
      const std::size_t end = end_of(group);
      while (member < end && piece_bits_[member] < key.piece_bits) ++member;
      if (member < end && piece_bits_[member] == key.piece_bits) continue;
    }
    keys[kept++] = key;
  }
  keys.resize(kept);
}

}  // namespace uisge
