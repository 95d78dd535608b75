// Whether the bytes of a database file are those that were written, at the speed of the disk.
//
// Says nothing about the labels being right: that is verification.h. One thread, 4 MiB of memory.
#pragma once

#include <cstdint>
#include <functional>

#include "db/database.h"

namespace uisge {

// What may be watched of a check; each may be empty.
struct FileCheckObserver {
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;  // in bytes, now and then
  std::function<void(ByteView)> bytes;                                    // all of the file, in order
};

// Compares the whole file with its checksum; Database::open has compared everything but the units already. On a
// difference the error names the first damaged unit.
Result<void> check_file(const Database& database, const FileCheckObserver& observer = {});

}  // namespace uisge
