#include "solver/cli/run_program.h"

int main(int argc, char** argv) {
  return uisge::cli::run_program(argc, argv);
}
