#include "solver/fetch/folder_source.h"

#include <algorithm>

#include "db/file.h"

namespace uisge {

namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

}  // namespace

Result<void> FolderSource::read(const std::string& name, std::uint64_t offset, const Take& take) {
  const auto file = InputFile::open(place_of(name));
  if (!file) return tl::unexpected(file.error());
  Bytes buffer(kCopyBytes);
  while (offset < file->bytes()) {
    const auto next = std::span(buffer).first(std::min<std::uint64_t>(kCopyBytes, file->bytes() - offset));
    if (auto done = file->read(offset, next); !done) return done;
    if (auto done = take(next); !done) return done;
    offset += next.size();
  }
  return {};
}

}  // namespace uisge
