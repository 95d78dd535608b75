// Reads lines of text from a descriptor, one after the other, in bounded memory.
//
// A LineReader distinguishes the end of the input from a failure to read it (a folder, a closed descriptor, a broken
// disk). The streams of the standard library report only some failures. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"

namespace uisge {

// All lines that we expect, such as a position with its side to move, have fewer than 200 bytes.
inline constexpr std::size_t kMaxLineBytes = std::size_t{1} << 16;

class LineReader {
 public:
  // Error messages begin with `name`. REQUIRES: the descriptor outlives the reader, and nobody else reads from it.
  LineReader(int descriptor, std::string name, std::size_t most_bytes = kMaxLineBytes)
      : descriptor_(descriptor), name_(std::move(name)), most_bytes_(most_bytes) {}

  // The next line without its newline, valid until the next call; none at the end of the input. Errors name the line:
  // kResource if it cannot be read, kBadFile if it is longer than `most_bytes`. The call after such a kBadFile skips
  // the long line.
  Result<std::optional<std::string_view>> next();
  // The complete lines that are already in memory, with their newlines: next() will return them without reading. Valid
  // until the next call of next().
  std::string_view read_ahead() const;
  // The number of the line that was read last, from 1.
  std::uint64_t line() const { return line_; }
  // Whether the line that was read last ended in a newline.
  bool is_whole() const { return is_whole_; }

  // An error (kBadFile) about the last line: "NAME: line 7: WHAT". Names line 1 if no line was read.
  tl::unexpected<Error> bad(std::string_view what) const;
  // An error about the file's first line `first`, which is not the one that the format demands. If the line is text
  // that ends as lines of Windows do, the error says so; otherwise it is bad(what). A database's first line also
  // ends so, but is not text.
  tl::unexpected<Error> bad_first_line(std::string_view first, std::string_view what) const;
  // Returns `result`. If `result` is an error, returns bad() with the message of this error.
  template <class T>
  Result<T> located(Result<T> result) const {
    if (!result) return bad(result.error().message);
    return result;
  }
  // The part of `line` after `field` and a space. REQUIRES: `line` is the line that was read last. If the line does not
  // begin with the field, returns the error bad("expected 'FIELD ...'").
  Result<std::string_view> value_of(std::string_view field, std::string_view line) const;

 private:
  // Skips the rest of a line that is too long.
  Result<void> skip_rest();
  // Reads more input. Returns false at the end of the input.
  Result<bool> fill();

  int descriptor_;
  std::string name_;
  std::size_t most_bytes_;
  std::string bytes_;
  std::size_t begin_ = 0;  // the first byte that next() has not returned
  bool at_end_ = false;
  bool is_skipping_ = false;  // the line at begin_ is too long
  std::uint64_t line_ = 0;
  bool is_whole_ = true;
};

}  // namespace uisge
