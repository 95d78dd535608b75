#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <span>
#include <vector>

#include "db/checksum.h"
#include "solver/cluster/cluster.h"
#include "solver/cluster/launcher.h"
#include "solver/cluster/mpi_team.h"

namespace uisge {

namespace {

// Returns a checksum of the program's bytes and its arguments, by which ranks see that they run the same command.
Checksum fingerprint(int argc, char** argv) {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  std::vector<char> part(1 << 16);
  Checksum sum = 0;
  while (file.read(part.data(), static_cast<std::streamsize>(part.size())), file.gcount() > 0) {
    sum = checksum(std::as_bytes(std::span(part).first(static_cast<std::size_t>(file.gcount()))), sum);
  }
  for (int i = 1; i < argc; ++i) sum = checksum(std::as_bytes(std::span(argv[i], std::strlen(argv[i]))), sum);
  return sum;
}

int kept_standard_error = -1;  // standard error as it was before this rank discarded it; -1: it is not discarded

void mute_standard_streams() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  kept_standard_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

}  // namespace

Result<std::unique_ptr<SolveTeam>> join_team(int argc, char** argv, ReportFailure report) {
  if (!mpi_launch()) return nullptr;
  auto group = std::make_unique<RankGroup>(argc, argv, report);
  if (group->rank() != 0) mute_standard_streams();
  if (!group->is_same(fingerprint(argc, argv))) {
    // Keeps MPI running until the process ends. If a rank left MPI earlier, mpirun would end all ranks before the
    // leader could report the error.
    static const std::unique_ptr<RankGroup> until_exit = std::move(group);
    return usage_error(
        "mpi: not all ranks run the same program with the same arguments; install one version on all "
        "machines and give all the same command line");
  }
  if (group->size() == 1) return nullptr;
  return std::make_unique<MpiTeam>(std::move(group));
}

void unmute_standard_error() {
  if (kept_standard_error >= 0) dup2(kept_standard_error, STDERR_FILENO);
}

}  // namespace uisge
