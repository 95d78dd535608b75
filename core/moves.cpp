#include "core/moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/illegal_move.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/piece_count.h"
#include "core/trimmed.h"

namespace uisge {

namespace {

bool is_stuck(const Board& board, RuleSet rules, const Pieces& pieces) {
  return rules.diagonal_jumps ? is_stuck<true>(board, pieces) : is_stuck<false>(board, pieces);
}

template <bool kDiagonalJumps>
MoveList moves_of(const Board& board, const Pieces& pieces) {
  // The targets of each piece. The targets are collected first, so that the moves come in ascending order without a
  // sort.
  std::array<SquareSet, kMaxPieces> targets_bb;
  const auto targets_of = [&](Square from) -> SquareSet& { return targets_bb[pieces.mover_bb.rank_of(from)]; };
  visit_moves<kDiagonalJumps>(board, pieces, [&]<MoveKind>(auto from, SquareSet reported_bb) {
    for (const Square to : reported_bb) targets_of(from(to)) |= SquareSet(to);
  });
  MoveList moves;
  for (const Square from : pieces.mover_bb) {
    for (const Square to : targets_of(from)) moves.push_back({from, to});
  }
  return moves;
}

bool is_jump(const Board& board, Move move) {
  return !board.adjacent_bb(move.from).contains(move.to);
}

// The move's text in the form that to_text() gives: small letters, no dash in the middle.
std::string plain_move_text(std::string_view typed) {
  std::string text(typed);
  if (text.size() == 5 && text[2] == '-') text.erase(2, 1);
  std::transform(text.begin(), text.end(), text.begin(), small_letter);
  return text;
}

// Error messages begin with `name`: "move", or "move 2" for the second of several moves.
Result<Move> find_move(const Board& board, RuleSet rules, const Position& position, std::string_view typed,
                       const std::string& name) {
  const std::string text = plain_move_text(typed);
  const MoveList moves = playable_moves(board, rules, position);
  const auto illegal = [&](std::string_view why) {
    return usage_error(fmt::format("{}: {} is not possible, {}", name, text, why));
  };
  if (text == "pass" && typed.size() == text.size()) {
    if (!moves.empty() && moves.front().is_pass()) return Move::pass();
    return illegal(moves.empty() ? "the game is over" : "the side to move has a legal move");
  }
  if (text.size() != 4) return usage_error(name + ": expected from and to, for example d2d4, or pass");
  const auto from = square_named(board, text);
  const auto to = square_named(board, std::string_view(text).substr(2));
  if (!from || !to || *from == *to) {
    return usage_error(fmt::format("{}: expected two squares of the {} board, for example d2d4, or pass", name,
                                   to_string(board.size())));
  }
  const Move move{*from, *to};
  if (std::find(moves.begin(), moves.end(), move) != moves.end()) return move;
  if (moves.empty()) return illegal("the game is over");
  return illegal(flaw_of_move(board, rules, position, move).why);
}

}  // namespace

MoveList legal_moves(const Board& board, RuleSet rules, const Position& position) {
  if (!position.is_live()) return {};
  const Pieces pieces = pieces_of(position);
  return rules.diagonal_jumps ? moves_of<true>(board, pieces) : moves_of<false>(board, pieces);
}

MoveList playable_moves(const Board& board, RuleSet rules, const Position& position) {
  MoveList moves = legal_moves(board, rules, position);
  if (moves.empty() && game_end(board, rules, position) == GameEnd::kNotOver) moves.push_back(Move::pass());
  return moves;
}

Position play(const Board& board, const Position& position, Move move) {
  const Pieces before = pieces_of(position);
  const Pieces after = move.is_pass()          ? before.passed()
                       : !is_jump(board, move) ? before.after<MoveKind::kStep>(move.from, move.to)
                                               : before.after<MoveKind::kJump>(move.from, move.to);
  return Position::unchecked(position.size(), after.mover_bb, after.opponent_bb, after.crowns_bb,
                             other(position.side_to_move()));
}

GameEnd game_end(const Board& board, RuleSet rules, const Position& position) {
  if (position.mover_all_crowns()) return GameEnd::kMoverCompleted;
  if (position.opponent_all_crowns()) return GameEnd::kOpponentCompleted;
  const Pieces pieces = pieces_of(position);
  if (!is_stuck(board, rules, pieces)) return GameEnd::kNotOver;
  if (rules.stuck != StuckRule::kPasses) return GameEnd::kMoverStuck;
  return is_stuck(board, rules, pieces.passed()) ? GameEnd::kBothStuck : GameEnd::kNotOver;
}

Outcome outcome_of(GameEnd end, StuckRule stuck) {
  switch (end) {
    case GameEnd::kMoverCompleted: return Outcome::kWin;
    case GameEnd::kOpponentCompleted: return Outcome::kLoss;
    case GameEnd::kMoverStuck:
      switch (stuck) {
        case StuckRule::kLoses: return Outcome::kLoss;
        case StuckRule::kWins: return Outcome::kWin;
        case StuckRule::kDraws:
        case StuckRule::kPasses: break;
      }
      break;
    case GameEnd::kBothStuck:
    case GameEnd::kNotOver: break;
  }
  return Outcome::kDraw;
}

std::optional<Outcome> outcome_if_over(const Board& board, RuleSet rules, const Position& position) {
  const GameEnd end = game_end(board, rules, position);
  return end == GameEnd::kNotOver ? std::nullopt : std::optional(outcome_of(end, rules.stuck));
}

std::optional<Square> square_named(const Board& board, std::string_view text) {
  const int file = text[0] - 'a';
  const int rank = text[1] - '1';
  if (file < 0 || file >= board.files() || rank < 0 || rank >= board.ranks()) return std::nullopt;
  return board.square(file, rank);
}

std::string to_text(const Board& board, Move move) {
  return move.is_pass() ? "pass" : board.name(move.from) + board.name(move.to);
}

Result<Move> parse_move(const Board& board, RuleSet rules, const Position& position, std::string_view text) {
  return find_move(board, rules, position, text, "move");
}

Result<std::vector<Move>> parse_moves(const Board& board, RuleSet rules, const Position& position,
                                      std::string_view text) {
  std::vector<Move> moves;
  Position here = position;
  for (std::size_t begin = text.find_first_not_of(kWhiteSpace); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kWhiteSpace, begin), text.size());
    const auto move = UISGE_TRY(
        find_move(board, rules, here, text.substr(begin, end - begin), fmt::format("move {}", moves.size() + 1)));
    moves.push_back(move);
    here = play(board, here, move);
    begin = text.find_first_not_of(kWhiteSpace, end);
  }
  return moves;
}

Result<Position> play_moves(const Board& board, RuleSet rules, const Position& position, std::string_view text) {
  const auto moves = UISGE_TRY(parse_moves(board, rules, position, text));
  Position here = position;
  for (const Move move : moves) here = play(board, here, move);
  return here;
}

}  // namespace uisge
