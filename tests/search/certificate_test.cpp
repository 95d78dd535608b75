// The check accepts the certificates that the search writes, and refuses changed certificates. This file is long
// because there is a case for each kind of false statement in a proof.
#include <cctype>

#include "core/notation.h"
#include "core/piece_count.h"
#include "solver/search/certificate.h"
#include "solver/search/certificate_check.h"
#include "solver/search/certificate_file.h"
#include "solver/search/plain_rules.h"
#include "tests/core/grown_position.h"
#include "tests/oracle/oracle_moves.h"
#include "tests/search/proven_positions.h"
#include "tests/search/temporary_file.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("certificates of the search are proofs, also after they are written and read", "[search]") {
  const Board board({4, 3});
  const TemporaryFile file;
  std::map<ClaimKind, int> seen;
  for (const RuleSet rules : kAllRuleSets) {
    for (const Proven& proven : proven_positions(board, rules, 9, 40, 5)) {
      ++seen[proven.certificate.kind];
      INFO(to_text(board, proven.position) << " " << to_string(rules));
      CHECK(flaw_of(proven.certificate) == std::nullopt);
      REQUIRE(write_certificate(OutputPlace::claim(file.path(), kProofFile).value(), board, proven.certificate));
      const Certificate read = read_certificate(file.path(), UINT64_MAX).value();
      CHECK(read.rules == rules);
      CHECK(read.position == proven.position);
      CHECK(read.kind == proven.certificate.kind);
      CHECK(read.plies == proven.result.verdict.plies);
      CHECK(read.strategy.size() == proven.certificate.strategy.size());
      CHECK(flaw_of(read) == std::nullopt);
    }
  }
  CAPTURE(seen[ClaimKind::kWin], seen[ClaimKind::kLoss], seen[ClaimKind::kNone]);
  for (const ClaimKind kind : {ClaimKind::kWin, ClaimKind::kLoss, ClaimKind::kNone}) CHECK(seen[kind] > 20);
}

TEST_CASE("a certificate that claims too much is refused", "[search]") {
  const Board board({4, 3});
  int tampered = 0;
  int said_none = 0;
  for (const RuleSet rules : kAllRuleSets) {
    for (const Proven& proven : proven_positions(board, rules, 9, 40, 6)) {
      INFO(to_text(board, proven.position) << " " << to_string(rules));
      const Certificate& good = proven.certificate;
      if (good.kind == ClaimKind::kNone) {
        // The claim "none" says that nobody can force a win within `plies` plies. If a longer search finds a win, the
        // claim is false for the plies of this win.
        const ProofResult further = prove(*session_for(board, rules, 14), proven.position);
        if (!further.verdict.is_decided()) continue;
        ++said_none;
        Certificate bad = good;
        bad.plies = further.verdict.plies;
        CHECK(flaw_of(bad).has_value());
        bad.plies = further.verdict.plies - 1;
        CHECK(flaw_of(bad) == std::nullopt);
        continue;
      }
      if (good.plies == 0) continue;
      ++tampered;
      Certificate sooner = good;  // a false claim, since the search's distances are exact
      sooner.plies -= 1;
      CHECK(flaw_of(sooner).has_value());
      for (auto& [position, strategy_move] : sooner.strategy) strategy_move.plies -= 1;
      CHECK(flaw_of(sooner).has_value());
      Certificate none = good;
      none.kind = ClaimKind::kNone;
      none.strategy.clear();
      CHECK(flaw_of(none).has_value());
      Certificate other_side = good;
      other_side.kind = good.kind == ClaimKind::kWin ? ClaimKind::kLoss : ClaimKind::kWin;
      CHECK(flaw_of(other_side).has_value());
      for (const auto& [position, strategy_move] : good.strategy) {
        Certificate gap = good;
        gap.strategy.erase(position);
        CHECK(flaw_of(gap).has_value());
        Certificate illegal = good;
        illegal.strategy.at(position).move = {position.opponent_bb().first(), position.mover_bb().first()};
        CHECK(flaw_of(illegal).has_value());
      }
    }
  }
  CHECK(tampered > 100);
  CHECK(said_none > 5);
}

// In a circular strategy each win within N plies rests on another win within N plies, so the game could go on for ever.
TEST_CASE("a strategy cannot support itself", "[search]") {
  const Board board({4, 3});
  const RuleSet rules{StuckRule::kDraws, false};
  int circles = 0;
  for (const Proven& proven : proven_positions(board, rules, 3, 40, 7)) {
    if (proven.certificate.kind != ClaimKind::kNone) continue;
    ++circles;
    const Certificate circle{{rules, proven.position, ClaimKind::kWin, 100},
                             circular_strategy(board, rules, proven.position, 20'000)};
    CHECK(flaw_of(circle).has_value());
  }
  CHECK(circles > 5);
}

// Each line of the proof's file has a position that some game by the proof reaches. So the proof has a gap if a piece
// in any line is turned over.
TEST_CASE("proofs with twelve pieces go through a file, and fail where a single piece is turned over", "[search]") {
  const TemporaryFile file;
  FixedDice dice(12);
  int proofs = 0;
  int lines = 0;
  for (const auto& [size, plies] : {std::pair{BoardSize{2, 7}, 9}, {BoardSize{3, 5}, 7}, {BoardSize{9, 7}, 3}}) {
    const Board board(size);
    for (const RuleSet rules : kAllRuleSets) {
      for (int i = 0; i < 12; ++i) {
        const Position position = grown_position(board, kMaxPieces, dice);
        CAPTURE(to_text(board, position), to_string(rules));
        const auto session = session_for(board, rules, plies);
        const ProofResult result = prove(*session, position);
        if (!result.verdict.is_win_or_loss()) continue;
        const Certificate certificate = certify(*session, position, result).value();
        if (certificate.strategy.empty() || certificate.strategy.size() > 200) continue;
        ++proofs;
        REQUIRE(write_certificate(OutputPlace::claim(file.path(), kProofFile).value(), board, certificate));
        const Certificate read = read_certificate(file.path(), UINT64_MAX).value();
        CHECK(read.rules == rules);
        CHECK(read.position == position);
        CHECK(read.kind == certificate.kind);
        CHECK(read.plies == result.verdict.plies);
        REQUIRE(read.strategy.size() == certificate.strategy.size());
        for (const auto& [key, move] : certificate.strategy) {
          const auto same = read.strategy.find(key);
          REQUIRE(same != read.strategy.end());
          CHECK(same->second.move == move.move);
          CHECK(same->second.plies == move.plies);
        }
        REQUIRE(flaw_of(read) == std::nullopt);

        const std::string good = file.text();
        std::size_t line = good.find('\n', good.find("\nmoves ") + 1) + 1;
        for (std::size_t number = 0; number < certificate.strategy.size(); ++number) {
          std::size_t at = line;
          for (std::size_t piece = number % (2 * kMaxPieces); std::isalpha(good[at]) == 0 || piece-- > 0;) ++at;
          std::string bad = good;
          bad[at] = static_cast<char>(std::isupper(bad[at]) != 0 ? std::tolower(bad[at]) : std::toupper(bad[at]));
          file.write(bad);
          const auto changed = read_certificate(file.path(), UINT64_MAX);
          CAPTURE(number);
          CHECK((!changed || flaw_of(*changed)));
          ++lines;
          line = good.find('\n', line) + 1;
        }
      }
    }
  }
  CHECK(proofs > 20);
  CHECK(lines > 50);
}

TEST_CASE("a damaged proof is refused or still proves what it says", "[search]") {
  const Board board({4, 3});
  const RuleSet rules{StuckRule::kLoses, false};
  const auto all = proven_positions(board, rules, 9, 60, 8);
  const auto chosen = std::find_if(all.begin(), all.end(), [](const Proven& proven) {
    return proven.certificate.kind != ClaimKind::kNone && proven.certificate.strategy.size() >= 4;
  });
  REQUIRE(chosen != all.end());
  const TemporaryFile file;
  REQUIRE(write_certificate(OutputPlace::claim(file.path(), kProofFile).value(), board, chosen->certificate));
  const std::string good = file.text();
  // The possible outcomes of reading a changed certificate. All outcomes but the last are refusals.
  int no_proof_file = 0;
  int no_proof = 0;
  int another_proof = 0;
  for (std::size_t cut = 0; cut < good.size(); ++cut) {
    file.write(good.substr(0, cut));
    check_error(read_certificate(file.path(), UINT64_MAX), ErrorKind::kBadFile);
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const unsigned flip : {0x01U, 0x20U, 0x80U}) {
      const std::string bad = flipped(good, at, flip);
      file.write(bad);
      const auto read = read_certificate(file.path(), UINT64_MAX);
      if (!read) {
        ++no_proof_file;
        CHECK(read.error().kind == ErrorKind::kBadFile);
        continue;
      }
      // A claim "none" (nobody wins within `plies` plies) takes too long to check if `plies` exceeds 12.
      if (read->kind == ClaimKind::kNone && read->plies > 12) continue;
      if (flaw_of(*read)) {
        ++no_proof;
        continue;
      }
      ++another_proof;
      INFO(bad);
      const ProofResult truth = prove(*session_for(Board(read->position.size()), read->rules, 14), read->position);
      CHECK(truth.verdict.plies <= read->plies);
      CHECK(truth.verdict.is_win() == (read->kind == ClaimKind::kWin));
    }
  }
  CAPTURE(no_proof_file, no_proof, another_proof);
  CHECK(no_proof_file > 100);
  CHECK(no_proof > 10);
  CHECK(another_proof > 0);
  file.write(good + "\n");
  CHECK_FALSE(read_certificate(file.path(), UINT64_MAX).has_value());
  file.write("uisge-proof 1\nrules loses\nposition 4/bb2/1ww1 w\nclaim win 1\nmoves 1\n4/4/wb2 w 1 a1c1\nend\n");
  check_error(read_certificate(file.path(), UINT64_MAX), ErrorKind::kBadFile, "another number of pieces");
  file.write(good);
  const std::atomic<bool> cancel{true};
  check_error(read_certificate(file.path(), UINT64_MAX, &cancel), ErrorKind::kInterrupted);
}
