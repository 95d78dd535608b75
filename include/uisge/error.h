/// \file
/// The class of all exceptions that the library throws.
#pragma once

#include <stdexcept>
#include <string>

#include "uisge/export.h"

/// The library's public names.
namespace uisge {
/// The version of the interface. The namespace is inline, so callers need not write `v1`.
UISGE_INLINE namespace v1 {
  /// The kind of an error. The numbers are exit codes of the program; the C interface has the first four, too.
  enum class ErrorKind : int {
    kUsage = 2,     ///< A malformed or impossible position, an illegal move, a question that the file cannot answer.
    kBadFile = 3,   ///< A file that is not a database, is damaged, or is of a newer version or of other rules.
    kResource = 4,  ///< Memory, disk space or a permission is missing.
    kVerification = 5,  ///< A file is intact, but what it claims is false.
    kInterrupted = 130  ///< Stopped on request before the answer was known.
  };

  /// Every function that can fail throws this error, or std::bad_alloc. what() is one line that names the thing and the
  /// reason: "position: rank 3 has 8 squares, the board has 7 files".
  class UISGE_EXPORT Error : public std::runtime_error {
   public:
    /// An error of the given kind, whose text is `message`.
    Error(ErrorKind kind, const std::string& message);
    /// Copies share the text.
    Error(const Error& other) noexcept = default;
    /// Copies share the text.
    Error& operator=(const Error& other) noexcept = default;
    ~Error() override;

    /// The kind of the error.
    ErrorKind kind() const noexcept { return kind_; }

   private:
    ErrorKind kind_;
  };

}  // namespace v1
}  // namespace uisge
