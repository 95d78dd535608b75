// A temporary file, which is removed with its object.
#pragma once

#include <stdlib.h>

#include "tests/test.h"

namespace uisge::test {

class TemporaryFile {
 public:
  TemporaryFile() {
    std::string path = std::filesystem::temp_directory_path() / "uisge-proof-XXXXXX";
    const int descriptor = mkstemp(path.data());
    REQUIRE(descriptor >= 0);
    close(descriptor);
    path_ = path;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }
  std::string text() const { return text_of_file(path_); }
  // Overwrites the old contents. Some file systems flush a file to the disk if it is emptied and written anew.
  void write(const std::string& text) const {
    std::fstream(path_, std::ios::binary | std::ios::in | std::ios::out) << text;
    if (std::filesystem::file_size(path_) != text.size()) std::filesystem::resize_file(path_, text.size());
  }

 private:
  std::string path_;
};

}  // namespace uisge::test
