// The decoded parameters of a request's query, such as "position=start&line=false".
//
// Pure values. Every error is a kUsage error and names the parameter.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/error.h"

namespace uisge::explorer {

class RequestParameters {
 public:
  // Decodes an escape such as "%2f" to a byte, and "+" to a space. A parameter that occurs twice or is not in `known`
  // is an error.
  static Result<RequestParameters> parse(std::string_view query, std::span<const std::string_view> known);

  // The parameter's value; null if the request has no such parameter.
  const std::string* find(std::string_view name) const;
  std::string text(std::string_view name, std::string_view otherwise) const;
  // Whether the parameter's value is "true"; `otherwise` if the request lacks the parameter. Values other than "true"
  // and "false" are errors.
  Result<bool> flag(std::string_view name, bool otherwise) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace uisge::explorer
