// How this program was built, for `uisge --version`.
#pragma once

#include <string_view>

namespace uisge::cli {

std::string_view build_commit();    // "8b932b9f21c0", with "-dirty" if files were changed, or "unknown"
std::string_view build_compiler();  // "GCC 12.2.0"
std::string_view build_mpi();       // "MPI 3.1", or "none"

}  // namespace uisge::cli
