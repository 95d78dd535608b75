// The refusal of a request to the interface of docs/api.md: an HTTP status and a message.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "core/error.h"

namespace uisge {

struct Refusal {
  int status;
  std::string message;
};
template <class T>
using Answered = tl::expected<T, Refusal>;

inline tl::unexpected<Refusal> refused(const Error& error) {
  if (error.kind == ErrorKind::kUsage) return tl::unexpected(Refusal{400, error.message});
  if (error.kind == ErrorKind::kInterrupted) return tl::unexpected(Refusal{503, error.message});
  return tl::unexpected(Refusal{500, error.message});
}
inline tl::unexpected<Refusal> refused(int status, std::string message) {
  return tl::unexpected(Refusal{status, std::move(message)});
}
// Returns the result's value, or a refusal made from its error.
template <class T>
Answered<T> answered(Result<T>&& result) {
  if (!result) return refused(result.error());
  return *std::move(result);
}

}  // namespace uisge
