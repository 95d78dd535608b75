// Tests the verdict of a move for the side that makes it, and the order of verdicts.
#include "core/verdict.h"
#include "tests/test.h"

using namespace uisge;

namespace {

// The order of preference, the best first; the verdicts of one row are equally good.
const std::vector<std::vector<Verdict>> kBestFirst{
    {Verdict::win(1)},
    {Verdict::win(7)},
    {Verdict::win(kMaxPlies)},
    {Verdict::win(kUncountedPlies)},
    {Verdict::undecided_within(3), Verdict::undecided_within(0), Verdict::undecided_within(12)},
    {Verdict::draw()},
    {Verdict::loss(kUncountedPlies)},
    {Verdict::loss(8)},
    {Verdict::loss(0)}};

}  // namespace

TEST_CASE("verdicts are ranked: quick wins, late wins, undecided, draws, late losses, quick losses", "[verdict]") {
  for (std::size_t i = 0; i < kBestFirst.size(); ++i) {
    for (std::size_t j = 0; j < kBestFirst.size(); ++j) {
      CAPTURE(i, j);
      for (const Verdict a : kBestFirst[i]) {
        for (const Verdict b : kBestFirst[j]) CHECK(is_better(a, b) == (i < j));
      }
    }
  }
}

TEST_CASE("a move's verdict is the opposite of the next position's verdict, one ply later", "[verdict]") {
  CHECK(verdict_before(Verdict::win(6)) == Verdict::loss(7));
  CHECK(verdict_before(Verdict::loss(0)) == Verdict::win(1));
  CHECK(verdict_before(Verdict::draw()) == Verdict::draw());
  CHECK(verdict_before(Verdict::undecided_within(4)) == Verdict::undecided_within(5));
  CHECK(verdict_before(Verdict::win(kUncountedPlies)) == Verdict::loss(kUncountedPlies));
  CHECK(verdict_before(Verdict::loss(kUncountedPlies)) == Verdict::win(kUncountedPlies));
}

TEST_CASE("what is better for one side is worse for the other", "[verdict]") {
  for (std::size_t i = 0; i < kBestFirst.size(); ++i) {
    for (std::size_t j = 0; j < kBestFirst.size(); ++j) {
      const Verdict a = kBestFirst[i].front();
      const Verdict b = kBestFirst[j].front();
      // Undecided verdicts are left out: each side may still win an undecided position, so each prefers it to a draw.
      if (!a.is_decided() || !b.is_decided()) continue;
      CAPTURE(i, j);
      CHECK(is_better(a, b) == is_better(verdict_before(b), verdict_before(a)));
    }
  }
}
