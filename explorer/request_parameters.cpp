#include "explorer/request_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace uisge::explorer {

namespace {

std::optional<int> hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return {};
}

Result<std::string> decoded(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      bytes += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const auto high = i + 1 < text.size() ? hexadecimal_digit(text[i + 1]) : std::nullopt;
    const auto low = i + 2 < text.size() ? hexadecimal_digit(text[i + 2]) : std::nullopt;
    if (!high || !low) return usage_error("the query has a '%' without two hexadecimal digits behind it");
    bytes += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return bytes;
}

}  // namespace

Result<RequestParameters> RequestParameters::parse(std::string_view query, std::span<const std::string_view> known) {
  RequestParameters parameters;
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    auto name = UISGE_TRY(decoded(part.substr(0, equals)));
    auto value = UISGE_TRY(decoded(part.substr(std::min(part.size(), equals + 1))));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return usage_error(
          fmt::format("'{}' is no parameter of this request; {}", name,
                      known.empty() ? "it takes none" : fmt::format("there are {}", fmt::join(known, ", "))));
    }
    if (!parameters.values_.emplace(name, value).second) return usage_error(fmt::format("{}: is there twice", name));
  }
  return parameters;
}

const std::string* RequestParameters::find(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

std::string RequestParameters::text(std::string_view name, std::string_view otherwise) const {
  const std::string* value = find(name);
  return value ? *value : std::string(otherwise);
}

Result<bool> RequestParameters::flag(std::string_view name, bool otherwise) const {
  const std::string* value = find(name);
  if (!value) return otherwise;
  if (*value == "true") return true;
  if (*value == "false") return false;
  return usage_error(fmt::format("{}: '{}' is neither true nor false", name, *value));
}

}  // namespace uisge::explorer
