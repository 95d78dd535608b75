// Compares key lists with std::set.
#include <rapidcheck.h>

#include "solver/reach/key_list.h"
#include "tests/test.h"

using namespace uisge;

namespace {

using Keys = std::set<std::tuple<std::uint64_t, std::uint32_t>>;

// Keys (a number for the occupied squares, a number for the pieces) with so few different values that many keys share
// their squares.
Keys some_keys() {
  return *rc::gen::container<Keys>(
      rc::gen::tuple(rc::gen::inRange<std::uint64_t>(1, 9), rc::gen::inRange<std::uint32_t>(0, 12)));
}
std::vector<PositionKey> sorted(const Keys& keys) {
  std::vector<PositionKey> result;
  for (const auto& [squares, pieces] : keys) result.push_back({squares, pieces});
  return result;
}
Keys members(const KeyList& list, std::size_t begin, std::size_t end) {
  Keys keys;
  list.visit_some(begin, end, [&](const PositionKey& key) {
    return keys.insert({key.occupied_bits, key.piece_bits}).second;  // false if `keys` had the key already
  });
  return keys;
}
Keys difference(const Keys& a, const Keys& b) {
  Keys result;
  for (const auto& key : a) {
    if (!b.contains(key)) result.insert(key);
  }
  return result;
}

}  // namespace

TEST_CASE("a key list is a set", "[reach]") {
  CHECK(rc::check("lists hold what they are made of, merge and subtract", [] {
    const Keys a = some_keys();
    const Keys b = some_keys();
    KeyList list(sorted(a));
    RC_ASSERT(list.size() == a.size());
    RC_ASSERT(members(list, 0, list.size()) == a);

    std::vector<PositionKey> rest = sorted(b);
    list.remove_members_from(rest);
    RC_ASSERT(rest == sorted(difference(b, a)));

    Keys both = a;
    both.insert(b.begin(), b.end());
    KeyList more{std::span<const PositionKey>(rest)};
    list.merge(std::move(more));
    RC_ASSERT(list.size() == both.size());
    RC_ASSERT(members(list, 0, list.size()) == both);

    // A visit can read any part of the list, and gets the keys in ascending order.
    const std::size_t begin = *rc::gen::inRange<std::size_t>(0, list.size() + 1);
    const std::size_t end = *rc::gen::inRange<std::size_t>(begin, list.size() + 1);
    const Keys part = members(list, begin, end);
    RC_ASSERT(part.size() == end - begin);
    RC_ASSERT(std::equal(part.begin(), part.end(), std::next(both.begin(), static_cast<std::ptrdiff_t>(begin))));
  }));
}

TEST_CASE("a visit ends when it is told to", "[reach]") {
  const std::vector<PositionKey> keys{{1, 1}, {1, 2}, {3, 1}};
  const KeyList list(keys);
  int visited = 0;
  list.visit_some(0, 3, [&](const PositionKey&) { return ++visited < 2; });
  CHECK(visited == 2);
}
