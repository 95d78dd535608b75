// Planes in files: with little memory, stopped, damaged and refused, the values come out the same or not at all.
// Long because every way in which a file can lose bits is tried on the same boards.
#include "solver/values/plane_file.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "solver/values/file_plane.h"
#include "solver/values/values_plan.h"
#include "solver/values/visit_order.h"
#include "tests/solver/plane_values.h"

using namespace uisge;
using namespace uisge::test;

namespace {

namespace fs = std::filesystem;

class PlaneFolder {
 public:
  PlaneFolder() : path_(fs::temp_directory_path() / ("uisge-plane-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~PlaneFolder() { fs::remove_all(path_); }
  std::string file(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

// A board of 68 placements, each in a tile of its own; a step touches up to 14 of them.
struct PlaneBoard {
  explicit PlaneBoard(RuleSet rules)
      : identity{{4, 4}, 3, rules},
        table(PlacementTable::build(identity.board, identity.pieces, rules.diagonal_jumps)),
        layout(table.size(), identity.pieces, 1) {}

  ValuesOptions options(std::size_t threads = 2) const {
    ValuesOptions options;
    options.stuck = identity.rules.stuck;
    options.threads = threads;
    options.list_bytes = 1 << 14;
    return options;
  }
  Result<PlaneFile> open(const std::string& path, bool restart = false) const {
    return PlaneFile::open(path, identity, layout, restart);
  }
  std::unique_ptr<FilePlane> plane(const std::string& path, std::size_t capacity, FilePlane::Note note = {}) const {
    auto file = open(path);
    INFO((file ? std::string() : file.error().message));
    REQUIRE(file);
    return std::make_unique<FilePlane>(std::move(*file), layout, identity.pieces, capacity, std::move(note));
  }

  DatabaseIdentity identity;
  PlacementTable table;
  TileLayout layout;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

void damage_all_tiles(const std::string& path, const TileLayout& layout) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  const std::size_t record = (fs::file_size(path) - kPlaneFileAlignment) / layout.tiles();
  for (std::size_t tile = 0; tile < layout.tiles(); ++tile) {
    file.seekp(static_cast<std::streamoff>(kPlaneFileAlignment + tile * record));
    file << "lost";
  }
}

}  // namespace

TEST_CASE("a plane that does not fit memory comes to the same values", "[values][plane][parallel]") {
  const PlaneFolder folder;
  for (const RuleSet rules : kAllRuleSets) {
    const PlaneBoard board(rules);
    const PlaneValues expected = values_by_sweeps(board.table, board.options());
    const std::vector<TileId> order = spectral_order(board.table, board.layout);
    std::size_t least = 1;
    while (largest_group(board.table, board.layout, {order, least}, 1) == 0) ++least;
    REQUIRE(least < board.layout.tiles());
    for (const std::size_t capacity : {least, (least + board.layout.tiles()) / 2, board.layout.tiles()}) {
      CAPTURE(to_string(rules), capacity);
      const std::string path = folder.file("plane");
      const auto plane = board.plane(path, capacity);
      ValuesOptions options = board.options();
      options.order = order;
      CHECK(values_by_sweeps(board.table, *plane, options) == expected);
      if (capacity < board.layout.tiles()) CHECK(plane->bytes_read() > 0);
      REQUIRE(plane->remove_file());
    }
  }
}

TEST_CASE("a values solve that was stopped anywhere goes on from its plane", "[values][plane][parallel]") {
  const PlaneFolder folder;
  for (const StuckRule stuck : {StuckRule::kWins, StuckRule::kPasses}) {
    const PlaneBoard board({stuck, true});
    const PlaneValues expected = values_by_sweeps(board.table, board.options());
    int stops = 0;
    for (int steps = 1;; steps = 4 * steps + 3) {
      const std::string path = folder.file("stopped");
      int left = steps;
      bool stopped = false;
      {
        const auto plane = board.plane(path, 30);
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
        // Some tiles are in the file, others are lost with the memory, unless the plane is saved.
        if (steps % 8 == 3) REQUIRE(plane->save());
      }
      if (!stopped) {
        fs::remove(path);
        break;
      }
      ++stops;
      const auto plane = board.plane(path, 30);
      CHECK(values_by_sweeps(board.table, *plane, board.options()) == expected);
      REQUIRE(plane->remove_file());
    }
    CHECK(stops > 2);
  }
}

TEST_CASE("damaged tiles are named, begin anew, and come to the same values", "[values][plane][parallel]") {
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const PlaneValues expected = values_by_sweeps(board.table, board.options());
  const std::string path = folder.file("damaged");
  {
    const auto plane = board.plane(path, board.layout.tiles());
    CHECK(values_by_sweeps(board.table, *plane, board.options()) == expected);
    REQUIRE(plane->save());
  }
  const std::string good = read_file(path);
  const std::size_t record = (good.size() - kPlaneFileAlignment) / board.layout.tiles();
  const auto damage = [&](std::size_t tile, std::size_t at, char mask) {
    std::string bytes = good;
    char& byte = bytes[kPlaneFileAlignment + tile * record + at];
    byte = static_cast<char>(byte ^ mask);
    return bytes;
  };
  std::string swapped = good;
  std::swap_ranges(swapped.begin() + static_cast<std::ptrdiff_t>(kPlaneFileAlignment),
                   swapped.begin() + static_cast<std::ptrdiff_t>(kPlaneFileAlignment + record),
                   swapped.begin() + static_cast<std::ptrdiff_t>(kPlaneFileAlignment + record));
  const std::size_t sum = board.layout.bytes_per_tile();
  struct Case {
    std::string bytes;
    std::string named;
  };
  std::vector<Case> cases = {{damage(5, 0, 1), "tile 5 "},
                             {damage(37, 100, 64), "tile 37 "},
                             {damage(0, sum, 1), "tile 0 "},
                             {damage(7, sum + 7, 2), "tile 7 "},
                             {swapped, "tile 1 "}};
  // A checksum of zero is that of a tile never written, whose bits are zero too.
  std::string unsealed = good;
  std::fill_n(unsealed.begin() + static_cast<std::ptrdiff_t>(kPlaneFileAlignment + 9 * record + sum), 8, '\0');
  cases.push_back({unsealed, "tile 9 "});
  for (const auto& [bytes, named] : cases) {
    CAPTURE(named);
    write_file(path, bytes);
    std::string notes;
    const auto plane = board.plane(path, 30, [&](const std::string& note) { notes += note + "\n"; });
    CHECK(values_by_sweeps(board.table, *plane, board.options()) == expected);
    CHECK(notes.find(named) != std::string::npos);
    CHECK(notes.find(path) != std::string::npos);
  }
  // What was cut off is gone, and what is left of use.
  write_file(path, good.substr(0, kPlaneFileAlignment + 3 * record + 100));
  const auto plane = board.plane(path, 30);
  CHECK(values_by_sweeps(board.table, *plane, board.options()) == expected);
}

TEST_CASE("bits that the disk loses between two sweeps come back", "[values][plane]") {
  const PlaneFolder folder;
  for (const StuckRule stuck : {StuckRule::kLoses, StuckRule::kWins}) {
    const PlaneBoard board({stuck, false});
    const PlaneValues expected = values_by_sweeps(board.table, board.options());
    for (const int sweeps : {1, 2, 3}) {
      CAPTURE(to_string(stuck), sweeps);
      const std::string path = folder.file("lost");
      int damaged = 0;
      {
        const auto plane = board.plane(path, 30, [&](const std::string& /*note*/) { ++damaged; });
        const auto engine = ValuesEngine::create(board.table, *plane, board.options());
        for (int i = 0; i < sweeps; ++i) REQUIRE(engine->run_sweep({}));
        REQUIRE(plane->save());
        damage_all_tiles(path, board.layout);
        for (bool is_fixpoint = false; !is_fixpoint;) is_fixpoint = engine->run_sweep({}).value().is_fixpoint;
        CHECK(damaged > 0);
        // Nothing is left for a sweep over everything but what is lost while it goes on.
        const int before = damaged;
        LabelSummary summary;
        const auto last = engine->run_full_sweep({}, summary);
        REQUIRE(last);
        CHECK((last->is_fixpoint || damaged > before));
        REQUIRE(plane->save());
      }
      const auto plane = board.plane(path, 30);
      CHECK(values_by_sweeps(board.table, *plane, board.options()) == expected);
      REQUIRE(plane->remove_file());
    }
  }
}

TEST_CASE("bits that the disk loses after the last sweep are not taken for values", "[values][plane][bad]") {
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const std::string path = folder.file("late");
  const auto plane = board.plane(path, 30);
  const auto engine = ValuesEngine::create(board.table, *plane, board.options());
  settled_values(board.table, *engine);
  REQUIRE(plane->save());
  damage_all_tiles(path, board.layout);
  Result<void> result;
  for (std::size_t i = 0; i < board.table.size() && result; ++i) {
    if (const auto decided = engine->decided(0, static_cast<PlacementId>(i)); !decided) {
      result = tl::unexpected(decided.error());
    }
  }
  REQUIRE(!result);
  CHECK(result.error().kind == ErrorKind::kBadFile);
  CHECK(result.error().message.find("damaged") != std::string::npos);
}

TEST_CASE("a sweep that reads damaged tiles is not the last, though it wins nothing back", "[values][plane][bad]") {
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const PlaneValues expected = values_by_sweeps(board.table, board.options());
  const std::string path = folder.file("unnoticed");
  {
    const auto plane = board.plane(path, board.layout.tiles());
    settled_values(board.table, *ValuesEngine::create(board.table, *plane, board.options()));
    REQUIRE(plane->save());
  }
  const std::string good = read_file(path);
  const std::size_t words = board.layout.bytes_per_placement() / sizeof(std::uint64_t);
  int fixpoints = 0;
  int others = 0;
  for (int damaged_after = 0; damaged_after < static_cast<int>(board.layout.tiles()); ++damaged_after) {
    CAPTURE(damaged_after);
    write_file(path, good);
    const auto plane = board.plane(path, 30);
    const auto engine = ValuesEngine::create(board.table, *plane, board.options());
    REQUIRE(engine->run_sweep({}).value().is_fixpoint);
    int steps = 0;
    SweepCallbacks callbacks;
    callbacks.between_steps = [&]() -> Result<void> {
      if (steps++ == damaged_after) damage_all_tiles(path, board.layout);
      return {};
    };
    LabelSummary summary;
    const auto counts = engine->run_full_sweep(callbacks, summary);
    REQUIRE(counts);
    ++(counts->is_fixpoint ? fixpoints : others);
    if (!counts->is_fixpoint) continue;
    // What is read from now on is either the values or an error.
    for (std::size_t i = 0; i < board.table.size(); ++i) {
      const auto decided = engine->decided(0, static_cast<PlacementId>(i));
      if (!decided) break;
      REQUIRE(std::ranges::equal(decided->won, std::span(expected.won).subspan(i * words, words)));
    }
  }
  CHECK(fixpoints > 0);  // damaged after the last tile was read
  CHECK(others > 0);
}

TEST_CASE("tiles that are in use are saved as well", "[values][plane]") {
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const std::string path = folder.file("in-use");
  const TileId tile{3};
  const auto id = static_cast<PlacementId>(board.layout.begin(tile));
  {
    const auto plane = board.plane(path, 30);
    const auto pinned = PinnedTiles::pin(*plane, std::span(&tile, 1));
    REQUIRE(pinned);
    plane->blocks().blocks(id)[0] = 5;
    plane->mark_changed(tile);
    REQUIRE(plane->save());
  }
  const auto plane = board.plane(path, 30);
  const auto pinned = PinnedTiles::pin(*plane, std::span(&tile, 1));
  REQUIRE(pinned);
  CHECK(plane->blocks().blocks(id)[0] == 5);
}

// Whether the tile has to be read, told by what is read for it. It is unpinned at once.
bool is_read(FilePlane& plane, TileId tile, const NextVisits* next) {
  const std::uint64_t before = plane.bytes_read();
  REQUIRE(PinnedTiles::pin(plane, std::span(&tile, 1), next));
  return plane.bytes_read() != before;
}

TEST_CASE("the tile that is needed last is given up, and before it what was not needed when it was to be",
          "[values][plane]") {
  struct Plans final : NextVisits {
    std::map<TileId, std::uint64_t> visits;
    std::uint64_t next_visit(TileId tile) const override { return visits.at(tile); }
  } plans;
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const std::string path = folder.file("schedule");
  REQUIRE(board.plane(path, 3)->save());
  constexpr TileId a{1};
  constexpr TileId b{2};
  constexpr TileId c{3};
  constexpr TileId d{4};
  const auto plane = board.plane(path, 3);
  plane->begin_visit(1);
  plans.visits = {{a, 5}, {b, 9}, {c, 3}, {d, 4}};
  for (const TileId tile : {a, b, c}) CHECK(is_read(*plane, tile, &plans));
  plane->begin_visit(2);
  CHECK(is_read(*plane, d, &plans));  // in the place of b
  CHECK(!is_read(*plane, a, &plans));
  CHECK(!is_read(*plane, c, &plans));
  plane->begin_visit(4);  // c was to be needed in visit 3
  CHECK(is_read(*plane, b, &plans));
  CHECK(!is_read(*plane, a, &plans));
  CHECK(!is_read(*plane, d, &plans));
  CHECK(is_read(*plane, c, &plans));
}

TEST_CASE("where nobody knows what is needed next, the tile used longest ago is given up", "[values][plane]") {
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const std::string path = folder.file("recent");
  REQUIRE(board.plane(path, 3)->save());
  const auto plane = board.plane(path, 2);
  constexpr TileId a{1};
  constexpr TileId b{2};
  constexpr TileId c{3};
  CHECK(is_read(*plane, a, nullptr));
  CHECK(is_read(*plane, b, nullptr));
  CHECK(!is_read(*plane, a, nullptr));
  CHECK(is_read(*plane, c, nullptr));  // in the place of b
  CHECK(!is_read(*plane, a, nullptr));
  CHECK(is_read(*plane, b, nullptr));
  CHECK(is_read(*plane, c, nullptr));
}

TEST_CASE("plane files of anything else are refused", "[values][plane]") {
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const std::string path = folder.file("refused");
  const auto message = [&](const PlaneBoard& other) {
    const auto file = other.open(path);
    return file ? std::string() : file.error().message;
  };
  REQUIRE(board.open(path));
  CHECK(message(PlaneBoard({StuckRule::kDraws, false})).find("is the plane of 4x4 with 3 pieces a side, loses") !=
        std::string::npos);
  CHECK(message(PlaneBoard({StuckRule::kLoses, true})).find("is the plane of") != std::string::npos);
  {
    const auto first = board.open(path);
    REQUIRE(first);
    CHECK(message(board).find("another process is writing it") != std::string::npos);
  }
  const std::string good = read_file(path);
  // Every bit of the header matters, the unused ones too.
  for (std::size_t at = 0; at < kPlaneFileAlignment; at += at < 64 ? 1 : 509) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
    write_file(path, bytes);
    CAPTURE(at);
    CHECK(!message(board).empty());
  }
  // A header that is whole, but of other tiles.
  PlaneFileHeader header{board.identity, static_cast<std::uint32_t>(board.layout.placements()), 2};
  const Bytes head = encode_plane_header(header);
  std::string other_tiles = good;
  std::memcpy(other_tiles.data(), head.data(), head.size());
  write_file(path, other_tiles);
  CHECK(message(board).find("the header of the plane is damaged") != std::string::npos);
  for (const std::size_t size : {std::size_t{1}, std::size_t{40}, kPlaneFileAlignment - 1}) {
    write_file(path, good.substr(0, size));
    CHECK(message(board).find("is not the plane of a values solve") != std::string::npos);
    CHECK(read_file(path).size() == size);
  }
  write_file(path, std::string(2 * kPlaneFileAlignment, 'x'));
  CHECK(message(board).find("is not the plane of a values solve") != std::string::npos);
  // Neither does a restart touch what is no plane of this game.
  CHECK(!board.open(path, true));
  CHECK(read_file(path) == std::string(2 * kPlaneFileAlignment, 'x'));
}

TEST_CASE("a plane without its header goes on if its tiles are of the same game", "[values][plane][bad]") {
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const std::string path = folder.file("headless");
  {
    const auto plane = board.plane(path, board.layout.tiles());
    REQUIRE(values_by_sweeps(board.table, *plane, board.options()) == values_by_sweeps(board.table, board.options()));
    REQUIRE(plane->save());
  }
  const std::string good = read_file(path);
  const std::size_t record = (good.size() - kPlaneFileAlignment) / board.layout.tiles();
  const auto with_blank_header = [](std::string bytes) {
    std::fill_n(bytes.begin(), std::min(kPlaneFileAlignment, bytes.size()), '\0');
    return bytes;
  };
  std::vector<std::string> damaged{with_blank_header(good)};
  for (std::size_t at = 0; at < kPlaneFileAlignment; at += at < 64 ? 1 : 509) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
    damaged.push_back(bytes);
  }
  std::string beginning_lost = with_blank_header(good);
  for (std::size_t tile = 0; tile < 3; ++tile) {
    char& byte = beginning_lost[kPlaneFileAlignment + tile * record];
    byte = static_cast<char>(byte ^ 1);
  }
  damaged.push_back(beginning_lost);
  for (const std::string& bytes : damaged) {
    write_file(path, bytes);
    const auto file = board.open(path);
    REQUIRE(file);
    CHECK(file->has_new_header());
    CHECK(!file->is_new());
    CHECK((read_file(path) == good.substr(0, kPlaneFileAlignment) + bytes.substr(kPlaneFileAlignment)));
  }
  write_file(path, good);
  CHECK(!board.open(path).value().has_new_header());

  // The tiles of another game are left alone.
  const std::string blank = with_blank_header(good);
  for (const RuleSet rules : {RuleSet{StuckRule::kDraws, false}, RuleSet{StuckRule::kLoses, true}}) {
    for (const bool restart : {false, true}) {
      write_file(path, blank);
      const auto refused = PlaneBoard(rules).open(path, restart);
      REQUIRE(!refused);
      CHECK(refused.error().message == path + ": is not the plane of a values solve");
      CHECK(!refused.error().advice.empty());
      CHECK((read_file(path) == blank));
    }
  }
}

TEST_CASE("a plane of nothing but zeros, as a power cut leaves it, is begun", "[values][plane][bad]") {
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const std::string path = folder.file("blank");
  const std::size_t whole = PlaneFile::bytes_for(board.layout);
  for (const std::size_t size : {std::size_t{1}, std::size_t{64}, std::size_t{65}, kPlaneFileAlignment - 1,
                                 kPlaneFileAlignment, std::size_t{9000}, whole}) {
    CAPTURE(size);
    write_file(path, std::string(size, '\0'));
    {
      const auto file = board.open(path);
      REQUIRE(file);
      CHECK(file->is_new());
    }
    CHECK(fs::file_size(path) == whole);
    CHECK(PlaneFile::open_to_read(path));
    // Not if there is anything in it, be it in the last byte; nor if it is longer than a plane.
    std::string other(size, '\0');
    other.back() = 1;
    write_file(path, other);
    CHECK(!board.open(path));
    CHECK((read_file(path) == other));
  }
  const std::string longer(whole + 3 * kPlaneFileAlignment, '\0');
  write_file(path, longer);
  CHECK(!board.open(path));
  CHECK((read_file(path) == longer));
}

TEST_CASE("what stands behind the last tile of a plane is cut off by its solve", "[values][plane][bad]") {
  const PlaneFolder folder;
  const PlaneBoard board({StuckRule::kLoses, false});
  const std::string path = folder.file("long");
  {
    const auto plane = board.plane(path, board.layout.tiles());
    values_by_sweeps(board.table, *plane, board.options());
    REQUIRE(plane->save());
  }
  const std::string good = read_file(path);
  for (const std::size_t more : {std::size_t{1}, std::size_t{100'000}}) {
    write_file(path, good + std::string(more, 'x'));
    const auto read = PlaneFile::open_to_read(path);
    REQUIRE(!read);
    CHECK(read.error().message.find("the solve that it is of mends it") != std::string::npos);
    REQUIRE(board.open(path));
    CHECK((read_file(path) == good));
  }
}
