// A bounded cache with LRU eviction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <unordered_map>
#include <utility>

namespace uisge {

// Finds values by number. The address of an entry stays the same until the entry is evicted. Constant time for each
// call. Not thread-safe.
template <class Value>
class RecentEntries {
 public:
  // REQUIRES: max_entries >= 1.
  explicit RecentEntries(std::size_t max_entries) : max_entries_(max_entries) {}

  std::size_t max_entries() const { return max_entries_; }

  // The entry for `number`, or null if there is none. The entry becomes the most recently used entry.
  Value* find(std::uint64_t number) {
    if (!entries_.empty() && entries_.front().number == number) return &entries_.front().value;
    const auto found = by_number_.find(number);
    if (found == by_number_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &entries_.front().value;
  }

  // Adds an entry as the most recently used entry. If the cache is full, evicts an entry and returns the evicted value,
  // so that the caller can reuse that value's memory. Changes nothing if memory runs out. REQUIRES: the cache has no
  // entry for `number`.
  Value& add(std::uint64_t number) {
    if (by_number_.size() < max_entries_) {
      Entries fresh(1);
      by_number_.emplace(number, fresh.begin());
      entries_.splice(entries_.begin(), fresh);
    } else {
      auto node = by_number_.extract(entries_.back().number);
      entries_.splice(entries_.begin(), entries_, std::prev(entries_.end()));
      node.key() = number;
      by_number_.insert(std::move(node));
    }
    entries_.front().number = number;
    return entries_.front().value;
  }

  // REQUIRES: the number has an entry.
  void drop(std::uint64_t number) {
    const auto found = by_number_.find(number);
    entries_.erase(found->second);
    by_number_.erase(found);
  }

 private:
  struct Entry {
    std::uint64_t number = 0;
    Value value{};
  };
  using Entries = std::list<Entry>;

  std::size_t max_entries_;
  Entries entries_;  // the most recently used first
  std::unordered_map<std::uint64_t, typename Entries::iterator> by_number_;
};

}  // namespace uisge
