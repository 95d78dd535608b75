// Helpers for fuzz targets: checks that hold in every build, and a file in memory for readers of files.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "db/bytes.h"

namespace uisge::fuzz {

// Unlike an assert, checks the condition in every build.
inline void require(bool holds) {
  if (!holds) std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// A file in memory, which can take the place of a stream.
class MemoryFile {
 public:
  MemoryFile() : file_(memfd_create("file", 0)) { require(file_ >= 0); }
  explicit MemoryFile(int stream) : MemoryFile() { require(dup2(file_, stream) == stream); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }
  void set(const void* bytes, std::size_t size) const {
    require(ftruncate(file_, 0) == 0 && pwrite(file_, bytes, size, 0) == static_cast<ssize_t>(size));
    require(lseek(file_, 0, SEEK_SET) == 0);
  }
  std::string text() const {
    std::string result(static_cast<std::size_t>(lseek(file_, 0, SEEK_END)), '\0');
    require(pread(file_, result.data(), result.size(), 0) == static_cast<ssize_t>(result.size()));
    return result;
  }

 private:
  int file_;  // the descriptor, which shares its file offset with the stream
};

// Asks about the bytes as they are, and with their checksums corrected, which a fuzzer cannot guess.
inline int ask_twice(const std::uint8_t* data, std::size_t size, void (&ask)(const Bytes&), void (&repair)(Bytes&)) {
  const ByteView input = std::as_bytes(std::span(data, size));
  Bytes bytes(input.begin(), input.end());
  ask(bytes);
  repair(bytes);
  ask(bytes);
  return 0;
}

}  // namespace uisge::fuzz
