// A tile that has changed in places is written there, and read as if it had been written whole.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "solver/values/plane_file.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

class TileWriter {
 public:
  TileWriter(const std::string& path, const TileLayout& layout, int pieces)
      : layout_(layout),
        file_(PlaneFile::open(path, {{7, 6}, pieces, {StuckRule::kLoses, false}}, layout, false).value()),
        buffer_(file_),
        block_words_(block_words(pieces)),
        words_(layout.bytes_per_tile() / sizeof(std::uint64_t)),
        blocks_(colouring_count(pieces)) {}

  std::uint64_t write(TileParts parts) {
    const auto written = file_.write(kTile, words_.data(), parts, buffer_);
    REQUIRE(written);
    return *written;
  }
  // Changes some blocks of a placement; the parts of the tile that these are in.
  TileParts change(std::size_t placement, std::size_t how_many, std::mt19937& random) {
    std::vector<ColouringRank> ranks;
    for (std::size_t i = 0; i < how_many; ++i) {
      ranks.push_back(static_cast<ColouringRank>(random() % blocks_));
      words_[placement * layout_.bytes_per_placement() / sizeof(std::uint64_t) + ranks.back() * block_words_ +
             random() % block_words_] ^= std::uint64_t{1} << random() % 64;
    }
    return layout_.parts(placement_id(layout_.begin(kTile) + placement), ranks);
  }
  bool is_in_file() const {
    std::vector<std::uint64_t> words(words_.size());
    const auto state = file_.read(kTile, words.data(), buffer_);
    REQUIRE(state);
    return *state == TileState::kIntact && words == words_;
  }
  std::size_t record_bytes() const { return buffer_.bytes().size(); }

 private:
  static constexpr TileId kTile{1};

  TileLayout layout_;
  PlaneFile file_;
  PlaneFile::Buffer buffer_;
  std::size_t block_words_;
  std::vector<std::uint64_t> words_;
  std::size_t blocks_;
};

}  // namespace

TEST_CASE("a tile is written where it has changed, and read whole", "[values][plane][law]") {
  const TemporaryDirectory folder;
  std::mt19937 random(7);
  for (int pieces = 1; pieces <= kMaxPieces; ++pieces) {
    CAPTURE(pieces);
    // Three tiles, the last one shorter.
    const std::size_t per_tile = TileLayout(1, pieces).placements_per_tile();
    const TileLayout layout(2 * per_tile + (per_tile + 1) / 2, pieces);
    TileWriter tile(folder.file(std::to_string(pieces)), layout, pieces);
    // The first time over zeros that nobody wrote, then over what was written before.
    for (int round = 0; round < 200; ++round) {
      TileParts parts = 0;
      const std::size_t changes = std::size_t{1} << random() % 7;
      const std::size_t blocks = 1 + random() % 3;
      for (std::size_t i = 0; i < changes; ++i) parts |= tile.change(random() % per_tile, blocks, random);
      const std::uint64_t written = tile.write(parts);
      CAPTURE(round, changes, blocks, written);
      REQUIRE(tile.is_in_file());
      CHECK(written <= tile.record_bytes());
    }
  }
}

TEST_CASE("one change takes a part and the checksum, changes everywhere the whole tile", "[values][plane]") {
  const TemporaryDirectory folder;
  std::mt19937 random(8);
  for (int pieces = 1; pieces <= kMaxPieces; ++pieces) {
    CAPTURE(pieces);
    const std::size_t per_tile = TileLayout(1, pieces).placements_per_tile();
    const TileLayout layout(3 * per_tile, pieces);
    TileWriter tile(folder.file(std::to_string(pieces)), layout, pieces);
    CHECK(tile.write(kAllParts) == tile.record_bytes());
    for (std::size_t placement = 0; placement < per_tile; placement += 1 + per_tile / 9) {
      const TileParts parts = tile.change(placement, 1, random);
      CHECK((parts & (parts - 1)) == 0);
      CHECK(tile.write(parts) <= layout.bytes_per_part() + 2 * kPlaneFileAlignment);
      CHECK(tile.is_in_file());
    }
    CHECK(tile.write(kAllParts & 0x5555'5555'5555'5555) == tile.record_bytes());
    // Nothing but the checksum.
    CHECK(tile.write(0) == kPlaneFileAlignment);
    CHECK(tile.is_in_file());
  }
}
