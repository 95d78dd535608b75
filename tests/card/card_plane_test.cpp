// Tests the plane on a card as a store of bits: tiles are staged, changed, saved and read again, and no bit is lost.
#include "solver/card/card_plane.h"
#include "tests/card/card_solve_fixture.h"

using namespace uisge;
using namespace uisge::test;

namespace {

const DatabaseIdentity kIdentity{{4, 3}, 2, {}};
constexpr std::size_t kPlacements = 12;

// A tile has two placements. One tile stays on the card for good, and the five others share four places of the staging
// area. The tiles are visited backwards.
struct PlaneOfCard {
  PlaneOfCard() : layout(kPlacements, kIdentity.pieces, 2 * bytes_per_placement()) {
    REQUIRE(layout.tiles() == 6);
    bits.assign(kPlacements, std::vector<std::uint64_t>(bytes_per_placement() / 8, 0));
  }
  static std::size_t bytes_per_placement() { return TileLayout(1, kIdentity.pieces, 1).bytes_per_placement(); }

  CardPlane plane() const {
    CardSplit split;
    for (std::size_t tile = layout.tiles(); tile-- > 0;) split.order.push_back(static_cast<TileId>(tile));
    split.resident_tiles = 1;
    split.staged_tiles = 4;
    return CardPlane::make(card, layout, split).value();
  }
  PlaneFile file(const TemporaryDirectory& directory) const {
    return PlaneFile::open(directory.file("x.plane"), kIdentity, layout, false).value();
  }
  // Sets a win as a kernel does: writes to the address that the plane gives for the placement. The tests' card keeps
  // its memory in this process.
  void win(CardPlane& plane, PlacementId id, std::uint64_t win) {
    std::vector<std::uint64_t>& expected = bits[index(id)];
    expected[win % expected.size()] |= win;
    auto* const words = reinterpret_cast<std::uint64_t*>(plane.address() + plane.offset(id));
    words[win % expected.size()] |= win;
    plane.mark_changed(layout.tile_of(id));
  }
  bool is_right(CardPlane& plane, PlacementId id) const {
    std::vector<std::uint64_t> found(bits[index(id)].size());
    REQUIRE(plane.read(id, found.data()));
    return found == bits[index(id)];
  }

  Card card = card_solve::open_card();
  TileLayout layout;
  std::vector<std::vector<std::uint64_t>> bits;  // by placement: the words of the plane, with all wins set so far
};

// Stages two tiles, checks their contents, and sets wins in one of them.
void take_step(PlaneOfCard& board, CardPlane& plane, std::uint32_t step, std::mt19937_64& dice) {
  std::vector<TileId> tiles;
  for (const auto number : {dice() % 6, dice() % 6}) tiles.push_back(static_cast<TileId>(number));
  std::ranges::sort(tiles);
  tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
  std::vector<TileId> staged = tiles;
  std::erase_if(staged, [&](TileId tile) { return plane.is_resident(tile); });
  REQUIRE(plane.stage(staged, step, nullptr).value());
  REQUIRE(plane.incoming().synchronize());
  for (const TileId tile : tiles) {
    for (std::size_t i = board.layout.begin(tile); i < board.layout.begin(tile) + 2; ++i) {
      REQUIRE(board.is_right(plane, static_cast<PlacementId>(i)));
    }
  }
  if (dice() % 3 == 0) return;
  const std::size_t first = board.layout.begin(tiles.back());
  board.win(plane, static_cast<PlacementId>(first + dice() % 2), dice());
}

}  // namespace

TEST_CASE("a plane on a card loses no bit, and a file that it was saved to has all of them", "[card][law]") {
  const TemporaryDirectory directory;
  PlaneOfCard board;
  std::mt19937_64 dice(7);
  std::uint32_t step = 2;
  for (int run = 0; run < 20; ++run) {
    // Each run continues with the plane that the previous run saved.
    CardPlane plane = board.plane();
    const PlaneFile file = board.file(directory);
    REQUIRE(plane.load(file, [](const std::string& note) { FAIL(note); }));
    for (int save = 0; save < 5; ++save) {
      for (int i = 0; i < 10; ++i) take_step(board, plane, ++step, dice);
      REQUIRE(plane.save(file));
      const PlaneFile::Buffer buffer(file);
      for (std::size_t t = 0; t < board.layout.tiles(); ++t) {
        std::vector<std::uint64_t> words(board.layout.bytes_per_tile() / 8);
        REQUIRE(file.read(static_cast<TileId>(t), words.data(), buffer));
        std::vector<std::uint64_t> expected = board.bits[2 * t];
        expected.insert(expected.end(), board.bits[2 * t + 1].begin(), board.bits[2 * t + 1].end());
        CHECK((words == expected));
      }
    }
  }
}

TEST_CASE("a damaged tile of a plane on a card is written anew, even if it has no win", "[card]") {
  const TemporaryDirectory directory;
  const PlaneOfCard board;
  CHECK(board.file(directory).is_new());
  Bytes bytes = read_bytes(directory.file("x.plane"));
  bytes[kPlaneFileAlignment] ^= std::byte{1};
  write_bytes(directory.file("x.plane"), bytes);
  std::size_t damaged = 0;
  for (int run = 0; run < 2; ++run) {
    CardPlane plane = board.plane();
    const PlaneFile file = board.file(directory);
    REQUIRE(plane.load(file, [&](const std::string&) { ++damaged; }));
    REQUIRE(plane.save(file));
  }
  CHECK(damaged == 1);
}

TEST_CASE("a plane on a card stages no more tiles than the staging area has places that are not in use", "[card]") {
  PlaneOfCard board;
  CardPlane plane = board.plane();
  const auto stage = [&](std::vector<int> numbers, std::uint32_t step) {
    std::vector<TileId> tiles;
    for (const int number : numbers) tiles.push_back(static_cast<TileId>(number));
    return plane.stage(tiles, step, nullptr).value();
  };
  CHECK(stage({0, 1}, 3));
  CHECK(!stage({2, 3, 4}, 4));  // two of the four places hold tiles of step 3
  CHECK(stage({2, 3}, 4));
  CHECK(stage({4}, 5));            // tile 4 takes the place of tile 0, since step 3 is over
  CHECK(!stage({0, 1, 2, 3}, 6));  // tile 4 of step 5 still needs its place
  CHECK(stage({0, 1, 2, 3}, 7));
}
