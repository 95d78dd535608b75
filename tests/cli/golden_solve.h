// A small solve that tests disturb, and the golden bytes: those of the file that the solve must finally write.
#pragma once

#include "tests/db/naive_labels.h"

namespace uisge::test::faults {

std::vector<std::string> solve_arguments(const std::string& out);

class Golden {
 public:
  Golden();
  const std::string out() const { return directory_.file("x.uisge"); }
  bool is_there() const;
  bool is_golden() const { return read_bytes(out()) == bytes_; }
  // Continues from the checkpoint, expects the golden bytes and no other file, and removes all files.
  void resume() const;

 private:
  TemporaryDirectory directory_;
  Bytes bytes_;
};

}  // namespace uisge::test::faults
