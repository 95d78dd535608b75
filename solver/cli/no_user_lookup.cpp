// Replaces the C library's functions that look up users, for static programs.
//
// libedit completes "~name". To find the user, the C library would load the system's name-service modules, which are
// made for the system's C library and may crash in a static program. The functions of this file know no user, so
// "~name" is not completed.
#include <pwd.h>

#include <cstddef>

extern "C" {

int getpwnam_r(const char* /*name*/, passwd* /*entry*/, char* /*buffer*/, std::size_t /*bytes*/, passwd** found) {
  *found = nullptr;
  return 0;
}

int getpwuid_r(uid_t /*user*/, passwd* /*entry*/, char* /*buffer*/, std::size_t /*bytes*/, passwd** found) {
  *found = nullptr;
  return 0;
}

passwd* getpwuid(uid_t /*user*/) {
  return nullptr;
}

passwd* getpwent() {
  return nullptr;
}

void setpwent() {}

void endpwent() {}
}
