#include "solver/answers/position_words.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <span>

#include "core/notation.h"
#include "core/start.h"
#include "core/trimmed.h"

namespace uisge {

namespace {

constexpr std::string_view kStart = "start";
constexpr std::string_view kStandardInput = "-";

// The further fields of a chess FEN: castling, en passant and two move counters.
constexpr std::size_t kChessFields = 4;

constexpr std::array<std::string_view, 5> kEndings{".uisge", ".uisge.plies", ".plane", ".notes", ".proof"};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool are_chess_fields(std::span<const std::string> words) {
  return words.size() >= kChessFields && words[0] == "-" && words[1] == "-" && is_number(words[2]) &&
         is_number(words[3]);
}

bool is_side(std::string_view word) {
  return word == "w" || word == "b";
}

// Removes the further fields of a chess FEN if they, and nothing else, follow the side to move.
std::string_view without_chess_fields(std::string_view text) {
  std::vector<std::string> words;
  std::size_t end_of_side = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    if (text[begin] == ' ') {
      ++begin;
      continue;
    }
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    if (words.size() == 2) end_of_side = end;
    if (words.size() > 2 + kChessFields) return text;
    begin = end + 1;
  }
  const bool is_chess_like = words.size() == 2 + kChessFields && is_side(words[1]) &&
                             are_chess_fields(std::span<const std::string>(words).subspan(2));
  return is_chess_like ? text.substr(0, end_of_side) : text;
}

}  // namespace

bool names_file(const std::string& word) {
  if (word == kStart || word == kStandardInput) return false;
  std::error_code unreadable;
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return word.ends_with(ending); }) ||
         std::filesystem::is_regular_file(word, unreadable);
}

bool means_position(const std::string& word) {
  if (word == kStart) return true;
  // A position has slashes between ranks. A word with slashes is taken for a path if it begins with a slash, contains a
  // dot, a tilde or an underscore, or names a file.
  return word.find('/') != std::string::npos && word.find_first_of(".~_") == std::string::npos &&
         !word.starts_with('/') && !names_file(word);
}

PositionWords split_files_and_positions(const std::vector<std::string>& words) {
  PositionWords sorted;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (names_file(words[i])) {
      sorted.files.push_back(words[i]);
      continue;
    }
    std::string text = words[i];
    const bool is_split =
        means_position(text) && text.find(' ') == std::string::npos && i + 1 < words.size() && is_side(words[i + 1]);
    if (is_split) {
      text += " " + words[++i];
      if (are_chess_fields(std::span(words).subspan(i + 1))) i += kChessFields;
    }
    sorted.positions.push_back(std::move(text));
  }
  return sorted;
}

Result<Position> read_position_text(std::string_view text, const BoardOptions& start) {
  text = trimmed(text);
  if (text == kStart) return start_position(Board(start.size), start.pieces);
  return parse_position(without_chess_fields(text));
}

}  // namespace uisge
