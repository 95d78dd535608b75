#include "db/file_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace uisge {

namespace {

constexpr std::uint64_t kChunkBytes = std::uint64_t{4} << 20;

// Returns the error of the first unit that cannot be decoded.
Result<void> find_damaged_unit(const Database& database) {
  UnitReader reader(database);
  std::vector<LabelCode> codes(positions_per_placement(database.identity().pieces));
  for (std::size_t placement = 0; placement < database.placements().size(); ++placement) {
    UISGE_TRY(reader.read_placement(placement, codes));
  }
  return {};
}

}  // namespace

Result<void> check_file(const Database& database, const FileCheckObserver& observer) {
  const std::uint64_t end = database.file().bytes() - kFooterBytes;
  FileHasher hasher;
  Bytes chunk;
  const auto read = [&](std::uint64_t offset, std::uint64_t size) -> Result<void> {
    chunk.resize(static_cast<std::size_t>(size));
    UISGE_TRY(database.file().read(offset, chunk));
    if (observer.bytes) observer.bytes(chunk);
    return {};
  };
  for (std::uint64_t offset = 0; offset < end; offset += chunk.size()) {
    UISGE_TRY(read(offset, std::min(kChunkBytes, end - offset)));
    hasher.add(chunk);
    if (observer.progress) observer.progress(offset + chunk.size(), end);
  }
  UISGE_TRY(read(end, kFooterBytes));
  if (hasher.hash() == database.footer().hash) return {};
  UISGE_TRY(find_damaged_unit(database));
  return bad_file(fmt::format("{}: damaged: the checksum of the whole file differs", database.path()));
}

}  // namespace uisge
