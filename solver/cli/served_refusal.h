// Why a request of docs/api.md is refused: a status of HTTP and what is said.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "core/error.h"

namespace uisge::cli {

struct Refusal {
  int status;
  std::string message;
};
template <class T>
using Answered = tl::expected<T, Refusal>;

inline tl::unexpected<Refusal> refused(const Error& error) {
  int status = 500;
  if (error.kind == ErrorKind::kUsage) status = 400;
  if (error.kind == ErrorKind::kInterrupted) status = 503;
  return tl::unexpected(Refusal{status, error.message});
}
inline tl::unexpected<Refusal> refused(int status, std::string message) {
  return tl::unexpected(Refusal{status, std::move(message)});
}

}  // namespace uisge::cli
