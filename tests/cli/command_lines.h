// Short command lines for every command of the program but `help`, with small files. Add a line here for a new command.
#pragma once

#include "tests/db/naive_labels.h"

namespace uisge::test {

struct CommandLine {
  std::vector<std::string> arguments;  // without the program's name
  std::string input;
  bool is_endless = false;  // the command runs longer than a test may, so running for one second counts as success
};

class CommandLines {
 public:
  CommandLines();  // makes the files
  const std::vector<CommandLine>& all() const { return lines_; }
  // output() is the path of the database that the command line of `solve` writes. The written file must have the same
  // bytes as database(), a database of the same game.
  std::string output() const { return folder_.file("out.uisge"); }
  std::string database() const { return folder_.file("a.uisge"); }
  // The names of the files that the command line has written.
  std::vector<std::string> written() const;
  void clean_up() const;  // removes the written files

 private:
  TemporaryDirectory folder_;
  std::vector<std::string> given_;  // names of the files that exist before a command line runs
  std::vector<CommandLine> lines_;
};

// The whole test program shares one object.
const CommandLines& command_lines();

}  // namespace uisge::test
