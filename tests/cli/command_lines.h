// Short command lines for every command of the program but `help`, on small files of their own. The only such list: a
// new command gets a line here.
#pragma once

#include <string>
#include <vector>

#include "tests/db/naive_labels.h"

namespace uisge::test {

struct CommandLine {
  std::vector<std::string> arguments;  // without the program's name
  std::string input;
  bool is_endless = false;  // takes far longer than a test may: a run of one second is a success
};

class CommandLines {
 public:
  CommandLines();  // makes the files
  const std::vector<CommandLine>& all() const { return lines_; }
  // The file that a solve of the lines writes, and the bytes that it must have.
  std::string output() const { return folder_.file("out.uisge"); }
  std::string database() const { return folder_.file("a.uisge"); }
  // Removes what a line has written.
  void clean_up() const;

 private:
  TemporaryDirectory folder_;
  std::vector<CommandLine> lines_;
};

// One for the whole program.
const CommandLines& command_lines();

}  // namespace uisge::test
