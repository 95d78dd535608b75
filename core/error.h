// The one result type of the project: a value, or an error that names the thing and the way out.
//
// Bad input and bad files are reported with Result; a broken invariant of our own meets an assert. The kind of an
// error is the program's exit code (docs and `uisge --help` list them), so that no caller maps one to the other.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace uisge {

enum class ErrorKind : int {
  kUsage = 2,         // wrong option, malformed or impossible position, question the file cannot answer
  kBadFile = 3,       // not a database, damaged, of a newer version or of other rules
  kResource = 4,      // no memory, disk space or permission
  kVerification = 5,  // the file is intact, but what it claims is false
  kInterrupted = 130  // stopped on request before the answer was known
};

struct Error {
  ErrorKind kind;
  std::string message;  // one line, no trailing stop: "position: rank 3 has 8 squares, the board has 7 files"
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> usage_error(std::string message) {
  return tl::unexpected(Error{ErrorKind::kUsage, std::move(message)});
}
inline tl::unexpected<Error> bad_file(std::string message) {
  return tl::unexpected(Error{ErrorKind::kBadFile, std::move(message)});
}
inline tl::unexpected<Error> resource_error(std::string message) {
  return tl::unexpected(Error{ErrorKind::kResource, std::move(message)});
}

}  // namespace uisge
