// Tests the text of positions: which texts are read, and with which words the other texts are refused. Drawings and
// start arrays are tested too.
#include "core/notation.h"
#include "core/start.h"
#include "tests/oracle/oracle_position.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// Expects a usage error: one line that begins with "position: " and names `place`.
void check_refused(const std::string& text, const std::string& place) {
  CAPTURE(text, place);
  const auto position = parse_position(text);
  check_error(position, ErrorKind::kUsage);
  CHECK(position.error().message.substr(0, 10) == "position: ");
  CHECK(!contains(position.error().message, "\n"));
  CHECK(contains(position.error().message, place));
}

}  // namespace

// tests/cli/refused_commands_test.cpp gives the same texts to the program.
TEST_CASE("malformed texts and impossible positions are refused with the place and the reason", "[notation]") {
  const auto rows = rows_of_data(UISGE_TEST_DATA "/refused-positions.txt");
  REQUIRE(rows.size() > 20);
  for (const auto& row : rows) check_refused(row.at(1), row.at(0));
  check_refused("", "empty");
  check_refused(" \t\n", "empty");
  check_refused("7/2bb3/1bbbb2/2wwww1/3ww2/7 ", "side to move");
  check_refused("WB/2 w", "both sides are all crowns");
  check_refused(std::string("wb\0/2 w", 7), "0x00");
  check_refused("w\xc3\xa9/2 w", "0xC3");
  check_refused("w\x1b[2J/2 w", "0x1B");
  check_refused(std::string(1'000'000, 'w'), "rank");
  check_refused(std::string(1'000'000, '/') + " w", "ranks");
}

TEST_CASE("spaces around a position and before the side to move are ignored", "[notation]") {
  const Position expected = parse_position("4/bbw1/2w1 b").value();
  for (const char* text :
       {" 4/bbw1/2w1 b", "4/bbw1/2w1 b ", "4/bbw1/2w1   b", "\t4/bbw1/2w1\t b\r\n", "\n4/bbw1/2w1\nb"}) {
    CAPTURE(text);
    const auto position = parse_position(text);
    REQUIRE(position);
    CHECK(*position == expected);
  }
}

TEST_CASE("positions on boards of a forbidden size are refused with the size", "[notation]") {
  for (const auto& [text, size] :
       {std::pair{"1/w/b w", "board: 1x3"}, std::pair{"9/9/9/9/9/9/9/wb7 w", "board: 9x8"}}) {
    const auto position = parse_position(text);
    check_error(position, ErrorKind::kUsage);
    CHECK(position.error().message.find(size) == 0);
  }
}

TEST_CASE("start arrays", "[start]") {
  const auto start_text = [](BoardSize size, int pieces) {
    const Board board(size);
    return to_text(board, start_position(board, pieces).value());
  };
  // The start of docs/rules.md, and starts that were placed by hand. The box around the pieces is centred, rounded down
  // toward a1.
  CHECK(start_text(kRealBoard, 6) == "7/2bb3/1bbbb2/2wwww1/3ww2/7 w");
  CHECK(start_text(kRealBoard, 5) == "7/2bb3/1bbb3/2www2/2ww3/7 w");
  CHECK(start_text(kRealBoard, 4) == "7/2bb3/2bb3/3ww2/3ww2/7 w");
  CHECK(start_text(kRealBoard, 3) == "7/2b4/2bb3/2ww3/3w3/7 w");
  CHECK(start_text(kRealBoard, 2) == "7/7/2bb3/3ww2/7/7 w");
  CHECK(start_text({5, 4}, 6) == "1bb2/bbbb1/1wwww/2ww1 w");
  CHECK(start_text({4, 4}, 5) == "1bb1/bbb1/1www/1ww1 w");
  CHECK(start_text({2, 4}, 3) == "b1/bb/ww/1w w");
  CHECK(start_text({3, 2}, 2) == "bb1/1ww w");
  CHECK(start_text({4, 3}, 2) == "4/bb2/1ww1 w");
  CHECK(!start_position(Board({4, 4}), 6));
  CHECK(!start_position(Board({2, 4}), 4));
  CHECK(!start_position(Board({2, 9}), 2));
  CHECK(!start_position(Board(kRealBoard), 1));
  CHECK(!start_position(Board(kRealBoard), 0));
  CHECK(!start_position(Board(kRealBoard), 7));
  CHECK(!start_position(Board(kRealBoard), -1));
}

TEST_CASE("a half-turn with the colours exchanged maps every start onto itself, up to a shift", "[start][law]") {
  for (int pieces = 2; pieces <= 6; ++pieces) {
    for (const BoardSize size : {BoardSize{5, 4}, BoardSize{7, 6}, BoardSize{8, 8}, BoardSize{6, 6}}) {
      const Board board(size);
      const auto start = start_position(board, pieces);
      if (!start) continue;
      const auto turned = oracle::image(oracle::parse(to_text(board, *start)), {false, true, true});
      auto other = oracle::colours_exchanged(turned);
      other.side = 'w';
      const auto shape = [](const oracle::Position& position) {
        std::string cells(position.cells.begin(), position.cells.end());
        return cells.substr(cells.find_first_not_of('.'),
                            cells.find_last_not_of('.') - cells.find_first_not_of('.') + 1);
      };
      CAPTURE(pieces, to_string(size));
      CHECK(shape(other) == shape(oracle::parse(to_text(board, *start))));
    }
  }
}
