// Uses databases, solves and searches through the installed headers, and compares every answer with the oracle. The
// file is long because every function of three public headers is compared with the same oracle.
#include "tests/library/oracle_bridge.h"
#include "tests/library/thrown_kind.h"
#include "tests/test.h"
#include "uisge/solver.h"

using namespace uisge_test;
using uisge::Database;
using uisge::ErrorKind;
using uisge::Identity;
using uisge::LabelReader;
using uisge::Position;
using uisge::Probe;
using uisge::Rules;
using uisge::StuckRule;
using uisge::Value;
using uisge::Verdict;
using uisge::test::TemporaryDirectory;

namespace {

const std::string kData = UISGE_TEST_DATA "/";

// Compares probe, reader and counts of a database with the oracle, position by position.
void hold_against_oracle(const Database& database) {
  const Witness witness(database.identity());
  CHECK(database.counts() == witness.counts());
  Probe probe(database);
  LabelReader reader(database);
  std::size_t visited = 0;
  reader.for_each([&](const Position& position, const Verdict& verdict) {
    const Verdict expected = witness.verdict(position);
    REQUIRE(verdict == expected);
    REQUIRE(probe.verdict(position) == expected);
    const uisge::Analysis analysis = probe.analyse(position);
    REQUIRE(analysis.verdict == expected);
    const Rules rules = database.identity().rules;
    REQUIRE(analysis.moves.size() == position.moves(rules).size());
    for (const uisge::RankedMove& move : analysis.moves) {
      const Verdict worth = before(witness.verdict(position.play(rules, move.move)));
      REQUIRE(move.verdict == worth);
      REQUIRE(move.best == (worth == expected));
    }
    // A line of a win or loss lasts as long as the verdict says, and ends the game.
    if (expected.value != Value::kDraw && visited % 16 == 0) {
      const std::vector<uisge::Move> line = probe.line(position);
      REQUIRE(static_cast<int>(line.size()) == *expected.distance);
      Position end = position;
      for (const uisge::Move move : line) end = end.play(rules, move);
      REQUIRE(end.end(rules) != uisge::GameEnd::kNotOver);
    }
    ++visited;
    return true;
  });
  std::size_t live = 0;
  for (std::size_t index = 0; index < database.positions_per_placement(); ++index) live += database.is_live(index);
  CHECK(visited == live * database.placement_count());
  CHECK(visited > 0);
  // The number of classes is the canonical count, and the sum of their weights is the raw count.
  uisge::Counts canonical;
  uisge::Counts raw;
  std::set<Position> all;
  for (std::size_t placement = 0; placement < database.placement_count(); ++placement) {
    for (const uisge::PositionClass& one : reader.classes(placement)) {
      REQUIRE(one.verdict == witness.verdict(one.position));
      const std::vector<Position> images = one.position.images();
      REQUIRE(images.front() == one.position);
      REQUIRE(images.size() == one.weight);
      for (const Position& image : images) {
        REQUIRE(image.canonical() == one.position.canonical());
        REQUIRE(all.insert(image).second);
      }
      REQUIRE(one.position.mirrored().mirrored() == one.position);
      REQUIRE(all.contains(one.position.mirrored()));
      const auto member = one.verdict.value == Value::kWin    ? &uisge::Counts::won
                          : one.verdict.value == Value::kLoss ? &uisge::Counts::lost
                                                              : &uisge::Counts::drawn;
      canonical.*member += 1;
      raw.*member += one.weight;
    }
  }
  CHECK(canonical == database.canonical_counts());
  CHECK(raw == database.counts());
  CHECK(all.size() == witness.universe().size());
  // A position in which a side has only crowns is not live; its cell in the file holds 0, the label of a draw.
  std::vector<uisge::Label> labels(database.positions_per_placement());
  for (std::size_t placement = 0; placement < database.placement_count(); ++placement) {
    reader.read(placement, labels);
    for (std::size_t index = 0; index < labels.size(); ++index) {
      if (!database.is_live(index)) REQUIRE(labels[index] == 0);
    }
  }
}

// From a database without distances, a probe gives a distance only if the game is over.
void hold_values_against_oracle(const Database& database) {
  CHECK(!database.has_distances());
  CHECK(database.by_distance().empty());
  const Witness witness(database.identity());
  Probe probe(database);
  LabelReader reader(database);
  int over = 0;
  reader.for_each([&](const Position& position, const Verdict& verdict) {
    const Verdict expected = witness.verdict(position);
    REQUIRE(verdict == Verdict{expected.value, {}, 0});
    const bool is_over = position.end(database.identity().rules) != uisge::GameEnd::kNotOver;
    const std::optional<int> distance = is_over ? expected.distance : std::nullopt;
    REQUIRE(probe.verdict(position) == Verdict{expected.value, distance, 0});
    REQUIRE(probe.analyse(position).verdict == Verdict{expected.value, distance, 0});
    over += is_over;
    return true;
  });
  CHECK(over > 0);
}

}  // namespace

TEST_CASE("the library: golden databases answer as the oracle does", "[library]") {
  for (const char* const name :
       {"3x3-2-loses.uisge", "3x3-2-loses-all.uisge", "4x3-2-passes.uisge", "4x4-2-wins-diagonal.uisge"}) {
    CAPTURE(name);
    const Database database = Database::open(kData + name);
    CHECK(database.path() == kData + name);
    CHECK(database.has_distances());
    hold_against_oracle(database);
  }
}

TEST_CASE("the library: many positions together get the same answers as one by one", "[library]") {
  for (const char* const name : {"4x3-2-passes.uisge", "4x4-2-wins-diagonal-all.uisge", "3x3-2-loses-values.uisge"}) {
    CAPTURE(name);
    const Database database = Database::open(kData + name);
    std::vector<Position> positions;
    LabelReader(database).for_each([&](const Position& position, const Verdict&) {
      positions.insert(positions.begin() + static_cast<std::ptrdiff_t>(positions.size() / 2), position);
      return positions.size() < 500;
    });
    positions.push_back(positions.front());
    Probe together(database);
    Probe one_by_one(database);
    const auto answers = together.analyse_many(positions);
    REQUIRE(answers.size() == positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const uisge::Analysis expected = one_by_one.analyse(positions[i]);
      REQUIRE(answers[i].verdict == expected.verdict);
      REQUIRE(answers[i].moves.size() == expected.moves.size());
      for (std::size_t move = 0; move < expected.moves.size(); ++move) {
        REQUIRE(answers[i].moves[move].move == expected.moves[move].move);
        REQUIRE(answers[i].moves[move].verdict == expected.moves[move].verdict);
        REQUIRE(answers[i].moves[move].best == expected.moves[move].best);
      }
    }
    CHECK(together.analyse_many({}).empty());
    positions.push_back(Position::start({7, 6}, 6));
    CHECK(kind_of([&] { together.analyse_many(positions); }) == ErrorKind::kUsage);
    CHECK(together.analyse(positions.front()).verdict == one_by_one.analyse(positions.front()).verdict);
  }
}

TEST_CASE("the library: a values database knows who wins, and not how soon", "[library]") {
  hold_values_against_oracle(Database::open(kData + "3x3-2-loses-values.uisge"));
}

TEST_CASE("the library: a board that it solves agrees with the oracle", "[library]") {
  const TemporaryDirectory folder;
  uisge::SolveOptions options{
      .identity = {{4, 3}, 2, {StuckRule::kDraws, true}}, .output = folder.file("solved.uisge"), .threads = 2};
  int calls = 0;
  options.progress = [&](const uisge::SolveProgress&) { ++calls; };
  const uisge::SolveReport report = uisge::solve(options);
  CHECK(calls > 0);
  const Database database = Database::open(options.output);
  CHECK(database.identity() == options.identity);
  CHECK(report.counts == database.counts());
  CHECK(report.canonical == database.canonical_counts());
  CHECK(report.by_distance == database.by_distance());
  CHECK(report.file_bytes == std::filesystem::file_size(options.output));
  hold_against_oracle(database);

  const auto example = database.longest_example();
  REQUIRE(example);
  CHECK(*Probe(database).verdict(*example).distance == static_cast<int>(database.by_distance().size()) - 1);

  // A solved board is not solved again; a foreign file stays as it is.
  calls = 0;
  CHECK(uisge::solve(options).counts == report.counts);
  CHECK(calls == 0);
  options.identity.rules.stuck = StuckRule::kWins;
  CHECK(kind_of([&] { uisge::solve(options); }) == ErrorKind::kUsage);

  // Without an output the solve only counts and writes nothing.
  options.output.clear();
  CHECK(uisge::solve(options).file_bytes == 0);
}

TEST_CASE("the library: a solve that is stopped goes on from its checkpoint to the same bytes", "[library]") {
  const TemporaryDirectory folder;
  const uisge::SolveOptions options{.identity = {{5, 4}, 3, {StuckRule::kLoses, false}},
                                    .output = folder.file("whole.uisge")};
  uisge::solve(options);
  uisge::SolveOptions stopped = options;
  stopped.output = folder.file("stopped.uisge");
  struct Enough {};
  stopped.progress = [](const uisge::SolveProgress& progress) {
    if (progress.ply == 5) throw Enough();
  };
  CHECK_THROWS_AS(uisge::solve(stopped), Enough);
  CHECK(!std::filesystem::exists(stopped.output));
  REQUIRE(std::filesystem::exists(stopped.output + ".plies"));
  std::atomic<bool> cancel{true};
  stopped.progress = {};
  stopped.cancel = &cancel;
  stopped.resume = true;
  CHECK(kind_of([&] { uisge::solve(stopped); }) == ErrorKind::kInterrupted);
  cancel = false;
  uisge::solve(stopped);
  CHECK(uisge::test::text_of_file(stopped.output) == uisge::test::text_of_file(options.output));
  CHECK(std::filesystem::file_size(options.output) > 0);
}

TEST_CASE("the library: values without distances agree with the oracle, and their solve goes on from its plane",
          "[library]") {
  const TemporaryDirectory folder;
  std::atomic<bool> cancel{false};
  uisge::SolveOptions options{.identity = {{4, 3}, 2, {StuckRule::kLoses, false}},
                              .output = folder.file("stopped.uisge"),
                              .threads = 2,
                              .values_only = true,
                              .cancel = &cancel};
  const std::string plane = options.output + ".plane";
  options.progress = [&](const uisge::SolveProgress& progress) {
    if (progress.phase == uisge::SolveProgress::Phase::kSweeps && progress.ply == 2) cancel = true;
  };
  CHECK(kind_of([&] { uisge::solve(options); }) == ErrorKind::kInterrupted);
  CHECK(!std::filesystem::exists(options.output));
  REQUIRE(std::filesystem::exists(plane));

  cancel = false;
  std::set<uisge::SolveProgress::Phase> phases;
  options.progress = [&](const uisge::SolveProgress& progress) { phases.insert(progress.phase); };
  const uisge::SolveReport report = uisge::solve(options);
  CHECK(phases.contains(uisge::SolveProgress::Phase::kSweeps));
  CHECK(phases.contains(uisge::SolveProgress::Phase::kWrite));
  CHECK(!phases.contains(uisge::SolveProgress::Phase::kPlies));
  CHECK(!std::filesystem::exists(plane));
  const Database database = Database::open(options.output);
  CHECK(report.counts == database.counts());
  CHECK(report.by_distance.empty());
  CHECK(report.file_bytes == std::filesystem::file_size(options.output));
  hold_values_against_oracle(database);

  // If the values database exists, the board is not solved again. A database with distances does not count as a values
  // database.
  phases.clear();
  CHECK(uisge::solve(options).counts == report.counts);
  CHECK(phases.empty());
  options.values_only = false;
  CHECK(kind_of([&] { uisge::solve(options); }) == ErrorKind::kUsage);
  options.values_only = true;

  // A restarted solve is stopped. The next call continues the cancelled solve, although the earlier database still
  // exists.
  options.restart = true;
  cancel = true;
  CHECK(kind_of([&] { uisge::solve(options); }) == ErrorKind::kInterrupted);
  REQUIRE(std::filesystem::exists(plane));
  options.restart = false;
  cancel = false;
  CHECK(uisge::solve(options).counts == report.counts);
  CHECK(phases.contains(uisge::SolveProgress::Phase::kWrite));
  CHECK(!std::filesystem::exists(plane));
}

TEST_CASE("the library: a solve that only counts values makes no file, even if memory is too small", "[library]") {
  const TemporaryDirectory folder;
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  uisge::SolveOptions options{.identity = {{4, 3}, 2, {StuckRule::kLoses, false}}, .threads = 1, .values_only = true};
  CHECK(uisge::solve(options).counts == Witness(options.identity).counts());
  // One bit for each of the board's positions does not fit in so little memory.
  options.identity = {{6, 5}, 4, {StuckRule::kLoses, false}};
  options.memory_bytes = 25 << 20;
  CHECK(kind_of([&] { uisge::solve(options); }) == ErrorKind::kResource);
  CHECK(std::filesystem::is_empty(folder.path()));
  // With an output, the plane lies beside it.
  options.output = "counted.uisge";
  std::atomic<bool> cancel{false};
  options.cancel = &cancel;
  options.progress = [&](const uisge::SolveProgress& progress) {
    if (progress.phase == uisge::SolveProgress::Phase::kSweeps) cancel = true;
  };
  CHECK(kind_of([&] { uisge::solve(options); }) == ErrorKind::kInterrupted);
  CHECK(std::filesystem::exists("counted.uisge.plane"));
  std::filesystem::current_path(here);
}

TEST_CASE("the library: the search agrees with the oracle", "[library]") {
  const Identity identity{{4, 3}, 2, {StuckRule::kLoses, false}};
  const Witness witness(identity);
  const uisge::SearchOptions options{.max_plies = 3, .memory_bytes = 1 << 20, .threads = 1};
  int decided = 0;
  int open = 0;
  for (std::size_t i = 0; i < witness.universe().size(); i += 23) {
    const Position position = Position::parse(oracle::print(witness.universe().position(i)));
    const Verdict expected = witness.verdict(position);
    const uisge::SearchReport report = uisge::search(position, identity.rules, options);
    const bool is_within = expected.distance.value_or(options.max_plies + 1) <= options.max_plies;
    CHECK(!report.stopped);
    if (is_within) {
      REQUIRE(report.verdict == expected);
      REQUIRE(static_cast<int>(report.line.size()) == *expected.distance);
    } else if (position.end(identity.rules) == uisge::GameEnd::kNotOver) {
      REQUIRE(report.verdict == Verdict{Value::kUndecided, {}, options.max_plies});
    }
    ++(is_within ? decided : open);
    for (const uisge::RankedMove& move : uisge::search_moves(position, identity.rules, options).moves) {
      if (move.verdict.value == Value::kUndecided) continue;
      REQUIRE(move.verdict == before(witness.verdict(position.play(identity.rules, move.move))));
    }
  }
  CHECK(decided > 10);
  CHECK(open > 10);
}

TEST_CASE("the library: once a move wins, the other moves are searched four plies further", "[library]") {
  const Identity identity{{3, 3}, 2, {StuckRule::kLoses, false}};
  const Witness witness(identity);
  const uisge::SearchOptions options{.memory_bytes = 1 << 20, .threads = 1};
  int losses = 0;
  int open = 0;
  for (std::size_t i = 0; i < witness.universe().size(); i += 23) {
    const Position position = Position::parse(oracle::print(witness.universe().position(i)));
    const Verdict best = witness.verdict(position);
    if (best.value != Value::kWin || position.end(identity.rules) != uisge::GameEnd::kNotOver) continue;
    const int plies = std::min(*best.distance + 4, options.max_plies);
    for (const uisge::RankedMove& move : uisge::search_moves(position, identity.rules, options).moves) {
      const Verdict truth = before(witness.verdict(position.play(identity.rules, move.move)));
      if (truth.distance.value_or(plies + 1) <= plies) {
        CHECK(move.verdict == truth);
        if (truth.value == Value::kLoss && *truth.distance > *best.distance) ++losses;
      } else if (position.play(identity.rules, move.move).end(identity.rules) == uisge::GameEnd::kNotOver) {
        CHECK(move.verdict == Verdict{Value::kUndecided, {}, plies});
        ++open;
      }
    }
  }
  CHECK(losses > 0);
  CHECK(open > 0);
}

TEST_CASE("the library: a search is stopped by a flag, by the clock and by an exception of a callback", "[library]") {
  uisge::SearchOptions options{.max_plies = 500, .seconds = 0.05, .threads = 2};
  CHECK(uisge::search({}, {}, options).stopped);
  options.seconds = {};
  const std::atomic<bool> cancel{true};
  options.cancel = &cancel;
  CHECK(uisge::search({}, {}, options).stopped);
  options.cancel = nullptr;
  struct Enough {};
  options.progress = [](const uisge::SearchProgress&) { throw Enough(); };
  CHECK_THROWS_AS(uisge::search({}, {}, options), Enough);
  options.progress = {};
  options.max_plies = 501;
  CHECK(kind_of([&] { uisge::search({}, {}, options); }) == ErrorKind::kUsage);
  options.max_plies = 5;
  options.threads = -1;
  CHECK(kind_of([&] { uisge::search({}, {}, options); }) == ErrorKind::kUsage);
}

TEST_CASE("the library: a probe and a reader refuse arguments that do not fit their database", "[library]") {
  Database database = Database::open(kData + "3x3-2-loses.uisge");
  Probe probe(database, 0);
  CHECK(kind_of([&] { probe.verdict({}); }) == ErrorKind::kUsage);
  CHECK(kind_of([&] { probe.line({}); }) == ErrorKind::kUsage);
  CHECK(kind_of([&] { database.placement(database.placement_count()); }) == ErrorKind::kUsage);
  CHECK(kind_of([&] { database.position(0, database.positions_per_placement()); }) == ErrorKind::kUsage);
  CHECK(kind_of([&] { database.position(0, 15); }) == ErrorKind::kUsage);  // both sides all crowns
  const uisge::Properties odd{.value = static_cast<Value>(4)};
  CHECK(kind_of([&] { database.find(odd, [](const auto&) { return true; }); }) == ErrorKind::kUsage);
  CHECK(!database.is_live(database.positions_per_placement()));

  LabelReader reader(database);
  std::vector<uisge::Label> labels(database.positions_per_placement());
  CHECK(kind_of([&] { reader.read(database.placement_count(), labels); }) == ErrorKind::kUsage);
  CHECK(kind_of([&] { reader.read(0, std::span(labels).first(1)); }) == ErrorKind::kUsage);
  // While one call is under way, a second call on the same reader is refused, even from the same thread.
  ErrorKind second{};
  reader.for_each([&](const Position&, const Verdict&) {
    second = kind_of([&] { reader.read(0, labels); });
    return false;
  });
  CHECK(second == ErrorKind::kUsage);
  reader.read(0, labels);

  Probe taken = std::move(probe);
  CHECK(kind_of([&] { probe.verdict({}); }) == ErrorKind::kUsage);  // NOLINT: it was moved from
  const Database moved = std::move(database);
  CHECK(kind_of([&] { (void)database.path(); }) == ErrorKind::kUsage);  // NOLINT: it was moved from
  CHECK(taken.database().path() == moved.path());
}
