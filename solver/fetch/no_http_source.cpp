// This file replaces http_source.cpp in builds without libcurl, and in the static program, which loads no libraries.
#include <fmt/format.h>

#include "solver/fetch/http_source.h"

namespace uisge {

Result<std::unique_ptr<FileSource>> open_http_source(const HttpAddress& address) {
  return usage_error(
      fmt::format("{}: this program was built without libcurl and fetches from folders only; download the files with "
                  "another program and name their folder",
                  address.folder));
}

}  // namespace uisge
