// Breaks text into lines of a given width, between words only. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uisge::cli {

// The width in characters of help texts, and of a terminal whose width is unknown.
inline constexpr std::size_t kUsualColumns = 80;

// Breaks `text` at spaces. A line is longer than `columns` only if it is a single word. Lines after the first begin
// with `indent` spaces. Newlines in the text stay; none is added at the end.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent = 0);

}  // namespace uisge::cli
