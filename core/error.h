// The project's result type: a value, or an error that names the thing, the reason and a remedy.
//
// Bad input and bad files are reported with Result. Asserts find broken invariants of our own code. The caller turns an
// error into text for people and chooses the exit code; the program does both in solver/cli/error_text.h.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/remedy.h"

namespace uisge {

enum class ErrorKind {
  kUsage,         // malformed or impossible position, contradictory arguments, a question that the file cannot answer
  kBadFile,       // a file that is no database, is damaged, or has a newer version or other rules
  kResource,      // memory, disk space or permission is lacking
  kVerification,  // the file is intact, but its claim is false
  kInterrupted    // stopped on request before the answer was known
};

struct Error {
  ErrorKind kind;
  std::string message;  // one line, no trailing stop: "position: rank 3 has 8 squares, the board has 7 files"
  std::vector<Advice> advice = {};  // printed in this order
};

template <class T>
using Result = tl::expected<T, Error>;

inline bool advises(const Error& error, Remedy remedy) {
  return std::any_of(error.advice.begin(), error.advice.end(),
                     [remedy](const Advice& advice) { return advice.remedy == remedy; });
}

inline tl::unexpected<Error> usage_error(std::string message, std::vector<Advice> advice = {}) {
  return tl::unexpected(Error{ErrorKind::kUsage, std::move(message), std::move(advice)});
}
inline tl::unexpected<Error> bad_file(std::string message, std::vector<Advice> advice = {}) {
  return tl::unexpected(Error{ErrorKind::kBadFile, std::move(message), std::move(advice)});
}
inline tl::unexpected<Error> resource_error(std::string message, std::vector<Advice> advice = {}) {
  return tl::unexpected(Error{ErrorKind::kResource, std::move(message), std::move(advice)});
}
inline tl::unexpected<Error> verification_error(std::string message, std::vector<Advice> advice = {}) {
  return tl::unexpected(Error{ErrorKind::kVerification, std::move(message), std::move(advice)});
}
inline tl::unexpected<Error> interrupted_error(std::string message) {
  return tl::unexpected(Error{ErrorKind::kInterrupted, std::move(message)});
}

// The error to return where std::bad_alloc is caught.
inline tl::unexpected<Error> out_of_memory() {
  return resource_error("memory: not enough for this", {{Remedy::kPlanMemory}});
}

// Puts `thing` before the message of the error: "a.uisge: the header is damaged".
inline tl::unexpected<Error> error_in(std::string_view thing, Error error) {
  error.message.insert(0, ": ").insert(0, thing);
  return tl::unexpected(std::move(error));
}

// Takes the value out of a result. The macro UISGE_TRY calls this function. REQUIRES: the result holds a value.
template <class T, class E>
std::add_rvalue_reference_t<T> tried_value(tl::expected<T, E>& result) {
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

}  // namespace uisge

// The value of a result. If the result is an error, the enclosing function returns that error.
//
//   auto file = UISGE_TRY(InputFile::open(path));
//   UISGE_TRY(file.read(0, bytes));
//
// UISGE_TRY is a macro, since nothing else can return from the enclosing function. Use it only for a whole statement,
// or for everything after `=` or `return`. If it returns in the middle of an expression, compilers disagree on which
// temporary objects are destroyed. The enclosing function or lambda must name its return type, which may be Result<T>
// for any T. UISGE_TRY moves the value out of the result, even if the result is a named variable. A guard (such as a
// lock) must be stored in a named variable, since an unnamed guard is destroyed at the end of the statement. To change
// an error's message, test the result without the macro.
#define UISGE_TRY(...) UISGE_TRY_AS(UISGE_TRIED(__COUNTER__), __VA_ARGS__)

// Each use of UISGE_TRY names its variable differently, since a lambda among the arguments may contain another
// UISGE_TRY.
#define UISGE_TRIED(number) UISGE_TRIED_JOIN(number)
#define UISGE_TRIED_JOIN(number) tried_##number
#define UISGE_TRY_AS(name, ...)                                \
  __extension__({                                              \
    auto&& name = __VA_ARGS__;                                 \
    if (!name) return tl::unexpected(std::move(name).error()); \
    ::uisge::tried_value(name);                                \
  })
