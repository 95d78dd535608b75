#include "db/same_place.h"

#include <sys/stat.h>

namespace uisge {

namespace {

std::string name_in(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// The folder with a slash at its end, so that "/" is a folder too.
std::string folder_in(const std::string& path) {
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  return folder.empty() ? "./" : folder;
}

}  // namespace

bool is_same_place(const std::string& one, const std::string& other) {
  struct stat folder {};
  struct stat other_folder {};
  return name_in(one) == name_in(other) && ::stat(folder_in(one).c_str(), &folder) == 0 &&
         ::stat(folder_in(other).c_str(), &other_folder) == 0 && folder.st_dev == other_folder.st_dev &&
         folder.st_ino == other_folder.st_ino;
}

}  // namespace uisge
