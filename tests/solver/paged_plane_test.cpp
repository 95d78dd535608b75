// Tests a plane that lies in a file, while memory holds only some of its tiles. A solve finds the same values as with
// all tiles in memory, also after a stop. The plane evicts the right tiles.
#include "solver/values/paged_plane.h"

#include "solver/values/values_plan.h"
#include "solver/values/visit_order.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/plane_board.h"
#include "tests/solver/plane_values.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// Whether pinning the tile reads it from the file, judged by the number of bytes read. Unpins the tile at once.
bool is_read(PagedPlane& plane, TileId tile, const NextVisits* next) {
  const std::uint64_t before = plane.bytes_read();
  REQUIRE(VisitTiles(plane, next).pin(std::span(&tile, 1)));
  return plane.bytes_read() != before;
}

// A tile of this size holds seven placements with three pieces a side.
constexpr int kPieces = 3;
constexpr std::size_t kTileBytes = 7 * 160;

}  // namespace

TEST_CASE("a plane that does not fit into memory gets the same values, and one that fits in any order of visits",
          "[values][plane][parallel]") {
  for (const RuleSet rules : kAllRuleSets) {
    const PlaneInFile board(rules);
    const PlaneValues expected = values_by_sweeps(board.table, board.options());
    const std::vector<TileId> order = spectral_order(board.table, board.layout);
    std::size_t least = 1;
    while (largest_group(board.table, board.layout, {order, least}, 1) == 0) ++least;
    REQUIRE(least < board.layout.tiles());
    for (const std::size_t capacity : {least, (least + board.layout.tiles()) / 2, board.layout.tiles()}) {
      CAPTURE(to_string(rules), capacity);
      const auto plane = board.plane(board.path, capacity);
      ValuesOptions options = board.options();
      options.order = order;
      if (capacity == board.layout.tiles()) {  // every order, and every group, fits
        std::shuffle(options.order.begin(), options.order.end(), std::mt19937(1));
        options.tiles_per_group = 5;
        options.groups_per_region = 2;
      }
      CHECK(values_by_sweeps(board.table, *plane, options) == expected);
      if (capacity < board.layout.tiles()) CHECK(plane->bytes_read() > 0);
      REQUIRE(plane->remove_file());
    }
  }
}

TEST_CASE("regions change no values", "[values][plane][parallel]") {
  const TemporaryDirectory folder;
  const PlacementTable table = PlacementTable::build({5, 4}, kPieces, false);
  const TileLayout layout(table.size(), kPieces, kTileBytes);
  const std::vector<TileId> order = spectral_order(table, layout);
  // The stuck rule changes what a visit does; the number of groups per region changes the order of the visits.
  for (const auto& [stuck, groups_per_region] : {std::pair{StuckRule::kLoses, std::size_t{1}},
                                                 {StuckRule::kWins, 2},
                                                 {StuckRule::kDraws, 5},
                                                 {StuckRule::kPasses, 2}}) {
    const DatabaseIdentity identity{{5, 4}, kPieces, {stuck, false}};
    ValuesOptions options{.stuck = stuck, .threads = 2};
    const PlaneValues expected = values_by_sweeps(table, options);
    options.order = order;
    options.groups_per_region = groups_per_region;
    std::size_t capacity = 1;
    while (largest_group(table, layout, {order, capacity}, groups_per_region) != groups_per_region) ++capacity;
    CAPTURE(stuck, groups_per_region, capacity, layout.tiles());
    std::vector<std::string> notes;
    const auto note = [&notes](const std::string& line) { notes.push_back(line); };
    auto file = PlaneFile::open(folder.file("plane"), identity, layout, false);
    REQUIRE(file);
    PagedPlane plane(std::move(*file), layout, kPieces, capacity, note);
    CHECK(values_by_sweeps(table, plane, options) == expected);
    CHECK(notes.empty());
    REQUIRE(plane.remove_file());
  }
}

TEST_CASE("a damaged tile begins anew in its file too", "[values][plane][bad]") {
  const TemporaryDirectory folder;
  const DatabaseIdentity identity{{4, 4}, kPieces, {StuckRule::kLoses, false}};
  const TileLayout layout(20, kPieces, kTileBytes);
  const std::string path = folder.file("plane");
  constexpr TileId kTile{1};
  const PlacementId id = placement_id(layout.begin(kTile));
  std::vector<std::string> notes;
  const auto note = [&](const std::string& line) { notes.push_back(line); };
  const auto open = [&] { return PlaneFile::open(path, identity, layout, false).value(); };
  const auto win = [&](ColouringRank rank) {
    PagedPlane plane(open(), layout, kPieces, 2, note);
    const auto pinned = PinnedTiles::pin(plane, std::span(&kTile, 1));
    REQUIRE(pinned);
    plane.blocks().blocks(id)[rank * block_words(kPieces)] |= 1;
    plane.mark_changed(id);
    REQUIRE(plane.save());
  };
  win(0);
  const std::string bytes = text_of_file(path);
  const std::size_t tile = kPlaneFileAlignment + record_bytes(path, layout);
  write_text(path, flipped(bytes, tile + 40));
  win(5);
  CHECK(notes.size() == 1);
  PagedPlane mended(open(), layout, kPieces, 2, note);
  const auto pinned = PinnedTiles::pin(mended, std::span(&kTile, 1));
  REQUIRE(pinned);
  CHECK(notes.size() == 1);
  CHECK(mended.blocks().blocks(id)[0] == 0);
  CHECK(mended.blocks().blocks(id)[5 * block_words(kPieces)] == 1);
}

TEST_CASE("threads that want more tiles than memory has places for all get their tiles", "[values][plane][parallel]") {
  const PlaneInFile board;
  REQUIRE(board.plane(board.path, 3)->save());
  const auto plane = board.plane(board.path, 3);
  std::atomic<int> pinned{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 6; ++seed) {
      threads.emplace_back([&, random = std::mt19937(seed)]() mutable {
        for (int i = 0; i < 300; ++i) {
          const auto first = static_cast<std::uint32_t>(random() % 65);
          const std::array<TileId, 3> tiles{TileId{first}, TileId{first + 2}, TileId{first + 3}};
          if (PinnedTiles::pin(*plane, tiles)) ++pinned;
        }
      });
    }
  }
  CHECK(pinned == 6 * 300);
}

TEST_CASE("tiles that cannot be read leave their place to others", "[values][plane][bad]") {
  const PlaneInFile board;
  board.solve_into(board.path);
  const auto plane = board.plane(board.path, 2);
  std::filesystem::resize_file(board.path, kPlaneFileAlignment + 10 * record_bytes(board.path, board.layout));
  for (const bool is_visit : {false, true, false}) {
    const std::array<TileId, 2> with_missing{TileId{2}, TileId{20}};
    if (is_visit) {
      VisitTiles visit(*plane, nullptr);
      CHECK(!visit.pin(with_missing));
      CHECK(visit.pin(std::span(with_missing).first(1)));
    } else {
      check_error(PinnedTiles::pin(*plane, with_missing), ErrorKind::kBadFile);
    }
    CHECK(PinnedTiles::pin(*plane, std::array{TileId{3}, TileId{4}}));
  }
}

TEST_CASE("a values solve that is stopped anywhere goes on from its plane", "[values][plane][parallel]") {
  for (const StuckRule stuck : {StuckRule::kWins, StuckRule::kPasses}) {
    const PlaneInFile board({stuck, true});
    const PlaneValues expected = values_by_sweeps(board.table, board.options());
    int stops = 0;
    for (int steps = 1;; steps = 4 * steps + 3) {
      int left = steps;
      bool stopped = false;
      {
        const auto plane = board.plane(board.path, 30);
        const auto engine = ValuesEngine::create(board.table, *plane, board.options());
        SweepCallbacks callbacks;
        callbacks.between_steps = [&]() -> Result<void> {
          if (left-- == 0) return tl::unexpected(Error{ErrorKind::kInterrupted, "enough"});
          return {};
        };
        for (;;) {
          const auto counts = engine->run_sweep(callbacks);
          stopped = !counts;
          if (stopped || counts->is_fixpoint) break;
        }
        // If the plane is not saved here, a stop loses the changes of the tiles in memory. Only evicted tiles are in
        // the file.
        if (steps % 8 == 3) REQUIRE(plane->save());
      }
      if (!stopped) {
        std::filesystem::remove(board.path);
        break;
      }
      ++stops;
      const auto plane = board.plane(board.path, 30);
      CHECK(values_by_sweeps(board.table, *plane, board.options()) == expected);
      REQUIRE(plane->remove_file());
    }
    CHECK(stops > 2);
  }
}

TEST_CASE("tiles that are in use are saved as well", "[values][plane]") {
  const PlaneInFile board;
  const TileId tile{3};
  const auto id = static_cast<PlacementId>(board.layout.begin(tile));
  {
    const auto plane = board.plane(board.path, 30);
    const auto pinned = PinnedTiles::pin(*plane, std::span(&tile, 1));
    REQUIRE(pinned);
    plane->blocks().blocks(id)[0] = 5;
    plane->mark_changed(id);
    REQUIRE(plane->save());
  }
  const auto plane = board.plane(board.path, 30);
  const auto pinned = PinnedTiles::pin(*plane, std::span(&tile, 1));
  REQUIRE(pinned);
  CHECK(plane->blocks().blocks(id)[0] == 5);
}

TEST_CASE("the tile that is needed last is evicted, but first a tile that its planned visit did not use",
          "[values][plane]") {
  struct Plans final : NextVisits {
    std::map<TileId, std::uint64_t> visits;
    std::uint64_t next_visit(TileId tile) const override { return visits.at(tile); }
  } plans;
  const PlaneInFile board;
  REQUIRE(board.plane(board.path, 3)->save());
  constexpr TileId a{1}, b{2}, c{3}, d{4};
  const auto plane = board.plane(board.path, 3);
  plane->begin_visit(1);
  plans.visits = {{a, 5}, {b, 9}, {c, 3}, {d, 4}};
  for (const TileId tile : {a, b, c}) CHECK(is_read(*plane, tile, &plans));
  plane->begin_visit(2);
  CHECK(is_read(*plane, d, &plans));  // replaces b
  CHECK(!is_read(*plane, a, &plans));
  CHECK(!is_read(*plane, c, &plans));
  plane->begin_visit(4);  // the schedule has c only in visit 3, which is over
  CHECK(is_read(*plane, b, &plans));
  CHECK(!is_read(*plane, a, &plans));
  CHECK(!is_read(*plane, d, &plans));
  CHECK(is_read(*plane, c, &plans));
}

TEST_CASE("without a schedule the least recently used tile is evicted", "[values][plane]") {
  const PlaneInFile board;
  REQUIRE(board.plane(board.path, 3)->save());
  const auto plane = board.plane(board.path, 2);
  constexpr TileId a{1}, b{2}, c{3};
  CHECK(is_read(*plane, a, nullptr));
  CHECK(is_read(*plane, b, nullptr));
  CHECK(!is_read(*plane, a, nullptr));
  CHECK(is_read(*plane, c, nullptr));  // replaces b
  CHECK(!is_read(*plane, a, nullptr));
  CHECK(is_read(*plane, b, nullptr));
  CHECK(is_read(*plane, c, nullptr));
}
