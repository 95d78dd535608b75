// Records the operations of a piece of code on the files of one folder, in their order.
//
// The linker wraps the system's calls on files in test programs (--wrap, tests/disk/CMakeLists.txt), so the record has
// every call of the product, whichever source file makes the call. The calls are carried out, too, except for syncs,
// which would only cost time. Calls of several threads are recorded in the order in which they are made. Only one
// recording at a time is possible.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "db/bytes.h"

namespace uisge::test {

// One operation on a file or folder. Each file has a number, which it keeps when it is renamed.
struct DiskOperation {
  enum class Kind : std::uint8_t { kCreate, kWrite, kCut, kSync, kRename, kRemove, kSyncFolder };
  Kind kind;
  int file = 0;               // the file's number; for kCreate, kWrite, kCut, kSync
  std::uint64_t offset = 0;   // kWrite: where in the file; kCut: the new size, also if it is larger
  Bytes bytes = {};           // for kWrite
  std::string name = {};      // for kCreate, kRename, kRemove
  std::string new_name = {};  // for kRename
};

using FolderContents = std::map<std::string, Bytes>;

FolderContents read_folder(const std::string& folder);
// Makes the folder hold these files and no others.
void write_folder(const std::string& folder, const FolderContents& contents);

struct DiskRecord {
  FolderContents before;  // safely on the disk before the first operation; files are numbered from 0 by name
  std::vector<DiskOperation> operations;
};

// Records the operations on files in a folder as long as the object lives. A sync counts only if the recording thread
// makes it: the sync of another thread may still be under way when the power fails.
class DiskRecorder {
 public:
  explicit DiskRecorder(const std::string& folder);
  ~DiskRecorder();
  DiskRecorder(const DiskRecorder&) = delete;
  DiskRecorder& operator=(const DiskRecorder&) = delete;
  DiskRecord take();
};

}  // namespace uisge::test
