// The functions of libcurl, loaded at run time.
//
// We use libcurl, since it handles TLS, proxies, redirects and ranges, and every system has it. The program does not
// link libcurl, since only one command needs it, and the 28 libraries behind it would cost every command 5 ms at its
// start. Either of Debian's two libcurl packages will do.
#pragma once

#include <curl/curl.h>

#include "core/error.h"

namespace uisge {

struct CurlLibrary {
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_perform) easy_perform = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;

  // Loads and initialises libcurl for the rest of the process. Call this before there are other threads. Errors:
  // resource if libcurl is not installed.
  static Result<CurlLibrary> load();
};

}  // namespace uisge
