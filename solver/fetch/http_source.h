// Reads published files from an HTTP server, with libcurl. In a build without libcurl, the file no_http_source.cpp
// takes the place of http_source.cpp.
//
// The server is not trusted: at most five redirects are followed, to http or https only, and from an https address to
// https only. A transfer ends if the headers are too long or if the server falls silent. A transfer that breaks off is
// continued at once, a few times, as long as each attempt brings some bytes.
#pragma once

#include <memory>
#include <string>

#include "solver/fetch/file_source.h"

namespace uisge {

struct HttpAddress {
  std::string folder;  // "https://example.org/uisge", without a slash at its end
  bool is_encrypted;   // https
  const std::atomic<bool>* cancel;
  ServerPatience patience;
};

// Errors: kUsage in a build without HTTP, kResource if libcurl is missing or too old.
Result<std::unique_ptr<FileSource>> open_http_source(const HttpAddress& address);

}  // namespace uisge
