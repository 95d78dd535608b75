#include "solver/placements/position_key.h"
#include "core/piece_count.h"
#include "core/position.h"
#include "tests/core/grown_position.h"
#include "tests/core/oracle_bridge.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

Pieces image_of(const Board& board, Symmetry symmetry, const Pieces& pieces) {
  return {board.image(symmetry, pieces.mover_bb), board.image(symmetry, pieces.opponent_bb),
          board.image(symmetry, pieces.crowns_bb)};
}

bool is_image_of(const Board& board, const Pieces& a, const Pieces& b) {
  for (int s = 0; s < board.symmetry_count(); ++s) {
    const Pieces image = image_of(board, Symmetry(s), a);
    if (image.mover_bb == b.mover_bb && image.opponent_bb == b.opponent_bb && image.crowns_bb == b.crowns_bb) {
      return true;
    }
  }
  return false;
}

// These functions make one change: the piece on a square is turned over, changes sides, or goes to another square. The
// result may be impossible in the game, but its key must still differ from the original's key.
Pieces turned_over(Pieces pieces, Square at) {
  pieces.crowns_bb = pieces.crowns_bb ^ SquareSet(at);
  return pieces;
}
Pieces of_other_side(Pieces pieces, Square at) {
  pieces.mover_bb = pieces.mover_bb ^ SquareSet(at);
  pieces.opponent_bb = pieces.opponent_bb ^ SquareSet(at);
  return pieces;
}
Pieces moved(Pieces pieces, Square from, Square to) {
  for (SquareSet* const set_bb : {&pieces.mover_bb, &pieces.opponent_bb, &pieces.crowns_bb}) {
    if (set_bb->contains(from)) *set_bb = set_bb->without(from).with(to);
  }
  return pieces;
}

}  // namespace

TEST_CASE("keys are equal for the images of a position and for nothing else", "[search]") {
  const auto [files, ranks, pieces] = GENERATE(std::tuple(4, 3, 2), std::tuple(3, 3, 2), std::tuple(2, 5, 2));
  const Board board({files, ranks});
  const KeyMaker keys(board, best_instruction_set());
  const oracle::Universe universe(files, ranks, pieces);
  std::map<std::tuple<std::uint64_t, std::uint32_t>, Position> seen;
  for (std::size_t i = 0; i < universe.size(); ++i) {
    const Position position = from_oracle(universe.position(i));
    const CanonicalKey made = keys.key_of(pieces_of(position), Attacker::kMover);
    const Position representative = canonical(board, position);
    const auto [entry, is_new] = seen.emplace(std::tuple(made.key.occupied_bits, made.key.piece_bits), representative);
    REQUIRE(entry->second == representative);
    REQUIRE(board.image(made.symmetry, position.occupied_bb()).bits() == made.key.occupied_bits);
    for (int s = 0; s < board.symmetry_count(); ++s) {
      const Position other = image(board, Symmetry(s), position);
      REQUIRE(keys.key_of(pieces_of(other), Attacker::kMover).key == made.key);
    }
    REQUIRE_FALSE(keys.key_of(pieces_of(position), Attacker::kOpponent).key == made.key);
  }
}

// The boards include the largest ones, whose keys use every bit.
TEST_CASE("with six pieces a side every piece's square, side and crown matters to the key", "[search]") {
  const BoardSize size =
      GENERATE(BoardSize{7, 6}, BoardSize{9, 7}, BoardSize{7, 9}, BoardSize{8, 8}, BoardSize{9, 2}, BoardSize{4, 4});
  CAPTURE(to_string(size));
  const Board board(size);
  const KeyMaker keys(board, best_instruction_set());
  std::vector<KeyMaker> every_maker;
  for (const InstructionSet set : supported_instruction_sets()) every_maker.emplace_back(board, set);
  FixedDice dice(64);
  for (int round = 0; round < 60; ++round) {
    const Pieces pieces = pieces_of(grown_position(board, kMaxPieces, dice));
    const PositionKey key = keys.key_of(pieces, Attacker::kMover).key;
    for (const KeyMaker& maker : every_maker) REQUIRE(maker.key_of(pieces, Attacker::kMover).key == key);
    REQUIRE_FALSE(keys.key_of(pieces, Attacker::kOpponent).key == key);
    for (int s = 0; s < board.symmetry_count(); ++s) {
      REQUIRE(keys.key_of(image_of(board, Symmetry(s), pieces), Attacker::kMover).key == key);
    }
    for (const Square at : pieces.occupied_bb()) {
      const Square elsewhere = chosen_square(board.all_bb() - pieces.occupied_bb(), dice);
      for (const Pieces& other : {turned_over(pieces, at), of_other_side(pieces, at), moved(pieces, at, elsewhere)}) {
        const PositionKey other_key = keys.key_of(other, Attacker::kMover).key;
        for (const KeyMaker& maker : every_maker) REQUIRE(maker.key_of(other, Attacker::kMover).key == other_key);
        REQUIRE((other_key == key) == is_image_of(board, other, pieces));
      }
    }
  }
}
