// A library that refuses memory to rank 1: its first `operator new` after its first call of the MPI function that the
// environment variable UISGE_REFUSED_AFTER names. If that function is MPI_Improbe, the call waits for a message. If the
// variable UISGE_REFUSED_AS_THREAD is set, that `operator new` throws the exception of a thread that cannot start.
#include <mpi.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "tests/refusals/refusals.h"

namespace {

thread_local bool is_next_refused = false;

bool is_named(std::string_view function) {
  const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  const char* const named = std::getenv("UISGE_REFUSED_AFTER");
  return rank != nullptr && rank == std::string_view("1") && named != nullptr && named == function;
}

}  // namespace

bool uisge::test::is_refused(Request /*request*/) {
  if (!std::exchange(is_next_refused, false)) return false;
  if (std::getenv("UISGE_REFUSED_AS_THREAD") != nullptr) throw std::system_error(EAGAIN, std::generic_category());
  return true;
}

extern "C" int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
  static bool is_armed = is_named("MPI_Improbe");
  int code = PMPI_Improbe(source, tag, comm, flag, message, status);
  if (!std::exchange(is_armed, false)) return code;
  while (*flag == 0) code = PMPI_Improbe(source, tag, comm, flag, message, status);
  is_next_refused = true;
  return code;
}

extern "C" int MPI_Ibcast(void* bytes, int count, MPI_Datatype type, int from, MPI_Comm comm, MPI_Request* request) {
  static bool is_armed = is_named("MPI_Ibcast");
  const int code = PMPI_Ibcast(bytes, count, type, from, comm, request);
  if (std::exchange(is_armed, false)) is_next_refused = true;
  return code;
}
