// Reads game records. A game is a list of tags, and then moves up to a result. This file is long because the grammar is
// one class: tags, moves, comments and variations share the current place in the text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/game_record.h"
#include "core/notation.h"
#include "core/start.h"
#include "core/trimmed.h"

namespace uisge {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

// Whether the character ends a word in the text of the moves.
bool ends_word(char c) {
  return is_space(c) || std::string_view("{}()[];\"").find(c) != std::string_view::npos;
}

std::optional<GameResult> parse_result(std::string_view word) {
  for (const GameResult result :
       {GameResult::kUnknown, GameResult::kWhiteWins, GameResult::kBlackWins, GameResult::kDraw}) {
    if (word == to_string(result)) return result;
  }
  return std::nullopt;
}

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

// The tags that the parser evaluates. Their names may be written in small or capital letters.
constexpr std::array<std::string_view, 12> kTags{"Game",  "White",         "Black", "Date",   "Board", "Pieces",
                                                 "Stuck", "DiagonalJumps", "Start", "Result", "SetUp", "FEN"};

bool is_same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return small_letter(one) == small_letter(other); });
}

// Only two words of a chess FEN have a meaning here: the pieces and the side to move.
std::string_view first_two_words(std::string_view text) {
  text = trimmed(text);
  const std::size_t side = std::min(text.find_first_not_of(' ', text.find(' ')), text.size());
  return text.substr(0, text.find(' ', side));
}

class Parser {
 public:
  Parser(std::string_view text, const RecordDefaults& defaults)
      : text_(text), comments_end_(text.rfind('}') + 1), defaults_(defaults) {}

  // The next game, or the error in it; nothing after the last game.
  std::optional<Result<GameRecord>> next() {
    skip_spaces();
    if (at_end()) return std::nullopt;
    const std::size_t begin = at_;
    auto game = parse_game();
    if (!game) at_ = next_tags(begin);
    return game;
  }

 private:
  struct Tag {
    std::string name;
    std::string value;
    std::size_t at;  // the tag's place in the text, for error messages
  };

  bool at_end() const { return at_ == text_.size(); }
  char here() const { return text_[at_]; }

  tl::unexpected<Error> error_at(std::size_t at, std::string_view what) const {
    const std::string_view before = text_.substr(0, at);
    const std::size_t line_begin = before.rfind('\n') + 1;  // 0 on the first line
    return usage_error(fmt::format("line {}, column {}: {}", std::count(before.begin(), before.end(), '\n') + 1,
                                   at - line_begin + 1, what));
  }

  // Skips spaces, byte-order marks, the rest of a line after a semicolon, and lines that begin with a percent sign, as
  // in PGN.
  void skip_spaces() {
    for (;;) {
      const std::string_view rest = text_.substr(at_);
      const bool is_line_begin = at_ == 0 || text_[at_ - 1] == '\n';
      if (rest.starts_with(kByteOrderMark)) {
        at_ += kByteOrderMark.size();
      } else if (rest.starts_with(';') || (is_line_begin && rest.starts_with('%'))) {
        at_ += std::min(rest.find('\n'), rest.size());
      } else if (!rest.empty() && is_space(rest.front())) {
        ++at_;
      } else {
        return;
      }
    }
  }

  // The game at `at` has a mistake. Returns where the next game begins: at the first line that begins with a bracket
  // and follows a move or comment of the faulty game. A bracket inside a comment begins nothing.
  std::size_t next_tags(std::size_t at) const {
    bool has_moves = false;
    bool is_line_begin = true;
    while (at < text_.size()) {
      const char c = text_[at];
      if (c == '[' && is_line_begin && has_moves) return at;
      if (c == '[' && !has_moves) {
        at = end_of_tag(at);
      } else if (c == ';') {
        at = std::min(text_.find('\n', at), text_.size());
      } else {
        has_moves = has_moves || !is_space(c);
        is_line_begin = c == '\n' || (is_line_begin && is_space(c));
        // An opening brace after the last closing brace begins no comment.
        at = c == '{' && at < comments_end_ ? text_.find('}', at) + 1 : at + 1;
      }
    }
    return text_.size();
  }

  // The place after the tag at `at`: after its closing bracket, or the end of its line if that bracket is missing.
  std::size_t end_of_tag(std::size_t at) const {
    const std::size_t line_end = std::min(text_.find('\n', at), text_.size());
    bool is_quoted = false;
    for (; at < line_end && (is_quoted || text_[at] != ']'); ++at) {
      if (text_[at] == '\\' && is_quoted) ++at;
      if (at < line_end && text_[at] == '"') is_quoted = !is_quoted;
    }
    return std::min(at + 1, line_end);
  }

  Result<Tag> parse_tag() {
    Tag tag{{}, {}, at_++};  // after the bracket
    skip_spaces();
    while (!at_end() && !ends_word(here()) && !is_control(here())) tag.name += text_[at_++];
    const auto* const known =
        std::find_if(kTags.begin(), kTags.end(), [&](auto name) { return is_same_word(name, tag.name); });
    if (known != kTags.end()) tag.name = *known;
    if (tag.name.empty()) return error_at(at_, "expected the name of a tag, as in [White \"Ann\"]");
    skip_spaces();
    if (at_end() || here() != '"') return error_at(at_, fmt::format("expected the value of {} in quotes", tag.name));
    for (++at_; !at_end() && here() != '"'; ++at_) {
      if (here() == '\\' && at_ + 1 < text_.size()) ++at_;
      if (here() == '\n') return error_at(tag.at, fmt::format("the value of {} has no closing quote", tag.name));
      tag.value += is_control(here()) ? ' ' : here();
    }
    if (at_end()) return error_at(tag.at, fmt::format("the value of {} has no closing quote", tag.name));
    ++at_;
    skip_spaces();
    if (at_end() || here() != ']') return error_at(at_, fmt::format("expected ] after the tag {}", tag.name));
    ++at_;
    return tag;
  }

  // std::ranges::find_if is not used, since Emscripten's library lacks it.
  template <class Tags>
  static auto find_tag(Tags& tags, std::string_view name) {
    return std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; });
  }

  static bool has(const std::vector<Tag>& tags, std::string_view name) { return find_tag(tags, name) != tags.end(); }

  // Removes the tag `name` from the list and returns its value. The value is empty if the tag is absent or has only
  // question marks and dots, as in "????.??.??" (unknown).
  static std::string take(std::vector<Tag>& tags, std::string_view name) {
    const auto tag = find_tag(tags, name);
    if (tag == tags.end()) return {};
    std::string value = std::move(tag->value);
    tags.erase(tag);
    return value.find_first_not_of("?.") == std::string::npos ? std::string() : value;
  }

  Result<GameRecord> record_of(std::vector<Tag> tags, std::size_t begin, std::optional<GameResult>& claimed) {
    for (auto tag = tags.begin(); tag != tags.end(); ++tag) {
      if (std::find_if(tags.begin(), tag, [&](const Tag& other) { return other.name == tag->name; }) != tag) {
        return error_at(tag->at, fmt::format("the tag {} is there twice", tag->name));
      }
    }
    // The place that an error about a tag names: the tag's own place, or the game's if the tag is missing.
    const auto place = [&tags, begin](std::string_view name) {
      const auto tag = find_tag(tags, name);
      return tag == tags.end() ? begin : tag->at;
    };
    const std::size_t start_at = place(has(tags, "Start") ? "Start" : "FEN");
    const std::size_t setup_at = place("SetUp");
    const std::size_t board_at = place("Board");
    const std::size_t pieces_at = place("Pieces");
    const std::size_t stuck_at = place("Stuck");
    const std::size_t diagonal_at = place("DiagonalJumps");
    const std::size_t result_at = place("Result");

    if (const std::string game = take(tags, "Game"); !game.empty() && game != "Uisge") {
      return error_at(begin, fmt::format("the game is {}, not Uisge", game));
    }
    constexpr std::array kSaysRules{"Board", "Pieces", "Start", "FEN", "Stuck", "DiagonalJumps"};
    const bool is_named =
        std::any_of(kSaysRules.begin(), kSaysRules.end(), [&](std::string_view name) { return has(tags, name); });
    const RecordDefaults defaults = is_named ? RecordDefaults() : defaults_;
    RuleSet rules = defaults.rules;
    if (const std::string stuck = take(tags, "Stuck"); !stuck.empty()) {
      const auto parsed = parse_stuck_rule(stuck);
      if (!parsed) return error_at(stuck_at, parsed.error().message);
      rules.stuck = *parsed;
    }
    const std::string diagonal = take(tags, "DiagonalJumps");
    if (!diagonal.empty() && diagonal != "yes" && diagonal != "no") {
      return error_at(diagonal_at, fmt::format("DiagonalJumps is '{}', expected yes or no", diagonal));
    }
    if (!diagonal.empty()) rules.diagonal_jumps = diagonal == "yes";

    const std::string board_text = take(tags, "Board");
    const std::string pieces_text = take(tags, "Pieces");
    std::string start_text = take(tags, "Start");
    const std::string fen = take(tags, "FEN");
    // If SetUp is 0, the game begins at the usual start and the FEN tag is ignored.
    const std::string setup = take(tags, "SetUp");
    if (setup != "0" && !fen.empty()) {
      const std::string_view start_of_fen = first_two_words(fen);
      if (!start_text.empty() && start_text != start_of_fen) return error_at(start_at, "Start and FEN differ");
      start_text = start_of_fen;
    }
    if (setup == "1" && start_text.empty()) return error_at(setup_at, "SetUp is 1, and neither Start nor FEN is there");
    BoardSize size = defaults.board;
    if (!board_text.empty()) {
      const auto parsed = parse_board_size(board_text);
      if (!parsed) return error_at(board_at, parsed.error().message);
      size = *parsed;
    }
    int pieces = defaults.pieces;
    if (!pieces_text.empty()) {
      const auto [end, failure] = std::from_chars(pieces_text.data(), pieces_text.data() + pieces_text.size(), pieces);
      if (failure != std::errc() || end != pieces_text.data() + pieces_text.size() || pieces < kMinPieces ||
          pieces > kMaxPieces) {
        return error_at(pieces_at,
                        fmt::format("Pieces is '{}', expected {} to {}", pieces_text, kMinPieces, kMaxPieces));
      }
    }
    const auto start = start_text.empty() ? start_position(Board(size), pieces) : parse_position(start_text);
    if (!start) return error_at(start_at, start.error().message);
    if (!board_text.empty() && start->size() != size) return error_at(board_at, "Board is not the board of Start");
    if (!pieces_text.empty() && start->pieces() != pieces) {
      return error_at(pieces_at, "Pieces is not the number of Start, for each side");
    }

    if (const std::string result = take(tags, "Result"); !result.empty()) {
      claimed = parse_result(result);
      if (!claimed) return error_at(result_at, fmt::format("Result is '{}', expected 1-0, 0-1, 1/2-1/2 or *", result));
    }
    GameRecord record{.start = *start, .rules = rules};
    record.white = take(tags, "White");
    record.black = take(tags, "Black");
    record.date = take(tags, "Date");
    for (Tag& tag : tags) record.other_tags.emplace_back(std::move(tag.name), std::move(tag.value));
    return record;
  }

  Result<std::string> parse_comment() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find('}', begin);
    if (end == std::string_view::npos) return error_at(begin, "this comment has no closing brace");
    at_ = end + 1;
    // Each run of spaces, line breaks and other control characters becomes one space. A run at the beginning or at the
    // end of the comment is removed.
    std::string comment;
    for (const char c : text_.substr(begin + 1, end - begin - 1)) {
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
    if (!target.empty() && !comment.empty()) target += ' ';
    target += comment;
    return {};
  }

  // NOLINTNEXTLINE(misc-no-recursion): at most kMaxVariationDepth.
  Result<void> parse_variation_of(Line& line) {
    const std::size_t begin = at_;
    if (line.moves->empty()) {
      return error_at(begin, "a variation replaces the move before it, and no move stands before this one");
    }
    if (line.depth == kMaxVariationDepth) {
      return error_at(begin, fmt::format("this variation is nested deeper than {}", kMaxVariationDepth));
    }
    ++at_;
    Variation variation;
    Line inner{line.board, line.rules, line.before_last, &variation.comment, &variation.moves, line.depth + 1};
    UISGE_TRY(parse_line(inner));
    if (at_end() || here() != ')') return error_at(begin, "this variation has no closing parenthesis");
    if (variation.moves.empty()) return error_at(begin, "this variation has no moves");
    ++at_;
    line.moves->back().variations.push_back(std::move(variation));
    return {};
  }

  // Reads one word: a move, a move number, an annotation glyph, or the result.
  Result<void> parse_word_of(Line& line) {
    const std::size_t begin = at_;
    while (!at_end() && !ends_word(here())) ++at_;
    std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty()) return error_at(begin, fmt::format("'{}' has no place here", here()));
    if ((line.result = parse_result(word))) {
      if (line.depth == 0) return {};
      return error_at(begin, fmt::format("the result {} cannot stand in a variation, close that with ) before", word));
    }
    if (word.front() == '$') return {};  // a numeric annotation glyph, as in PGN
    word = without_number(word);
    word = word.substr(0, word.find_last_not_of("!?") + 1);
    if (word.empty()) return {};
    const auto move = parse_move(*line.board, line.rules, line.position, word);
    if (!move) return error_at(begin, move.error().message);
    line.moves->push_back({*move});
    line.before_last = line.position;
    line.position = play(*line.board, line.position, *move);
    return {};
  }

  // Reads moves and comments until the result, the next game's tags, a closing parenthesis or the end.
  // NOLINTNEXTLINE(misc-no-recursion): at most kMaxVariationDepth.
  Result<void> parse_line(Line& line) {
    for (skip_spaces(); !at_end() && here() != '[' && here() != ')'; skip_spaces()) {
      auto read = here() == '{'   ? parse_comment_of(line)
                  : here() == '(' ? parse_variation_of(line)
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
    if (!result && !at_end() && here() == ')') return error_at(at_, "no variation is open that this would close");
    if (result && claimed && *result != *claimed) {
      return error_at(
          at_, fmt::format("the game ends with {}, the tag Result says {}", to_string(*result), to_string(*claimed)));
    }
    const GameResult by_rules = result_by_rules(board, record.rules, line.position);
    record.result = result ? *result : claimed.value_or(by_rules);
    if (by_rules != GameResult::kUnknown && record.result != GameResult::kUnknown && record.result != by_rules) {
      return error_at(at_, fmt::format("the result is given as {}, by the rules it is {}", to_string(record.result),
                                       to_string(by_rules)));
    }
    return {};
  }

  Result<GameRecord> parse_game() {
    const std::size_t begin = at_;
    std::vector<Tag> tags;
    for (; !at_end() && here() == '['; skip_spaces()) {
      auto tag = UISGE_TRY(parse_tag());
      tags.push_back(std::move(tag));
    }
    std::optional<GameResult> claimed;
    auto record = UISGE_TRY(record_of(std::move(tags), begin, claimed));
    UISGE_TRY(parse_moves(record, claimed));
    return record;
  }

  std::string_view text_;
  std::size_t comments_end_;  // the place after the last closing brace; 0 if there is none
  RecordDefaults defaults_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<GameRecord>> parse_game_records(std::string_view text, const RecordDefaults& defaults) {
  Parser parser(text, defaults);
  std::vector<GameRecord> games;
  while (auto game = parser.next()) {
    if (!*game) return tl::unexpected(game->error());
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
