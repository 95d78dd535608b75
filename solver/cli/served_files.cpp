#include "solver/cli/served_files.h"

#include <algorithm>

namespace uisge::cli {

namespace {

int rank_of(const ServedFile& file) {
  if (file.is_proof()) return 3;
  if (file.is_checkpoint()) return 1;
  return file.has_distances() ? 0 : 2;
}

}  // namespace

bool ServedFile::has_distances() const {
  if (is_proof()) return false;
  return is_checkpoint() || stores_distances(file->database()->header().codec);
}

void ServedFiles::add(std::unique_ptr<ServedFile> file) {
  const auto place = std::upper_bound(files_.begin(), files_.end(), file,
                                      [](const auto& a, const auto& b) { return rank_of(*a) < rank_of(*b); });
  files_.insert(place, std::move(file));
}

ServedFile* ServedFiles::find(const DatabaseIdentity& identity) const {
  const auto found =
      std::find_if(files_.begin(), files_.end(), [&](const auto& file) { return file->identity() == identity; });
  return found == files_.end() ? nullptr : found->get();
}

ServedFile* ServedFiles::find(const std::string& name) const {
  const auto found = std::find_if(files_.begin(), files_.end(), [&](const auto& file) { return file->name == name; });
  return found == files_.end() ? nullptr : found->get();
}

}  // namespace uisge::cli
