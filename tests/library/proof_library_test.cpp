// Makes proofs through the installed header, replays them, and compares their answers with the oracle.
#include "uisge/proof.h"

#include "tests/library/oracle_bridge.h"
#include "tests/library/thrown_kind.h"
#include "tests/test.h"

using namespace uisge_test;
using uisge::ErrorKind;
using uisge::Position;
using uisge::Proof;
using uisge::ProveOptions;
using uisge::Rules;
using uisge::StuckRule;
using uisge::Value;
using uisge::Verdict;
using uisge::test::TemporaryDirectory;

namespace {

constexpr StuckRule kAllStuck[] = {StuckRule::kLoses, StuckRule::kWins, StuckRule::kDraws, StuckRule::kPasses};
// Two a side on 4x3: the start is a win in 11 plies under every rule of kAllStuck (docs/results.csv).
constexpr uisge::BoardSize kBoard{4, 3};
constexpr int kPlies = 11;

Position start() {
  return Position::start(kBoard, 2);
}

std::string proof_in(const TemporaryDirectory& folder, StuckRule stuck, bool compact) {
  const ProveOptions options{
      .output = folder.file(std::string(to_string(stuck)) + ".proof"), .compact = compact, .memory_bytes = 1 << 24};
  const uisge::ProveReport report = uisge::prove(start(), {stuck, false}, options);
  CHECK(report.verdict.value == Value::kWin);
  CHECK(report.verdict.within >= kPlies);
  CHECK_FALSE(report.verdict.distance.has_value());
  CHECK(report.positions > 5);
  CHECK(report.nodes > 0);
  CHECK_FALSE(report.stopped);
  return options.output;
}

}  // namespace

TEST_CASE("the library: a proof under draws gives true answers under every rule", "[library][proof]") {
  const TemporaryDirectory folder;
  const bool compact = GENERATE(true, false);
  Proof proof = Proof::open(proof_in(folder, StuckRule::kDraws, compact));
  CHECK(proof.position() == start());
  CHECK(proof.identity() == uisge::Identity{kBoard, 2, {StuckRule::kDraws, false}});
  CHECK(proof.claim().value == Value::kWin);
  CHECK_FALSE(proof.holds_under({StuckRule::kDraws, true}));
  for (const StuckRule stuck : kAllStuck) {
    const Rules rules{stuck, false};
    CHECK(proof.holds_under(rules));
    const Witness witness({kBoard, 2, rules});
    int wins = 0;
    int losses = 0;
    for (std::size_t i = 0; i < witness.universe().size(); ++i) {
      const Position position = Position::parse(oracle::print(witness.universe().position(i)));
      const uisge::Analysis analysis = proof.analyse(position, rules);
      const Verdict verdict = analysis.verdict;
      REQUIRE(proof.verdict(position, rules) == verdict);
      if (verdict.value == Value::kUndecided || position.end(rules) != uisge::GameEnd::kNotOver) continue;
      const Verdict expected = witness.verdict(position);
      REQUIRE(verdict.value == expected.value);
      if (verdict.value == Value::kDraw) continue;
      REQUIRE_FALSE(verdict.distance.has_value());
      REQUIRE(verdict.within >= expected.distance);
      const uisge::RankedMove& first = analysis.moves.front();
      REQUIRE(first.best);
      REQUIRE(first.verdict.within == verdict.within);
      REQUIRE(before(witness.verdict(position.play(rules, first.move))).value == expected.value);
      ++(verdict.value == Value::kWin ? wins : losses);
    }
    CHECK(wins > 10);
    CHECK(losses > 5);
    Position end = start();
    const std::vector<uisge::Move> line = proof.line(end, rules);
    CHECK(static_cast<int>(line.size()) <= *proof.claim().within);
    for (const uisge::Move move : line) end = end.play(rules, move);
    CHECK(end.end(rules) == uisge::GameEnd::kOpponentCompleted);
    uisge::CheckOptions check;
    check.stuck = stuck;
    CHECK(uisge::check_proof(proof.path(), check) > 10);
  }
  CHECK(proof.verdict(start()) == proof.claim());
}

TEST_CASE("the library: a proof refuses other rules and boards, and a false proof is refused", "[library][proof]") {
  const TemporaryDirectory folder;
  const std::string path = proof_in(folder, StuckRule::kLoses, false);
  Proof proof = Proof::open(path);
  CHECK(kind_of([&] { proof.analyse(start(), Rules{StuckRule::kDraws, false}); }) == ErrorKind::kUsage);
  CHECK(kind_of([&] { proof.verdict(Position::start({3, 3}, 2)); }) == ErrorKind::kUsage);
  CHECK(kind_of([&] { Proof::open(UISGE_TEST_DATA "/3x3-2-loses.uisge"); }) == ErrorKind::kBadFile);
  CHECK(kind_of([&] { Proof::open(folder.file("none")); }) == ErrorKind::kResource);
  // A file that claims a win in one ply, which it does not prove.
  std::string hasty = uisge::test::text_of_file(path);
  const std::size_t plies = hasty.find("claim win ") + 10;
  hasty.replace(plies, hasty.find('\n', plies) - plies, "1");
  std::ofstream(folder.file("hasty.proof")) << hasty;
  CHECK(uisge::check_proof(path) > 10);
  CHECK(kind_of([&] { uisge::check_proof(folder.file("hasty.proof")); }) == ErrorKind::kVerification);
  // A file that lacks the moves after the first one. The error line has no advice about commands.
  std::ofstream(folder.file("bare.proof"))
      << "uisge-proof 1\nrules loses\nposition " << start().text() << "\nclaim win 11\nmoves 1\n"
      << start().text() << " 11 c1a1\nend\n";
  Proof bare = Proof::open(folder.file("bare.proof"));
  CHECK_THROWS_WITH(bare.analyse(start()), folder.file("bare.proof") + ": is no proof of " + start().text());
  const Proof taken = std::move(proof);
  CHECK(taken.position() == start());
  CHECK(kind_of([&] { proof.line(start()); }) == ErrorKind::kUsage);  // NOLINT(bugprone-use-after-move)
}

TEST_CASE("the library: proving goes on from a state, and follows a guide", "[library][proof]") {
  const TemporaryDirectory folder;
  ProveOptions options{.memory_bytes = 1 << 24};
  options.threads = 1;  // two threads could both begin a search before either reads the state file
  options.state = folder.file("state");
  const uisge::ProveReport first = uisge::prove(start(), {}, options);
  const uisge::ProveReport second = uisge::prove(start(), {}, options);
  CHECK(second.verdict == first.verdict);
  CHECK(second.nodes < first.nodes);
  CHECK(kind_of([&] { uisge::prove(start(), {StuckRule::kWins, false}, options); }) == ErrorKind::kBadFile);

  options.state.clear();
  options.guide = folder.file("guide");
  options.output = folder.file("guided.proof");
  int followed = 0;
  const Witness witness({kBoard, 2, {}});
  for (const uisge::Move move : start().moves({})) {
    if (witness.verdict(start().play({}, move)).value != Value::kLoss) continue;
    std::ofstream(options.guide) << "uisge-guide 1\nrules loses\n"
                                 << start().text() << ' ' << start().move_text(move) << '\n';
    CHECK(uisge::prove(start(), {}, options).verdict.value == Value::kWin);
    CHECK(uisge::check_proof(options.output) > 0);
    const auto ranked = Proof::open(options.output).analyse(start()).moves;
    CHECK(ranked.front().move == move);
    ++followed;
  }
  CHECK(followed > 0);
  // Cancelled in the first report, which comes while the guide is read.
  std::atomic<bool> cancel{false};
  options.cancel = &cancel;
  options.progress = [&](const uisge::ProveProgress&) { cancel = true; };
  CHECK(kind_of([&] { uisge::prove(start(), {}, options); }) == ErrorKind::kInterrupted);
  options.cancel = nullptr;
  options.progress = {};
  // White has completed, so the game is over.
  std::ofstream(options.guide) << "uisge-guide 1\nrules loses\n";
  const uisge::ProveReport over = uisge::prove(Position::parse("Wb/2 w"), {}, options);
  CHECK(over.verdict.value == Value::kWin);
  CHECK(over.verdict.within == 0);
  CHECK(uisge::check_proof(options.output) > 0);
  std::ofstream(options.guide) << "no guide\n";
  CHECK(kind_of([&] { uisge::prove(start(), {}, options); }) == ErrorKind::kBadFile);
}

TEST_CASE("the library: proving stops while it reads a state, a guide or a proof", "[library][proof]") {
  const TemporaryDirectory folder;
  const std::string state = folder.file("state");
  uisge::prove(start(), {}, {.state = state, .memory_bytes = 1 << 24});
  const std::string guide = folder.file("guide");
  std::ofstream(guide) << "uisge-guide 1\nrules loses\n";
  const auto check_stopped = [&](ProveOptions options) {
    const std::string path = options.state + options.guide;
    CAPTURE(path);
    std::atomic<bool> cancel{false};
    options.memory_bytes = 1 << 24;
    options.cancel = &cancel;
    options.progress = [&](const uisge::ProveProgress&) { cancel = true; };
    CHECK_THROWS_WITH(uisge::prove(start(), {}, options), path + ": interrupted while it was read");
  };
  check_stopped({.state = state});
  check_stopped({.guide = guide});
  check_stopped({.guide = proof_in(folder, StuckRule::kLoses, true)});
  check_stopped({.guide = proof_in(folder, StuckRule::kLoses, false)});
}

TEST_CASE("the library: a proof and its state need two files, which is said before the work", "[library][proof]") {
  const TemporaryDirectory folder;
  for (const char* const state : {"x", "./x"}) {
    CAPTURE(state);
    const ProveOptions options{.output = folder.file("x"), .state = folder.file(state), .memory_bytes = 1 << 24};
    CHECK(kind_of([&] { uisge::prove(start(), {}, options); }) == ErrorKind::kUsage);
    CHECK(std::filesystem::is_empty(folder.path()));
  }
}

TEST_CASE("the library: proving stops when it is told to, and overwrites no foreign file", "[library][proof]") {
  const TemporaryDirectory folder;
  ProveOptions options{.output = folder.file("x.proof"), .memory_bytes = 1 << 24};
  const std::atomic<bool> cancel{true};
  options.cancel = &cancel;
  const uisge::ProveReport report = uisge::prove(Position(), {}, options);
  CHECK(report.stopped);
  CHECK(report.verdict.value == Value::kUndecided);
  CHECK_FALSE(std::filesystem::exists(options.output));
  options.cancel = nullptr;
  options.threads = -1;
  CHECK(kind_of([&] { uisge::prove(start(), {}, options); }) == ErrorKind::kUsage);
  options.threads = 1;
  options.output = folder.file("none/x.proof");
  CHECK(kind_of([&] { uisge::prove(start(), {}, options); }) == ErrorKind::kResource);
  options.output = folder.file("mine.txt");
  std::ofstream(options.output) << "not a proof\n";
  CHECK(kind_of([&] { uisge::prove(start(), {}, options); }) == ErrorKind::kUsage);
  options.output.clear();
  options.progress = [](const uisge::ProveProgress& now) {
    if (now.nodes > 0) throw std::runtime_error("enough");
  };
  // The search of the real game is stopped. The small game is proved before the first report of its search, so reading
  // the winner's moves is stopped.
  for (const Position& position : {Position(), start()}) {
    CHECK_THROWS_AS(uisge::prove(position, {}, options), std::runtime_error);
  }
}
