// Strategies that are found by rounds of sweeps. The tests play each strategy through, by the rules alone.
#include "solver/strategy/winning_strategy.h"

#include <set>

#include "core/notation.h"
#include "core/start.h"
#include "solver/strategy/strategy_list.h"
#include "solver/values/paged_plane.h"
#include "solver/values/values_plan.h"
#include "solver/values/visit_order.h"
#include "tests/test.h"

namespace uisge {

namespace {

// Whether the side to move wins by following the strategy, whatever the other side answers. A line must not reach a
// position that the strategy lacks, or a position that is already on the line.
class Replay {
 public:
  Replay(const PlacementTable& table, RuleSet rules, const PartialStrategy& strategy)
      : table_(table), rules_(rules), strategy_(strategy), colourings_(table.pieces()) {}

  bool wins(const Position& asked) {
    const auto found = find_class_cell(table_.board(), table_.all_occupied_bb(), colourings_, asked);
    return found && wins(*found);
  }

 private:
  enum class State { kUnderWay, kWins };

  bool wins(PositionCell cell) {
    const auto [entry, is_new] = state_.try_emplace(cell, State::kUnderWay);
    if (!is_new) return entry->second == State::kWins;
    const auto chosen = strategy_.moves.find(cell);
    if (chosen == strategy_.moves.end()) return false;
    const Board& board = table_.board();
    const Position position =
        position_at(board, colourings_, table_.occupied_bb(placement_id(cell.placement)), cell.index);
    const MoveList moves = playable_moves(board, rules_, position);
    if (std::ranges::find(moves, chosen->second) == moves.end()) return false;
    const Position next = play(board, position, chosen->second);
    if (!loses(next)) return false;
    state_[cell] = State::kWins;
    return true;
  }

  bool loses(const Position& next) {
    const Board& board = table_.board();
    if (const GameEnd end = game_end(board, rules_, next); end != GameEnd::kNotOver) {
      return outcome_of(end, rules_.stuck) == Outcome::kLoss;
    }
    for (const Move answer : playable_moves(board, rules_, next)) {
      const Position position = play(board, next, answer);
      if (const GameEnd end = game_end(board, rules_, position); end != GameEnd::kNotOver) {
        if (outcome_of(end, rules_.stuck) != Outcome::kWin) return false;
        continue;
      }
      if (!wins(position)) return false;
    }
    return true;
  }

  const PlacementTable& table_;
  RuleSet rules_;
  const PartialStrategy& strategy_;
  Colourings colourings_;
  std::map<PositionCell, State> state_;
};

// Whether no two positions of the strategy are images of each other.
bool has_one_move_per_class(const PlacementTable& table, const PartialStrategy& strategy) {
  const Board& board = table.board();
  const Colourings colourings(table.pieces());
  std::set<std::string> seen;
  for (const auto& [cell, move] : strategy.moves) {
    const SquareSet occupied_bb = table.occupied_bb(placement_id(cell.placement));
    const Position position = position_at(board, colourings, occupied_bb, cell.index);
    std::set<std::string> images;
    for (int s = 0; s < board.symmetry_count(); ++s) {
      images.insert(to_text(board, image(board, Symmetry(s), position)));
    }
    if (!seen.insert(*images.begin()).second) return false;
  }
  return true;
}

struct Game {
  BoardSize board;
  int pieces;
};

TileLayout layout_of(const PlacementTable& table) {
  return TileLayout(table.size(), table.pieces(), 1024);
}

struct Engine {
  Engine(const PlacementTable& table, RuleSet rules) : plane(layout_of(table), table.pieces()) {
    engine = ValuesEngine::create(table, plane, {.stuck = rules.stuck});
  }
  MemoryPlane plane;
  std::unique_ptr<ValuesEngine> engine;
};

TEST_CASE("the rounds end in a strategy that wins, or say that there is none", "[strategy]") {
  int won = 0;
  for (const Game& game : {Game{{3, 3}, 2}, Game{{4, 3}, 2}, Game{{4, 3}, 3}, Game{{4, 4}, 3}, Game{{5, 3}, 3}}) {
    for (const RuleSet rules : kAllRuleSets) {
      CAPTURE(to_string(game.board), game.pieces, to_string(rules));
      const PlacementTable table = PlacementTable::build(game.board, game.pieces, rules.diagonal_jumps);
      const Colourings colourings(game.pieces);
      Engine by_values(table, rules);
      Engine by_strategy(table, rules);
      for (bool is_fixpoint = false; !is_fixpoint;) is_fixpoint = by_values.engine->run_sweep({}).value().is_fixpoint;
      for (std::uint32_t placement = 0; placement < table.size(); placement += 11) {
        const PositionCell root{placement,
                                5 * placement % static_cast<std::uint32_t>(positions_per_placement(game.pieces))};
        if (!is_live_index(game.pieces, root.index)) continue;
        const Position position =
            position_at(table.board(), colourings, table.occupied_bb(placement_id(placement)), root.index);
        if (game_end(table.board(), rules, position) != GameEnd::kNotOver) continue;
        std::uint8_t is_won = 0;
        REQUIRE(by_values.engine->look_up(std::span(&root, 1), std::span(&is_won, 1)));
        const auto strategy = find_strategy(table, rules, *by_strategy.engine, {{}, {{root}}}, {1, 1}, {});
        CHECK(strategy.has_value() == (is_won != 0));
        if (!strategy) {
          // If a plane file says that the position is won, the file is wrong.
          REQUIRE(strategy.error().advice.size() == 1);
          CHECK(strategy.error().advice[0].remedy == Remedy::kRestart);
          continue;
        }
        CHECK(Replay(table, rules, *strategy).wins(position));
        CHECK(has_one_move_per_class(table, *strategy));
        ++won;
      }
    }
  }
  CHECK(won > 50);
}

// The solve's list of positions has little room here, so the strategy takes several rounds. The start of this game is
// lost in 42 plies.
TEST_CASE("each round goes on from the open positions at the edge of the last round", "[strategy]") {
  const RuleSet rules{StuckRule::kDraws, false};
  const PlacementTable table = PlacementTable::build({4, 5}, 3, false);
  const Board& board = table.board();
  // Memory holds a part of the plane, and the plane's file has the wins of an earlier solve.
  const test::TemporaryDirectory folder;
  const TileLayout layout = layout_of(table);
  const ValuesOptions options{.stuck = rules.stuck};
  std::size_t capacity = 1;
  while (largest_group(table, layout, {order_of_file(layout), capacity}, 1) == 0) ++capacity;
  REQUIRE(capacity < layout.tiles());
  capacity = (capacity + layout.tiles()) / 2;
  const auto open_plane = [&] {
    const DatabaseIdentity identity{table.board().size(), 3, rules};
    auto file = PlaneFile::open(folder.file("plane"), identity, layout, false);
    REQUIRE(file);
    return std::make_unique<PagedPlane>(std::move(*file), layout, 3, capacity, PagedPlane::Note());
  };
  {
    const auto plane = open_plane();
    const auto engine = ValuesEngine::create(table, *plane, options);
    for (int sweep = 0; sweep < 5; ++sweep) REQUIRE(engine->run_sweep({}));
    REQUIRE(plane->save());
  }
  const auto plane = open_plane();
  const auto engine = ValuesEngine::create(table, *plane, options);
  const Position start = start_position(board, 3).value();
  std::vector<Position> roots;
  PartialStrategy begun;
  for (const Move move : playable_moves(board, rules, start)) {
    roots.push_back(play(board, start, move));
    begun.open.push_back({find_cell(board, table.all_occupied_bb(), Colourings(3), roots.back()).value()});
  }
  std::uint32_t rounds = 0;
  std::size_t open = 0;
  StrategyObserver observer;
  observer.round = [&](const StrategyRound& round, const StrategyList&, const PartialStrategy& strategy) {
    rounds = round.round;
    open = std::max(open, strategy.open.size());
    return Result<void>();
  };
  auto strategy = find_strategy(table, rules, *engine, std::move(begun), {1, 2}, observer);
  REQUIRE(strategy);
  CHECK(plane->bytes_read() > 0);
  CHECK(rounds > 1);
  CHECK(open > 3);
  CHECK(std::ranges::all_of(roots, [&](const Position& root) { return Replay(table, rules, *strategy).wins(root); }));
  strategy->moves.erase(find_class_cell(board, table.all_occupied_bb(), Colourings(3), roots.front()).value());
  CHECK_FALSE(Replay(table, rules, *strategy).wins(roots.front()));
}

// All won positions of the game are open. They are more than a round takes, so some are left for later rounds; but the
// positions of the first round lead to some of these.
TEST_CASE("a position is open once, and not if the round gave it a move", "[strategy]") {
  const RuleSet rules{};
  const PlacementTable table = PlacementTable::build({4, 3}, 2, false);
  const Colourings colourings(2);
  Engine values(table, rules);
  for (bool is_fixpoint = false; !is_fixpoint;) is_fixpoint = values.engine->run_sweep({}).value().is_fixpoint;
  std::vector<Position> roots;
  PartialStrategy begun;
  for (std::uint32_t placement = 0; placement < table.size(); ++placement) {
    for (std::uint32_t at = 0; at < positions_per_placement(2); ++at) {
      const PositionCell cell{placement, at};
      std::uint8_t is_won = 0;
      REQUIRE(values.engine->look_up(std::span(&cell, 1), std::span(&is_won, 1)));
      if (is_won == 0 || !is_live_index(2, at)) continue;
      const Position position = position_at(table.board(), colourings, table.occupied_bb(placement_id(placement)), at);
      if (game_end(table.board(), rules, position) != GameEnd::kNotOver) continue;
      roots.push_back(position);
      begun.open.push_back({cell});
    }
  }
  REQUIRE(roots.size() > 300);  // a round takes 256 open positions
  StrategyObserver observer;
  std::size_t open_in_first_round = 0;
  observer.round = [&](const StrategyRound& round, const StrategyList&, const PartialStrategy& strategy) {
    std::set<PositionCell> open;
    std::size_t with_move = 0;
    for (const OpenPosition& position : strategy.open) {
      open.insert(position.cell);
      if (strategy.moves.contains(position.cell)) ++with_move;
    }
    CHECK(open.size() == strategy.open.size());
    if (round.round == 1) {
      open_in_first_round = open.size();
      CHECK(with_move == 0);
    }
    return Result<void>();
  };
  const auto strategy = find_strategy(table, rules, *values.engine, std::move(begun), {1, 1, true}, observer);
  REQUIRE(strategy);
  CHECK(open_in_first_round > 0);
  Replay replay(table, rules, *strategy);
  CHECK(std::ranges::all_of(roots, [&](const Position& root) { return replay.wins(root); }));
}

}  // namespace

}  // namespace uisge
