// Tests whole values solves on small boards: when they save their planes, and what they refuse before they begin. This
// file is long because each fault of a plane has a test.
#include "solver/solve_values/solve_values.h"
#include "solver/values/plane_file.h"
#include "solver/values/values_plan.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/plane_board.h"
#include "tests/solver/plane_values.h"

using namespace uisge;
using namespace uisge::test;

namespace {

namespace fs = std::filesystem;

// The board has 68 placements, each in a tile of its own.
ValuesRequest small_request() {
  return {.identity = {{4, 4}, 3, {}}, .threads = 2, .tile_bytes = 1};
}

using OnProgress = std::function<void(const ValuesProgress&)>;
Result<ValuesResult> solve(
    const ValuesRequest& request, const OnProgress& on_progress = [](const auto&) {}) {
  ValuesObserver observer;
  observer.progress = on_progress;
  return solve_values(request, observer, std::atomic<bool>{false});
}

// The number of intact tiles in a plane's file.
std::size_t tiles_written(const std::string& path) {
  const auto file = PlaneFile::open_to_read(path);
  REQUIRE(file);
  const PlaneFile::Buffer buffer(*file);
  std::vector<std::uint64_t> words(file->layout().bytes_per_tile() / sizeof(std::uint64_t));
  std::size_t written = 0;
  for (std::size_t i = 0; i < file->layout().tiles(); ++i) {
    const auto read = file->read(static_cast<TileId>(i), words.data(), buffer);
    REQUIRE(read);
    if (read->state == TileState::kIntact) ++written;
  }
  return written;
}

// The least memory with which the board can be solved. The board's whole plane does not fit into this memory.
std::uint64_t least_memory(const PlaneBoard& board, std::size_t threads) {
  std::uint64_t too_little = 0;
  std::uint64_t enough = 1 << 27;
  while (enough - too_little > 512) {
    const std::uint64_t middle = (too_little + enough) / 2;
    const auto plan = plan_values(board.identity, board.table, board.layout, threads, {UINT64_MAX, middle});
    (plan ? enough : too_little) = middle;
  }
  return enough;
}

}  // namespace

TEST_CASE("a plane is saved as often as asked for while it is solved", "[values][plane]") {
  for (const bool is_often : {true, false}) {
    CAPTURE(is_often);
    const TemporaryDirectory directory;
    ValuesRequest request = small_request();
    request.plane = directory.file("plane");
    request.save_seconds = is_often ? 0 : 3600;
    // Memory holds all tiles, so only a save writes them.
    std::size_t in_second_sweep = 0;
    const auto solved = solve(request, [&](const ValuesProgress& progress) {
      if (progress.phase == ValuesPhase::kSweeps && progress.sweep == 2) in_second_sweep = tiles_written(request.plane);
    });
    REQUIRE(solved);
    CHECK((in_second_sweep > 0) == is_often);
    CHECK(tiles_written(request.plane) > 0);
  }
}

TEST_CASE("all that was won is saved before the database is written", "[values][plane]") {
  const TemporaryDirectory directory;
  ValuesRequest request = small_request();
  request.output = directory.file("x.uisge");
  const std::string kept = directory.file("kept.plane");
  const auto solved = solve(request, [&](const ValuesProgress& progress) {
    if (progress.phase == ValuesPhase::kAssemble && !fs::exists(kept)) {
      fs::copy_file(plane_file_path(request.output), kept);
    }
  });
  REQUIRE(solved);
  CHECK(!fs::exists(plane_file_path(request.output)));
  // A solve that continues from this plane finds no new wins. It makes one ordinary sweep, and then the sweep that ends
  // every solve: that sweep computes all blocks and counts positions.
  ValuesRequest next = small_request();
  next.plane = kept;
  const auto again = solve(next);
  REQUIRE(again);
  CHECK(again->sweeps == 2);
  CHECK(solved->sweeps > 2);
  CHECK(again->summary == solved->summary);
}

// The solve keeps its plane in a file. The rounds, which look for a strategy, must not change that plane, so they make
// sweeps over a second plane. It is in memory or, if memory is too small, in a file.
TEST_CASE("the rounds of a strategy leave the plane's file unchanged, and remove their own file",
          "[values][strategy]") {
  const TemporaryDirectory directory;
  ValuesRequest request = small_request();
  request.plane = directory.file("plane");
  REQUIRE(solve(request));
  const std::string kept = text_of_file(request.plane);
  request.wants_strategy = true;
  const std::string rounds = request.plane + ".rounds";
  bool is_listed = false;
  bool is_beside = false;
  bool stops = false;
  std::atomic<bool> cancel{false};
  ValuesObserver observer;
  observer.progress = [&](const ValuesProgress& progress) {
    is_listed |= progress.phase == ValuesPhase::kList;
    if (!is_listed || progress.phase != ValuesPhase::kSweeps) return;
    is_beside |= fs::exists(rounds);
    cancel = stops;
  };
  std::size_t moves = 0;
  observer.strategy = [&](const PlacementTable&, const StrategyRound&, const PartialStrategy& strategy) {
    moves = strategy.moves.size();
    return Result<void>();
  };
  const auto run = [&] {
    is_listed = is_beside = cancel = false;
    return solve_values(request, observer, cancel);
  };
  const auto in_memory = run();
  REQUIRE(in_memory);
  CHECK(!is_beside);
  CHECK(moves > 0);
  CHECK((text_of_file(request.plane) == kept));
  request.memory_bytes = least_memory(PlaneBoard(request.identity.rules), request.threads);
  REQUIRE(run());
  CHECK(is_beside);
  CHECK(!fs::exists(rounds));
  CHECK((text_of_file(request.plane) == kept));
  stops = true;
  const auto stopped = run();
  check_error(stopped, ErrorKind::kInterrupted,
              "; what is won is kept in " + request.plane + ", the same command goes on, and the rounds begin anew");
  CHECK(is_beside);
  CHECK(!fs::exists(rounds));
  CHECK((text_of_file(request.plane) == kept));
}

TEST_CASE("a start that is drawn has no strategy, and the plane keeps what is won", "[values][strategy]") {
  const TemporaryDirectory directory;
  ValuesRequest request = small_request();
  request.identity = {{3, 4}, 4, {}};  // drawn, as docs/results.csv says
  request.plane = directory.file("plane");
  request.wants_strategy = true;
  const auto refused = solve(request);
  check_error(refused, ErrorKind::kUsage, "the start is drawn, so neither side has a strategy that wins");
  CHECK(refused.error().message.ends_with("; what is won is kept in " + request.plane));
  // The next solve has all wins from the beginning. So it makes one sweep, and then the sweep that ends every solve.
  request.wants_strategy = false;
  const auto again = solve(request);
  REQUIRE(again);
  CHECK(again->sweeps == 2);
}

TEST_CASE("a solve counts the sweeps until its start is decided, and those of each round", "[values][strategy]") {
  ValuesRequest request = small_request();
  request.threads = 1;  // so that both solves make the same sweeps
  request.start_only = true;
  const auto decided = solve(request);
  REQUIRE(decided);
  std::uint32_t in_rounds = 0;
  ValuesObserver observer;
  observer.strategy = [&](const PlacementTable&, const StrategyRound& round, const PartialStrategy&) {
    in_rounds += round.sweeps;
    return Result<void>();
  };
  request.start_only = false;
  request.wants_strategy = true;
  const auto found = solve_values(request, observer, std::atomic<bool>{false});
  REQUIRE(found);
  CHECK(in_rounds > 0);
  CHECK(found->sweeps == decided->sweeps + in_rounds);
}

// A solve with restart discards the plane, so the command with --restart does not go on. A command without it gives the
// answer of a database that an earlier solve has left.
TEST_CASE("a stopped values solve names the command that goes on", "[values][plane]") {
  const TemporaryDirectory directory;
  ValuesRequest request = small_request();
  request.plane = directory.file("plane");
  request.output = directory.file("x.uisge");
  const std::string once_removed = " once " + request.output + " is removed";
  for (const auto& [restart, is_solved] : {std::pair(false, false), {true, false}, {true, true}}) {
    CAPTURE(restart, is_solved);
    request.restart = restart;
    if (is_solved) REQUIRE(solve(request));
    std::atomic<bool> cancel{false};
    ValuesObserver observer;
    observer.progress = [&](const ValuesProgress& progress) { cancel = progress.sweep == 2; };
    check_error(solve_values(request, observer, cancel), ErrorKind::kInterrupted,
                "; what is won is kept in " + request.plane + ", the same command" +
                    (restart ? " without a restart goes on" : " goes on") + (is_solved ? once_removed : ""));
  }
}

TEST_CASE("a values solve that is cancelled while the codec is trained stops there", "[values]") {
  const TemporaryDirectory directory;
  ValuesRequest request = small_request();
  request.output = directory.file("x.uisge");
  request.threads = 1;
  std::atomic<bool> cancel{false};
  std::vector<double> shares;
  ValuesObserver observer;
  observer.progress = [&](const ValuesProgress& progress) {
    if (progress.phase != ValuesPhase::kAssemble) return;
    shares.push_back(progress.share);
    if (shares.size() == 2) cancel = true;
  };
  check_error(solve_values(request, observer, cancel), ErrorKind::kInterrupted);
  CHECK(shares == std::vector<double>(2));
}

TEST_CASE("a values solve completes without its plane's name, and does not say that the plane is kept",
          "[values][plane]") {
  const TemporaryDirectory directory;
  ValuesRequest request = small_request();
  request.output = directory.file("x.uisge");
  const std::string plane = plane_file_path(request.output);
  for (const bool is_replaced : {false, true}) {
    CAPTURE(is_replaced);
    CHECK(solve(request, [&](const ValuesProgress& progress) {
      if (progress.phase != ValuesPhase::kAssemble || progress.share != 0) return;
      fs::remove(plane);
      if (is_replaced) write_text(plane, "another solve's");
    }));
    CHECK(fs::exists(request.output));
    CHECK(text_of_file(plane) == (is_replaced ? "another solve's" : ""));
    fs::remove(plane);
    fs::remove(request.output);
  }
  std::atomic<bool> cancel{false};
  ValuesObserver observer;
  observer.progress = [&](const ValuesProgress& progress) {
    if (progress.sweep == 2) fs::remove(plane);
  };
  // A user who names a plane wants to keep it, and learns that it is gone.
  std::string told;
  observer.note = [&](const std::string& text) { told += text; };
  ValuesRequest named = request;
  named.output.clear();
  named.plane = plane;
  CHECK(solve_values(named, observer, cancel));
  CHECK(contains(told, plane + " is not there any more, nothing is kept"));
  observer.progress = [&](const ValuesProgress& progress) {
    if (progress.sweep != 2) return;
    fs::remove(plane);
    cancel = true;
  };
  const auto stopped = solve_values(request, observer, cancel);
  check_error(stopped, ErrorKind::kInterrupted, plane + " is not there any more, nothing is kept");
  CHECK_FALSE(contains(stopped.error().message, "goes on"));
}

TEST_CASE("a plane and a database under one name are refused before anything is solved", "[values][plane][bad]") {
  const TemporaryDirectory directory;
  fs::create_directory_symlink(directory.path(), directory.file("same-folder"));
  const auto left = std::distance(fs::directory_iterator(directory.path()), {});
  ValuesRequest request = small_request();
  request.output = directory.file("x.uisge");
  for (const std::string name : {"x.uisge", "./x.uisge", "same-folder/x.uisge", "x.uisge.part"}) {
    CAPTURE(name);
    request.plane = directory.file(name);
    bool was_begun = false;
    const auto refused = solve(request, [&](const ValuesProgress& progress) { was_begun |= progress.sweep > 0; });
    check_error(refused, ErrorKind::kUsage);
    CHECK(refused.error().message ==
          request.plane + ": the database is written there, so the plane needs another name");
    CHECK(!was_begun);
    CHECK(std::distance(fs::directory_iterator(directory.path()), {}) == left);
  }
  request.plane = directory.file("y.uisge");
  CHECK(solve(request));
}

// A plane file is refused if it marks a position as won that has no winning move. Cycles of false wins and losses are
// not found, since values alone cannot tell them from true wins and losses.
TEST_CASE("a plane with wins that no move wins is refused", "[values][plane][bad]") {
  const TemporaryDirectory directory;
  for (const StuckRule stuck : kAllStuckRules) {
    const PlaneBoard board({stuck, false});
    const PlaneValues values = values_by_sweeps(board.table, board.options());
    const std::string path = directory.file("plane");
    const std::string good = directory.file("good");
    ValuesRequest request = small_request();
    request.identity = board.identity;
    request.plane = path;
    fs::remove(path);
    REQUIRE(solve(request));
    fs::copy_file(path, good, fs::copy_options::overwrite_existing);
    const std::size_t words_per_placement = values.lost.size() / board.table.size();
    int forged = 0;
    for (std::size_t word = 0; word < values.lost.size() && forged < 2; word += values.lost.size() / 31) {
      if (values.lost[word] == 0) continue;
      fs::copy_file(good, path, fs::copy_options::overwrite_existing);
      const auto id = placement_id(word / words_per_placement);
      {
        const auto plane = board.plane(path, board.layout.tiles());
        const TileId tile = board.layout.tile_of(id);
        const auto pinned = PinnedTiles::pin(*plane, std::span(&tile, 1));
        REQUIRE(pinned);
        plane->blocks().blocks(id)[word % words_per_placement] |= values.lost[word] & -values.lost[word];
        plane->mark_changed(id);
        REQUIRE(plane->save());
      }
      CAPTURE(stuck, word);
      check_error(solve(request), ErrorKind::kBadFile, "none of their moves wins");
      // A solve that ends when the start is decided refuses the plane too.
      ValuesRequest early = request;
      early.start_only = true;
      check_error(solve(early), ErrorKind::kBadFile, "none of their moves wins");
      early = request;
      early.wants_strategy = true;
      check_error(solve(early), ErrorKind::kBadFile, "none of their moves wins");
      ++forged;
    }
    CHECK(forged == 2);
  }
}

// A damaged tile loses wins. So some lost positions do not count as lost, and wins that follow from them may be
// unsupported after the first sweep. Later sweeps restore the wins.
TEST_CASE("a plane with a damaged tile still tells who wins from the start", "[values][plane]") {
  const TemporaryDirectory directory;
  ValuesRequest request = small_request();
  request.plane = directory.file("plane");
  REQUIRE(solve(request));
  const std::string good = text_of_file(request.plane);
  const PlaneBoard board(request.identity.rules);
  const std::size_t record = record_bytes(request.plane, board.layout);
  request.start_only = true;
  for (std::size_t tile = 0; tile < board.layout.tiles(); tile += 3) {
    CAPTURE(tile);
    write_text(request.plane, flipped(good, kPlaneFileAlignment + tile * record));
    const auto solved = solve(request);
    REQUIRE(solved);
    CHECK(solved->start == Outcome::kLoss);  // in 14 plies (docs/results.csv)
  }
}

TEST_CASE("a tile that is damaged while the wins are checked does not make the plane wrong", "[values][plane][bad]") {
  const TemporaryDirectory directory;
  ValuesRequest request = small_request();
  request.plane = directory.file("plane");
  const auto expected = solve(request);
  REQUIRE(expected);
  const PlaneBoard board(request.identity.rules);
  request.memory_bytes = least_memory(board, request.threads);
  // The check follows the last sweep, and reports its share from 0 on again.
  double last_share = 0;
  bool is_damaged = false;
  const auto refused = solve(request, [&](const ValuesProgress& progress) {
    if (progress.phase != ValuesPhase::kLastSweep) return;
    if (progress.share < last_share && !is_damaged) {
      damage_all_tiles(request.plane, board.layout);
      is_damaged = true;
    }
    last_share = progress.share;
  });
  CHECK(is_damaged);
  check_error(refused, ErrorKind::kBadFile, "damaged after the last sweep; what is won is kept in " + request.plane);
  CHECK(refused.error().advice.empty());
  const auto again = solve(request);
  REQUIRE(again);
  CHECK((again->summary == expected->summary));
}
