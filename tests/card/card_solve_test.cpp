// A solve on the emulated card (fake_driver.h) makes the same files, byte for byte, as a solve on processors.
#include "tests/card/card_solve_fixture.h"

namespace uisge {

namespace {

using namespace test;
using namespace test::card_solve;

void check_solve(const Expected& expected, double share) {
  const DatabaseIdentity& identity = expected.result.plan.identity;
  CAPTURE(to_string(identity), share);
  reset_fake_card();
  const TemporaryDirectory directory;
  const Files files{directory, "card"};
  const ValuesRequest request = by_card(identity, files, share);
  Told told;
  const auto solved = solve(request, &told);
  REQUIRE(solved);
  check_end(expected, files, *solved);
  CHECK(told.starts == std::vector<Outcome>{*expected.result.start});
  CHECK(told.notes.empty());
  REQUIRE(solved->card);
  CHECK(solved->card->split.card_bytes <= request.card_memory_bytes);
  CHECK((solved->card->split.pinned_bytes == 0) == (share == 1));
  // Progress reports count the bytes that are copied between the card and this machine.
  CHECK((solved->bytes_read != 0) == (share != 1));
  CHECK((told.bytes_in != 0) == (share != 1));
  CHECK(told.bytes_in <= solved->bytes_read);
  CHECK(told.bytes_out <= solved->bytes_written);
  CHECK(fake_card_live() == FakeCardLive{});
}

TEST_CASE("a solve on a card makes the files that processors make", "[card][values]") {
  if (lacks_kernels()) return;
  for (const RuleSet rules : kAllRuleSets) {
    for (DatabaseIdentity identity : {kWonGame, kLostGame, kDrawnGame}) {
      identity.rules = rules;
      check_solve(Expected(identity), 1);
    }
  }
  for (const RuleSet rules : {RuleSet{StuckRule::kWins, false}, RuleSet{StuckRule::kPasses, true}}) {
    DatabaseIdentity identity = kLargeGame;
    identity.rules = rules;
    const Expected expected(identity);
    for (const double share : {1.0, 0.8, kStagedShare}) check_solve(expected, share);
  }
}

}  // namespace

}  // namespace uisge
