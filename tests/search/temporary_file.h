// A temporary file, empty at first, which is removed with its object.
#pragma once

#include "tests/test.h"

namespace uisge::test {

class TemporaryFile {
 public:
  TemporaryFile() { std::ofstream created(path_); }
  const std::string& path() const { return path_; }
  std::string text() const { return text_of_file(path_); }
  // Overwrites the old contents. If a file is emptied first, some file systems flush the new contents to the disk,
  // which is slow.
  void write(const std::string& text) const {
    std::fstream(path_, std::ios::binary | std::ios::in | std::ios::out) << text;
    if (std::filesystem::file_size(path_) != text.size()) std::filesystem::resize_file(path_, text.size());
  }

 private:
  TemporaryDirectory folder_;
  std::string path_ = folder_.file("proof");
};

}  // namespace uisge::test
