#include "solver/strategy/strategy_list.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "db/parallel.h"
#include "solver/parallel_loop.h"
#include "solver/solve_stopped.h"

namespace uisge {

namespace {

constexpr std::size_t kLeastPositions = std::size_t{1} << 12;
// Open positions are those that need a move (winning_strategy.h). They take at most 1 / kOpenShare of a round's list.
// The rest of the list is for positions that arise from the open positions.
constexpr std::size_t kOpenShare = 16;
constexpr std::size_t kMostPositionsOfPart = 1024;
constexpr std::size_t kPartsAtOnce = 64;
constexpr double kNoCost = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kNoChoice = UINT64_MAX;
// The number of positions (slots of the table) that a thread handles at a time.
constexpr std::size_t kSlotsPerTurn = 4096;

}  // namespace

StrategyList::StrategyList(const PlacementTable& table, RuleSet rules, const StrategyLimits& limits)
    : placements_(table),
      colourings_(table.pieces()),
      rules_(rules),
      limits_{std::max(limits.most_positions, kLeastPositions), limits.threads, limits.knows_values},
      table_of_cells_(limits_.most_positions),
      sweep_(table_of_cells_.slots()),
      cost_(table_of_cells_.slots()),
      choice_(table_of_cells_.slots()) {}

Result<void> StrategyList::make(std::span<const OpenPosition> open, ValuesEngine* engine,
                                const std::atomic<bool>* cancel) {
  table_of_cells_.clear();
  std::ranges::fill(sweep_, std::uint8_t{0});
  parts_.clear();
  open_.clear();
  layers_ = 0;
  // Open positions (winning_strategy.h) that were won in late sweeps come first. The engine will forget its wins and
  // sweep again. When it has found the late wins again, it has found those of all other open positions too.
  later_.assign(open.begin(), open.end());
  std::ranges::stable_sort(later_, std::ranges::greater{}, &OpenPosition::sweep);
  const std::size_t now = std::min(later_.size(), limits_.most_positions / kOpenShare);
  for (std::size_t i = 0; i < now; ++i) {
    if (const auto added = table_of_cells_.add(later_[i].cell); added.is_new) open_.push_back(added.slot);
  }
  later_.erase(later_.begin(), later_.begin() + static_cast<std::ptrdiff_t>(now));
  listed_ = open_;
  std::vector<Slot> layer = open_;
  std::size_t before = 1;
  while (!layer.empty()) {
    // A layer has the positions that are two plies after those of the layer before. Without an engine the next layer is
    // listed whole or not at all. The next layer's size is estimated on the assumption that layers grow by a constant
    // factor.
    if (engine == nullptr && listed_.size() + layer.size() * layer.size() / before > limits_.most_positions) break;
    before = layer.size();
    auto expansion = UISGE_TRY(expand(layer, engine, cancel));
    listed_.insert(listed_.end(), expansion.next.begin(), expansion.next.end());
    layer = std::move(expansion.next);
    ++layers_;
    if (!expansion.is_whole) break;
  }
  not_won_ = listed_;
  return {};
}

Result<StrategyList::Expansion> StrategyList::expand(std::span<const Slot> layer, ValuesEngine* engine,
                                                     const std::atomic<bool>* cancel) {
  Expansion expansion;
  const std::size_t of_part = std::clamp<std::size_t>(limits_.most_positions >> 12, 1, kMostPositionsOfPart);
  for (std::size_t first = 0; first < layer.size(); first += of_part * kPartsAtOnce) {
    if (wants_stop(cancel)) return solve_stopped();
    const auto batch = layer.subspan(first, std::min(of_part * kPartsAtOnce, layer.size() - first));
    std::vector<Part> parts((batch.size() + of_part - 1) / of_part);
    parallel_for_each({parts.size(), limits_.threads}, [&](std::size_t, std::size_t i) {
      list_answers(parts[i], batch.subspan(i * of_part, std::min(of_part, batch.size() - i * of_part)));
    });
    if (engine != nullptr) UISGE_TRY(drop_open_options(parts, *engine));
    std::size_t ways = 0;
    for (const Part& part : parts) ways += part.cells.size();
    if (listed_.size() + expansion.next.size() + ways > limits_.most_positions && !parts_.empty()) {
      expansion.is_whole = false;
      break;
    }
    if (listed_.size() + expansion.next.size() + ways > table_of_cells_.slots() - 1) {
      return resource_error("strategy: its list has no room for what one position leads to", {{Remedy::kMoreMemory}});
    }
    std::vector<std::vector<Slot>> fresh(parts.size());
    parallel_for_each({parts.size(), limits_.threads},
                      [&](std::size_t, std::size_t i) { add_to_table(parts[i], fresh[i]); });
    for (std::size_t i = 0; i < parts.size(); ++i) {
      expansion.next.insert(expansion.next.end(), fresh[i].begin(), fresh[i].end());
      parts_.push_back(std::move(parts[i]));
    }
  }
  return expansion;
}

void StrategyList::list_answers(Part& part, std::span<const Slot> slots) const {
  part.slots.assign(slots.begin(), slots.end());
  for (const Slot slot : slots) {
    part.first_option.push_back(static_cast<std::uint32_t>(part.options.size()));
    const PositionCell cell = table_of_cells_.cell(slot);
    const SquareSet occupied_bb = placements_.occupied_bb(placement_id(cell.placement));
    add_options(part, position_at(placements_.board(), colourings_, occupied_bb, cell.index));
  }
  part.first_option.push_back(static_cast<std::uint32_t>(part.options.size()));
  part.options.push_back({Move::pass(), static_cast<std::uint32_t>(part.cells.size())});
}

void StrategyList::add_options(Part& part, const Position& position) const {
  const Board& board = placements_.board();
  for (const Move move : playable_moves(board, rules_, position)) {
    const auto begin = static_cast<std::uint32_t>(part.cells.size());
    if (add_answers(part, play(board, position, move))) {
      part.options.push_back({move, begin});
    } else {
      part.cells.resize(begin);
    }
  }
}

bool StrategyList::add_answers(Part& part, const Position& next) const {
  const Board& board = placements_.board();
  if (const auto over = outcome_if_over(board, rules_, next)) return over == Outcome::kLoss;
  for (const Move answer : playable_moves(board, rules_, next)) {
    const Position position = play(board, next, answer);
    if (const auto over = outcome_if_over(board, rules_, position)) {
      if (over != Outcome::kWin) return false;
      continue;
    }
    const auto cell = find_class_cell(board, placements_.all_occupied_bb(), colourings_, position);
    if (!cell) return false;
    part.cells.push_back(*cell);
  }
  return true;
}

Result<void> StrategyList::drop_open_options(std::span<Part> parts, ValuesEngine& engine) {
  std::vector<std::size_t> first{0};  // the first cell of each part, then the end of the last part
  for (const Part& part : parts) first.push_back(first.back() + part.cells.size());
  std::vector<PositionCell> cells(first.back());
  const LoopSize loop{parts.size(), limits_.threads};
  parallel_for_each(loop, [&](std::size_t, std::size_t i) {
    std::ranges::copy(parts[i].cells, cells.begin() + static_cast<std::ptrdiff_t>(first[i]));
  });
  std::vector<std::uint8_t> won(cells.size());
  UISGE_TRY(engine.look_up(cells, won));
  parallel_for_each(loop, [&](std::size_t, std::size_t i) {
    keep_won(parts[i], std::span(won).subspan(first[i], first[i + 1] - first[i]));
  });
  return {};
}

void StrategyList::keep_won(Part& part, std::span<const std::uint8_t> won) {
  std::vector<Option> options;
  std::vector<PositionCell> cells;
  std::vector<std::uint32_t> first_option;
  for (std::size_t place = 0; place < part.slots.size(); ++place) {
    first_option.push_back(static_cast<std::uint32_t>(options.size()));
    for (std::uint32_t i = part.first_option[place]; i < part.first_option[place + 1]; ++i) {
      const std::uint32_t begin = part.options[i].begin;
      const std::uint32_t end = part.options[i + 1].begin;
      if (std::ranges::any_of(won.subspan(begin, end - begin), [](std::uint8_t bit) { return bit == 0; })) continue;
      options.push_back({part.options[i].move, static_cast<std::uint32_t>(cells.size())});
      cells.insert(cells.end(), part.cells.begin() + begin, part.cells.begin() + end);
    }
  }
  first_option.push_back(static_cast<std::uint32_t>(options.size()));
  options.push_back({Move::pass(), static_cast<std::uint32_t>(cells.size())});
  part.options = std::move(options);
  part.cells = std::move(cells);
  part.first_option = std::move(first_option);
}

void StrategyList::add_to_table(Part& part, std::vector<Slot>& fresh) {
  part.ways.reserve(part.cells.size());
  for (const PositionCell cell : part.cells) {
    const auto added = table_of_cells_.add(cell);
    part.ways.push_back(added.slot);
    if (added.is_new) fresh.push_back(added.slot);
  }
  part.cells = {};
}

Result<std::size_t> StrategyList::look_up(ValuesEngine& engine, std::uint8_t sweep) {
  std::vector<PositionCell> cells(not_won_.size());
  parallel_for_each({cells.size(), limits_.threads, kSlotsPerTurn},
                    [&](std::size_t, std::size_t i) { cells[i] = table_of_cells_.cell(not_won_[i]); });
  std::vector<std::uint8_t> won(cells.size());
  UISGE_TRY(engine.look_up(cells, won));
  std::size_t left = 0;
  for (std::size_t i = 0; i < not_won_.size(); ++i) {
    if (won[i] != 0) {
      sweep_[not_won_[i]] = sweep;
    } else {
      not_won_[left++] = not_won_[i];
    }
  }
  not_won_.resize(left);
  return won.size() - left;
}

bool StrategyList::are_open_won() const {
  return std::ranges::all_of(open_, [this](Slot slot) { return sweep_[slot] != 0; });
}

bool StrategyList::improve(std::size_t number) {
  const Part& part = parts_[number];
  bool is_better = false;
  for (std::size_t place = 0; place < part.slots.size(); ++place) {
    const Slot slot = part.slots[place];
    for (std::uint32_t i = part.first_option[place]; i < part.first_option[place + 1]; ++i) {
      double cost = 1;
      for (std::uint32_t way = part.options[i].begin; way < part.options[i + 1].begin; ++way) {
        cost += std::atomic_ref(cost_[part.ways[way]]).load(std::memory_order_relaxed);
      }
      if (cost >= cost_[slot]) continue;
      std::atomic_ref(cost_[slot]).store(cost, std::memory_order_relaxed);
      choice_[slot] = std::uint64_t{number} << 32 | i;
      is_better = true;
    }
  }
  return is_better;
}

bool StrategyList::choose(PartialStrategy& strategy) {
  parallel_for_each({listed_.size(), limits_.threads, kSlotsPerTurn}, [&](std::size_t, std::size_t i) {
    const Slot slot = listed_[i];
    cost_[slot] = sweep_[slot] == 0 ? kNoCost : std::ldexp(1.0, sweep_[slot]);
    choice_[slot] = kNoChoice;
  });
  parallel_for_each({parts_.size(), limits_.threads}, [&](std::size_t, std::size_t i) {
    for (const Slot slot : parts_[i].slots) cost_[slot] = kNoCost;
  });
  // Recomputes costs from the deepest layer up, until no cost falls any more. Costs never rise.
  const auto not_better = [](std::size_t) { return false; };
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    parallel_loop(
        {parts_.size(), limits_.threads}, not_better,
        [&](bool& is_better, std::size_t i) {
          if (improve(parts_.size() - 1 - i)) is_better = true;
          return true;
        },
        [&](bool is_better) { goes_on = goes_on || is_better; });
  }
  std::vector<OpenPosition> at_edge;
  std::vector<Slot> reached = open_;
  std::vector<bool> is_reached(table_of_cells_.slots(), false);
  for (const Slot slot : reached) is_reached[slot] = true;
  while (!reached.empty()) {
    const Slot slot = reached.back();
    reached.pop_back();
    if (choice_[slot] == kNoChoice) {
      at_edge.push_back({table_of_cells_.cell(slot), sweep_[slot]});
      continue;
    }
    const Part& part = parts_[choice_[slot] >> 32];
    const auto option = static_cast<std::uint32_t>(choice_[slot]);
    strategy.moves.insert_or_assign(table_of_cells_.cell(slot), part.options[option].move);
    for (std::uint32_t way = part.options[option].begin; way < part.options[option + 1].begin; ++way) {
      if (is_reached[part.ways[way]]) continue;
      is_reached[part.ways[way]] = true;
      reached.push_back(part.ways[way]);
    }
  }
  // A position that was left for later may have been reached. Then it has a move, or it is among those at the edge.
  strategy.open = later_;
  std::erase_if(strategy.open, [&](const OpenPosition& position) {
    const auto slot = table_of_cells_.find(position.cell);
    return slot && is_reached[*slot];
  });
  strategy.open.insert(strategy.open.end(), at_edge.begin(), at_edge.end());
  return std::ranges::any_of(open_, [this](Slot slot) { return choice_[slot] != kNoChoice; });
}

}  // namespace uisge
