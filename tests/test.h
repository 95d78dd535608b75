// Headers that nearly every test needs: Catch2 and the standard library. So a test file needs to include only the
// headers that it tests.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace uisge::test {

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// The whole text of a file; empty if there is no file.
inline std::string text_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A temporary directory, which is removed with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory() : path_((std::filesystem::temp_directory_path() / "uisge-test-XXXXXX").string()) {
    REQUIRE(mkdtemp(path_.data()) != nullptr);
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Returns the condition. If it holds, says why the test is skipped, in words by which ctest knows such a test. ctest
// reports no failure of a skipped test, so a test asks this as early as possible.
inline bool is_skipped(bool condition, const std::string& why) {
  if (condition) WARN("this test is skipped: " << why);
  return condition;
}

// Expects an error of this kind with a message that contains `words`.
template <class Result, class Kind>
void check_error(const Result& result, Kind kind, std::string_view words = "") {
  REQUIRE_FALSE(result.has_value());
  INFO(result.error().message);
  CHECK((result.error().kind == kind));
  CHECK(contains(result.error().message, words));
}

// The bytes, with the byte at `at` changed by XOR with `mask`.
template <class Bytes>
Bytes flipped(Bytes bytes, std::size_t at, unsigned mask = 1) {
  auto& byte = bytes.at(at);
  byte = static_cast<typename Bytes::value_type>(static_cast<unsigned char>(byte) ^ mask);
  return bytes;
}

// Splits a text at spaces. Tests keep short cases in such texts.
inline std::vector<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

// Splits a text at the separators, and removes line breaks. Tests use it for lists of cases that contain spaces.
inline std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else if (c != '\n') {
      parts.back() += c;
    }
  }
  return parts;
}

// The rows of a list in tests/data, split into parts. Empty lines, and lines that begin with '#', are left out.
inline std::vector<std::vector<std::string>> rows_of_data(const std::string& path, char separator = '|') {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.front() != '#') rows.push_back(parts_of(line, separator));
  }
  return rows;
}

}  // namespace uisge::test
