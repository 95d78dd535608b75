// Downloads (or copies) the published files that a folder lacks, and checks them while they are written.
//
// First the files that the folder already has are compared with the index (the source's list of names, sizes and
// checksums); if a file differs, nothing is fetched. Then the missing files are fetched in order, each through a
// PartFile. A complete part with a wrong checksum is removed. If an earlier fetch had begun the removed part, the file
// is fetched once more, from its beginning: the first bytes may have come from an older version of the published file.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "solver/fetch/fetch_index.h"
#include "solver/fetch/file_source.h"

namespace uisge {

struct FetchProgress {
  std::string_view name;
  bool is_comparing;       // true while existing files are compared; afterwards missing files are fetched
  std::uint64_t done;      // bytes compared so far; later, bytes that the folder has of the files to be fetched
  std::uint64_t total;     // the final value of `done`
  std::uint64_t received;  // bytes that this run got from the source
};

struct FetchRequest {
  FileSource& source;
  std::vector<PublishedFile> files;  // files in the source's index
  std::string folder;                // created if its parent folder exists
  const std::atomic<bool>& cancel;
  std::function<void(const FetchProgress&)> observer;
};

struct FetchReport {
  std::vector<bool> was_fetched;  // indexed like FetchRequest::files; false: the folder already had the file
  std::uint64_t received = 0;     // bytes from the source
};

// Errors: those of the source and of PartFile; kUsage if the folder has a different file with the name of a published
// file; kBadFile if the source's bytes are not those of its index; kResource if the disk has too little room;
// kInterrupted. After an error the folder keeps the complete files, and the part of the file that was being fetched.
Result<FetchReport> fetch(const FetchRequest& request);

}  // namespace uisge
