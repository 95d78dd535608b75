// The functions of libcurl, loaded at run time.
//
// Only one command needs libcurl, which depends on 28 libraries. If the program were linked with libcurl, every command
// would take 5 ms more to load them.
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
  // kResource if libcurl is not installed.
  static Result<CurlLibrary> load();
};

}  // namespace uisge
