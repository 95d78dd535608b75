// Tests proofs that follow a guide.
#include "solver/search/proof_completion.h"
#include <unordered_set>

#include "core/notation.h"
#include "core/piece_count.h"
#include "core/start.h"
#include "tests/search/small_prover.h"

using namespace uisge;
using namespace uisge::test;

namespace {

Result<Completion> completed(Prover& prover, const Position& position, ClaimKind kind, const Strategy& guide,
                             Strategy& proved) {
  CompletionOptions options;
  options.first_visits = 64;  // so that there is more than one round
  return complete(prover, position, kind, guide, proved, options);
}

// Returns the part of the certificate's strategy for the first `plies` plies: the lines with more than
// certificate.plies - plies plies left.
Strategy first_lines(const Certificate& certificate, int plies) {
  Strategy guide;
  for (const auto& [position, line] : certificate.strategy) {
    if (line.plies > certificate.plies - plies) guide.emplace(position, line);
  }
  return guide;
}

}  // namespace

TEST_CASE("what a guide leaves open is proved, by any number of threads", "[search][parallel]") {
  const Board board(kSmallBoard);
  std::size_t threads = 1;
  std::size_t guided = 0;
  for (const RuleSet rules : kAllRuleSets) {
    Strategy of_other_positions;
    for (const auto outcome : {oracle::Outcome::kWin, oracle::Outcome::kLoss}) {
      const Position position = hardest(rules, outcome);
      CAPTURE(to_text(board, position), to_string(rules), threads);
      const auto first = prover_of(board, rules);
      const ProverResult result = first->prove(position);
      const Certificate known = certificate_of(*first, position, result.verdict).value();
      const auto prover = prover_of(board, rules, threads);
      for (const int plies : {0, 4, 500}) {
        const Strategy guide = first_lines(known, plies);
        Strategy proved;
        const Completion completion = completed(*prover, position, known.kind, guide, proved).value();
        CHECK(completion.end == ProverEnd::kDecided);
        check_classes(*prover, completion.certificate.value());
        CHECK(proved.empty() == (plies == 500));
        guided += guide.size();
        // A second run with the proved strategies searches nothing, also if other strategies are among them.
        add_faster_lines(proved, of_other_positions);
        const std::uint64_t visits = prover->visits();
        const Completion again = completed(*prover, position, known.kind, guide, proved).value();
        check_classes(*prover, again.certificate.value());
        CHECK(prover->visits() == visits);
        of_other_positions = proved;
      }
      threads = threads == 4 ? 1 : 2 * threads;
    }
  }
  CHECK(guided > 100);
}

TEST_CASE("a proof with a guide reports, saves and can be cancelled within one search", "[search][parallel]") {
  const Board board(kRealBoard);
  const Position start = start_position(board, kMaxPieces).value();
  for (const std::size_t threads : {std::size_t{1}, std::size_t{2}}) {
    std::atomic<bool> cancel{false};
    const ProverLimits limits{
        .memory_bytes = 1 << 24, .threads = threads, .time = std::chrono::seconds(300), .cancel = &cancel};
    const auto prover = Prover::make(board, {StuckRule::kDraws, false}, limits).value();
    CompletionOptions options;
    options.first_visits = options.most_visits;  // so that the first search does not end by itself
    int reports = 0;
    int saves = 0;
    options.observer = [&](const CompletionProgress& now) {
      CHECK(now.done == 0);
      ++reports;
    };
    options.save_when_due = [&](const Strategy&) {
      if (++saves == 2) cancel = true;
    };
    // The guide has no move. So the start itself is to be proved won, or every position after a move from the start.
    const ClaimKind kind = threads == 1 ? ClaimKind::kWin : ClaimKind::kLoss;
    Strategy proved;
    const Completion completion = complete(*prover, start, kind, {}, proved, options).value();
    CHECK(completion.end == ProverEnd::kCancelled);
    CHECK_FALSE(completion.unproved.value().empty());
    CHECK(saves >= 2);
    CHECK(reports == saves + 1);  // one with each save, and one at the end
  }
}

TEST_CASE("a guide that cannot be followed is refused with the position", "[search]") {
  const Board board(kSmallBoard);
  const RuleSet rules{StuckRule::kLoses, false};
  const Position position = hardest(rules, oracle::Outcome::kWin);
  const auto prover = prover_of(board, rules);
  const auto refusal = [&](const Strategy& guide) {
    Strategy proved;
    const auto completion = completed(*prover, position, ClaimKind::kWin, guide, proved);
    check_error(completion, ErrorKind::kUsage);
    return completion.error().message;
  };
  const Strategy nowhere{{class_image(board, prover->keys(), position).position, {{Square(0), Square(11)}, 0}}};
  CHECK(contains(refusal(nowhere), "cannot be played"));

  // A guide that always names the first move, or always the last, goes in a circle or lets the loser complete.
  const oracle::Universe universe(kSmallBoard.files, kSmallBoard.ranks, kSmallPieces);
  int circles = 0;
  int let_off = 0;
  for (const bool first : {true, false}) {
    Strategy aimless;
    for (std::size_t i = 0; i < universe.size(); ++i) {
      const Position there = from_oracle(universe.position(i));
      const MoveList moves = playable_moves(board, rules, there);
      if (!moves.empty()) aimless.emplace(there, StrategyMove{first ? moves.front() : moves.back(), 0});
    }
    const std::string message = refusal(guide_of(board, prover->keys(), aimless));
    if (contains(message, "circle")) ++circles;
    if (contains(message, "without a win")) ++let_off;
  }
  CHECK(circles + let_off == 2);
  CHECK(circles > 0);
}

TEST_CASE("of several lines for a class, the one with the fewest plies guides", "[search]") {
  const Board board(kSmallBoard);
  const auto prover = prover_of(board, {});
  const Position position = hardest({}, oracle::Outcome::kWin);
  const Move move = playable_moves(board, {}, position).front();
  for (const int plies : {5, 9}) {  // the plies of the position; its images have 7
    Strategy lines{{position, {move, plies}}};
    for (int i = 1; i < board.symmetry_count(); ++i) {
      lines.try_emplace(image(board, Symmetry(i), position), StrategyMove{image(board, Symmetry(i), move), 7});
    }
    REQUIRE(lines.size() > 1);
    const Strategy guide = guide_of(board, prover->keys(), lines);
    REQUIRE(guide.size() == 1);
    CHECK(guide.begin()->second.plies == std::min(plies, 7));
  }
}

TEST_CASE("a guide may have games of thousands of moves", "[search]") {
  constexpr std::size_t kMoves = 20'000;
  const Board board(kRealBoard);
  const RuleSet rules{StuckRule::kDraws, false};
  const auto prover = prover_of(board, rules);
  const Position start = parse_position("7/3b3/1bbbbb1/1wwwww1/3w3/7 w").value();
  // The guide's game begins after a move from `start`. By symmetry, another position after a move has the same class.
  const std::vector<Position> after_start = winners_turns(board, rules, start, ClaimKind::kLoss);
  const Position turn = after_start.front();
  const auto class_of = [&](const Position& position) { return class_image(board, prover->keys(), position).position; };
  REQUIRE(std::count_if(after_start.begin(), after_start.end(),
                        [&](const Position& other) { return class_of(other) == class_of(turn); }) > 1);
  std::mt19937 random(1);
  Strategy guide;
  std::unordered_set<Position, PositionHash> seen;
  // The positions after `move` and each answer; none if the game may end there or come to a position that it had.
  const auto turns_after = [&](const Position& position, Move move) {
    std::vector<Position> turns;
    const Position next = play(board, position, move);
    for (const Move answer : playable_moves(board, rules, next)) {
      turns.push_back(class_of(play(board, next, answer)));
      if (outcome_if_over(board, rules, turns.back()) || seen.contains(turns.back())) return std::vector<Position>();
    }
    return turns;
  };
  std::vector<Position> game{class_of(turn)};
  while (game.size() <= kMoves) {
    seen.insert(game.back());
    guide.erase(game.back());
    std::vector<Position> turns;
    MoveList moves = playable_moves(board, rules, game.back());
    std::shuffle(moves.begin(), moves.end(), random);
    for (const Move move : moves) {
      turns = turns_after(game.back(), move);
      if (turns.empty()) continue;
      guide[game.back()] = {move, 0};
      break;
    }
    if (turns.empty()) {
      game.pop_back();
    } else {
      game.push_back(turns[random() % turns.size()]);
    }
  }
  Strategy proved;
  CompletionOptions options;
  options.most_visits = 0;  // nothing is searched
  const Completion completion = complete(*prover, turn, ClaimKind::kWin, guide, proved, options).value();
  CHECK(completion.end == ProverEnd::kNobodyWins);
  CHECK(completion.unproved.value().size() > kMoves);

  // Following such a guide ends early if the time is up or the flag cancels.
  const std::atomic<bool> cancel{true};
  const ProverLimits no_time{.memory_bytes = 1 << 20, .time = std::chrono::seconds(0)};
  const ProverLimits cancelled{.memory_bytes = 1 << 20, .cancel = &cancel};
  for (const auto& [limits, end] :
       {std::pair(no_time, ProverEnd::kTimeUp), std::pair(cancelled, ProverEnd::kCancelled)}) {
    const auto stopped = Prover::make(board, rules, limits).value();
    for (const ClaimKind kind : {ClaimKind::kWin, ClaimKind::kLoss}) {
      const Position& position = kind == ClaimKind::kWin ? turn : start;
      const Completion left = complete(*stopped, position, kind, guide, proved, options).value();
      CHECK(left.end == end);
      CHECK_FALSE(left.certificate.has_value());
      CHECK_FALSE(left.unproved.has_value());
    }
  }
}

TEST_CASE("a guide that is followed again, after all gaps are proved, can be left", "[search]") {
  const Board board(kRealBoard);
  const Position start = start_position(board, 4).value();  // won in 37 plies (docs/results.csv)
  const auto first = Prover::make(board, {}, {.memory_bytes = 1 << 26}).value();
  const Certificate known = certificate_of(*first, start, first->prove(start).verdict).value();
  const auto last_move = std::find_if(known.strategy.begin(), known.strategy.end(),
                                      [](const auto& line) { return line.second.plies == 1; });
  REQUIRE(last_move != known.strategy.end());
  Strategy guide = known.strategy;
  guide.erase(last_move->first);
  for (const bool cancels : {false, true}) {
    std::atomic<bool> cancel{false};
    const auto prover = Prover::make(board, {}, {.memory_bytes = 1 << 20, .cancel = &cancel}).value();
    CompletionOptions options;
    options.observer = [&](const CompletionProgress& now) {
      if (now.round > 0 && now.done == now.total) cancel = cancels;
    };
    Strategy proved;
    const Completion completion = complete(*prover, start, known.kind, guide, proved, options).value();
    CHECK(completion.unproved.value().empty());
    CHECK(completion.end == (cancels ? ProverEnd::kCancelled : ProverEnd::kDecided));
    CHECK(completion.certificate.has_value() != cancels);
  }
}
