#include "bindings/cpp/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>

namespace uisge::v1 {

// Makes public positions from the engine's positions. The engine's positions are valid, so they are not checked again.
struct PositionAccess {
  static Position make(const uisge::Position& position) {
    const Setup setup = position.setup();
    Position result{Position::Unset{}};
    result.white_ = setup.white_bb.bits();
    result.black_ = setup.black_bb.bits();
    result.crowns_ = setup.crowns_bb.bits();
    result.files_ = static_cast<std::uint8_t>(setup.size.files);
    result.ranks_ = static_cast<std::uint8_t>(setup.size.ranks);
    result.side_ = setup.side_to_move == uisge::Side::kWhite ? Side::kWhite : Side::kBlack;
    return result;
  }
};

}  // namespace uisge::v1

namespace uisge::bindings {

namespace {

v1::ErrorKind public_kind(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage: return v1::ErrorKind::kUsage;
    case ErrorKind::kBadFile: return v1::ErrorKind::kBadFile;
    case ErrorKind::kResource: return v1::ErrorKind::kResource;
    case ErrorKind::kVerification: return v1::ErrorKind::kVerification;
    case ErrorKind::kInterrupted: break;
  }
  return v1::ErrorKind::kInterrupted;
}

}  // namespace

void raise(const Error& error) {
  throw v1::Error(public_kind(error.kind), error.message);
}

const std::string& checked_path(const std::string& path) {
  if (path.find('\0') == std::string::npos) return path;
  throw v1::Error(v1::ErrorKind::kUsage,
                  path.substr(0, path.find('\0')) + ": a zero byte follows in the name, and no file has one there");
}

const Board& tables(v1::BoardSize size) {
  const BoardSize checked = take(make_board_size(size.files, size.ranks));
  constexpr std::size_t kSizes = (kMaxSide + 1) * (kMaxSide + 1);
  static std::array<std::atomic<const Board*>, kSizes> boards{};
  std::atomic<const Board*>& board = boards[static_cast<std::size_t>(checked.files * (kMaxSide + 1) + checked.ranks)];
  if (const Board* const made = board.load(std::memory_order_acquire); made != nullptr) return *made;
  auto fresh = std::make_unique<const Board>(checked);
  const Board* expected = nullptr;
  if (board.compare_exchange_strong(expected, fresh.get(), std::memory_order_acq_rel)) return *fresh.release();
  return *expected;  // another thread was faster, so its tables are used
}

RuleSet to_engine(v1::Rules rules) {
  const auto number = static_cast<int>(rules.stuck);
  const auto stuck = known_stuck_rule(number);
  if (!stuck) {
    raise({ErrorKind::kUsage,
           fmt::format("rules: {} is no rule for stuck players, 0 to {} are", number, kAllStuckRules.size() - 1)});
  }
  return {*stuck, rules.diagonal_jumps};
}

Position to_engine(const v1::Position& position) {
  const v1::BoardSize size = position.board();
  const bool white_moves = position.side_to_move() == v1::Side::kWhite;
  return Position::unchecked({size.files, size.ranks}, SquareSet(white_moves ? position.white() : position.black()),
                             SquareSet(white_moves ? position.black() : position.white()), SquareSet(position.crowns()),
                             white_moves ? Side::kWhite : Side::kBlack);
}

Move to_engine(const Board& board, v1::Move move) {
  if (move.from >= board.squares() || move.to >= board.squares()) {
    raise({ErrorKind::kUsage, fmt::format("move: square {} is not on the {} board, whose squares are 0 to {}",
                                          std::max(move.from, move.to), to_string(board.size()), board.squares() - 1)});
  }
  return move.is_pass() ? Move::pass() : Move{Square(move.from), Square(move.to)};
}

Verdict to_engine(const v1::Verdict& verdict) {
  if (verdict.value == v1::Value::kUndecided) return Verdict::undecided_within(verdict.no_forced_win_within);
  const auto outcome = static_cast<Outcome>(verdict.value);
  if (outcome == Outcome::kDraw) return Verdict::draw();
  return {outcome, verdict.distance ? static_cast<Plies>(*verdict.distance) : kUncountedPlies};
}

Analysis to_engine(const Board& board, const v1::Analysis& analysis) {
  Analysis result;
  result.verdict = to_engine(analysis.verdict);
  for (const v1::RankedMove& move : analysis.moves) {
    result.moves.push_back({to_engine(board, move.move), to_engine(move.verdict), move.best});
  }
  return result;
}

static_assert(is_same_number(v1::StuckRule::kLoses, StuckRule::kLoses) &&
              is_same_number(v1::StuckRule::kWins, StuckRule::kWins) &&
              is_same_number(v1::StuckRule::kDraws, StuckRule::kDraws) &&
              is_same_number(v1::StuckRule::kPasses, StuckRule::kPasses));
v1::Rules to_public(RuleSet rules) {
  return {static_cast<v1::StuckRule>(rules.stuck), rules.diagonal_jumps};
}

v1::Position to_public(const Position& position) {
  return v1::PositionAccess::make(position);
}

v1::Move to_public(Move move) {
  return {move.from.index(), move.to.index()};
}

v1::Identity to_public(const DatabaseIdentity& identity) {
  return {{identity.board.files, identity.board.ranks}, identity.pieces, to_public(identity.rules)};
}

v1::Counts to_public(const OutcomeCounts& counts) {
  return {counts.won, counts.lost, counts.drawn};
}

std::vector<v1::DistanceCounts> to_public(const std::vector<DistanceCounts>& by_distance) {
  std::vector<v1::DistanceCounts> result;
  result.reserve(by_distance.size());
  for (const DistanceCounts& counts : by_distance) result.push_back({counts.won, counts.lost});
  return result;
}

static_assert(is_same_number(v1::Value::kDraw, Outcome::kDraw) && is_same_number(v1::Value::kWin, Outcome::kWin) &&
              is_same_number(v1::Value::kLoss, Outcome::kLoss));
v1::Verdict to_public(Verdict verdict) {
  if (!verdict.is_decided()) return {v1::Value::kUndecided, {}, verdict.plies};
  v1::Verdict result{static_cast<v1::Value>(*verdict.outcome), {}, 0};
  if (verdict.has_distance()) result.distance = verdict.plies;
  return result;
}

v1::RankedMove to_public(const RankedMove& move) {
  v1::RankedMove result{to_public(move.move), to_public(move.verdict), move.best};
  result.verdict.within = within_of(move);
  return result;
}

v1::Analysis to_public(const Analysis& analysis) {
  v1::Analysis result{to_public(analysis.verdict), {}};
  result.verdict.within = within_of(analysis);
  result.moves.reserve(analysis.moves.size());
  for (const RankedMove& move : analysis.moves) result.moves.push_back(to_public(move));
  return result;
}

std::vector<v1::Move> to_public(const std::vector<Move>& moves) {
  std::vector<v1::Move> result;
  result.reserve(moves.size());
  for (const Move move : moves) result.push_back(to_public(move));
  return result;
}

}  // namespace uisge::bindings
