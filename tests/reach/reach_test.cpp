// Counts the positions that can arise, both with planes and with lists of keys. Compares the counts with those of
// naive_reach.h, and tests laws that hold for every game.
#include "solver/reach/reach.h"
#include "core/notation.h"
#include "core/start.h"
#include "tests/core/oracle_bridge.h"
#include "tests/reach/naive_reach.h"
#include "tests/test.h"

namespace uisge {

// Lets Catch2's messages print a ReachPly.
std::ostream& operator<<(std::ostream& out, const ReachPly& ply) {
  return out << ply.reached.canonical << "/" << ply.reached.raw << " over " << ply.completed.canonical << "/"
             << ply.completed.raw;
}

}  // namespace uisge

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr std::uint64_t kMemory = std::uint64_t{256} << 20;
constexpr int kToTheEnd = 1000;

ReachResult reached(const Position& start, RuleSet rules, ReachMethod method, int max_plies, std::size_t threads = 1,
                    std::uint64_t memory = kMemory) {
  return reach({start, rules, method, max_plies, memory, threads, best_instruction_set()}).value();
}

ReachPly sum(const std::vector<ReachPly>& plies) {
  ReachPly total;
  for (const ReachPly& ply : plies) total.add(ply);
  return total;
}

// Counts by planes and by keys (ReachMethod), under all rule sets, and compares the counts with the oracle's.
void check_against_oracle(const oracle::Position& start, int pieces, int max_plies) {
  const Position position = from_oracle(start);
  // A stuck player either passes or ends the game, and who wins then does not matter.
  std::map<std::pair<bool, bool>, std::vector<ReachPly>> by_moves;
  for (const RuleSet rules : kAllRuleSets) {
    const oracle::Game game = oracle_game(position.size(), pieces, rules);
    std::vector<ReachPly>& expected = by_moves[{rules.stuck == StuckRule::kPasses, rules.diagonal_jumps}];
    if (expected.empty()) expected = naive_reach(game, start, max_plies);
    for (const ReachMethod method : {ReachMethod::kPlanes, ReachMethod::kKeys}) {
      INFO(print(start) << " " << to_string(rules) << (method == ReachMethod::kKeys ? " keys" : " planes"));
      const ReachResult result = reached(position, rules, method, max_plies);
      CHECK(result.plies == expected);
      CHECK(result.total == sum(expected));
      CHECK((result.end == ReachEnd::kComplete) == (static_cast<int>(expected.size()) <= max_plies));
    }
  }
}

struct Sample {
  int files, ranks, pieces;
  int positions;
  int max_plies = kToTheEnd;
};

void check_sample(const Sample& sample) {
  const oracle::Universe universe(sample.files, sample.ranks, sample.pieces);
  std::mt19937 random(2026);
  for (int i = 0; i < sample.positions; ++i) {
    oracle::Position start =
        universe.position(std::uniform_int_distribution<std::size_t>(0, universe.size() - 1)(random));
    if (random() % 2 == 0) start = oracle::colours_exchanged(start);
    check_against_oracle(start, sample.pieces, sample.max_plies);
  }
}

}  // namespace

TEST_CASE("the positions that arise are those that the oracle's moves lead to", "[reach][oracle]") {
  check_sample({3, 2, 1, 6});
  check_sample({3, 3, 1, 6});
  check_sample({3, 3, 2, 6});
  check_sample({2, 5, 2, 6});
  check_sample({4, 3, 2, 4});
  check_sample({3, 3, 3, 4});
  check_sample({3, 3, 4, 2});
  check_sample({2, 5, 4, 1});
  check_sample({3, 4, 5, 3, 5});
  check_sample({2, 7, 6, 3, 5});
}

TEST_CASE("the positions that arise on larger boards are those that the oracle's moves lead to",
          "[reach][oracle][.slow]") {
  check_sample({5, 3, 2, 2});
  check_sample({2, 6, 4, 2});
  check_sample({4, 4, 4, 3, 5});
  check_sample({3, 5, 6, 3, 5});
  check_sample({7, 6, 3, 3, 6});
}

// Each of the first six positions is its own image under a half-turn, a mirroring or a transposition. So the image of
// every move is a move too, and the counts must include the positions after both moves. In the others a side is stuck.
// Under `passes` it passes, unless the other side is stuck too. With diagonal jumps the last position's b3d1 leaves
// both sides stuck, since the piece is a blank after the jump.
TEST_CASE("the positions that arise from symmetric positions, and where a side is stuck, are the oracle's",
          "[reach][oracle]") {
  for (const auto& [text, pieces, plies] :
       {std::tuple("2w1/1bb1/1w2/4 w", 2, kToTheEnd), std::tuple("1w1/1b1/3 w", 1, kToTheEnd),
        std::tuple("1wb1/1wb1/4 b", 2, kToTheEnd), std::tuple("b2/wb1/wwb w", 3, kToTheEnd),
        std::tuple("wb1/bw1/3 w", 2, kToTheEnd), std::tuple("1B1/wWw/1B1/1b1 w", 3, kToTheEnd),
        std::tuple("3/bw1 w", 1, kToTheEnd), std::tuple("w2/b2 b", 1, kToTheEnd),
        std::tuple("1Ww1/2w1/bbb1 w", 3, 8)}) {
    check_against_oracle(oracle::parse(text), pieces, plies);
  }
}

TEST_CASE("nothing arises from a game that is over", "[reach]") {
  for (const char* const text : {"Wb/2 b", "Wb/2 w"}) {
    const ReachResult result = reached(parse_position(text).value(), {}, ReachMethod::kAuto, kToTheEnd);
    CHECK(result.end == ReachEnd::kComplete);
    REQUIRE(result.plies.size() == 1);
    CHECK(result.total.reached.canonical == 1);
    CHECK(result.total.reached.raw == 8);  // only the identity maps the position onto itself
    // White has completed. With Black to move, White's last move ended the game; with White to move, no game reaches
    // the position.
    CHECK(result.total.completed.canonical == (std::string_view(text).ends_with('b') ? 1 : 0));
  }
}

TEST_CASE("the real game's first plies are the oracle's", "[reach][oracle]") {
  const oracle::Position start = oracle::parse("7/2bb3/1bbbb2/2wwww1/3ww2/7 w");
  for (const RuleSet rules : {RuleSet{StuckRule::kLoses, false}, RuleSet{StuckRule::kPasses, true}}) {
    const std::vector<ReachPly> expected = naive_reach(oracle_game(kRealBoard, 6, rules), start, 6);
    const ReachResult result = reached(from_oracle(start), rules, ReachMethod::kAuto, 6);
    CHECK(result.method == ReachMethod::kKeys);  // a quarter of a GiB is too little for planes
    CHECK(result.plies == expected);
    // Checks against docs/rules.md: a ply has at most as many classes of positions as sequences of moves. The first ply
    // has a class for each of the four first moves.
    const std::vector<std::uint64_t> perft = rules.diagonal_jumps
                                                 ? std::vector<std::uint64_t>{1, 4, 18, 120, 861, 5230, 31552}
                                                 : std::vector<std::uint64_t>{1, 4, 18, 114, 781, 4458, 25285};
    for (std::size_t ply = 0; ply < perft.size(); ++ply) CHECK(result.plies[ply].reached.canonical <= perft[ply]);
    CHECK(result.plies[1].reached.canonical == perft[1]);
  }
}

TEST_CASE("counts by planes and by keys agree on whole boards, with any number of threads and every kernel",
          "[reach][parallel]") {
  const Board board({4, 4});
  const Position start = start_position(board, 3).value();
  for (const RuleSet rules : kAllRuleSets) {
    CAPTURE(to_string(rules));
    const ReachResult first = reached(start, rules, ReachMethod::kKeys, kToTheEnd);
    CHECK(first.end == ReachEnd::kComplete);
    CHECK(reached(start, rules, ReachMethod::kKeys, kToTheEnd, 3, 64 << 20).plies == first.plies);
    for (const InstructionSet set : supported_instruction_sets()) {
      const ReachResult planes = reach({start, rules, ReachMethod::kPlanes, {}, kMemory, 2, set}).value();
      CHECK(planes.plies == first.plies);
      CHECK(planes.end == ReachEnd::kComplete);
      // docs/rules.md has the number of live positions of the board.
      CHECK(planes.board_live == 486'080);
      CHECK(planes.total.reached.raw - planes.total.completed.raw <= planes.board_live);
    }
  }
}

TEST_CASE("counts by planes and by keys agree on millions of positions", "[reach][parallel][.slow]") {
  const Board board({4, 4});
  const Position start = start_position(board, 4).value();
  for (const RuleSet rules : {RuleSet{StuckRule::kLoses, true}, RuleSet{StuckRule::kPasses, false}}) {
    const ReachResult keys = reached(start, rules, ReachMethod::kKeys, kToTheEnd, 2);
    CHECK(keys.end == ReachEnd::kComplete);
    CHECK(reached(start, rules, ReachMethod::kPlanes, kToTheEnd, 2).plies == keys.plies);
  }
}

TEST_CASE("a count by keys stops when its memory is full, with true counts", "[reach]") {
  const Board board(kRealBoard);
  const Position start = start_position(board, 6).value();
  constexpr std::uint64_t kLittle = 32 << 20;
  const ReachResult little = reached(start, {}, ReachMethod::kKeys, kToTheEnd, 1, kLittle);
  REQUIRE(little.end == ReachEnd::kMemory);
  const int next = static_cast<int>(little.plies.size());
  const ReachResult more = reached(start, {}, ReachMethod::kKeys, next, 1, kMemory);
  REQUIRE(more.end == ReachEnd::kPlies);
  CHECK(std::vector(more.plies.begin(), more.plies.end() - 1) == little.plies);
  const std::uint64_t found = little.unfinished.reached.canonical;
  CHECK(found > 0);
  CHECK(found <= more.plies.back().reached.canonical);
  // The lists of keys may take 11 MiB of kLittle; the program and its buffers take the rest. At the end the keys that
  // were found, 4 bytes each, must take more than two thirds of this.
  CHECK((little.total.reached.canonical + found) * 4 > (11 << 20) / 3 * 2);
}

// tests/data/refused-commands.txt has the case of too little memory.
TEST_CASE("a board with too many placements to enumerate is counted by keys", "[reach]") {
  const Position start = start_position(Board({8, 8}), 6).value();
  CHECK(reached(start, {}, ReachMethod::kAuto, 3).method == ReachMethod::kKeys);
}

TEST_CASE("a cancelled count keeps the plies that were complete", "[reach]") {
  const Position start = start_position(Board({4, 4}), 4).value();
  for (const ReachMethod method : {ReachMethod::kPlanes, ReachMethod::kKeys}) {
    std::atomic<bool> cancel{false};
    ReachRequest request{.start = start, .rules = {}, .method = method, .memory_bytes = kMemory, .cancel = &cancel};
    int last = 0;
    request.observer = [&](const ReachProgress& progress) {
      last = progress.ply;
      if (progress.ply == 8) cancel = true;
    };
    const ReachResult result = reach(request).value();
    CHECK(result.end == ReachEnd::kCancelled);
    CHECK(last >= 8);
    const ReachResult whole = reached(start, {}, ReachMethod::kPlanes, kToTheEnd);
    REQUIRE(result.plies.size() < whole.plies.size());
    CHECK(std::equal(result.plies.begin(), result.plies.end(), whole.plies.begin()));
    CHECK(result.unfinished.reached.canonical <= whole.plies[result.plies.size()].reached.canonical);
  }
}
