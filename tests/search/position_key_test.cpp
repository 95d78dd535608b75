#include "solver/search/position_key.h"

#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "core/notation.h"
#include "core/position.h"
#include "tests/oracle/oracle_universe.h"

using namespace uisge;

namespace {

Pieces pieces_of(const Position& position) {
  return {position.mover_bb(), position.opponent_bb(), position.crowns_bb()};
}

}  // namespace

TEST_CASE("keys are equal for the images of a position and for nothing else", "[search]") {
  const auto [files, ranks, pieces] = GENERATE(std::tuple(4, 3, 2), std::tuple(3, 3, 2), std::tuple(2, 5, 2));
  const Board board({files, ranks});
  const KeyMaker keys(board);
  const oracle::Universe universe(files, ranks, pieces);
  std::map<std::tuple<std::uint64_t, std::uint32_t>, Position> seen;
  for (std::size_t i = 0; i < universe.size(); ++i) {
    const Position position = parse_position(oracle::print(universe.position(i))).value();
    const CanonicalKey made = keys.key_of(pieces_of(position), Attacker::kMover);
    const Position representative = canonical(board, position);
    const auto [entry, is_new] = seen.emplace(std::tuple(made.key.occupied_bits, made.key.piece_bits), representative);
    REQUIRE(entry->second == representative);
    // The key's squares are those of the image that it says it took.
    REQUIRE(board.image(made.symmetry, position.occupied_bb()).bits() == made.key.occupied_bits);
    for (int s = 0; s < board.symmetry_count(); ++s) {
      const Position other = image(board, Symmetry(s), position);
      REQUIRE(keys.key_of(pieces_of(other), Attacker::kMover).key == made.key);
    }
    REQUIRE_FALSE(keys.key_of(pieces_of(position), Attacker::kOpponent).key == made.key);
  }
}
