#include "solver/cli/build_info/build_info.h"

#include "build_commit.h"

namespace uisge::cli {

std::string_view build_commit() {
  return UISGE_COMMIT;
}

std::string_view build_compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

std::string_view build_mpi() {
#ifdef UISGE_MPI_VERSION
  return "MPI " UISGE_MPI_VERSION;
#else
  return "none";
#endif
}

}  // namespace uisge::cli
