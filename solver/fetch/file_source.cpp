#include "solver/fetch/file_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "db/file.h"
#include "solver/fetch/http_source.h"

namespace uisge {

namespace {

class FolderSource final : public FileSource {
 public:
  explicit FolderSource(std::string folder) : folder_(std::move(folder)) {}
  std::string place_of(const std::string& name) const override { return folder_ + "/" + name; }
  Result<void> read(const std::string& name, std::uint64_t offset, const Take& take) override {
    const auto file = UISGE_TRY(InputFile::open(place_of(name)));
    Bytes buffer(kCopyBytes);
    while (offset < file.bytes()) {
      const auto next = std::span(buffer).first(std::min<std::uint64_t>(kCopyBytes, file.bytes() - offset));
      UISGE_TRY(file.read(offset, next));
      UISGE_TRY(take(next));
      offset += next.size();
    }
    return {};
  }

 private:
  static constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

  std::string folder_;
};

// The scheme of an address, converted to lower case.
std::string scheme_of(std::string_view place) {
  const std::size_t end = place.find("://");
  if (end == std::string_view::npos) return "";
  std::string scheme(place.substr(0, end));
  for (char& c : scheme) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return scheme;
}

// The folder of an index; `place` names the folder, or the index file in it. The result does not end with a slash.
std::string folder_of_index(std::string_view place) {
  const auto drop_slashes = [&] {
    while (place.size() > 1 && place.ends_with('/')) place.remove_suffix(1);
  };
  if (place.ends_with(fmt::format("/{}", kIndexName))) place.remove_suffix(kIndexName.size());
  if (place == kIndexName) return ".";
  drop_slashes();
  return std::string(place);
}

}  // namespace

Result<std::unique_ptr<FileSource>> open_source(const std::string& place, const std::atomic<bool>& cancel,
                                                const ServerPatience& patience) {
  const std::string folder = folder_of_index(place);
  const std::string scheme = scheme_of(folder);
  if (scheme.empty()) {
    if (folder.empty()) return usage_error("fetch: the name of the folder is empty");
    return std::make_unique<FolderSource>(folder);
  }
  if (scheme != "http" && scheme != "https") {
    return usage_error(fmt::format("{}: only http:// and https:// are fetched from; name a folder by its path", place));
  }
  if (folder.find_first_of("?#") != std::string::npos) {
    return usage_error(fmt::format("{}: the address of a folder has no ? or #", place));
  }
  return open_http_source({folder, scheme == "https", &cancel, patience});
}

Result<std::vector<PublishedFile>> read_index(FileSource& source) {
  const std::string name(kIndexName);
  std::string text;
  const auto read = source.read(name, 0, [&](ByteView bytes) -> Result<void> {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.size() <= kMostIndexBytes) return {};
    return tl::unexpected(parse_index(text, source.place_of(name)).error());
  });
  if (!read) return tl::unexpected(read.error());
  return parse_index(text, source.place_of(name));
}

}  // namespace uisge
