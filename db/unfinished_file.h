// Files that are useless until they are complete. A process that ends removes its unfinished files, unless it is killed
// by SIGKILL.
//
// After an error, destructors remove the files. Some ends of the process run no destructors: a second Ctrl-C, or a lack
// of memory or threads within a parallel loop. Code that ends the process in one of these ways first calls
// remove_unfinished_files().
#pragma once

#include <memory>
#include <string>

namespace uisge {

// Different threads may use different objects.
class UnfinishedFile {
 public:
  // An object for a file that does not exist yet and may never be made. Throws std::bad_alloc. No other function of the
  // class throws.
  explicit UnfinishedFile(std::string path);
  ~UnfinishedFile();
  UnfinishedFile(UnfinishedFile&& other) noexcept = default;
  UnfinishedFile& operator=(UnfinishedFile&&) = delete;

  // Call begun() when the file exists and belongs to this process. From then until finished() is called, the file is
  // removed if the process ends. If more than 32 files are begun at once, a process that ends without destructors
  // removes only 32 of them.
  void begun();
  void finished();

 private:
  std::unique_ptr<const std::string> path_;
  bool is_begun_ = false;
};

// Removes the files that are begun and not finished. Called when the process ends, also from a signal handler.
void remove_unfinished_files();

}  // namespace uisge
