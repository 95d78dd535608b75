// Compares answers from a proof with the oracle's labels of all positions of the board.
#include "solver/search/proof_answerer.h"
#include "core/notation.h"
#include "core/start.h"
#include "solver/search/certificate_file.h"
#include "solver/search/proof_conversion.h"
#include "tests/core/oracle_bridge.h"
#include "tests/search/small_session.h"
#include "tests/search/temporary_file.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// The start of 4x3 with two a side is a win in 11 plies under every rule, as the database in tests/data says.
constexpr int kStartPlies = 11;

Certificate start_certificate(const Board& board, RuleSet rules) {
  const Position start = start_position(board, 2).value();
  const auto session = session_for(board, rules, 13);
  return certify(*session, start, prove(*session, start)).value();
}

void write_either(const TemporaryFile& file, const Board& board, const Certificate& certificate, bool is_compact) {
  const OutputPlace place = OutputPlace::claim(file.path(), kProofFile).value();
  if (is_compact) {
    REQUIRE(write_compact_proof(place, certificate, lines_of(certificate).value()));
  } else {
    REQUIRE(write_certificate(place, board, certificate));
  }
}

std::unique_ptr<ProofAnswerer> answerer_of(const TemporaryFile& file) {
  return ProofAnswerer::open(file.path(), 1 << 20).value();
}

}  // namespace

TEST_CASE("a proof's answers are true for every position of its board", "[search]") {
  const Board board({4, 3});
  const TemporaryFile file;
  std::map<StuckRule, oracle::SolvedGame> solved;
  for (const StuckRule stuck : kAllStuckRules) solved.emplace(stuck, oracle_game({4, 3}, 2, {stuck, false}));
  std::vector<std::pair<StuckRule, StuckRule>> proved_and_asked;  // rules for stuck players
  for (const StuckRule stuck : kAllStuckRules) proved_and_asked.emplace_back(stuck, stuck);
  // A win under `draws` is a win under all four stuck rules: docs/real-game-proof.md.
  for (const StuckRule stuck : kAllStuckRules) proved_and_asked.emplace_back(StuckRule::kDraws, stuck);
  for (const auto& [proved, asked] : proved_and_asked) {
    const auto& labels = solved.at(asked).labels();
    const oracle::Universe& universe = solved.at(asked).universe();
    const RuleSet rules{asked, false};
    const Certificate certificate = start_certificate(board, {proved, false});
    write_either(file, board, certificate, true);
    const auto proof = answerer_of(file);
    CHECK(proof->identity() == DatabaseIdentity{{4, 3}, 2, {proved, false}});
    REQUIRE(proof->holds_under(rules));
    proof->answer_under(rules);
    int wins = 0;
    int losses = 0;
    int open = 0;
    for (std::size_t i = 0; i < universe.size(); ++i) {
      const Position position = from_oracle(universe.position(i));
      const Analysis answer = proof->analyse(position).value();
      const Verdict verdict = answer.verdict;
      const oracle::Label label = labels[i];
      CAPTURE(to_text(board, position), to_string(rules));
      if (!verdict.is_win_or_loss()) {
        ++open;
        continue;
      }
      CHECK(verdict.is_win() == (label.outcome == oracle::Outcome::kWin));
      CHECK(label.outcome != oracle::Outcome::kDraw);
      if (answer.moves.empty()) continue;
      CHECK_FALSE(verdict.has_distance());
      REQUIRE(within_of(answer).has_value());
      CHECK(label.distance <= *within_of(answer));
      CHECK(answer.moves.front().best);
      ++(verdict.is_win() ? wins : losses);
    }
    CHECK(wins >= static_cast<int>(certificate.strategy.size()));
    CHECK(losses > 0);
    CHECK(open > 0);
  }
}

TEST_CASE("a proof holds under its own rule, a proof under draws under all rules, and none with diagonal jumps",
          "[search]") {
  const Board board({4, 3});
  const TemporaryFile file;
  for (const StuckRule stuck : kAllStuckRules) {
    write_either(file, board, start_certificate(board, {stuck, false}), true);
    const auto proof = answerer_of(file);
    for (const RuleSet asked : kAllRuleSets) {
      CAPTURE(to_string(stuck), to_string(asked));
      const bool holds = !asked.diagonal_jumps && (stuck == asked.stuck || stuck == StuckRule::kDraws);
      CHECK(proof->holds_under(asked) == holds);
    }
  }
}

TEST_CASE("who follows a proof wins in time, whatever the other side plays", "[search]") {
  const Board board({4, 3});
  const RuleSet rules{StuckRule::kDraws, false};
  const bool is_compact = GENERATE(true, false);
  const TemporaryFile file;
  write_either(file, board, start_certificate(board, rules), is_compact);
  const auto proof = answerer_of(file);
  const Position start = start_position(board, 2).value();
  const Analysis first = proof->analyse(start).value();
  CHECK(first.verdict.is_win());
  CHECK(within_of(first) == kStartPlies);
  CHECK(proof->main_line(start, first.verdict).value().size() <= kStartPlies);

  // Visits, breadth first, every position that can arise while the winner plays the proof's moves.
  std::set<Position> seen{start};
  std::deque<std::pair<Position, int>> open{{start, kStartPlies}};
  int ends = 0;
  for (; !open.empty(); open.pop_front()) {
    const auto [position, plies] = open.front();
    CAPTURE(to_text(board, position), plies);
    const Analysis answer = proof->analyse(position).value();
    REQUIRE(answer.verdict.is_win());
    REQUIRE(*within_of(answer) <= plies);
    const Position next = play(board, position, answer.moves.front().move);
    if (game_end(board, rules, next) != GameEnd::kNotOver) {
      ++ends;
      CHECK(next.opponent_all_crowns());
      continue;
    }
    // The proof also answers about positions with the loser to move.
    const Analysis lost = proof->analyse(next).value();
    CHECK(lost.verdict.is_loss());
    CHECK(*within_of(lost) <= plies - 1);
    for (const Move reply : playable_moves(board, rules, next)) {
      const Position after = play(board, next, reply);
      if (seen.insert(after).second) open.emplace_back(after, plies - 2);
    }
  }
  CHECK(ends > 3);
}

TEST_CASE("where a proof does not reach, the search answers", "[search]") {
  const Board board({4, 3});
  const RuleSet rules{StuckRule::kLoses, false};
  const oracle::SolvedGame solved({4, 3, 2});
  const TemporaryFile file;
  write_either(file, board, start_certificate(board, rules), true);
  const auto proof = answerer_of(file);
  SearchFallback search(rules, {.max_plies = 30, .memory_bytes = 1 << 20});
  ProofThenSearch both(*proof, search);
  int by_search = 0;
  std::mt19937 random(2);
  for (int i = 0; i < 60; ++i) {
    const std::size_t index = random() % solved.universe().size();
    const Position position = from_oracle(solved.universe().position(index));
    const oracle::Label label = solved.labels()[index];
    if (proof->analyse(position)->verdict.is_decided() || label.outcome == oracle::Outcome::kDraw ||
        label.distance > 15)
      continue;
    ++by_search;
    const Verdict verdict = both.analyse(position).value().verdict;
    CHECK(verdict.is_win() == (label.outcome == oracle::Outcome::kWin));
    CHECK(verdict.plies == label.distance);
    CHECK(both.main_line(position, verdict).value().size() == verdict.plies);
  }
  CHECK(by_search > 10);
}

TEST_CASE("beside a search, a proof still knows the moves that lose", "[search]") {
  const Board board({4, 3});
  const RuleSet rules{StuckRule::kLoses, false};
  const TemporaryFile file;
  write_either(file, board, start_certificate(board, rules), true);
  const auto proof = answerer_of(file);
  SearchFallback search(rules, {.max_plies = 1, .memory_bytes = 1 << 20});
  ProofThenSearch both(*proof, search);
  const oracle::SolvedGame solved({4, 3, 2});
  int kept = 0;
  for (std::size_t i = 0; i < solved.universe().size(); ++i) {
    const Position position = from_oracle(solved.universe().position(i));
    const Analysis alone = proof->analyse(position).value();
    if (alone.verdict.is_decided()) continue;
    const Analysis analysis = both.analyse(position).value();
    CAPTURE(to_text(board, position));
    for (const RankedMove& move : alone.moves) {
      if (!move.verdict.is_loss()) continue;
      const auto same = std::find_if(analysis.moves.begin(), analysis.moves.end(),
                                     [&](const RankedMove& other) { return other.move == move.move; });
      CHECK(same->verdict.is_loss());
      ++kept;
    }
    if (!analysis.verdict.is_decided()) CHECK_FALSE(analysis.moves.front().verdict.is_loss());
  }
  CHECK(kept > 10);
}

TEST_CASE("a proof refuses positions of other games, and a claim that nobody wins answers nothing", "[search]") {
  const Board board({4, 3});
  const RuleSet rules;
  const TemporaryFile file;
  write_either(file, board, start_certificate(board, rules), true);
  const auto proof = answerer_of(file);
  for (const char* const other : {"3/bb1/1ww w", "1b2/1bb1/1ww1/2w1 w"}) {
    check_error(proof->analyse(parse_position(other).value()), ErrorKind::kUsage);
  }
  const Certificate none{{rules, start_position(board, 2).value(), ClaimKind::kNone, 3}, {}};
  write_either(file, board, none, true);
  check_error(ProofAnswerer::open(file.path(), 1 << 20), ErrorKind::kUsage);
}
