// The text of game records, and the place up to which it is read. Not thread-safe.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/error.h"
#include "core/trimmed.h"

namespace uisge {

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

// Whether the character ends a word in the text of the moves.
constexpr bool ends_word(char c) {
  return is_space(c) || std::string_view("{}()[];\"").find(c) != std::string_view::npos;
}

class RecordText {
 public:
  explicit RecordText(std::string_view text) : text_(text), comments_end_(text.rfind('}') + 1) {}

  std::size_t place() const { return at_; }
  bool at_end() const { return at_ == text_.size(); }
  char here() const { return text_[at_]; }
  bool is_at(char c) const { return !at_end() && here() == c; }
  std::string_view rest() const { return text_.substr(at_); }
  void advance(std::size_t characters = 1) { at_ += characters; }

  // A game begins here. Errors count lines from here on, so that a text of many bad games takes linear time.
  void begin_game() {
    lines_before_game_ += line_ends(game_begin_, at_);
    game_begin_ = at_;
  }

  // REQUIRES: `at` is not before the current game.
  tl::unexpected<Error> error_at(std::size_t at, std::string_view what) const {
    const std::size_t line_begin = text_.substr(0, at).rfind('\n') + 1;  // 0 on the first line
    return usage_error(fmt::format("line {}, column {}: {}", lines_before_game_ + line_ends(game_begin_, at) + 1,
                                   at - line_begin + 1, what));
  }

  tl::unexpected<Error> error_here(std::string_view what) const { return error_at(at_, what); }

  // Skips spaces, byte-order marks, the rest of a line after a semicolon, and lines that begin with a percent sign, as
  // in PGN.
  void skip_spaces() {
    bool is_line_begin = at_ == 0 || text_[at_ - 1] == '\n';
    for (;;) {
      if (rest().starts_with(kByteOrderMark)) {
        advance(kByteOrderMark.size());
      } else if (is_at(';') || (is_line_begin && is_at('%'))) {
        advance(std::min(rest().find('\n'), rest().size()));
      } else if (!at_end() && is_space(here())) {
        is_line_begin = here() == '\n';
        advance();
      } else {
        return;
      }
    }
  }

  // Whether a closing brace follows. An opening brace after the last closing brace begins no comment.
  bool is_comment_closed() const { return at_ < comments_end_; }

  // The current game has a mistake. Goes to where the next game begins: to the first line that begins with a bracket
  // and follows a move or comment of the faulty game. A bracket inside a comment begins nothing.
  void go_to_next_game() {
    bool has_moves = false;
    for (at_ = game_begin_;;) {
      const std::size_t end_of_last = at_;
      skip_spaces();
      const std::string_view skipped = text_.substr(end_of_last, at_ - end_of_last);
      const bool is_line_begin = skipped.find('\n') != std::string_view::npos;
      if (at_end() || (is_at('[') && is_line_begin && has_moves)) return;
      if (is_at('[') && !has_moves) {
        at_ = end_of_tag();
      } else {
        has_moves = true;
        at_ = is_at('{') && is_comment_closed() ? text_.find('}', at_) + 1 : at_ + 1;
      }
    }
  }

 private:
  std::ptrdiff_t line_ends(std::size_t begin, std::size_t end) const {
    const std::string_view part = text_.substr(begin, end - begin);
    return std::count(part.begin(), part.end(), '\n');
  }

  // The place after the tag that begins here: after its closing bracket, or the end of its line if that bracket is
  // missing.
  std::size_t end_of_tag() const {
    std::size_t at = at_;
    const std::size_t line_end = std::min(text_.find('\n', at), text_.size());
    bool is_quoted = false;
    for (; at < line_end && (is_quoted || text_[at] != ']'); ++at) {
      if (text_[at] == '\\' && is_quoted) ++at;
      if (at < line_end && text_[at] == '"') is_quoted = !is_quoted;
    }
    return std::min(at + 1, line_end);
  }

  std::string_view text_;
  std::size_t comments_end_;  // the place after the last closing brace; 0 if there is none
  std::size_t at_ = 0;
  std::size_t game_begin_ = 0;  // the place of the current game
  std::ptrdiff_t lines_before_game_ = 0;
};

}  // namespace uisge
