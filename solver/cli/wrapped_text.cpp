#include "solver/cli/wrapped_text.h"

#include <algorithm>

namespace uisge::cli {

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string result;
  std::size_t line = 0;  // characters in the current line
  for (std::size_t begin = 0; begin < text.size();) {
    // Each iteration takes the next word, with the spaces before it. A newline counts as a word.
    const std::size_t word = std::min(text.find_first_not_of(' ', begin), text.size());
    if (word < text.size() && text[word] == '\n') {
      result += '\n';
      line = 0;
      begin = word + 1;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \n", word), text.size());
    if (line > 0 && line + (end - begin) > columns) {
      result.append("\n").append(indent, ' ');
      line = indent;
      begin = word;
    }
    result.append(text.substr(begin, end - begin));
    line += end - begin;
    begin = end;
  }
  return result;
}

}  // namespace uisge::cli
