#include "tests/cluster/mpirun.h"

#include <fstream>

namespace uisge::test {

std::vector<std::string> mpirun_arguments(int ranks, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"-q", "--timeout",           "120",        "--oversubscribe", "--bind-to", "none",
                                 "-n", std::to_string(ranks), UISGE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  if (!arguments.empty() && arguments.front() == "solve") words.insert(words.end(), {"--threads", "1"});
  return words;
}

RunOptions mpirun_options() {
  RunOptions options;
  // Ranks that wait give their processor away.
  options.environment = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                         "OMPI_MCA_mpi_yield_when_idle=1",
                         "ASAN_OPTIONS=detect_leaks=0"};  // Open MPI gives back at the end what it wants to
  return options;
}

ProgramRun run_ranks(int ranks, const std::vector<std::string>& arguments) {
  return RunningProgram(UISGE_MPIRUN, mpirun_arguments(ranks, arguments), mpirun_options()).wait();
}

std::vector<pid_t> ranks_of(const RunningProgram& mpirun) {
  const std::string id = std::to_string(mpirun.pid());
  std::ifstream children("/proc/" + id + "/task/" + id + "/children");
  std::vector<pid_t> result;
  for (pid_t child = 0; children >> child;) result.push_back(child);
  return result;
}

}  // namespace uisge::test
