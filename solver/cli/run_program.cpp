#include "solver/cli/run_program.h"

#include "solver/cli/commands.h"
#include "solver/cli/error_text.h"
#include "solver/cluster/cluster.h"

namespace uisge::cli {

int run_program(int argc, char** argv) {
  prepare_process();
  const auto team = join_team(argc, argv, report);
  if (!team) return report(team.error());
  Program program(team->get());
  add_commands(program);
  return program.run(argc, argv);
}

}  // namespace uisge::cli
