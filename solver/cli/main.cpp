#include "solver/cli/commands.h"
#include "solver/cli/error_text.h"
#include "solver/cluster/cluster.h"

int main(int argc, char** argv) {
  uisge::cli::prepare_process();
  const auto team = uisge::join_team(argc, argv, uisge::cli::report);
  if (!team) return uisge::cli::report(team.error());
  uisge::cli::Program program(team->get());
  uisge::cli::add_commands(program);
  return program.run(argc, argv);
}
