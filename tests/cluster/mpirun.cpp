#include "tests/cluster/mpirun.h"

#include "tests/db/naive_labels.h"

namespace uisge::test {

std::vector<std::string> mpirun_arguments(int ranks, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"-q", "--timeout",           "120",        "--oversubscribe", "--bind-to", "none",
                                 "-n", std::to_string(ranks), UISGE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  if (!arguments.empty() && arguments.front() == "solve") words.insert(words.end(), {"--threads", "1"});
  return words;
}

RunOptions mpirun_options(const std::string& transports) {
  // Open MPI keeps its sockets in a folder that all jobs of a user share. The job that ends last removes the folder,
  // perhaps while another job begins. So every test process gets a folder of its own.
  static const TemporaryDirectory sessions;
  RunOptions options;
  // Waiting ranks yield their processor. All ranks are on one machine, so Open MPI need not look for networks: that
  // would take as long as a small solve.
  options.environment = {"OMPI_ALLOW_RUN_AS_ROOT=1",       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                         "OMPI_MCA_mpi_yield_when_idle=1", "OMPI_MCA_pml=ob1",
                         "OMPI_MCA_btl=" + transports,     "OMPI_MCA_orte_tmpdir_base=" + sessions.path(),
                         "ASAN_OPTIONS=detect_leaks=0"};  // Open MPI does not free all of its memory at the end
  return options;
}

ProgramRun run_ranks(int ranks, const std::vector<std::string>& arguments) {
  return RunningProgram(UISGE_MPIRUN, mpirun_arguments(ranks, arguments), mpirun_options()).wait();
}

std::vector<pid_t> ranks_of(const RunningProgram& mpirun) {
  const std::string id = std::to_string(mpirun.pid());
  std::ifstream children("/proc/" + id + "/task/" + id + "/children");
  std::vector<pid_t> result;
  for (pid_t child = 0; children >> child;) {
    // The file has the text "PID (uisge) STATE ..."; in state Z the process has ended.
    std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
    std::string word;
    while (stat >> word && !word.ends_with(')')) continue;
    if (stat >> word && word != "Z") result.push_back(child);
  }
  return result;
}

ProgramRun wait_for_killed_job(RunningProgram& mpirun) {
  if (!mpirun.ends_within(std::chrono::minutes(1))) {
    CHECK(ranks_of(mpirun).empty());
    mpirun.send(SIGKILL);
  }
  return mpirun.wait();
}

}  // namespace uisge::test
