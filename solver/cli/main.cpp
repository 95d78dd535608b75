#include "solver/cli/commands.h"

int main(int argc, char** argv) {
  uisge::cli::Program program;
  for (const uisge::cli::AddCommand add : uisge::cli::kCommands) add(program);
  return program.run(argc, argv);
}
