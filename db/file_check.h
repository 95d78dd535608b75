// Checks, at the speed of the disk, that a database file has the bytes that were written.
//
// The check takes one thread and 4 MiB of memory. verification.h checks that the labels are right.
#pragma once

#include <cstdint>
#include <functional>

#include "db/database.h"

namespace uisge {

// Each callback may be empty.
struct FileCheckObserver {
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;  // counts bytes; called after each read
  std::function<void(ByteView)> bytes;                                    // called with each part of the file, in order
};

// Compares the whole file with its checksum. Database::open has already checked everything but the units. If the
// checksums differ, the error names the first unit that cannot be decoded, if there is one.
Result<void> check_file(const Database& database, const FileCheckObserver& observer = {});

}  // namespace uisge
