// Tests in which order the slow lane answers the requests of several clients.
#include "explorer/slow_lane.h"

#include "tests/cli/run_program.h"

using namespace uisge::test;
using uisge::explorer::SlowLane;
using uisge::explorer::SlowWork;

namespace {

// A lane in which each request ends only when the test ends it.
class SteppedLane {
 public:
  SteppedLane() { lane_.start(); }

  // `client` is one letter.
  void ask(const std::string& client) {
    const auto work = std::make_shared<SlowWork>();
    work->client = client;
    work->run = [this](SlowWork& now) {
      const std::size_t number = begin(now.client);
      becomes_true([&] { return ended_ >= number || now.is_given_up; });
    };
    REQUIRE(lane_.add(work));
  }
  void end_one() { ++ended_; }
  // Waits until `count` requests have begun, and returns their clients in the order of the requests.
  std::string begun(std::size_t count) const {
    CHECK(becomes_true([&] { return clients().size() >= count; }));
    return clients();
  }

 private:
  std::size_t begin(const std::string& client) {
    const std::lock_guard lock(mutex_);
    begun_ += client;
    return begun_.size();
  }
  std::string clients() const {
    const std::lock_guard lock(mutex_);
    return begun_;
  }

  mutable std::mutex mutex_;
  std::string begun_;
  std::atomic<std::size_t> ended_{0};
  SlowLane lane_{16, std::chrono::seconds(60)};  // the last member: its thread ends first
};

}  // namespace

TEST_CASE("a second request has its turn, although others ask again whenever they are answered", "[serve]") {
  SteppedLane lane;
  lane.ask("b");
  REQUIRE(lane.begun(1) == "b");
  for (const char* const client : {"c", "a", "a"}) lane.ask(client);
  constexpr std::size_t kRequests = 6;
  for (std::size_t ended = 1; ended < kRequests; ++ended) {
    lane.end_one();
    const std::string begun = lane.begun(ended + 1);
    REQUIRE(begun.size() == ended + 1);
    const std::string answered = begun.substr(ended - 1, 1);
    if (answered != "a") lane.ask(answered);
  }
  CHECK(lane.begun(kRequests) == "bcabca");
}
