#include "solver/search/proved_strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/notation.h"
#include "solver/search/now_and_then.h"

namespace uisge {

namespace {

// Stands for a position's number of plies while the positions after it are being read. Positions that have been read
// have a greater number.
constexpr int kBeingRead = 0;
// If the strategy's moves lead from a position back to it, a faster win of that position is required, and the strategy
// is read again from its beginning. The strategy is read again at most kMostCircles times.
constexpr int kMostCircles = 1000;
// If a fact is missing, the moves are searched in rounds until one is proved to win: each move with at most
// kVisitsToChoose visits in the first round, and with 2^kVisitsToChooseShift times as many in each further round.
constexpr std::uint64_t kVisitsToChoose = std::uint64_t{1} << 12;
constexpr int kVisitsToChooseShift = 4;
// The work that is stored with the fact of a line. It is greater than that of any search, so a full table evicts these
// facts last.
constexpr int kLineWork = 100;

tl::unexpected<Error> unread(const Board& board, const Position& position) {
  return resource_error(fmt::format("proof: the tables have lost how {} is won", to_text(board, position)),
                        {{Remedy::kMoreMemory}});
}
tl::unexpected<Error> cut_off() {
  return interrupted_error("proof: interrupted, nothing written");
}

}  // namespace

ClassImage class_image(const Board& board, const KeyMaker& keys, const Position& position) {
  const Symmetry symmetry = keys.key_of(pieces_of(position), Attacker::kMover).symmetry;
  const Position there = image(board, symmetry, position);
  return {Position::unchecked(there.size(), there.mover_bb(), there.opponent_bb(), there.crowns_bb(), Side::kWhite),
          symmetry};
}

std::vector<Position> turns_after(const Prover& prover, const Position& position, Move move) {
  std::vector<Position> turns;
  const Position after = play(prover.board(), position, move);
  if (outcome_if_over(prover.board(), prover.rules(), after)) return turns;
  for (const Move answer : playable_moves(prover.board(), prover.rules(), after)) {
    const Position turn = play(prover.board(), after, answer);
    if (outcome_if_over(prover.board(), prover.rules(), turn)) continue;
    turns.push_back(class_image(prover.board(), prover.keys(), turn).position);
  }
  return turns;
}

void keep_reached(const Prover& prover, const std::vector<Position>& turns, Strategy& strategy) {
  std::unordered_set<Position, PositionHash> reached;
  std::vector<Position> open;
  const auto reach = [&](const Position& turn) {
    if (strategy.contains(turn) && reached.insert(turn).second) open.push_back(turn);
  };
  for (const Position& turn : turns) reach(class_image(prover.board(), prover.keys(), turn).position);
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    for (const Position& turn : turns_after(prover, position, strategy.at(position).move)) reach(turn);
  }
  std::erase_if(strategy, [&](const auto& line) { return !reached.contains(line.first); });
}

void store_facts(Prover& prover, const Position& position, const StrategyMove& line) {
  if (line.plies > kMaxSearchPlies) return;  // a fact has no room for more plies
  const auto store = [&](const Position& there, Attacker attacker, int plies) {
    if (outcome_if_over(prover.board(), prover.rules(), there)) return;
    prover.facts().store(prover.keys().key_of(pieces_of(there), attacker).key, {-1, plies, {}, kLineWork});
  };
  store(position, Attacker::kMover, line.plies);
  store(play(prover.board(), position, line.move), Attacker::kOpponent, line.plies - 1);
}

Result<int> StrategyReader::read_win(const Position& position, int plies) {
  for (int circles = 0;; ++circles) {
    met_circle_ = false;
    auto within = read(position, plies);
    if (within) return within;
    // Removes the positions that read() had begun but not finished.
    std::erase_if(read_, [](const auto& entry) { return entry.second.plies == kBeingRead; });
    if (!met_circle_ || circles == kMostCircles) return within;
  }
}

Result<int> StrategyReader::read(const Position& asked, int plies) {
  const Board& board = prover_.board();
  if (const auto over = outcome_if_over(board, prover_.rules(), asked)) {
    if (over == Outcome::kWin) return 0;
    return unread(board, asked);
  }
  const Position position = class_image(board, prover_.keys(), asked).position;
  if (const auto sooner = wins_within_.find(position); sooner != wins_within_.end()) {
    plies = std::min(plies, sooner->second);
  }
  if (const auto found = known_.find(position); found != known_.end() && found->second.plies <= plies) {
    return found->second.plies;
  }
  if (const auto [entry, is_new] = read_.try_emplace(position, StrategyMove{Move::pass(), kBeingRead}); !is_new) {
    if (entry->second.plies != kBeingRead) return entry->second.plies;
    met_circle_ = true;
    wins_within_[position] = plies;
    return unread(board, asked);
  }
  const auto choice = UISGE_TRY(choose(position, plies));
  const Position next = play(board, position, choice.move);
  int within = 1;
  for (const Move answer : playable_moves(board, prover_.rules(), next)) {
    auto rest = UISGE_TRY(read(play(board, next, answer), choice.within - 1));
    within = std::max(within, rest + 2);
  }
  read_[position] = {choice.move, within};
  return within;
}

Result<StrategyReader::Choice> StrategyReader::choose(const Position& position, int plies) {
  if (!may_go_on()) return cut_off();
  std::optional<Choice> best;
  for (const Move move : playable_moves(prover_.board(), prover_.rules(), position)) {
    const auto within = prover_.known_win(play(prover_.board(), position, move), Attacker::kOpponent);
    if (within && *within < (best ? best->within : plies)) best = Choice{move, *within};
  }
  if (best) return *best;
  return choose_anew(position, plies);
}

Result<StrategyReader::Choice> StrategyReader::choose_anew(const Position& position, int plies) {
  const auto known = prover_.known_win(position, Attacker::kMover);
  const int limit = std::max(1, known ? std::min(*known, plies) : plies);
  if (!known) {
    // This search also proves that one of the moves wins; the loop below finds that move.
    search(position, Attacker::kMover, limit, budget_.visits);
  }
  const MoveList moves = playable_moves(prover_.board(), prover_.rules(), position);
  for (std::uint64_t visits = kVisitsToChoose;; visits = std::min(visits << kVisitsToChooseShift, budget_.visits)) {
    bool is_open = false;
    for (const Move move : moves) {
      const NumberAnswer answer = search(play(prover_.board(), position, move), Attacker::kOpponent, limit - 1, visits);
      if (answer.is_win()) return Choice{move, answer.bound};
      const bool is_late = budget_.deadline && std::chrono::steady_clock::now() >= *budget_.deadline;
      if (is_late || prover_.is_cancelled() || !may_go_on()) return cut_off();
      is_open |= !answer.is_no_win();
    }
    if (!is_open || budget_.visits == 0) return unread(prover_.board(), position);
  }
}

NumberAnswer StrategyReader::search(const Position& position, Attacker attacker, int plies, std::uint64_t visits) {
  SearchBudget budget = budget_;
  budget.visits = std::min(visits, budget_.visits);
  const NumberAnswer answer = prover_.win_within(position, attacker, plies, budget, [this] { return may_go_on(); });
  if (budget_.visits != UINT64_MAX) budget_.visits -= std::min(answer.visits, budget_.visits);
  return answer;
}

void add_faster_lines(Strategy& strategy, const Strategy& more) {
  for (const auto& [position, line] : more) {
    const auto [entry, is_new] = strategy.try_emplace(position, line);
    if (!is_new && line.plies < entry->second.plies) entry->second = line;
  }
}

Result<Certificate> certificate_of(Prover& prover, const Position& position, Verdict verdict, const Strategy& known) {
  if (!verdict.is_win_or_loss()) return usage_error("proof: nobody is proved to win, there is nothing to certify");
  const ClaimKind kind = verdict.is_win() ? ClaimKind::kWin : ClaimKind::kLoss;
  Certificate certificate{prover.rules(), position, kind, 0, {}};
  NowAndThen now_and_then;
  const auto goes_on = [&] {
    now_and_then.call([&] {
      if (const auto& observer = prover.limits().observer) observer(prover.progress());
    });
    return !prover.is_cancelled();
  };
  StrategyReader reader(prover, known, {.deadline = prover.deadline()}, goes_on);
  const int before = kind == ClaimKind::kWin ? 0 : 1;
  const std::vector<Position> turns = winners_turns(prover.board(), prover.rules(), position, kind);
  for (const Position& turn : turns) {
    const auto within = UISGE_TRY(reader.read_win(turn, verdict.plies - before));
    certificate.plies = std::max(certificate.plies, within + before);
  }
  certificate.strategy = reader.take();
  if (known.empty()) return certificate;
  add_faster_lines(certificate.strategy, known);
  keep_reached(prover, turns, certificate.strategy);
  return certificate;
}

Certificate concrete(const Board& board, const KeyMaker& keys, const Certificate& certificate) {
  Certificate whole{certificate.rules, certificate.position, certificate.kind, certificate.plies, {}};
  std::vector<Position> open = winners_turns(board, certificate.rules, certificate.position, certificate.kind);
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    const auto [there, symmetry] = class_image(board, keys, position);
    const auto line = certificate.strategy.find(there);
    if (line == certificate.strategy.end()) continue;
    const Move move = image(board, board.inverse(symmetry), line->second.move);
    if (!whole.strategy.try_emplace(position, StrategyMove{move, line->second.plies}).second) continue;
    const Position next = play(board, position, move);
    for (const Move answer : playable_moves(board, certificate.rules, next)) open.push_back(play(board, next, answer));
  }
  return whole;
}

}  // namespace uisge
