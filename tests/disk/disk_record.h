// What a piece of code does to the files of one folder, operation by operation, in the order in which it does so.
//
// The system's calls on files are wrapped when a test program is linked (--wrap, tests/disk/CMakeLists.txt), so what is
// recorded is what the product really asks of the system, from whatever file of it. The calls are made as well, but
// for the syncs, which only cost time here. Calls from several threads are recorded in the order in which they are
// made; one recording at a time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "db/bytes.h"

namespace uisge::test {

// A file keeps its number when it is renamed.
struct DiskOperation {
  enum class Kind : std::uint8_t { kCreate, kWrite, kCut, kSync, kRename, kRemove, kSyncFolder };
  Kind kind;
  int file = 0;               // kCreate, kWrite, kCut, kSync
  std::uint64_t offset = 0;   // kWrite; for kCut the new size, which may be more than before
  Bytes bytes = {};           // kWrite
  std::string name = {};      // kCreate, kRename, kRemove
  std::string new_name = {};  // kRename
};

using FolderContents = std::map<std::string, Bytes>;

FolderContents read_folder(const std::string& folder);
// Makes the folder hold these files and no others.
void write_folder(const std::string& folder, const FolderContents& contents);

struct DiskRecord {
  FolderContents before;  // on the disk for good; file numbers 0, 1, ... in the order of names
  std::vector<DiskOperation> operations;
};

// Records from its construction to its end. A sync counts only when the thread that records has made it: one that
// another thread makes may still be under way when the power fails.
class DiskRecorder {
 public:
  explicit DiskRecorder(const std::string& folder);
  ~DiskRecorder();
  DiskRecorder(const DiskRecorder&) = delete;
  DiskRecorder& operator=(const DiskRecorder&) = delete;
  DiskRecord take();
};

}  // namespace uisge::test
