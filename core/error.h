// The project's result type: a value, or an error that names the thing, the reason and what would help.
//
// Bad input and bad files are reported with Result. Broken invariants of our own code are found by asserts. The caller
// words the message for people and chooses the exit code (solver/cli/error_text.h does so for the program).
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "core/remedy.h"

namespace uisge {

enum class ErrorKind {
  kUsage,         // malformed or impossible position, contradictory arguments, a question that the file cannot answer
  kBadFile,       // not a database, damaged, of a newer version or of other rules
  kResource,      // no memory, disk space or permission
  kVerification,  // the file is intact, but what it claims is false
  kInterrupted    // stopped on request before the answer was known
};

struct Error {
  ErrorKind kind;
  std::string message;  // one line, no trailing stop: "position: rank 3 has 8 squares, the board has 7 files"
  std::vector<Advice> advice = {};  // in the order in which it is printed
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> usage_error(std::string message, std::vector<Advice> advice = {}) {
  return tl::unexpected(Error{ErrorKind::kUsage, std::move(message), std::move(advice)});
}
inline tl::unexpected<Error> bad_file(std::string message, std::vector<Advice> advice = {}) {
  return tl::unexpected(Error{ErrorKind::kBadFile, std::move(message), std::move(advice)});
}
inline tl::unexpected<Error> resource_error(std::string message, std::vector<Advice> advice = {}) {
  return tl::unexpected(Error{ErrorKind::kResource, std::move(message), std::move(advice)});
}

// The error to return where std::bad_alloc is caught.
inline tl::unexpected<Error> out_of_memory() {
  return resource_error("memory: not enough for this", {{Remedy::kPlanMemory}});
}

// The same error with the name of the thing before its message: "a.uisge: the header is damaged".
inline tl::unexpected<Error> error_in(std::string_view thing, Error error) {
  error.message.insert(0, ": ").insert(0, thing);
  return tl::unexpected(std::move(error));
}

}  // namespace uisge
