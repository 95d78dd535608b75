#include "solver/search/helped_loop.h"
#include "tests/test.h"

using namespace uisge;

namespace {

// Waits until one of the flags is set, but no longer than half a minute.
template <class... Flags>
void wait_for(const Flags&... flags) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!(flags || ...) && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
}

}  // namespace

TEST_CASE("each search is made once, and a thread helps with it at most once", "[search][parallel]") {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    for (const std::size_t count : {0U, 1U, 3U, 100U}) {
      CAPTURE(threads, count);
      std::vector<std::atomic<int>> begun(count);
      std::vector<std::atomic<std::size_t>> helped(count);
      const auto own = [&](std::size_t i, const std::atomic<bool>&) {
        ++begun[i];
        std::this_thread::sleep_for(std::chrono::microseconds(i * 7 % 50));
      };
      const auto help = [&](std::size_t i, const std::atomic<bool>&) { ++helped[i]; };
      helped_loop(count, threads, own, help, [] { return false; });
      for (std::size_t i = 0; i < count; ++i) CHECK((begun[i] == 1 && helped[i] < threads));
    }
  }
}

TEST_CASE("a thread without a search of its own helps with each long search, and learns when it ends",
          "[search][parallel]") {
  std::atomic<bool> is_helped[2] = {false, false};
  std::atomic<int> seen_ends = 0;
  const auto own = [&](std::size_t i, const std::atomic<bool>&) {
    if (i < 2) wait_for(is_helped[i]);
  };
  const auto help = [&](std::size_t i, const std::atomic<bool>& is_done) {
    if (i >= 2) return;
    is_helped[i] = true;
    wait_for(is_done);
    if (is_done) ++seen_ends;
  };
  helped_loop(8, 3, own, help, [] { return false; });
  CHECK((is_helped[0] && is_helped[1]));
  CHECK(seen_ends >= 2);
}

TEST_CASE("helpers do not wait for a search that an exception has ended", "[search][parallel]") {
  std::atomic<bool> is_helped[2] = {false, false};
  std::atomic<bool> is_stuck = false;
  const auto own = [&](std::size_t i, const std::atomic<bool>& is_done) {
    wait_for(is_helped[i], is_done);
    throw std::bad_alloc();
  };
  const auto help = [&](std::size_t i, const std::atomic<bool>& is_done) {
    is_helped[i] = true;
    wait_for(is_done);
    if (!is_done) is_stuck = true;
  };
  CHECK_THROWS_AS(helped_loop(2, 3, own, help, [] { return false; }), std::bad_alloc);
  CHECK_FALSE(is_stuck);
}

TEST_CASE("an exception ends all searches, and no further search or help is begun", "[search][parallel]") {
  for (const bool helper_throws : {false, true}) {
    CAPTURE(helper_throws);
    std::atomic<int> begun = 0;
    std::atomic<int> helped = 0;
    std::atomic<bool> has_second_begun = false;
    std::atomic<bool> is_stuck = false;
    const auto own = [&](std::size_t i, const std::atomic<bool>& is_done) {
      ++begun;
      if (i == 0 && !helper_throws) {
        wait_for(has_second_begun);
        throw std::bad_alloc();
      }
      if (i == 1) has_second_begun = true;
      wait_for(is_done);
      if (!is_done) is_stuck = true;
    };
    const auto help = [&](std::size_t, const std::atomic<bool>&) {
      ++helped;
      throw std::bad_alloc();
    };
    const std::size_t count = helper_throws ? 1 : 100;
    CHECK_THROWS_AS(helped_loop(count, 2, own, help, [] { return false; }), std::bad_alloc);
    CHECK(begun == (helper_throws ? 1 : 2));
    CHECK(helped == (helper_throws ? 1 : 0));
    CHECK_FALSE(is_stuck);
  }
}

TEST_CASE("no search is begun, and no help given, once the work is over", "[search][parallel]") {
  for (const std::size_t threads : {1U, 3U}) {
    std::atomic<int> begun = 0;
    std::atomic<int> helped = 0;
    const auto help = [&](std::size_t, const std::atomic<bool>&) { ++helped; };
    helped_loop(
        100, threads, [&](std::size_t, const std::atomic<bool>&) { ++begun; }, help, [] { return true; });
    CHECK(begun == 0);
    CHECK(helped == 0);
  }
}
