#include "solver/fetch/folder_source.h"

#include <algorithm>

#include "db/file.h"

namespace uisge {

namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

}  // namespace

Result<void> FolderSource::read(const std::string& name, std::uint64_t offset, const Take& take) {
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

}  // namespace uisge
