#include "solver/cli/commands.h"
#include "solver/cluster/cluster.h"

int main(int argc, char** argv) {
  uisge::cli::prepare_process();
  const auto team = uisge::join_team(argc, argv);
  if (!team) {
    uisge::cli::print_message("uisge: " + team.error().message);
    return static_cast<int>(team.error().kind);
  }
  uisge::cli::Program program(team->get());
  for (const uisge::cli::AddCommand add : uisge::cli::kCommands) add(program);
  return program.run(argc, argv);
}
