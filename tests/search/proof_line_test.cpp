// Tests lines of compact proofs: each line's number identifies a class of positions, and decoding reverses encoding.
#include "solver/search/proof_line.h"
#include "core/notation.h"
#include "core/piece_count.h"
#include "db/bit_stream.h"
#include "solver/search/line_code.h"
#include "solver/search/proof_conversion.h"
#include "tests/core/grown_position.h"
#include "tests/core/oracle_bridge.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// Checks that the position's number stands for one of its images, with White to move.
void check_names(const Board& board, const PositionNumbers& numbers, const Position& position) {
  const auto [number, symmetry] = numbers.place_of(position);
  REQUIRE(number < numbers.end());
  const auto named = numbers.position_of(number);
  REQUIRE(named.has_value());
  const Position moved = image(board, symmetry, position);
  CHECK(named->mover_bb() == moved.mover_bb());
  CHECK(named->opponent_bb() == moved.opponent_bb());
  CHECK(named->crowns_bb() == moved.crowns_bb());
  CHECK(named->side_to_move() == Side::kWhite);
}

}  // namespace

TEST_CASE("each number of a position stands for one class of positions", "[search]") {
  const auto [files, ranks, pieces] = GENERATE(std::tuple(4, 3, 2), std::tuple(3, 3, 2), std::tuple(2, 3, 1));
  const Board board({files, ranks});
  const PositionNumbers numbers(board, pieces);
  const oracle::Universe universe(files, ranks, pieces);
  std::map<std::uint64_t, Position> by_number;
  std::set<Position> classes;
  for (std::size_t i = 0; i < universe.size(); ++i) {
    const Position position = from_oracle(universe.position(i));
    check_names(board, numbers, position);
    const Position least = canonical(board, position);
    classes.insert(least);
    CHECK(by_number.try_emplace(numbers.place_of(position).number, least).first->second == least);
  }
  CHECK(by_number.size() == classes.size());
  // A number that belongs to none of `classes` stands for no position, or for a position in which the game is over.
  std::uint64_t finished = 0;
  std::uint64_t named = 0;
  for (std::uint64_t number = 0; number <= numbers.end(); ++number) {
    const auto position = numbers.position_of(number);
    if (!position) continue;
    ++(position->is_live() ? named : finished);
  }
  CHECK(named == classes.size());
  CHECK(finished > 0);
}

TEST_CASE("positions with twelve pieces have numbers on any board", "[search]") {
  FixedDice dice(1);
  for (const BoardSize size : {BoardSize{7, 6}, BoardSize{8, 8}, BoardSize{9, 7}, BoardSize{2, 6}}) {
    const Board board(size);
    const PositionNumbers numbers(board, kMaxPieces);
    for (int i = 0; i < 300; ++i) check_names(board, numbers, grown_position(board, kMaxPieces, dice));
    CHECK_FALSE(numbers.position_of(UINT64_MAX).has_value());
  }
}

// The expected numbers are computed by hand from docs/formats/proof.md.
TEST_CASE("the example on the page of the format has the line that the page shows", "[search]") {
  const Board board({3, 2});
  const PositionNumbers numbers(board, 2);
  const Position position = parse_position("Wb1/wb1 w").value();
  const RuleSet rules;
  const Move move = parse_move(board, rules, position, "a1c1").value();
  const ProofLine line = line_of(board, rules, numbers, position, {move, 1}).value();
  CHECK(line.number == 199);
  CHECK(line.plies == 1);
  CHECK(line.move_number == 1);
  const auto back = move_of(board, rules, position, numbers.place_of(position).symmetry, line);
  REQUIRE(back.has_value());
  CHECK(back->move == move);
  CHECK_FALSE(line_of(board, rules, numbers, position, {Move::pass(), 1}).has_value());
  CHECK_FALSE(line_of(board, rules, numbers, position, {move, 0}).has_value());
}

TEST_CASE("lines are coded and decoded to the same lines, however far apart their numbers are", "[search]") {
  std::mt19937_64 random(3);
  for (int round = 0; round < 400; ++round) {
    const std::size_t count = round % 4 == 0 ? 1 + random() % 3 : 1 + random() % kLinesPerBlock;
    std::vector<ProofLine> lines;
    const std::uint64_t end = UINT64_MAX >> random() % 40;
    const int spread = static_cast<int>(random() % 50);
    const int unit = 1 + static_cast<int>(random() % 2);
    std::uint64_t number = random() % (end / 2);
    while (lines.size() < count && number < end) {
      const auto plies = static_cast<std::uint16_t>(1 + unit * static_cast<int>(random() % (1 + random() % 15'999)));
      lines.push_back({number, plies, static_cast<std::uint8_t>(random() % kMaxMoves)});
      // Differences between numbers are mostly small, sometimes large.
      const std::uint64_t step = 1 + (random() >> (random() % 8 == 0 ? std::min(spread, 20) : 63 - spread % 20));
      if (step >= end - number) break;
      number += step;
    }
    Bytes bytes;
    encode_lines(lines, bytes);
    CHECK(bytes.size() >= least_block_bytes(lines.size()));
    const std::size_t coded = bytes.size();
    bytes.resize(coded + BitReader::kPadding);
    const auto decode = [&](std::size_t size, std::size_t lines_asked, std::uint64_t below) {
      return decode_lines(ByteView(bytes).first(size), lines.front().number, lines_asked, below);
    };
    const auto read = decode(coded, lines.size(), end);
    REQUIRE(read.has_value());
    CHECK(
        std::equal(read->begin(), read->end(), lines.begin(), lines.end(), [](const ProofLine& a, const ProofLine& b) {
          return a.number == b.number && a.plies == b.plies && a.move_number == b.move_number;
        }));
    CHECK_FALSE(decode(coded, lines.size() + 1, end).has_value());
    CHECK_FALSE(decode(coded, lines.size(), lines.back().number).has_value());
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(coded) - 1, bytes.end(), std::byte{0});
    if (lines.size() > 16) CHECK_FALSE(decode(coded - 1, lines.size(), end).has_value());
  }
}
