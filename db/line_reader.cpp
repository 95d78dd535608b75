#include "db/line_reader.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace uisge {

Result<std::optional<std::string_view>> LineReader::next() {
  if (is_skipping_) UISGE_TRY(skip_rest());
  std::size_t searched = begin_;
  std::size_t end = bytes_.find('\n', searched);
  while (end == std::string::npos && !at_end_) {
    if (bytes_.size() - begin_ > most_bytes_) break;
    searched = bytes_.size() - begin_;
    bytes_.erase(0, begin_);
    begin_ = 0;
    const auto more = UISGE_TRY(fill());
    at_end_ = !more;
    end = bytes_.find('\n', searched);
  }
  if (at_end_ && end == std::string::npos && begin_ == bytes_.size()) return std::nullopt;
  ++line_;
  is_whole_ = end != std::string::npos;
  std::string_view line = std::string_view(bytes_).substr(begin_, is_whole_ ? end - begin_ : end);
  if (line.size() > most_bytes_) {
    is_skipping_ = true;
    return bad(fmt::format("is longer than {} bytes", most_bytes_));
  }
  begin_ += line.size() + (is_whole_ ? 1 : 0);
  return line;
}

Result<void> LineReader::skip_rest() {
  std::size_t newline = bytes_.find('\n', begin_);
  while (newline == std::string::npos && !at_end_) {
    bytes_.clear();
    const auto more = UISGE_TRY(fill());
    at_end_ = !more;
    newline = bytes_.find('\n');
  }
  begin_ = newline == std::string::npos ? bytes_.size() : newline + 1;
  is_skipping_ = false;
  return {};
}

std::string_view LineReader::read_ahead() const {
  const std::size_t newline = bytes_.rfind('\n');
  if (newline == std::string::npos || newline < begin_) return {};
  return std::string_view(bytes_).substr(begin_, newline + 1 - begin_);
}

tl::unexpected<Error> LineReader::bad(std::string_view what) const {
  return bad_file(fmt::format("{}: line {}: {}", name_, std::max<std::uint64_t>(line_, 1), what));
}

tl::unexpected<Error> LineReader::bad_first_line(std::string_view first, std::string_view what) const {
  const bool is_text =
      std::all_of(first.begin(), first.end(), [](char c) { return (c >= ' ' && c <= '~') || c == '\r'; });
  if (!first.ends_with('\r') || !is_text) return bad(what);
  return bad(R"(it ends as lines of Windows do, which this format lacks; sed -i 's/\r$//' FILE converts the file)");
}

Result<std::string_view> LineReader::value_of(std::string_view field, std::string_view line) const {
  if (line.starts_with(field) && line.size() > field.size() && line[field.size()] == ' ') {
    return line.substr(field.size() + 1);
  }
  return bad(fmt::format("expected '{} ...'", field));
}

Result<bool> LineReader::fill() {
  constexpr std::size_t kReadBytes = std::size_t{1} << 14;
  const std::size_t before = bytes_.size();
  bytes_.resize(before + kReadBytes);
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, bytes_.data() + before, kReadBytes);
  } while (count < 0 && errno == EINTR);
  const int error = errno;
  bytes_.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
  if (count >= 0) return count > 0;
  return resource_error(
      fmt::format("{}: line {}: cannot be read: {}", name_, line_ + 1, std::generic_category().message(error)));
}

}  // namespace uisge
