#include "core/other_notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/notation.h"

namespace uisge {

namespace {

constexpr Symmetry kMirroredFiles(1);
constexpr Symmetry kHalfTurn(3);

// Reads "4,4-4,2": the two squares of a move, each as row and column.
Result<std::string> own_text_of_numbers(const Board& board, std::string_view text) {
  // No board has more than nine rows or columns, so every number is one digit.
  std::string digits;
  for (const char c : text) {
    if (c >= '0' && c <= '9') digits += c;
  }
  if (digits.size() != 4) {
    return usage_error("move: expected row and column of both squares, for example 4,4-4,2, or pass");
  }
  std::string own;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int row = digits[i] - '0';
    const int column = digits[i + 1] - '0';
    if (row >= board.ranks() || column >= board.files()) {
      return usage_error(
          fmt::format("move: row {}, column {} is not on the {} board, which has rows 0 to {} and columns "
                      "0 to {}",
                      row, column, to_string(board.size()), board.ranks() - 1, board.files() - 1));
    }
    own += board.name(board.square(column, board.ranks() - 1 - row));
  }
  return own;
}

std::string in_numbers(const Board& board, Square square) {
  return fmt::format("{},{}", board.ranks() - 1 - board.rank(square), board.file(square));
}

}  // namespace

std::string_view to_string(Notation notation) {
  switch (notation) {
    case Notation::kRanksFromTop: return "ranks-from-top";
    case Notation::kRowsAndColumns: return "rows-and-columns";
    case Notation::kUisge: break;
  }
  return "uisge";
}

Result<Notation> parse_notation(std::string_view text) {
  for (const Notation notation : kAllNotations) {
    if (text == to_string(notation)) return notation;
  }
  return usage_error(fmt::format("notation: '{}' is none of uisge, ranks-from-top, rows-and-columns", text));
}

std::string to_text(const Board& board, Move move, Notation notation) {
  if (move.is_pass() || notation == Notation::kUisge) return to_text(board, move);
  if (notation == Notation::kRowsAndColumns) return in_numbers(board, move.from) + "-" + in_numbers(board, move.to);
  return to_text(board, Move{board.image(kMirroredFiles, move.from), board.image(kMirroredFiles, move.to)});
}

Result<Move> parse_move(const Board& board, RuleSet rules, const Position& position, std::string_view text,
                        Notation notation) {
  std::string own(text);
  std::transform(own.begin(), own.end(), own.begin(), small_letter);
  if (own == "pass" || notation == Notation::kUisge) return parse_move(board, rules, position, text);
  if (notation == Notation::kRowsAndColumns) {
    own = UISGE_TRY(own_text_of_numbers(board, text));
  } else {
    const char last = file_letter(board.files() - 1);
    for (std::size_t i = 0; i + 1 < own.size(); ++i) {
      const bool is_file = own[i] >= 'a' && own[i] <= last && own[i + 1] >= '1' && own[i + 1] <= '9';
      if (is_file) own[i] = static_cast<char>('a' + last - own[i]);
    }
  }
  auto move = parse_move(board, rules, position, own);
  if (move) return move;
  constexpr std::string_view kBegin = "move: ";
  std::string& why = move.error().message;
  assert(why.starts_with(kBegin));
  if (const std::size_t end = why.find(" is not possible"); end != std::string::npos) {
    const std::string ours = why.substr(kBegin.size(), end - kBegin.size());  // `own` without its dash
    why.replace(kBegin.size(), ours.size(),
                fmt::format("{} ({}), which is {} in uisge's notation,", text, to_string(notation), ours));
  }
  return move;
}

Position from_notation(const Board& board, const Position& read, Notation notation) {
  return notation == Notation::kRanksFromTop ? image(board, kHalfTurn, read) : read;
}

std::string to_text(const Board& board, const Position& position, Notation notation) {
  return to_text(board, from_notation(board, position, notation));  // a rotation by 180 degrees is its own inverse
}

}  // namespace uisge
