// Files that are useless until they are complete. A process that ends removes its unfinished files, unless it is killed
// by SIGKILL.
//
// After an error, destructors remove the files. Code that ends the process without destructors (after a second Ctrl-C,
// or a lack of memory or threads within a parallel loop) first calls remove_unfinished_files().
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

namespace uisge {

// Not thread-safe: several threads must not use the same object.
class UnfinishedFile {
 public:
  // The file need not exist yet, and may never be made. Throws std::bad_alloc. No other function of the class throws.
  explicit UnfinishedFile(std::string path);
  ~UnfinishedFile();
  UnfinishedFile(UnfinishedFile&& other) noexcept = default;
  UnfinishedFile& operator=(UnfinishedFile&&) = delete;

  // Call begun() when the file exists and belongs to this process. The file is removed if the process ends before
  // finished() is called, unless another file has its name by then. If the process ends without running destructors, at
  // most 32 files are removed.
  void begun();
  void finished();

  struct File {
    std::string path;
    dev_t device = 0;
    ino_t number = 0;
  };

 private:
  std::unique_ptr<File> file_;
  bool is_begun_ = false;
};

// Removes the files for which begun() was called, but not finished(). Safe in a signal handler.
void remove_unfinished_files();

}  // namespace uisge
