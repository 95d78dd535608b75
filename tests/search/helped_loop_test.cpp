#include "solver/search/helped_loop.h"

#include <chrono>
#include <thread>

#include "tests/test.h"

using namespace uisge;

TEST_CASE("each search is begun once, and only unfinished searches get help", "[search][parallel]") {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    for (const std::size_t count : {0U, 1U, 3U, 100U}) {
      std::vector<std::atomic<int>> begun(count);
      std::vector<std::atomic<bool>> ended(count);
      std::atomic<int> late_helps = 0;
      const auto own = [&](std::size_t i) {
        ++begun[i];
        std::this_thread::sleep_for(std::chrono::microseconds(i * 7 % 50));
        ended[i] = true;
      };
      const auto help = [&](std::size_t i, const std::atomic<bool>& is_done) {
        if (begun[i] == 0 || (is_done && !ended[i])) ++late_helps;
      };
      helped_loop(count, threads, own, help, [] { return false; });
      for (std::size_t i = 0; i < count; ++i) CHECK((begun[i] == 1 && ended[i]));
      CHECK(late_helps == 0);
    }
  }
}

TEST_CASE("a thread without a search of its own helps with a long one until that ends", "[search][parallel]") {
  std::atomic<bool> is_helped = false;
  std::atomic<bool> is_stopped = false;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  const auto wait_for = [&](const std::atomic<bool>& flag) {
    while (!flag && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  };
  const auto own = [&](std::size_t i) {
    if (i == 0) wait_for(is_helped);
  };
  const auto help = [&](std::size_t i, const std::atomic<bool>& is_done) {
    if (i != 0) return;
    is_helped = true;
    wait_for(is_done);
    is_stopped = is_done.load();
  };
  helped_loop(8, 2, own, help, [] { return false; });
  CHECK(is_helped);
  CHECK(is_stopped);
}

TEST_CASE("no search is begun, and no help given, once the work is over", "[search][parallel]") {
  for (const std::size_t threads : {1U, 3U}) {
    std::atomic<int> begun = 0;
    std::atomic<int> helped = 0;
    const auto help = [&](std::size_t, const std::atomic<bool>&) { ++helped; };
    helped_loop(
        100, threads, [&](std::size_t) { ++begun; }, help, [] { return true; });
    CHECK(begun == 0);
    CHECK(helped == 0);
  }
}
