#include "db/file_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace uisge {

namespace {

constexpr std::uint64_t kChunkBytes = std::uint64_t{4} << 20;

// The error of the first unit that does not decode.
Result<void> find_damaged_unit(const Database& database) {
  UnitReader reader(database);
  std::vector<LabelCode> codes(positions_per_placement(database.identity().pieces));
  for (std::size_t placement = 0; placement < database.placements().size(); ++placement) {
    if (auto read = reader.read_placement(placement, codes); !read) return read;
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
    if (auto done = database.file().read(offset, chunk); !done) return done;
    if (observer.bytes) observer.bytes(chunk);
    return {};
  };
  for (std::uint64_t offset = 0; offset < end; offset += chunk.size()) {
    if (auto done = read(offset, std::min(kChunkBytes, end - offset)); !done) return done;
    hasher.add(chunk);
    if (observer.progress) observer.progress(offset + chunk.size(), end);
  }
  if (auto done = read(end, kFooterBytes); !done) return done;
  if (hasher.hash() == database.footer().hash) return {};
  if (auto damaged = find_damaged_unit(database); !damaged) return damaged;
  return bad_file(fmt::format("{}: damaged: the checksum of the whole file differs", database.path()));
}

}  // namespace uisge
