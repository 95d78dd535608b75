// A plane whose file is damaged before or during a solve gives the same values or an error.
#include "tests/db/naive_labels.h"
#include "tests/solver/plane_board.h"
#include "tests/solver/plane_values.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("damaged tiles are named, begin anew, and come to the same values", "[values][plane][parallel]") {
  const PlaneInFile board;
  const PlaneValues expected = values_by_sweeps(board.table, board.options());
  board.solve_into(board.path);
  const std::string good = text_of_file(board.path);
  const std::size_t record = record_bytes(board.path, board.layout);
  const auto damage = [&](std::size_t tile, std::size_t at, unsigned mask) {
    return flipped(good, kPlaneFileAlignment + tile * record + at, mask);
  };
  std::string swapped = good;
  std::swap_ranges(swapped.begin() + static_cast<std::ptrdiff_t>(kPlaneFileAlignment),
                   swapped.begin() + static_cast<std::ptrdiff_t>(kPlaneFileAlignment + record),
                   swapped.begin() + static_cast<std::ptrdiff_t>(kPlaneFileAlignment + record));
  std::vector<std::pair<std::string, std::string>> cases = {
      {damage(5, 0, 1), "tile 5 "},  {damage(37, 30, 64), "tile 37 "}, {damage(0, 8, 1), "tile 0 "},
      {damage(7, 11, 2), "tile 7 "}, {damage(8, 12, 1), "tile 8 "},    {swapped, "tile 1 "}};
  // The head of tile 9 has only zeros, but the tile's code has nonzero bytes, so the tile counts as damaged. A tile
  // counts as never written only if all its bytes are zeros.
  std::string unsealed = good;
  std::fill_n(unsealed.begin() + static_cast<std::ptrdiff_t>(kPlaneFileAlignment + 9 * record), 16, '\0');
  cases.push_back({unsealed, "tile 9 "});
  for (const auto& [bytes, named] : cases) {
    CAPTURE(named);
    write_text(board.path, bytes);
    std::string notes;
    const auto plane = board.plane(board.path, 30, [&](const std::string& note) { notes += note + "\n"; });
    CHECK(values_by_sweeps(board.table, *plane, board.options()) == expected);
    CHECK(contains(notes, named));
    CHECK(contains(notes, board.path));
  }
  write_text(board.path, good.substr(0, kPlaneFileAlignment + 3 * record + 100));
  const auto plane = board.plane(board.path, 30);
  CHECK(values_by_sweeps(board.table, *plane, board.options()) == expected);
}

namespace {

// Does what a disk does that loses what was written.
void zero_all_tiles(const std::string& path) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(kPlaneFileAlignment));
  file << std::string(std::filesystem::file_size(path) - kPlaneFileAlignment, '\0');
}

void lose_all_tiles(const std::string& path, const TileLayout& layout, bool is_zeroed) {
  is_zeroed ? zero_all_tiles(path) : damage_all_tiles(path, layout);
}

}  // namespace

TEST_CASE("zeros in place of a tile are damage if the tile was there before, otherwise a tile not begun",
          "[values][plane][bad]") {
  const PlaneInFile board;
  board.solve_into(board.path);
  const std::string good = text_of_file(board.path);
  std::vector<std::uint64_t> words(board.layout.bytes_per_tile() / sizeof(std::uint64_t));
  const auto state = [&](const PlaneFile& file, TileId tile) {
    std::ranges::fill(words, std::uint64_t{1});
    const auto read = file.read(tile, words.data(), PlaneFile::Buffer(file));
    REQUIRE(read);
    if (read->state != TileState::kIntact) {
      CHECK(std::ranges::all_of(words, [](std::uint64_t word) { return word == 0; }));
    }
    return read->state;
  };
  constexpr TileId kWritten{3}, kRead{4}, kUnknown{5};
  {
    const PlaneFile file = board.open(board.path).value();
    const PlaneFile reader = PlaneFile::open_to_read(board.path).value();
    REQUIRE(file.write(kWritten, words.data(), PlaneFile::Buffer(file)));
    REQUIRE(state(file, kRead) == TileState::kIntact);
    REQUIRE(state(reader, kRead) == TileState::kIntact);
    zero_all_tiles(board.path);
    CHECK(state(file, kWritten) == TileState::kDamaged);
    CHECK(state(file, kRead) == TileState::kDamaged);
    CHECK(state(file, kUnknown) == TileState::kNotBegun);
    // For a reader, the zeros may come from a solve that has begun the file anew.
    CHECK(state(reader, kRead) == TileState::kNotBegun);
  }
  // A solve that goes on later cannot know which tiles the earlier solve wrote. It begins with a sweep over everything.
  CHECK(state(board.open(board.path).value(), kWritten) == TileState::kNotBegun);
  // A restart forgets the tile that showed, instead of the damaged header, that the file is of this game.
  write_text(board.path, flipped(good, 0));
  const PlaneFile anew = board.open(board.path, true).value();
  REQUIRE(anew.is_new());
  CHECK(state(anew, TileId{0}) == TileState::kNotBegun);
}

TEST_CASE("bits that the disk loses between two sweeps come back", "[values][plane]") {
  for (const auto& [stuck, is_zeroed] : {std::pair(StuckRule::kLoses, false),
                                         {StuckRule::kWins, false},
                                         {StuckRule::kLoses, true},
                                         {StuckRule::kWins, true}}) {
    const PlaneInFile board({stuck, false});
    const PlaneValues expected = values_by_sweeps(board.table, board.options());
    for (const int sweeps : {1, 2, 3}) {
      CAPTURE(to_string(stuck), is_zeroed, sweeps);
      int damaged = 0;
      {
        const auto plane = board.plane(board.path, 30, [&](const std::string& /*note*/) { ++damaged; });
        const auto engine = ValuesEngine::create(board.table, *plane, board.options());
        for (int i = 0; i < sweeps; ++i) REQUIRE(engine->run_sweep({}));
        REQUIRE(plane->save());
        lose_all_tiles(board.path, board.layout, is_zeroed);
        for (bool is_fixpoint = false; !is_fixpoint;) is_fixpoint = engine->run_sweep({}).value().is_fixpoint;
        CHECK(damaged > 0);
        // After the fixpoint (a sweep that found no win and no damage), a sweep over all placements sets wins only in
        // tiles that it finds damaged.
        const int before = damaged;
        LabelSummary summary;
        const auto last = engine->run_full_sweep({}, summary);
        REQUIRE(last);
        CHECK((last->is_fixpoint || damaged > before));
        REQUIRE(plane->save());
      }
      const auto plane = board.plane(board.path, 30);
      CHECK(values_by_sweeps(board.table, *plane, board.options()) == expected);
      REQUIRE(plane->remove_file());
    }
  }
}

TEST_CASE("bits that the disk loses after the last sweep are not taken for values", "[values][plane][bad]") {
  const PlaneInFile board;
  for (const bool is_zeroed : {false, true}) {
    CAPTURE(is_zeroed);
    const auto plane = board.plane(board.path, 30);
    const auto engine = ValuesEngine::create(board.table, *plane, board.options());
    settled_values(board.table, *engine);
    REQUIRE(plane->save());
    lose_all_tiles(board.path, board.layout, is_zeroed);
    Result<void> result;
    for (std::size_t i = 0; i < board.table.size() && result; ++i) {
      if (const auto decided = engine->decided(0, static_cast<PlacementId>(i)); !decided) {
        result = tl::unexpected(decided.error());
      }
    }
    check_error(result, ErrorKind::kBadFile, "damaged");
    REQUIRE(plane->remove_file());
  }
}

TEST_CASE("a sweep that reads damaged tiles is not the last, though it wins nothing back", "[values][plane][bad]") {
  const PlaneInFile board;
  const PlaneValues expected = values_by_sweeps(board.table, board.options());
  board.solve_into(board.path);
  const std::string good = text_of_file(board.path);
  const std::size_t words = board.layout.bytes_per_placement() / sizeof(std::uint64_t);
  int fixpoints = 0;
  int others = 0;
  for (int damaged_after = 0; damaged_after < static_cast<int>(board.layout.tiles()); ++damaged_after) {
    CAPTURE(damaged_after);
    write_text(board.path, good);
    const auto plane = board.plane(board.path, 30);
    const auto engine = ValuesEngine::create(board.table, *plane, board.options());
    REQUIRE(engine->run_sweep({}).value().is_fixpoint);
    int steps = 0;
    SweepCallbacks callbacks;
    callbacks.between_steps = [&]() -> Result<void> {
      if (steps++ == damaged_after) damage_all_tiles(board.path, board.layout);
      return {};
    };
    LabelSummary summary;
    const auto counts = engine->run_full_sweep(callbacks, summary);
    REQUIRE(counts);
    ++(counts->is_fixpoint ? fixpoints : others);
    if (!counts->is_fixpoint) continue;
    // After a fixpoint, every read gives the right values or an error.
    for (std::size_t i = 0; i < board.table.size(); ++i) {
      const auto decided = engine->decided(0, static_cast<PlacementId>(i));
      if (!decided) break;
      REQUIRE(std::ranges::equal(decided->won, std::span(expected.won).subspan(i * words, words)));
    }
  }
  CHECK(fixpoints > 0);  // in some cases the damage comes after the last read of the tile
  CHECK(others > 0);
}
