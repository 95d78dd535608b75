// Several engines share a board in one process. Each engine has a thread of its own, and segments are passed through
// memory.
#include <barrier>

#include "solver/checkpoint/segment.h"
#include "solver/retrograde/retrograde.h"
#include "tests/solver/segment_listener.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

using Key = std::tuple<Plies, Outcome, std::size_t>;  // names a segment by its ply, outcome and chunk

// The data that the engines of one board share.
class SharedBoard {
 public:
  explicit SharedBoard(int engines) : engines_(engines), barrier_(engines) {}

  void add(const Key& key, std::span<const std::uint8_t> bytes) {
    const std::lock_guard lock(mutex_);
    segments_[key].assign(bytes.begin(), bytes.end());
  }
  // Exchanges the results of a ply between the engines.
  bool settle(RetrogradeEngine& engine, const EnginePart& part, PlyCounts& counts) {
    {
      const std::lock_guard lock(mutex_);
      auto& sum = counts_[counts.ply];
      sum[0] += counts.won;
      sum[1] += counts.lost;
    }
    barrier_.arrive_and_wait();
    bool good = true;
    for (const auto& [key, bytes] : segments_) {
      const auto& [ply, outcome, chunk] = key;
      const bool is_own = std::find(part.chunks.begin(), part.chunks.end(), chunk) != part.chunks.end();
      if (ply == counts.ply && !is_own) good = good && engine.absorb(outcome, chunk, bytes);
    }
    counts.won = counts_.at(counts.ply)[0];
    counts.lost = counts_.at(counts.ply)[1];
    barrier_.arrive_and_wait();
    return good;
  }
  SolvedSegments result() const {
    SolvedSegments solved{segments_, {}};
    for (const auto& [ply, counts] : counts_) solved.counts.push_back(counts);
    return solved;
  }
  int engines() const { return engines_; }

 private:
  int engines_;
  std::barrier<> barrier_;
  std::mutex mutex_;
  std::map<Key, std::vector<std::uint8_t>> segments_;
  std::map<Plies, std::array<std::uint64_t, 2>> counts_;
};

void solve_part(const PlacementTable& table, EngineOptions options, int number, SharedBoard& board) {
  const std::size_t chunk_size = chunk_size_for(table.pieces());
  std::vector<std::uint32_t> chunks;
  for (std::size_t chunk = static_cast<std::size_t>(number); chunk * chunk_size < table.size();
       chunk += static_cast<std::size_t>(board.engines())) {
    chunks.push_back(static_cast<std::uint32_t>(chunk));
  }
  const EnginePart part = make_part(table, chunk_size, chunks);
  options.part = &part;
  const auto engine = std::make_unique<RetrogradeEngine>(table, options);
  bool is_good = true;
  while (is_good && !engine->is_finished()) {
    const Plies ply = engine->next_ply();
    SegmentListener listener([&](Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> bytes) {
      board.add({ply, outcome, chunk}, bytes);
    });
    PlyCounts counts = engine->run_ply(listener).value();
    is_good = board.settle(*engine, part, counts) && engine->end_ply(counts);
  }
}

SolvedSegments solve_together(const PlacementTable& table, const EngineOptions& options, int engines) {
  SharedBoard board(engines);
  std::vector<std::thread> threads;
  for (int number = 0; number < engines; ++number) {
    threads.emplace_back([&, number] { solve_part(table, options, number, board); });
  }
  for (std::thread& thread : threads) thread.join();
  return board.result();
}

}  // namespace

TEST_CASE("engines that share a board decide what one engine decides alone", "[engine][law][parallel]") {
  const auto check = [](BoardSize size, RuleSet rules) {
    CAPTURE(to_string(size), to_string(rules));
    const PlacementTable table = PlacementTable::build(size, 3, rules.diagonal_jumps);
    const EngineOptions options{.stuck = rules.stuck};
    const SolvedSegments alone = solved_segments(table, options);
    // The engines also run with dense plies alone, with sparse plies wherever possible, and with so little memory that
    // lists overflow.
    EngineOptions dense = options;
    dense.only_dense = true;
    EngineOptions sparse = options;
    sparse.only_sparse = true;
    EngineOptions tight = options;
    tight.frontier_bytes = 1 << 10;
    for (const EngineOptions& way : {options, dense, sparse, tight}) {
      CHECK(solve_together(table, way, 2) == alone);
      CHECK(solve_together(table, way, 5) == alone);
    }
  };
  for (const RuleSet rules : kAllRuleSets) check({4, 4}, rules);  // two chunks, so three of five engines have none
  // The stuck rules `wins` and `passes` have the most code of their own: `wins` has plies of two phases, `passes` has
  // moves within a placement.
  check({5, 4}, {StuckRule::kWins, false});
  check({5, 4}, {StuckRule::kPasses, true});
}

TEST_CASE("a part of a board holds, packed, its placements and the targets of their moves", "[engine]") {
  const PlacementTable table = PlacementTable::build({4, 4}, 3, false);
  constexpr std::size_t chunk_size = 16;
  REQUIRE(table.size() > 2 * chunk_size);
  const PlacementId last{static_cast<std::uint32_t>(table.size() - 1)};
  const EnginePart part = make_part(table, chunk_size, {1}, {&last, 1});
  std::vector<bool> expected(table.size(), false);
  for (std::size_t i = chunk_size; i < 2 * chunk_size; ++i) {
    expected[i] = true;
    for (const Transition& move : table.transitions(static_cast<PlacementId>(i))) expected[index(move.target)] = true;
  }
  expected.back() = true;
  std::uint32_t slots = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    CHECK(part.holds(static_cast<PlacementId>(i)) == expected[i]);
    if (expected[i]) CHECK(part.slots[i] == slots++);
  }
  CHECK(part.held == slots);
  CHECK(part.held < table.size());
}
