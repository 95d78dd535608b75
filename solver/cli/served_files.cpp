#include "solver/cli/served_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "solver/cli/output.h"

namespace uisge::cli {

namespace {

namespace fs = std::filesystem;

// What a folder holds of ours, in the order of the names.
Result<std::vector<std::string>> answer_files_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string path = entry->path().string();
    const bool is_named_so = path.ends_with(".uisge") || path.ends_with(".uisge.plies");
    std::error_code is_none;
    if (is_named_so && entry->is_regular_file(is_none) && is_answer_file(path)) paths.push_back(path);
  }
  if (error) return resource_error(fmt::format("{}: {}", folder, error.message()));
  std::sort(paths.begin(), paths.end());
  return paths;
}

int rank_of(const ServedFile& file) {
  if (file.is_checkpoint()) return 1;
  return file.has_distances() ? 0 : 2;
}

}  // namespace

bool ServedFile::has_distances() const {
  return is_checkpoint() || stores_distances(file->database()->header().codec);
}

Result<ServedFiles> ServedFiles::open(const std::vector<std::string>& paths, std::uint64_t cache_bytes) {
  struct Found {
    std::string path;
    bool is_named;
  };
  std::vector<Found> found;
  for (const std::string& path : paths) {
    std::error_code is_none;
    if (!fs::is_directory(path, is_none)) {
      found.push_back({path, true});
      continue;
    }
    const auto inside = answer_files_in(path);
    if (!inside) return tl::unexpected(inside.error());
    for (const std::string& file : *inside) found.push_back({file, false});
  }
  ServedFiles served;
  std::set<std::string> names;
  for (const Found& one : found) {
    const std::uint64_t cache = std::min<std::uint64_t>(cache_bytes / found.size(), Probe::kStandardCacheBytes);
    auto file = AnswerFile::open(one.path, cache, 1);
    if (!file && one.is_named) return tl::unexpected(file.error());
    if (!file) {
      print_message("uisge: left out: " + file.error().message);
      continue;
    }
    auto added = std::make_unique<ServedFile>();
    added->file = std::move(*file);
    added->name = fs::path(one.path).filename().string();
    if (!names.insert(added->name).second) added->name = one.path;
    served.files_.push_back(std::move(added));
  }
  std::stable_sort(served.files_.begin(), served.files_.end(),
                   [](const auto& a, const auto& b) { return rank_of(*a) < rank_of(*b); });
  return served;
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
