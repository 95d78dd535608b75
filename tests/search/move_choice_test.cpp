// Tests that levels of play and marks of moves are as move_choice.h and move_review.h define. The moves' verdicts are
// made up.
#include "solver/search/move_choice.h"
#include "solver/search/move_review.h"
#include "tests/test.h"

using namespace uisge;

namespace {

constexpr Verdict kWin = Verdict::win(kUncountedPlies);  // without a distance
constexpr Verdict kLoss = Verdict::loss(kUncountedPlies);
constexpr auto kOpen = Verdict::undecided_within;

RankedMove move_with(int number, Verdict verdict) {
  return {{Square(0), Square(number)}, verdict};
}

// A win in 5, a win in 9, a draw, a loss in 8 and a loss in 2.
const std::vector<RankedMove> kAdvice{move_with(1, Verdict::win(5)), move_with(2, Verdict::win(9)),
                                      move_with(3, Verdict::draw()), move_with(4, Verdict::loss(8)),
                                      move_with(5, Verdict::loss(2))};

}  // namespace

TEST_CASE("the value that a move gives away is counted in points", "[play]") {
  CHECK(points_lost(kAdvice) == std::vector<double>{0, 4, 100, 200, 200});
  const std::vector<RankedMove> lost(kAdvice.begin() + 3, kAdvice.end());
  CHECK(points_lost(lost) == std::vector<double>{0, 6});
  const std::vector<RankedMove> open{move_with(1, kOpen(7)), move_with(2, kOpen(7)), move_with(3, Verdict::loss(4))};
  CHECK(points_lost(open) == std::vector<double>{0, 2, 100});
  CHECK(points_lost({move_with(1, Verdict::win(1)), move_with(2, Verdict::win(400))}).back() == 50);
}

TEST_CASE("levels choose moves as often as their weights say", "[play]") {
  std::mt19937_64 random(7);
  constexpr int kDraws = 20000;
  double loss_before = 1e9;
  for (const int level : {1, 2, 3, 5, 9, 10}) {
    const std::vector<double> weights = move_weights(kAdvice, level);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<int> chosen(kAdvice.size());
    for (int i = 0; i < kDraws; ++i) ++chosen[choose_move(kAdvice, level, random)];
    double loss = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double share = weights[i] / sum;
      // A count may be wrong by five standard deviations of a binomial count, and by one for rounding.
      CHECK(std::abs(chosen[i] - kDraws * share) <= 5 * std::sqrt(kDraws * share * (1 - share)) + 1);
      loss += points_lost(kAdvice)[i] * chosen[i] / kDraws;
    }
    CHECK(loss < loss_before);
    loss_before = loss;
  }
  CHECK(loss_before == 0);  // the strongest level
  const std::vector<double> weakest = move_weights(kAdvice, kWeakestLevel);
  CHECK(std::abs(weakest[2] / weakest[0] - std::exp(-0.5)) < 1e-12);
}

TEST_CASE("the same seed chooses the same moves", "[play]") {
  std::mt19937_64 one(5);
  std::mt19937_64 two(5);
  for (int i = 0; i < 100; ++i) CHECK(choose_move(kAdvice, 1, one) == choose_move(kAdvice, 1, two));
}

TEST_CASE("a move is marked by what it gives away, and only a slow win or a quick loss gives plies away", "[play]") {
  struct Row {
    std::ptrdiff_t first;  // the moves before kAdvice[first] are left out
    std::size_t played;
    MoveMark mark;
    int plies;
  };
  for (const Row& row :
       {Row{0, 0, MoveMark::kNone, 0}, Row{0, 1, MoveMark::kSlow, 4}, Row{0, 2, MoveMark::kMistake, 0},
        Row{0, 4, MoveMark::kMistake, 0}, Row{2, 2, MoveMark::kNone, 0}, Row{2, 3, MoveMark::kMistake, 0},
        Row{3, 3, MoveMark::kNone, 0}, Row{3, 4, MoveMark::kSlow, 6}}) {
    CAPTURE(row.first, row.played);
    const MoveReview review = review_move({kAdvice.begin() + row.first, kAdvice.end()}, kAdvice[row.played].move);
    CHECK(review.mark == row.mark);
    CHECK(review.plies_given_away() == row.plies);
  }
}

TEST_CASE("a move that alone keeps the value is recognised", "[play]") {
  const auto is_only = [](const std::vector<RankedMove>& advice, std::size_t played = 0) {
    return review_move(advice, advice[played].move).is_only;
  };
  const auto from = [](std::size_t first, std::size_t end) {
    return std::vector<RankedMove>(kAdvice.begin() + static_cast<std::ptrdiff_t>(first),
                                   kAdvice.begin() + static_cast<std::ptrdiff_t>(end));
  };
  CHECK(!is_only(kAdvice));        // two moves win
  CHECK(is_only(from(1, 5)));      // one move wins
  CHECK(!is_only(from(1, 5), 1));  // another move was played
  CHECK(is_only(from(2, 5)));      // one move draws
  CHECK(!is_only(from(3, 5)));     // all moves lose
  CHECK(!is_only(from(1, 2)));     // there is no other move
  // An undecided move may be as good as the best, and may lose like the others.
  const RankedMove open = move_with(6, kOpen(7));
  CHECK(!is_only({kAdvice[0], open}));
  CHECK(!is_only({open, kAdvice[3], kAdvice[4]}));
}

TEST_CASE("a mark is given only for what the verdicts prove", "[play]") {
  // The played move and another move, with the expected review.
  struct Row {
    Verdict played;
    RankedMove other;
    MoveMark mark;
    bool is_judged;
    bool may_be_mistake;
  };
  const auto by = [](Verdict verdict, int at_least = 1, int at_most = kUncountedPlies) {
    RankedMove move = move_with(2, verdict);
    move.at_least = static_cast<Plies>(at_least);
    move.at_most = static_cast<Plies>(at_most);
    return move;
  };
  for (const Row& row : {
           // An undecided move may win, but later than its bound.
           Row{kOpen(9), by(Verdict::win(9)), MoveMark::kSlow, true, false},
           Row{kOpen(8), by(Verdict::win(9)), MoveMark::kNone, false, true},
           Row{kOpen(1), by(kWin), MoveMark::kNone, false, true},
           Row{kOpen(7), by(kWin, 1, 7), MoveMark::kSlow, true, false},
           Row{kOpen(9), by(kOpen(9)), MoveMark::kNone, false, false},
           Row{kOpen(9), by(Verdict::loss(10)), MoveMark::kNone, true, false},
           // An undecided move may lose, but later than its bound.
           Row{Verdict::loss(2), by(kOpen(2)), MoveMark::kSlow, true, false},
           Row{Verdict::loss(4), by(kOpen(2)), MoveMark::kNone, false, true},
           Row{kLoss, by(kOpen(0)), MoveMark::kNone, false, true},
           Row{Verdict::draw(), by(kOpen(9)), MoveMark::kNone, false, false},
           Row{Verdict::win(11), by(kOpen(9)), MoveMark::kNone, false, false},
           Row{Verdict::win(9), by(kOpen(9)), MoveMark::kNone, true, false},
           // Wins and losses without a distance.
           Row{kWin, by(kWin), MoveMark::kNone, true, false},
           Row{kLoss, by(kLoss), MoveMark::kNone, true, false},
           Row{kWin, by(Verdict::win(9)), MoveMark::kNone, false, false},
           Row{Verdict::win(9), by(kWin), MoveMark::kNone, false, false},
           Row{Verdict::win(9), by(kWin, 9), MoveMark::kNone, true, false},
           Row{Verdict::win(9), by(kWin, 1, 8), MoveMark::kSlow, true, false},
           Row{Verdict::draw(), by(kWin), MoveMark::kMistake, true, false},
           Row{kLoss, by(Verdict::draw()), MoveMark::kMistake, true, false},
       }) {
    std::vector<RankedMove> advice{move_with(1, row.played), row.other};
    rank_moves(advice);
    const MoveReview review = review_move(advice, advice[advice[0].move.to == Square(1) ? 0 : 1].move);
    CAPTURE(row.played.plies, row.other.verdict.plies, row.other.at_least, row.other.at_most);
    CHECK(review.mark == row.mark);
    CHECK(review.is_judged == row.is_judged);
    CHECK(review.may_be_mistake() == row.may_be_mistake);
    CHECK(review.plies_given_away() == 0);
    if (row.mark != MoveMark::kNone) CHECK(review.best.move == row.other.move);
  }
  // The best move is undecided, but another move is known to keep the draw that the played move gave away.
  const std::vector<RankedMove> advice{move_with(1, kOpen(7)), move_with(2, Verdict::draw()),
                                       move_with(3, Verdict::loss(8))};
  const MoveReview review = review_move(advice, advice[2].move);
  CHECK(review.mark == MoveMark::kMistake);
  CHECK(review.best.move == advice[1].move);
}

TEST_CASE("the next position tells more about a move", "[play]") {
  struct Row {
    Verdict known;
    Verdict after;
    Verdict expected;
  };
  for (const Row& row : {Row{kOpen(9), Verdict::loss(12), Verdict::win(13)},
                         {kOpen(9), Verdict::draw(), Verdict::draw()},
                         {kOpen(1), kLoss, kWin},
                         {kWin, Verdict::loss(4), Verdict::win(5)},
                         {kWin, kLoss, kWin},
                         {kOpen(9), kOpen(12), kOpen(9)},
                         {Verdict::win(5), kLoss, Verdict::win(5)}}) {
    // The other move wins in 11.
    std::vector<RankedMove> advice{move_with(1, row.known), move_with(2, Verdict::win(11))};
    const Move played = advice[0].move;
    rank_moves(advice);
    learn_from_next(advice, played, row.after);
    const MoveReview review = review_move(advice, played);
    CHECK(review.played.verdict == row.expected);
    CHECK(advice.front().verdict == (is_better(row.expected, Verdict::win(11)) ? row.expected : Verdict::win(11)));
  }
}
