// Text in lines of a given width, broken between words only. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uisge::cli {

// The width that help texts keep to, and that a terminal is taken to have if it does not say.
inline constexpr std::size_t kUsualColumns = 80;

// Breaks `text` at spaces so that no line is longer than `columns`, except for a word that is. Lines after the first
// begin with `indent` spaces. Newlines in the text stay. No newline at the end but the text's own.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent = 0);

}  // namespace uisge::cli
