// The engine against the oracle: value and distance of every live position, on boards that the oracle can solve, and
// the local laws by the oracle's moves on boards that it cannot.
#include <catch2/catch.hpp>

#include "tests/oracle/oracle_laws.h"
#include "tests/solver/engine_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

struct Size {
  int files, ranks, pieces;
};

// Every way the engine can do its work here: kernels, threads, dense and sparse plies.
std::vector<EngineOptions> all_options(StuckRule stuck) {
  std::vector<EngineOptions> result;
  for (const InstructionSet set : supported_instruction_sets()) {
    for (const int threads : {1, 2, 3}) {
      EngineOptions options;
      options.stuck = stuck;
      options.instructions = set;
      options.threads = threads;
      result.push_back(options);
    }
    result.push_back(result.back());
    result.back().only_dense = true;
    result.push_back(result[result.size() - 2]);
    result.back().only_sparse = true;
    result.push_back(result.back());
    result.back().frontier_bytes = 1 << 12;  // too small for most plies
  }
  return result;
}

// Won and lost positions by distance, as the engine counts them: raw.
std::vector<std::array<std::uint64_t, 2>> counts_by_distance(const std::vector<oracle::Label>& labels) {
  std::vector<std::array<std::uint64_t, 2>> counts;
  for (const oracle::Label label : labels) {
    if (label.outcome == oracle::Outcome::kDraw) continue;
    if (counts.size() <= label.distance) counts.resize(std::size_t{label.distance} + 1);
    ++counts[label.distance][label.outcome == oracle::Outcome::kLoss ? 1 : 0];
  }
  return counts;
}

std::vector<std::array<std::uint64_t, 2>> counts_by_distance(const EngineLabels& labels) {
  std::vector<std::array<std::uint64_t, 2>> counts;
  for (const PlyCounts& ply : labels.counts) {
    if (ply.won == 0 && ply.lost == 0) continue;
    counts.resize(std::size_t{ply.ply} + 1);
    counts[ply.ply] = {ply.won, ply.lost};
  }
  return counts;
}

// All rule sets of one board. `every_way`: also by every kernel, with every number of threads, dense and sparse.
void compare_with_oracle(Size size, bool every_way) {
  CAPTURE(size.files, size.ranks, size.pieces);
  const oracle::Universe universe(size.files, size.ranks, size.pieces);
  std::vector<std::size_t> place;  // of each of the oracle's positions among the engine's
  for (const bool diagonal_jumps : {false, true}) {
    const PlacementTable table = PlacementTable::build({size.files, size.ranks}, size.pieces, diagonal_jumps);
    if (place.empty()) {
      const CodeIndex code_index(table);
      place.resize(universe.size());
      for (std::size_t i = 0; i < universe.size(); ++i) place[i] = code_index(universe.position(i));
    }
    const oracle::MoveGraph graph(universe, diagonal_jumps);
    for (const oracle::Stuck stuck : oracle::kAllStuckRules) {
      CAPTURE(diagonal_jumps, to_string(stuck));
      const std::vector<oracle::Label> expected = solve(graph, stuck);
      const auto all = all_options(static_cast<StuckRule>(stuck));
      const EngineLabels first = run_engine(table, all.front());

      std::size_t wrong = 0;
      std::string example;
      std::vector<bool> asked(first.codes.size(), false);
      for (std::size_t i = 0; i < universe.size(); ++i) {
        asked[place[i]] = true;
        if (to_oracle(first.codes[place[i]]) == expected[i]) continue;
        if (++wrong == 1) example = print(universe.position(i));
      }
      CAPTURE(example);
      CHECK(wrong == 0);
      // Nothing but live positions is ever decided.
      std::size_t decided_in_vain = 0;
      for (std::size_t i = 0; i < first.codes.size(); ++i) decided_in_vain += !asked[i] && first.codes[i] != kDrawCode;
      CHECK(decided_in_vain == 0);
      CHECK(counts_by_distance(first) == counts_by_distance(expected));

      if (!every_way) continue;
      for (const EngineOptions& options : all) {
        CAPTURE(to_string(options.instructions), options.threads, options.only_dense, options.only_sparse);
        const EngineLabels other = run_engine(table, options);
        CHECK((other.codes == first.codes));  // in brackets: Catch2 would print millions
        CHECK(counts_by_distance(other) == counts_by_distance(first));
      }
    }
  }
}

// A board that is too large for the oracle: the laws alone prove the labels. Looks at every `stride`-th live position
// of the canonical placements; only stride 1 is the whole proof.
void check_laws(Size size, RuleSet rules, std::size_t stride) {
  CAPTURE(size.files, size.ranks, size.pieces, to_string(rules), stride);
  const PlacementTable table = PlacementTable::build({size.files, size.ranks}, size.pieces, rules.diagonal_jumps);
  EngineOptions options;
  options.stuck = rules.stuck;
  options.instructions = supported_instruction_sets().back();
  options.threads = 2;
  const EngineLabels labels = run_engine(table, options);
  const CodeIndex code_index(table);
  const oracle::LabelOf label_of = [&](const oracle::Position& position) {
    return to_oracle(labels.codes[code_index(position)]);
  };
  const oracle::Game game{size.files, size.ranks, size.pieces, static_cast<oracle::Stuck>(rules.stuck),
                          rules.diagonal_jumps};
  const oracle::Universe universe(size.files, size.ranks, size.pieces);
  std::size_t checked = 0;
  std::size_t broken = 0;
  std::string example;
  for (std::size_t i = 0; i < universe.size(); i += stride) {
    const oracle::Position position = universe.position(i);
    const auto why = oracle::broken_law(game, position, label_of);
    ++checked;
    if (why && ++broken == 1) example = *why;
  }
  CAPTURE(example, checked);
  CHECK(broken == 0);
}

}  // namespace

TEST_CASE("every value and distance is the oracle's, by every kernel and any number of threads", "[engine][oracle]") {
  // One a side; square boards with their eight symmetries; narrow boards; boards nearly full.
  for (const Size size : {Size{2, 2, 1}, Size{3, 2, 1}, Size{3, 3, 1}, Size{4, 5, 1}, Size{8, 8, 1}, Size{9, 7, 1},
                          Size{2, 2, 2}, Size{3, 3, 2}, Size{4, 3, 2}, Size{2, 9, 2}, Size{4, 4, 2}, Size{2, 3, 3},
                          Size{3, 3, 3}, Size{2, 6, 3}, Size{3, 3, 4}, Size{2, 5, 4}}) {
    compare_with_oracle(size, true);
  }
}

TEST_CASE("every value and distance is the oracle's on boards of some 100,000 positions", "[engine][oracle][.slow]") {
  for (const Size size : {Size{5, 5, 2}, Size{7, 6, 2}, Size{4, 3, 3}, Size{4, 4, 3}, Size{2, 5, 5}, Size{4, 3, 4}}) {
    compare_with_oracle(size, true);
  }
  compare_with_oracle({3, 4, 4}, false);
}

TEST_CASE("every value and distance is the oracle's on boards of millions of positions", "[engine][oracle][.slow]") {
  for (const Size size : {Size{5, 4, 3}, Size{3, 4, 5}, Size{4, 3, 6}, Size{2, 6, 6}}) compare_with_oracle(size, false);
}

TEST_CASE("labels of boards too large for the oracle keep the laws", "[engine][oracle][.slow]") {
  check_laws({4, 4, 4}, {StuckRule::kPasses, true}, 101);
  for (const RuleSet rules : kAllRuleSets) {
    check_laws({4, 4, 4}, rules, 10'007);
    check_laws({2, 7, 6}, rules, 20'011);
    // The largest ones under the rules with the most code of their own.
    if (!rules.diagonal_jumps || rules.stuck == StuckRule::kLoses || rules.stuck == StuckRule::kDraws) continue;
    check_laws({4, 4, 5}, rules, 40'009);
    check_laws({3, 5, 6}, rules, 40'009);
  }
}
