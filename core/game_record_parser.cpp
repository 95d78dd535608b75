// Reads game records. A game is a list of tags (record_tags.h), and then moves up to a result.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/game_record.h"
#include "core/notation.h"
#include "core/record_tags.h"
#include "core/record_text.h"

namespace uisge {

namespace {

// Removes a move number: "12.", "12..." and "12" become empty, and so do dots alone; "12.d2d4" becomes "d2d4".
std::string_view without_number(std::string_view word) {
  constexpr std::string_view kEllipsis = "\xE2\x80\xA6";  // an ellipsis in UTF-8
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  std::size_t dots = digits;
  while (dots < word.size() && (word[dots] == '.' || word.substr(dots).starts_with(kEllipsis))) {
    dots += word[dots] == '.' ? 1 : kEllipsis.size();
  }
  const bool is_number = dots == word.size() || (digits > 0 && dots > digits);
  return is_number ? word.substr(dots) : word;
}

class Parser {
 public:
  Parser(std::string_view text, const RecordDefaults& defaults) : text_(text), defaults_(defaults) {}

  // The next game, or the error in it; nothing after the last game.
  std::optional<Result<GameRecord>> next() {
    text_.skip_spaces();
    if (text_.at_end()) return std::nullopt;
    text_.begin_game();
    auto game = parse_game();
    if (!game) text_.go_to_next_game();
    return game;
  }

 private:
  Result<std::string> parse_comment() {
    if (!text_.is_comment_closed()) return text_.error_here("this comment has no closing brace");
    const std::string_view rest = text_.rest();
    const std::size_t end = rest.find('}');
    text_.advance(end + 1);
    // Each run of spaces, line breaks and other control characters becomes one space. A run at the beginning or at the
    // end of the comment is removed.
    std::string comment;
    for (const char c : rest.substr(1, end - 1)) {
      if (!is_space(c) && !is_control(c)) {
        comment += c;
      } else if (!comment.empty() && comment.back() != ' ') {
        comment += ' ';
      }
    }
    if (comment.ends_with(' ')) comment.pop_back();
    return comment;
  }

  // The moves of a game or of a variation while they are read.
  struct Line {
    const Board* board;
    RuleSet rules;
    Position position;     // after all moves so far
    std::string* comment;  // the comment before the first move
    std::vector<RecordedMove>* moves;
    int depth = 0;                    // how many variations are open
    Position before_last = position;  // the position before the last move
    std::optional<GameResult> result = {};
  };

  Result<void> parse_comment_of(Line& line) {
    auto comment = UISGE_TRY(parse_comment());
    std::string& target = line.moves->empty() ? *line.comment : line.moves->back().comment;
    // The semicolon keeps a remark apart from its neighbours, so that a later review finds it.
    if (!target.empty() && !comment.empty()) target += "; ";
    target += comment;
    return {};
  }

  // NOLINTNEXTLINE(misc-no-recursion): at most kMaxVariationDepth.
  Result<void> parse_variation_of(Line& line) {
    const std::size_t begin = text_.place();
    if (line.moves->empty()) {
      return text_.error_here("a variation replaces the move before it, and no move stands before this one");
    }
    if (line.depth == kMaxVariationDepth) {
      return text_.error_here(fmt::format("this variation is nested deeper than {}", kMaxVariationDepth));
    }
    text_.advance();
    Variation variation;
    Line inner{line.board, line.rules, line.before_last, &variation.comment, &variation.moves, line.depth + 1};
    UISGE_TRY(parse_line(inner));
    if (!text_.is_at(')')) return text_.error_at(begin, "this variation has no closing parenthesis");
    if (variation.moves.empty()) return text_.error_at(begin, "this variation has no moves");
    text_.advance();
    line.moves->back().variations.push_back(std::move(variation));
    return {};
  }

  // Reads one word: a move, a move number, an annotation glyph, or the result.
  Result<void> parse_word_of(Line& line) {
    const std::size_t begin = text_.place();
    std::string_view word = text_.rest();
    while (!text_.at_end() && !ends_word(text_.here())) text_.advance();
    word = word.substr(0, text_.place() - begin);
    if (word.empty()) return text_.error_here(fmt::format("'{}' has no place here", text_.here()));
    if ((line.result = parse_result(word))) {
      if (line.depth == 0) return {};
      return text_.error_at(begin,
                            fmt::format("the result {} cannot stand in a variation, close that with ) before", word));
    }
    if (word.front() == '$') return {};  // a numeric annotation glyph, as in PGN
    word = without_number(word);
    word = word.substr(0, word.find_last_not_of("!?") + 1);
    if (word.empty()) return {};
    const auto move = parse_move(*line.board, line.rules, line.position, word);
    if (!move) return text_.error_at(begin, move.error().message);
    line.moves->push_back({*move});
    line.before_last = line.position;
    line.position = play(*line.board, line.position, *move);
    return {};
  }

  // Reads moves and comments until the result, the next game's tags, a closing parenthesis or the end.
  // NOLINTNEXTLINE(misc-no-recursion): at most kMaxVariationDepth.
  Result<void> parse_line(Line& line) {
    for (text_.skip_spaces(); !text_.at_end() && !text_.is_at('[') && !text_.is_at(')'); text_.skip_spaces()) {
      auto read = text_.is_at('{')   ? parse_comment_of(line)
                  : text_.is_at('(') ? parse_variation_of(line)
                                     : parse_word_of(line);
      if (!read || line.result) return read;
    }
    return {};
  }

  Result<void> parse_moves(GameRecord& record, const std::optional<GameResult>& claimed) {
    const Board board(record.start.size());
    Line line{&board, record.rules, record.start, &record.comment, &record.moves};
    UISGE_TRY(parse_line(line));
    const std::optional<GameResult>& result = line.result;
    if (!result && text_.is_at(')')) return text_.error_here("no variation is open that this would close");
    if (result && claimed && *result != *claimed) {
      return text_.error_here(
          fmt::format("the game ends with {}, the tag Result says {}", to_string(*result), to_string(*claimed)));
    }
    const GameResult by_rules = result_by_rules(board, record.rules, line.position);
    record.result = result ? *result : claimed.value_or(by_rules);
    if (by_rules != GameResult::kUnknown && record.result != GameResult::kUnknown && record.result != by_rules) {
      return text_.error_here(fmt::format("the result is given as {}, by the rules it is {}", to_string(record.result),
                                          to_string(by_rules)));
    }
    return {};
  }

  Result<GameRecord> parse_game() {
    auto tagged = UISGE_TRY(parse_tags(text_, defaults_));
    UISGE_TRY(parse_moves(tagged.record, tagged.result));
    return std::move(tagged.record);
  }

  RecordText text_;
  RecordDefaults defaults_;
};

}  // namespace

Result<std::vector<GameRecord>> parse_game_records(std::string_view text, const RecordDefaults& defaults,
                                                   std::size_t at_most) {
  Parser parser(text, defaults);
  std::vector<GameRecord> games;
  while (auto game = parser.next()) {
    if (!*game) return tl::unexpected(game->error());
    if (games.size() == at_most) return usage_error(fmt::format("text: has more than {} games; divide it", at_most));
    games.push_back(*std::move(*game));
  }
  return games;
}

std::vector<Result<GameRecord>> parse_each_game_record(std::string_view text, const RecordDefaults& defaults) {
  Parser parser(text, defaults);
  std::vector<Result<GameRecord>> games;
  while (auto game = parser.next()) games.push_back(*std::move(game));
  return games;
}

}  // namespace uisge
