// The functions of libcurl, loaded at run time.
//
// The program does not link libcurl, since only one command needs it, and to load the 28 libraries on which it depends
// would take every command 5 ms.
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
