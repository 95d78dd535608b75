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

// The proof of the start, and answers from its file.
struct StartProof {
  explicit StartProof(RuleSet rules, bool is_compact = true) : certificate(start_certificate(board, rules)) {
    const OutputPlace place = OutputPlace::claim(file.path(), kProofFile).value();
    REQUIRE((is_compact ? write_compact_proof(place, certificate) : write_certificate(place, board, certificate)));
    answerer = ProofAnswerer::open(file.path(), 1 << 20).value();
  }
  ProofAnswerer& operator*() const { return *answerer; }
  ProofAnswerer* operator->() const { return answerer.get(); }

  const Board board{{4, 3}};
  const Certificate certificate;
  const TemporaryFile file;
  std::unique_ptr<ProofAnswerer> answerer;
};

}  // namespace

TEST_CASE("a proof's answers are true for every position of its board", "[search]") {
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
    const StartProof proof(RuleSet{proved, false});
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
      CAPTURE(to_text(proof.board, position), to_string(rules));
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
    CHECK(wins >= static_cast<int>(proof.certificate.strategy.size()));
    CHECK(losses > 0);
    CHECK(open > 0);
  }
}

TEST_CASE("a proof holds under its own rule, a proof under draws under all rules, and none with diagonal jumps",
          "[search]") {
  for (const StuckRule stuck : kAllStuckRules) {
    const StartProof proof(RuleSet{stuck, false});
    for (const RuleSet asked : kAllRuleSets) {
      CAPTURE(to_string(stuck), to_string(asked));
      const bool holds = !asked.diagonal_jumps && (stuck == asked.stuck || stuck == StuckRule::kDraws);
      CHECK(proof->holds_under(asked) == holds);
    }
  }
}

TEST_CASE("who follows a proof wins in time, whatever the other side plays", "[search]") {
  const RuleSet rules{StuckRule::kDraws, false};
  const StartProof proof(rules, GENERATE(true, false));
  const Board& board = proof.board;
  const Position& start = proof.certificate.position;
  const Analysis first = proof->analyse(start).value();
  CHECK(first.verdict.is_win());
  CHECK(within_of(first) == kStartPlies);

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

TEST_CASE("a damaged proof gives the right answer or names the damage", "[search][bad]") {
  const std::string proof = UISGE_SOURCE "/docs/proofs/7x6-6-draws.proof";
  std::string text = text_of_file(proof);
  // Some blocks are damaged, and neither the header nor the index at the end.
  for (std::size_t at = 10'000; at < text.size() - 100'000; at += 60'000) text[at] = static_cast<char>(text[at] ^ 1);
  const TemporaryFile damaged;
  std::ofstream(damaged.path(), std::ios::binary) << text;
  const auto good = ProofAnswerer::open(proof, 64 << 20).value();
  const auto bad = ProofAnswerer::open(damaged.path(), 64 << 20).value();
  const Board board{{7, 6}};
  std::vector<Position> turns{start_position(board, 6).value()};  // of the winner
  int right = 0;
  int refused = 0;
  for (std::size_t i = 0; i < turns.size() && i < 200; ++i) {
    const Analysis expected = good->analyse(turns[i]).value();
    const auto found = bad->analyse(turns[i]);
    if (found) {
      CHECK(found->verdict == expected.verdict);
      ++right;
    } else {
      check_error(found, ErrorKind::kBadFile, "damaged");
      ++refused;
    }
    const Position after = play(board, turns[i], expected.moves.front().move);
    for (const Move answer : playable_moves(board, {}, after)) turns.push_back(play(board, after, answer));
  }
  CHECK(right > 10);
  CHECK(refused > 10);
}

TEST_CASE("where a proof does not reach, the search answers", "[search]") {
  const RuleSet rules{StuckRule::kLoses, false};
  const oracle::SolvedGame solved({4, 3, 2});
  const StartProof proof(rules);
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
  const RuleSet rules{StuckRule::kLoses, false};
  const StartProof proof(rules);
  SearchFallback search(rules, {.max_plies = 1, .memory_bytes = 1 << 20});
  ProofThenSearch both(*proof, search);
  const oracle::SolvedGame solved({4, 3, 2});
  int kept = 0;
  for (std::size_t i = 0; i < solved.universe().size(); ++i) {
    const Position position = from_oracle(solved.universe().position(i));
    const Analysis alone = proof->analyse(position).value();
    if (alone.verdict.is_decided()) continue;
    const Analysis analysis = both.analyse(position).value();
    CAPTURE(to_text(proof.board, position));
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
  const StartProof proof(RuleSet{});
  for (const char* const other : {"3/bb1/1ww w", "1b2/1bb1/1ww1/2w1 w"}) {
    check_error(proof->analyse(parse_position(other).value()), ErrorKind::kUsage);
  }
  const Certificate none{{RuleSet{}, proof.certificate.position, ClaimKind::kNone, 3}, {}};
  REQUIRE(write_compact_proof(OutputPlace::claim(proof.file.path(), kProofFile).value(), none));
  check_error(ProofAnswerer::open(proof.file.path(), 1 << 20), ErrorKind::kUsage);
}
