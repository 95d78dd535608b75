#include "core/game_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"

namespace uisge {

namespace {

constexpr std::size_t kLineWidth = 80;

std::string_view or_unknown(const std::string& text) {
  return text.empty() ? std::string_view("?") : std::string_view(text);
}

// Writes a tag in one line: line breaks in the value become spaces.
std::string tag_line(std::string_view name, std::string_view value) {
  std::string text = fmt::format("[{} \"", name);
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += is_control(c) ? ' ' : c;
  }
  return text + "\"]\n";
}

// Collects the words of a game's moves and breaks them into lines. The last word is held back until the next word
// comes, since a closing parenthesis may still be appended to it.
class Lines {
 public:
  void add(std::string_view word) {
    end_word();
    word_ = std::exchange(opened_, "");
    word_ += word;
  }

  // Adds the comment word by word. A closing brace would end the comment, so it becomes a parenthesis.
  void add_comment(std::string_view comment) {
    std::string word = "{";
    bool is_begun = false;  // whether a word of the comment has begun
    for (const char c : comment) {
      if (c == ' ' || is_control(c)) {
        if (std::exchange(is_begun, false)) add(std::exchange(word, ""));
      } else {
        is_begun = true;
        word += c == '}' ? ')' : c;
      }
    }
    add(word + "}");
  }

  void open() { opened_ += '('; }
  void close() { word_ += ')'; }

  std::string take() {
    end_word();
    return std::move(text_) + "\n";
  }

 private:
  void end_word() {
    if (word_.empty()) return;
    if (column_ > 0 && column_ + 1 + word_.size() > kLineWidth) {
      text_ += '\n';
      column_ = 0;
    } else if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += word_;
    column_ += word_.size();
    word_.clear();
  }

  std::string text_;
  std::size_t column_ = 0;  // the length of the last line of text_
  std::string word_;        // not in text_ yet
  std::string opened_;      // the opening parentheses before the next word
};

// Every move of White's is written with its number. A move of Black's is written with a number only if it does not
// directly follow White's move. The first of the moves is that of ply `ply`, and `first` makes the move of ply 0.
// NOLINTNEXTLINE(misc-no-recursion): recurses as deeply as variations are nested.
void add_moves(Lines& lines, const Board& board, const std::vector<RecordedMove>& moves, Side first, std::size_t ply) {
  bool says_number = true;
  for (const RecordedMove& move : moves) {
    if (says_number || is_move_of_white(first, ply)) lines.add(move_number_text(first, ply));
    lines.add(to_text(board, move.move));
    if (!move.comment.empty()) lines.add_comment(move.comment);
    for (const Variation& variation : move.variations) {
      lines.open();
      if (!variation.comment.empty()) lines.add_comment(variation.comment);
      add_moves(lines, board, variation.moves, first, ply);
      lines.close();
    }
    says_number = !move.comment.empty() || !move.variations.empty();
    ++ply;
  }
}

}  // namespace

std::string_view to_string(GameResult result) {
  switch (result) {
    case GameResult::kWhiteWins: return "1-0";
    case GameResult::kBlackWins: return "0-1";
    case GameResult::kDraw: return "1/2-1/2";
    case GameResult::kUnknown: break;
  }
  return "*";
}

std::optional<GameResult> parse_result(std::string_view text) {
  for (const GameResult result :
       {GameResult::kUnknown, GameResult::kWhiteWins, GameResult::kBlackWins, GameResult::kDraw}) {
    if (text == to_string(result)) return result;
  }
  return std::nullopt;
}

std::string move_number_text(Side first, std::size_t ply) {
  return fmt::format("{}{}", move_number(first, ply), is_move_of_white(first, ply) ? "." : "...");
}

GameResult result_by_rules(const Board& board, RuleSet rules, const Position& position) {
  const GameEnd end = game_end(board, rules, position);
  if (end == GameEnd::kNotOver) return GameResult::kUnknown;
  const Outcome outcome = outcome_of(end, rules.stuck);
  if (outcome == Outcome::kDraw) return GameResult::kDraw;
  const bool white_wins = (outcome == Outcome::kWin) == (position.side_to_move() == Side::kWhite);
  return white_wins ? GameResult::kWhiteWins : GameResult::kBlackWins;
}

// NOLINTNEXTLINE(misc-no-recursion): recurses as deeply as variations are nested.
bool is_same_play(const std::vector<RecordedMove>& a, const std::vector<RecordedMove>& b) {
  // NOLINTNEXTLINE(misc-no-recursion)
  const auto is_same_variation = [](const Variation& one, const Variation& other) {
    return one.comment == other.comment && is_same_play(one.moves, other.moves);
  };
  // NOLINTNEXTLINE(misc-no-recursion)
  const auto is_same_move = [&](const RecordedMove& one, const RecordedMove& other) {
    return one.move == other.move && one.comment == other.comment &&
           std::equal(one.variations.begin(), one.variations.end(), other.variations.begin(), other.variations.end(),
                      is_same_variation);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same_move);
}

std::string to_text(const GameRecord& record) {
  const Board board(record.start.size());
  std::string text = tag_line("Game", "Uisge");
  text += tag_line("White", or_unknown(record.white));
  text += tag_line("Black", or_unknown(record.black));
  text += tag_line("Date", record.date.empty() ? "????.??.??" : record.date);
  text += tag_line("Board", to_string(record.start.size()));
  text += tag_line("Pieces", fmt::format("{}", record.start.pieces()));
  text += tag_line("Stuck", to_string(record.rules.stuck));
  text += tag_line("DiagonalJumps", record.rules.diagonal_jumps ? "yes" : "no");
  text += tag_line("Start", to_text(board, record.start));
  for (const auto& [name, value] : record.other_tags) text += tag_line(name, value);
  text += tag_line("Result", to_string(record.result)) + '\n';

  Lines lines;
  if (!record.comment.empty()) lines.add_comment(record.comment);
  add_moves(lines, board, record.moves, record.start.side_to_move(), 0);
  lines.add(to_string(record.result));
  return text + lines.take();
}

}  // namespace uisge
