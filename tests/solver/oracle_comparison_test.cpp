// Compares the engine with the oracle: value and distance of every live position on boards that the oracle can solve.
// On larger boards the test checks the laws of a solution (oracle_laws.h) with the oracle's moves.
#include "core/notation.h"
#include "tests/core/grown_position.h"
#include "tests/core/oracle_bridge.h"
#include "tests/oracle/oracle_laws.h"
#include "tests/solver/engine_labels.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

struct Size {
  int files, ranks, pieces;
};

// Returns options for each supported kernel: with one to three threads, with only dense plies, with only sparse plies,
// and with little room for lists.
std::vector<EngineOptions> all_options(StuckRule stuck) {
  std::vector<EngineOptions> result;
  for (const InstructionSet set : supported_instruction_sets()) {
    for (const std::size_t threads : {1U, 2U, 3U}) {
      const EngineOptions options{.stuck = stuck, .instructions = set, .threads = threads};
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

// The raw numbers of won and lost positions by distance.
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

// Compares all rule sets of one board. If `every_way` is set, runs the engine with each of all_options(), otherwise
// only with the first of them.
void compare_with_oracle(Size size, bool every_way) {
  CAPTURE(size.files, size.ranks, size.pieces);
  const oracle::Universe universe(size.files, size.ranks, size.pieces);
  std::vector<std::size_t> place;  // maps the oracle's index of a position to the engine's
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
      // Only live positions may be decided.
      std::size_t decided_in_vain = 0;
      for (std::size_t i = 0; i < first.codes.size(); ++i) decided_in_vain += !asked[i] && first.codes[i] != kDrawCode;
      CHECK(decided_in_vain == 0);
      CHECK(counts_by_distance(first) == counts_by_distance(expected));

      if (!every_way) continue;
      for (const EngineOptions& options : all) {
        CAPTURE(to_string(options.instructions), options.threads, options.only_dense, options.only_sparse);
        const EngineLabels other = run_engine(table, options);
        CHECK((other.codes == first.codes));  // in brackets, since Catch2 would print millions of values
        CHECK(counts_by_distance(other) == counts_by_distance(first));
      }
    }
  }
}

// Checks the laws (tests/oracle/oracle_laws.h), which prove the labels of a board that is too large for the oracle to
// solve. Checks every `stride`-th live position; only a stride of 1 is a complete proof.
void check_laws(Size size, RuleSet rules, std::size_t stride) {
  CAPTURE(size.files, size.ranks, size.pieces, to_string(rules), stride);
  const PlacementTable table = PlacementTable::build({size.files, size.ranks}, size.pieces, rules.diagonal_jumps);
  const EngineOptions options{.stuck = rules.stuck, .instructions = best_instruction_set(), .threads = 2};
  const EngineLabels labels = run_engine(table, options);
  const CodeIndex code_index(table);
  const oracle::LabelOf label_of = [&](const oracle::Position& position) {
    return to_oracle(labels.codes[code_index(position)]);
  };
  const oracle::Game game = oracle_game({size.files, size.ranks}, size.pieces, rules);
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

// Records in which ply the engine decides some positions of interest.
class DecidedPlies {
 public:
  DecidedPlies(const PlacementTable& table, const RetrogradeEngine& engine)
      : engine_(engine), code_index_(table), cells_(positions_per_placement(table.pieces())) {}

  void watch(const oracle::Position& position) { labels_.try_emplace(code_index_(position), kUndecided); }
  // Must be called after every ply.
  void look(Plies ply) {
    for (auto& [code, label] : labels_) {
      if (label != kUndecided) continue;
      const auto id = static_cast<PlacementId>(code / cells_);
      const auto index = static_cast<std::uint32_t>(code % cells_);
      if (engine_.is_decided(Outcome::kWin, id, index)) label = {oracle::Outcome::kWin, ply};
      if (engine_.is_decided(Outcome::kLoss, id, index)) label = {oracle::Outcome::kLoss, ply};
    }
  }
  // The position's label after `plies` plies of the engine: a draw if no ply up to `plies` decides the position.
  oracle::Label label(const oracle::Position& position, int plies) const {
    const oracle::Label label = labels_.at(code_index_(position));
    return label.distance <= plies ? label : kUndecided;
  }

 private:
  static constexpr oracle::Label kUndecided{};
  const RetrogradeEngine& engine_;
  CodeIndex code_index_;
  std::size_t cells_;
  std::unordered_map<std::size_t, oracle::Label> labels_;
};

// Checks how labels follow from each other in the first plies of a solve, on boards whose solve takes too long for
// everyday tests. The positions are random; the oracle makes their successors. The successors' labels after `plies` - 1
// plies must give the position's label after `plies` plies. Returns the number of decided positions.
int check_laws_of_plies(Size size, RuleSet rules, Plies plies, int positions) {
  CAPTURE(size.files, size.ranks, size.pieces, to_string(rules), plies);
  const PlacementTable table = PlacementTable::build({size.files, size.ranks}, size.pieces, rules.diagonal_jumps);
  const EngineOptions options{.stuck = rules.stuck, .instructions = best_instruction_set(), .threads = 2};
  const auto engine = std::make_unique<RetrogradeEngine>(table, options);
  const oracle::Game game = oracle_game({size.files, size.ranks}, size.pieces, rules);
  const auto is_live = [](const oracle::Position& position) {
    return !oracle::all_crowns(position, 'w') && !oracle::all_crowns(position, 'b');
  };

  FixedDice dice(6);
  DecidedPlies decided(table, *engine);
  std::vector<oracle::Position> samples;
  while (static_cast<int>(samples.size()) < positions) {
    const auto position = oracle::parse(to_text(table.board(), grown_position(table.board(), size.pieces, dice)));
    if (!is_live(position)) continue;
    samples.push_back(position);
    decided.watch(position);
    for (const oracle::Position& next : oracle::successors(game, position)) {
      if (is_live(next)) decided.watch(next);
    }
  }
  for (Plies ply = 0; ply <= plies; ++ply) {
    run_whole_ply(*engine);
    decided.look(ply);
  }
  int decided_samples = 0;
  for (const oracle::Position& position : samples) {
    const auto broken = oracle::broken_law(game, position, [&](const oracle::Position& asked) {
      return decided.label(asked, asked == position ? plies : plies - 1);
    });
    CHECK(broken.value_or("") == "");
    decided_samples += decided.label(position, plies).outcome != oracle::Outcome::kDraw;
  }
  return decided_samples;
}

}  // namespace

TEST_CASE("the first plies with five and six a side keep the laws", "[engine][oracle]") {
  CHECK(check_laws_of_plies({3, 4, 5}, {StuckRule::kPasses, true}, 12, 500) > 50);
  CHECK(check_laws_of_plies({2, 7, 6}, {StuckRule::kWins, false}, 60, 1500) > 300);
  CHECK(check_laws_of_plies({3, 5, 6}, {StuckRule::kLoses, true}, 4, 500) > 50);
}

TEST_CASE("every value and distance is the oracle's, by every kernel and any number of threads", "[engine][oracle]") {
  // The list has boards with one piece a side, square boards (eight symmetries), narrow boards, and nearly full boards.
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
    // The largest boards are checked only under `wins` and `passes` with diagonal jumps, which have the most code of
    // their own.
    if (!rules.diagonal_jumps || rules.stuck == StuckRule::kLoses || rules.stuck == StuckRule::kDraws) continue;
    check_laws({4, 4, 5}, rules, 40'009);
    check_laws({3, 5, 6}, rules, 40'009);
  }
}
