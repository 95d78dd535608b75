#include "db/database_folders.h"

#include <filesystem>
#include <sstream>

namespace uisge {

DatabaseFolders::DatabaseFolders(const std::string& list) {
  std::istringstream entries(list);
  for (std::string folder; std::getline(entries, folder, ':');) {
    if (!folder.empty()) folders_.push_back(folder);
  }
}

std::vector<std::string> DatabaseFolders::candidates(const std::string& name) const {
  std::vector<std::string> paths;
  for (const std::string& folder : folders_) paths.push_back((std::filesystem::path(folder) / name).string());
  paths.push_back(name);
  return paths;
}

std::optional<std::string> DatabaseFolders::find(const std::string& name) const {
  for (std::string& path : candidates(name)) {
    std::error_code unreadable;
    if (std::filesystem::is_regular_file(path, unreadable)) return std::move(path);
  }
  return std::nullopt;
}

std::string DatabaseFolders::in_words() const {
  std::string text;
  for (const std::string& folder : folders_) text += (text.empty() ? "" : ", ") + folder;
  return text.empty() ? "the current folder" : text + " and the current folder";
}

}  // namespace uisge
