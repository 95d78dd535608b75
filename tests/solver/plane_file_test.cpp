// Tests that a file that is not a plane of the game is refused and stays as it is. A plane with a damaged or lost
// header is accepted if an intact tile shows that the plane is of the same game.
#include "solver/values/plane_file.h"

#include "tests/db/naive_labels.h"
#include "tests/solver/plane_board.h"
#include "tests/solver/plane_values.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("files that are not a plane of this game are refused", "[values][plane]") {
  const PlaneInFile board;
  const auto message = [&](const PlaneBoard& other) {
    const auto file = other.open(board.path);
    return file ? std::string() : file.error().message;
  };
  REQUIRE(board.open(board.path));
  CHECK(contains(message(PlaneBoard({StuckRule::kDraws, false})), "is the plane of 4x4 with 3 pieces a side, loses"));
  CHECK(contains(message(PlaneBoard({StuckRule::kLoses, true})), "is the plane of"));
  {
    const auto first = board.open(board.path);
    REQUIRE(first);
    CHECK(contains(message(board), "another process is writing it"));
  }
  const std::string good = text_of_file(board.path);
  // A file is refused if any bit of its header is changed, even an unused bit.
  for (std::size_t at = 0; at < kPlaneFileAlignment; at += at < 64 ? 1 : 509) {
    write_text(board.path, flipped(good, at, 4));
    CAPTURE(at);
    CHECK(!message(board).empty());
  }
  // The header is intact, but belongs to a plane whose tiles have another size.
  PlaneFileHeader header{board.identity, static_cast<std::uint32_t>(board.layout.placements()), 2};
  const Bytes head = encode_plane_header(header);
  std::string other_tiles = good;
  std::memcpy(other_tiles.data(), head.data(), head.size());
  write_text(board.path, other_tiles);
  CHECK(contains(message(board), "the header of the plane is damaged"));
  for (const std::size_t size : {std::size_t{1}, std::size_t{40}, kPlaneFileAlignment - 1}) {
    write_text(board.path, good.substr(0, size));
    CHECK(contains(message(board), "is not the plane of a values solve"));
    CHECK(text_of_file(board.path).size() == size);
  }
  write_text(board.path, std::string(2 * kPlaneFileAlignment, 'x'));
  CHECK(contains(message(board), "is not the plane of a values solve"));
  // A restart does not change a file that is not a plane.
  CHECK(!board.open(board.path, true));
  CHECK(text_of_file(board.path) == std::string(2 * kPlaneFileAlignment, 'x'));
}

TEST_CASE("a plane without its header goes on if its tiles are of the same game", "[values][plane][bad]") {
  const PlaneInFile board;
  board.solve_into(board.path);
  const std::string good = text_of_file(board.path);
  const std::size_t record = record_bytes(board.path, board.layout);
  const auto with_blank_header = [](std::string bytes) {
    std::fill_n(bytes.begin(), std::min(kPlaneFileAlignment, bytes.size()), '\0');
    return bytes;
  };
  std::vector<std::string> damaged{with_blank_header(good)};
  for (std::size_t at = 0; at < kPlaneFileAlignment; at += at < 64 ? 1 : 509) {
    damaged.push_back(flipped(good, at, 4));
  }
  std::string beginning_lost = with_blank_header(good);
  for (std::size_t tile = 0; tile < 3; ++tile) {
    beginning_lost = flipped(beginning_lost, kPlaneFileAlignment + tile * record);
  }
  damaged.push_back(beginning_lost);
  for (const std::string& bytes : damaged) {
    write_text(board.path, bytes);
    const auto file = board.open(board.path);
    REQUIRE(file);
    CHECK(file->has_new_header());
    CHECK(!file->is_new());
    CHECK((text_of_file(board.path) == good.substr(0, kPlaneFileAlignment) + bytes.substr(kPlaneFileAlignment)));
  }
  write_text(board.path, good);
  CHECK(!board.open(board.path).value().has_new_header());

  // A file without its header is refused if its tiles are not those of this game's rules. The file stays as it is.
  const std::string blank = with_blank_header(good);
  for (const RuleSet rules : {RuleSet{StuckRule::kDraws, false}, RuleSet{StuckRule::kLoses, true}}) {
    for (const bool restart : {false, true}) {
      write_text(board.path, blank);
      const auto refused = PlaneBoard(rules).open(board.path, restart);
      REQUIRE(!refused);
      CHECK(refused.error().message == board.path + ": is not the plane of a values solve");
      CHECK(!refused.error().advice.empty());
      CHECK((text_of_file(board.path) == blank));
    }
  }
}

TEST_CASE("a file of zeros alone, as a power cut may leave it, becomes a new plane", "[values][plane][bad]") {
  const PlaneInFile board;
  const std::size_t whole = PlaneFile::bytes_for(board.layout);
  for (const std::size_t size : {std::size_t{1}, std::size_t{64}, std::size_t{65}, kPlaneFileAlignment - 1,
                                 kPlaneFileAlignment, std::size_t{9000}, whole}) {
    CAPTURE(size);
    write_text(board.path, std::string(size, '\0'));
    {
      const auto file = board.open(board.path);
      REQUIRE(file);
      CHECK(file->is_new());
    }
    CHECK(std::filesystem::file_size(board.path) == whole);
    CHECK(PlaneFile::open_to_read(board.path));
    // The file is not blank if any byte is set, even the last one, or if it is longer than a plane.
    std::string other(size, '\0');
    other.back() = 1;
    write_text(board.path, other);
    CHECK(!board.open(board.path));
    CHECK((text_of_file(board.path) == other));
  }
  const std::string longer(whole + 3 * kPlaneFileAlignment, '\0');
  write_text(board.path, longer);
  CHECK(!board.open(board.path));
  CHECK((text_of_file(board.path) == longer));
}

TEST_CASE("a solve cuts off what stands behind the last tile of its plane", "[values][plane][bad]") {
  const PlaneInFile board;
  board.solve_into(board.path);
  const std::string good = text_of_file(board.path);
  for (const std::size_t more : {std::size_t{1}, std::size_t{100'000}}) {
    write_text(board.path, good + std::string(more, 'x'));
    check_error(PlaneFile::open_to_read(board.path), ErrorKind::kBadFile, "continue its solve, which mends the file");
    REQUIRE(board.open(board.path));
    CHECK((text_of_file(board.path) == good));
  }
}

TEST_CASE("a tile is read as it was written, whatever stood in its place", "[values][plane][law]") {
  const TemporaryDirectory folder;
  std::mt19937_64 random(8);
  for (int pieces = 1; pieces <= kMaxPieces; ++pieces) {
    // With six pieces every tile has one placement. With fewer pieces the last tile is shorter than the others.
    const TileLayout layout(pieces == kMaxPieces ? 3 : 21, pieces, 8 * Plane::bytes_for(1, std::min(pieces, 5)));
    const DatabaseIdentity identity{{7, 6}, pieces, {StuckRule::kLoses, false}};
    const std::string path = folder.file(std::to_string(pieces));
    const PlaneFile file = PlaneFile::open(path, identity, layout, false).value();
    // The reader remembers sizes of records, which later writes change.
    const PlaneFile reader = PlaneFile::open_to_read(path).value();
    const PlaneFile::Buffer buffer(file);
    for (int round = 0; round < 30; ++round) {
      const TileId tile = tile_id(random() % layout.tiles());
      const std::size_t count = layout.bytes(tile) / sizeof(std::uint64_t);
      // The greater `sparseness`, the fewer bits are set: from random bits, which the code cannot shorten, to none.
      const auto sparseness = static_cast<unsigned>(random() % 7);
      std::vector<std::uint64_t> words(count, ~std::uint64_t{0});
      for (std::uint64_t& word : words) {
        for (unsigned i = 0; i < sparseness; ++i) word &= sparseness == 6 ? 0 : random();
      }
      if (sparseness == 0) std::ranges::generate(words, [&] { return random(); });
      CAPTURE(pieces, round, sparseness, index(tile));
      const auto written = file.write(tile, words.data(), buffer);
      REQUIRE(written);
      CHECK(*written % kPlaneFileAlignment == 0);
      CHECK(*written <= layout.bytes(tile) + 2 * kPlaneFileAlignment);
      const PlaneFile later = PlaneFile::open_to_read(path).value();
      for (const PlaneFile* const each : {&file, &reader, &later}) {
        std::vector<std::uint64_t> back(layout.bytes_per_tile() / sizeof(std::uint64_t), 1);
        const auto read = each->read(tile, back.data(), buffer);
        REQUIRE(read);
        CHECK(read->state == TileState::kIntact);
        back.resize(count);
        CHECK((back == words));
        if (each == &file) CHECK(read->bytes == *written);
      }
    }
  }
}
