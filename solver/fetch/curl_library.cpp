#include "solver/fetch/curl_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>

namespace uisge {

namespace {

// The library's file names in Debian's packages libcurl4 and libcurl3-gnutls. Other systems use the name libcurl.so.4
// too.
constexpr std::array kLibraryNames{"libcurl.so.4", "libcurl-gnutls.so.4"};

template <class Function>
bool find_function(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace

Result<CurlLibrary> CurlLibrary::load() {
  CurlLibrary curl;
  decltype(&::curl_global_init) global_init = nullptr;
  for (const char* const name : kLibraryNames) {
    // libcurl is never unloaded, since the libraries behind it register functions for the end of the process.
    void* const library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) continue;
    if (!find_function(library, "curl_global_init", global_init) ||
        !find_function(library, "curl_easy_init", curl.easy_init) ||
        !find_function(library, "curl_easy_cleanup", curl.easy_cleanup) ||
        !find_function(library, "curl_easy_setopt", curl.easy_setopt) ||
        !find_function(library, "curl_easy_getinfo", curl.easy_getinfo) ||
        !find_function(library, "curl_easy_perform", curl.easy_perform) ||
        !find_function(library, "curl_easy_strerror", curl.easy_strerror)) {
      return resource_error(fmt::format("fetch: {} is not libcurl; name a folder that has the files", name));
    }
    if (global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
      return resource_error(fmt::format("fetch: {} does not start", name));
    return curl;
  }
  return resource_error(
      "fetch: libcurl is not installed; install it (on Debian libcurl4), or name a folder that has the files");
}

}  // namespace uisge
