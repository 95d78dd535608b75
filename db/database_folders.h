// The folders in which a database is looked for when no file is named. The file must have its default name (format.h).
//
// The folders come from the user's list (an option, or the variable UISGE_PATH); the current folder is the last one.
// Only find() accesses the file system.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace uisge {

class DatabaseFolders {
 public:
  // `list` names folders, separated by colons. Empty names are skipped.
  explicit DatabaseFolders(const std::string& list);

  // The paths at which a file of this name may lie, in order of preference: "FOLDER/7x6-4-loses.uisge".
  std::vector<std::string> candidates(const std::string& name) const;
  // The first path of candidates() at which a file exists.
  std::optional<std::string> find(const std::string& name) const;

  // The folders as a phrase: "/data, /home/me and the current folder".
  std::string in_words() const;

 private:
  std::vector<std::string> folders_;  // without the current one
};

}  // namespace uisge
