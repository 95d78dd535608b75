// A static program has no users to look up.
//
// libedit completes "~name", for which the C library would load the system's modules for names. They are made for the
// system's own C library, and in a static program, which brings another, they may crash. These functions take the
// place of the C library's: no name is known, and "~name" stays as it is.
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
