// Compares the hardness of drawing moves with a computation by brute force, which uses the oracle's moves.
#include "db/move_hardness.h"
#include "core/notation.h"
#include "tests/core/oracle_bridge.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// Computes the hardness exactly as its definition says, without a cache or cuts.
class BruteForce {
 public:
  explicit BruteForce(const oracle::Game& game) : solved_(game) {}

  oracle::Outcome outcome(const oracle::Position& position) const { return solved_.label(position).outcome; }

  // REQUIRES: the side to move is the one whose errors are counted.
  double hardness(const oracle::Position& position, int plies) const {
    const auto replies = oracle::successors(game(), position);
    double sum = 0;
    for (const oracle::Position& reply : replies) {
      if (outcome(reply) == oracle::Outcome::kWin) {
        sum += 1;
      } else if (plies > 1) {
        double best = 0;
        for (const oracle::Position& answer : oracle::successors(game(), reply)) {
          if (outcome(answer) == oracle::Outcome::kDraw) best = std::max(best, hardness(answer, plies - 2));
        }
        sum += best;
      }
    }
    return replies.empty() ? 0 : sum / static_cast<double>(replies.size());
  }

  const oracle::Game& game() const { return solved_.game(); }

 private:
  oracle::SolvedGame solved_;
};

// Counts the cases by kind; the test fails if a kind does not occur.
struct SeenDraws {
  int moves = 0;
  int certain = 0;     // moves with a hardness of 0 or 1
  int uncertain = 0;   // moves with a hardness between 0 and 1
  int reordered = 0;   // positions in which the hardest move is not the first in the order of the texts
  int passes = 0;      // moves after which the opponent can only pass
  int dead_draws = 0;  // moves that end the game
};

void check_draws(Probe& probe, const Position& position, const BruteForce& expected, int plies, SeenDraws& seen) {
  const Board& board = probe.board();
  Analysis analysis = probe.analyse(position).value();
  const Analysis plain = analysis;
  REQUIRE(add_hardness(probe, position, analysis, plies));
  REQUIRE(analysis.moves.size() == plain.moves.size());
  if (!analysis.verdict.is_draw()) {
    for (std::size_t i = 0; i < plain.moves.size(); ++i) {
      CHECK(analysis.moves[i].move == plain.moves[i].move);
      CHECK(!analysis.moves[i].hardness);
    }
    return;
  }
  for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
    const RankedMove& move = analysis.moves[i];
    INFO(to_text(board, position) << " " << to_text(board, move.move) << " " << plies);
    CHECK(move.hardness.has_value() == move.verdict.is_draw());
    if (!move.hardness) continue;
    const Position after = play(board, position, move.move);
    const oracle::Position there = oracle::parse(to_text(board, after));
    CHECK(move.hardness->share == Approx(expected.hardness(there, plies)).margin(1e-9));
    const auto replies = oracle::successors(expected.game(), there);
    CHECK(move.hardness->replies == static_cast<int>(replies.size()));
    CHECK(move.hardness->losing_replies == std::count_if(replies.begin(), replies.end(), [&](const auto& reply) {
            return expected.outcome(reply) == oracle::Outcome::kWin;
          }));
    if (i > 0) {
      const RankedMove& before = analysis.moves[i - 1];
      CHECK(before.hardness->share >= move.hardness->share);
      if (before.hardness->share == move.hardness->share)
        CHECK(to_text(board, before.move) < to_text(board, move.move));
    }
    ++seen.moves;
    ++(move.hardness->share > 0 && move.hardness->share < 1 ? seen.uncertain : seen.certain);
    if (replies.empty()) ++seen.dead_draws;
    const MoveList their_moves = playable_moves(board, probe.identity().rules, after);
    if (!their_moves.empty() && their_moves.front().is_pass()) ++seen.passes;
  }
  if (!plain.moves.empty() && analysis.moves.front().move != plain.moves.front().move) ++seen.reordered;
}

}  // namespace

TEST_CASE("the hardness of every draw is that of brute force", "[db][hardness]") {
  SeenDraws seen;
  struct Case {
    int files, ranks, pieces, plies;
    std::size_t step;
  };
  // The board 3x2 is nearly full, so players pass, and games end because both sides are stuck.
  for (const Case& one : {Case{3, 2, 2, 7, 1}, Case{4, 3, 2, 1, 5}, Case{4, 3, 2, 3, 47}, Case{4, 3, 2, 5, 397},
                          Case{3, 3, 3, 3, 61}, Case{3, 3, 3, 5, 401}}) {
    const oracle::Universe universe(one.files, one.ranks, one.pieces);
    for (const RuleSet rules : kAllRuleSets) {
      INFO(one.files << "x" << one.ranks << " " << to_string(rules));
      const BruteForce expected(oracle_game({one.files, one.ranks}, one.pieces, rules));
      const NaiveLabels labels = naive_labels({{one.files, one.ranks}, one.pieces, rules});
      for (const CodecId codec : kAllCodecs) {
        const WrittenDatabase database(labels, codec);
        Probe probe(*database);
        for (std::size_t i = static_cast<std::size_t>(codec); i < universe.size(); i += one.step) {
          oracle::Position position = universe.position(i);
          if (i % 2 == 0) position = oracle::colours_exchanged(position);
          check_draws(probe, from_oracle(position), expected, one.plies, seen);
        }
      }
    }
  }
  CAPTURE(seen.moves, seen.certain, seen.uncertain, seen.reordered, seen.passes, seen.dead_draws);
  CHECK(seen.certain > 100);
  CHECK(seen.uncertain > 1000);
  CHECK(seen.reordered > 100);
  CHECK(seen.passes > 10);
  CHECK(seen.dead_draws > 10);
}

TEST_CASE("positions that mirror each other have the same hardness to the last bit", "[db][hardness][law]") {
  const WrittenDatabase database({{3, 3}, 3, {}});
  Probe probe(*database);
  const Board& board = database->board();
  const oracle::Universe universe(3, 3, 3);
  int compared = 0;
  for (std::size_t i = 0; i < universe.size(); i += 13) {
    const Position position = from_oracle(universe.position(i));
    if (probe.label(position).value().outcome != Outcome::kDraw) continue;
    const Hardness here = hardness_of(probe, {position}, 5).value().front();
    for (int s = 1; s < board.symmetry_count(); ++s) {
      const Hardness there = hardness_of(probe, {image(board, Symmetry(s), position)}, 5).value().front();
      CHECK(there.share == here.share);
      ++compared;
    }
  }
  CHECK(compared > 50);
}
