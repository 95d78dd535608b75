// Takes published files into a folder: what is missing, checked while it is written.
//
// First the files that are there already are compared, so that nothing is fetched beside one that differs. Then the
// missing ones are taken in order, each by a PartFile. A part whose complete contents have another checksum is removed;
// if it was begun by an earlier fetch, perhaps of an older file of that name, it is taken once more from its beginning.
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
  bool is_comparing;       // files that are there; afterwards the others are taken
  std::uint64_t done;      // bytes compared, or in the folder of the files that were missing
  std::uint64_t total;     // of done
  std::uint64_t received;  // of those taken, the bytes that came from the source
};

struct FetchRequest {
  FileSource& source;
  std::vector<PublishedFile> files;  // of the source's index
  std::string folder;                // is made if its parent is there
  const std::atomic<bool>& cancel;
  std::function<void(const FetchProgress&)> observer;
};

struct FetchReport {
  std::vector<bool> was_fetched;  // one for each file; the others were there
  std::uint64_t received = 0;     // bytes from the source
};

// Errors: those of the source and of PartFile; usage if a file that is there differs; kBadFile if the source's bytes
// are not those of its index; resource if the disk has too little room; kInterrupted. Complete files and the part of
// the file in progress are kept.
Result<FetchReport> fetch(const FetchRequest& request);

}  // namespace uisge
