// A file of its own, since a site without a server has no folders.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "solver/cli/error_text.h"
#include "solver/cli/output.h"
#include "solver/cli/served_files.h"

namespace uisge::cli {

namespace {

namespace fs = std::filesystem;

// The answer files in a folder, ordered by name.
Result<std::vector<std::string>> answer_files_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string path = entry->path().string();
    const bool is_named_so = path.ends_with(".uisge") || path.ends_with(".uisge.plies") || path.ends_with(kProofSuffix);
    std::error_code is_none;
    if (is_named_so && entry->is_regular_file(is_none) && is_answer_file(path)) paths.push_back(path);
  }
  if (error) return resource_error(fmt::format("{}: {}", folder, error.message()));
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

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
      print_message("uisge: left out: " + error_text(file.error()));
      continue;
    }
    auto added = std::make_unique<ServedFile>();
    added->file = std::move(*file);
    added->name = fs::path(one.path).filename().string();
    if (!names.insert(added->name).second) added->name = one.path;
    served.add(std::move(added));
  }
  return served;
}

}  // namespace uisge::cli
