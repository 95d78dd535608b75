#include "solver/parallel_perft.h"
#include "core/notation.h"
#include "core/start.h"
#include "tests/test.h"

using namespace uisge;

TEST_CASE("perft is the same from any number of threads", "[perft][parallel]") {
  const Board board(kRealBoard);
  const Position start = start_position(board, 6).value();
  // docs/rules.md
  const std::vector<std::uint64_t> plain{4, 18, 114, 781, 4458, 25285, 166328};
  const std::vector<std::uint64_t> diagonal_passes{4, 18, 120, 861, 5230, 31552, 222451};
  for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
    for (int plies = 1; plies <= 7; ++plies) {
      CAPTURE(threads, plies);
      const auto i = static_cast<std::size_t>(plies - 1);
      for (const InstructionSet set : supported_instruction_sets()) {
        CHECK(parallel_perft(board, {StuckRule::kLoses, false}, start, plies, Leaves::kCounted, threads, set) ==
              plain[i]);
      }
      CHECK(parallel_perft(board, {StuckRule::kPasses, true}, start, plies, Leaves::kPlayed, threads) ==
            diagonal_passes[i]);
    }
  }
}

TEST_CASE("a perft of games that end early", "[perft][parallel]") {
  // White's only piece jumps, becomes a crown, and wins. In the last position the game is already over.
  for (const std::size_t threads : {1U, 2U}) {
    const Position one_ply = parse_position("wb1/3 w").value();
    const Board board(one_ply.size());
    CHECK(parallel_perft(board, {}, one_ply, 0, Leaves::kCounted, threads) == 1);
    CHECK(parallel_perft(board, {}, one_ply, 1, Leaves::kCounted, threads) == 1);
    for (int plies = 2; plies <= 9; ++plies) {
      CHECK(parallel_perft(board, {}, one_ply, plies, Leaves::kCounted, threads) == 0);
    }
    const Position over = parse_position("Wb1/3 b").value();
    CHECK(parallel_perft(board, {}, over, 1, Leaves::kPlayed, threads) == 0);
    CHECK(perft_divide(board, {}, over, 1, Leaves::kPlayed, threads).empty());
  }
}

TEST_CASE("the shares of the first moves add up", "[perft][parallel]") {
  const Position position = parse_position("2B4/2BWB2/2b1b2/3Www1/3wwb1/7 b").value();
  const Board board(position.size());
  // tests/data/perft.txt
  const auto shares = perft_divide(board, {}, position, 5, Leaves::kCounted, 2);
  CHECK(shares.size() == 4);
  std::uint64_t sum = 0;
  for (const PerftShare& share : shares) {
    CHECK(share.sequences == perft(board, {}, play(board, position, share.move), 4, Leaves::kPlayed));
    sum += share.sequences;
  }
  CHECK(sum == 16172);
}
