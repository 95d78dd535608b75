#include "solver/answers/served_files.h"

#include <algorithm>

namespace uisge {

Result<void> ServedFiles::open(const std::string& path, const std::string& name, std::uint64_t cache_bytes) {
  auto opened = UISGE_TRY(AnswerFile::open(path, cache_bytes, 1));
  auto file = std::make_unique<ServedFile>();
  file->file = std::move(opened);
  file->name = name;
  file->cache_bytes = cache_bytes;
  const auto place = std::upper_bound(files_.begin(), files_.end(), file,
                                      [](const auto& a, const auto& b) { return a->file->kind() < b->file->kind(); });
  files_.insert(place, std::move(file));
  return {};
}

std::vector<ServedFile*> ServedFiles::of_game(const DatabaseIdentity& identity) const {
  std::vector<ServedFile*> found;
  for (const auto& file : files_) {
    if (file->file->answers(identity)) found.push_back(file.get());
  }
  std::stable_partition(found.begin(), found.end(),
                        [&](const ServedFile* file) { return file->identity() == identity; });
  return found;
}

ServedFile* ServedFiles::find(const std::string& name) const {
  const auto found = std::find_if(files_.begin(), files_.end(), [&](const auto& file) { return file->name == name; });
  return found == files_.end() ? nullptr : found->get();
}

std::string ServedFiles::with_name(const std::string& message) const {
  for (const auto& file : files_) {
    const std::string& path = file->file->path();
    if (message.starts_with(path + ": ")) return file->name + message.substr(path.size());
  }
  return message;
}

}  // namespace uisge
