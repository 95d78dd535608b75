// The functions of libcurl, loaded at run time.
//
// libcurl, since it knows TLS, proxies, redirects and ranges, and every system has it. It is not linked: one command
// needs it, for some of its sources, and the 28 libraries behind it would cost every command 5 ms at its start. Either
// of Debian's two forms will do.
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

  // Loads and initialises it, for the rest of the process. Call it before there are other threads. A resource error if
  // it is not installed.
  static Result<CurlLibrary> load();
};

}  // namespace uisge
