// Tests the file that stores a prover's knowledge.
#include "solver/search/prover_state.h"
#include "solver/search/proved_strategy.h"
#include "tests/search/small_prover.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("a state that has taken the name of a run's state is left as it is", "[search]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("state");
  const Board board(kSmallBoard);
  const auto prover = prover_of(board, {});
  ProverState state = ProverState::open(path, *prover, kSmallPieces).value();
  REQUIRE(state.save({}));
  const std::string other = directory.file("other");
  std::filesystem::copy_file(path, other);
  std::filesystem::rename(other, path);
  const std::string text = text_of_file(path);
  prover->prove(hardest({}, oracle::Outcome::kWin));  // so that the next save would have other bytes
  for (int save = 0; save < 3; ++save) {
    check_error(state.save({}), ErrorKind::kResource, "has appeared meanwhile and is not overwritten");
  }
  CHECK(text_of_file(path) == text);
  std::filesystem::remove(path);
  CHECK(state.save({}));
  CHECK(text_of_file(path) != text);
}

TEST_CASE("a run that is cancelled while it reads its state stops, and leaves the file as it is", "[search]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("state");
  const Board board(kSmallBoard);
  const auto first = prover_of(board, {});
  first->prove(hardest({}, oracle::Outcome::kWin));
  REQUIRE(ProverState::open(path, *first, kSmallPieces).value().save({}));
  const std::string text = text_of_file(path);
  std::atomic<bool> cancel{false};
  const auto stop = [&](const ProverProgress&) { cancel = true; };
  const auto second = Prover::make(board, {}, {.memory_bytes = 1 << 20, .cancel = &cancel, .observer = stop}).value();
  check_error(ProverState::open(path, *second, kSmallPieces), ErrorKind::kInterrupted,
              "state: interrupted while it was read");
  CHECK(cancel);
  CHECK(text_of_file(path) == text);
}

TEST_CASE("another prover goes on from a state, but not from a damaged state", "[search]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("state");
  const Board board(kSmallBoard);
  const RuleSet rules{StuckRule::kDraws, false};
  const Position position = hardest(rules, oracle::Outcome::kWin);
  const auto first = prover_of(board, rules);
  const Verdict verdict = first->prove(position).verdict;
  const Strategy lines = certificate_of(*first, position, verdict).value().strategy;
  {
    ProverState state = ProverState::open(path, *first, kSmallPieces).value();
    CHECK(state.take_strategies().empty());
    // While `state` exists, opening the file again fails, both before and after a save.
    CHECK(ProverState::open(path, *first, kSmallPieces).error().kind == ErrorKind::kResource);
    REQUIRE(state.save(lines));
    CHECK(ProverState::open(path, *first, kSmallPieces).error().kind == ErrorKind::kResource);
    REQUIRE(state.save(lines));
  }
  CHECK_FALSE(std::filesystem::exists(path + ".part"));
  const auto second = prover_of(board, rules);
  {
    ProverState state = ProverState::open(path, *second, kSmallPieces).value();
    const Strategy kept = state.take_strategies();
    REQUIRE(kept.size() == lines.size());
    for (const auto& [there, line] : lines) CHECK(kept.at(there).move == line.move);
    CHECK(second->known_win(position, Attacker::kMover) == verdict.plies);
    REQUIRE(certificate_of(*second, position, verdict).has_value());
    CHECK(second->visits() == 0);
  }

  const auto kind_of = [&](const std::string& text, RuleSet by = {StuckRule::kDraws, false},
                           int pieces = kSmallPieces) {
    std::ofstream(path, std::ios::binary) << text;
    const auto prover = prover_of(board, by);
    const auto opened = ProverState::open(path, *prover, pieces);
    return opened ? std::optional<ErrorKind>() : opened.error().kind;
  };
  const std::string good = text_of_file(path);
  CHECK(kind_of(good) == std::nullopt);
  // Tables that would lose more than an eighth of the facts are refused.
  const auto facts_in = [](Prover& prover) {
    std::size_t facts = 0;
    prover.facts().for_each([&](const PositionKey&, const Fact&) { ++facts; });
    return facts;
  };
  const std::size_t all = facts_in(*second);
  int refused = 0;
  for (std::uint64_t bytes = 2 * 64;; bytes += bytes / 4) {
    const auto small = Prover::make(board, rules, {.memory_bytes = bytes}).value();
    const auto opened = ProverState::open(path, *small, kSmallPieces);
    CHECK(opened.has_value() == (facts_in(*small) >= all - all / 8));
    if (opened) break;
    check_error(opened, ErrorKind::kResource, "facts");
    ++refused;
  }
  CHECK(refused > 1);
  CHECK(kind_of(good, {StuckRule::kLoses, false}) == ErrorKind::kBadFile);
  CHECK(kind_of(good, rules, 3) == ErrorKind::kBadFile);
  CHECK(kind_of("a letter to somebody") == ErrorKind::kUsage);
  CHECK(kind_of(good + "x") == ErrorKind::kBadFile);
  const std::size_t step = good.size() / 31 + 1;
  for (std::size_t at = 8; at < good.size(); at += at < 64 ? 1 : step) {
    CAPTURE(at);
    CHECK(kind_of(good.substr(0, at)) == ErrorKind::kBadFile);
    CHECK(kind_of(flipped(good, at, 4)) == ErrorKind::kBadFile);
  }
}
