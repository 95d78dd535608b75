// A published file that is being downloaded, stored as NAME.part beside its final place. Whatever ends the work, the
// bytes that have arrived stay there, and a later fetch continues from them. The file gets its name only when it is
// complete and has the checksum of the index.
//
// A lock refuses a second process that writes the same file, as for every output (db/file.h). Not thread-safe.
#pragma once

#include <functional>
#include <string>

#include "core/error.h"
#include "db/file_descriptor.h"
#include "db/output_place.h"
#include "solver/fetch/fetch_index.h"
#include "solver/fetch/sha256.h"

namespace uisge {

class PartFile {
 public:
  // Opens the part, the file `path`.part, or makes it, and reads its bytes. Calls `poll` now and then; an error of
  // `poll` ends the work. Errors: usage if a file of another kind has the name `path`; kBadFile if the part is of
  // another kind; resource if another process writes the part or a system call fails.
  static Result<PartFile> open(const std::string& path, const PublishedFile& file,
                               const std::function<Result<void>(std::uint64_t bytes)>& poll);
  ~PartFile();  // removes a part without contents
  PartFile(PartFile&& other) noexcept = default;
  PartFile& operator=(PartFile&&) = delete;

  std::uint64_t bytes() const { return bytes_; }
  // Errors: resource; kBadFile if the first bytes are those of another kind of file, or if there are more bytes than
  // the index says. The message of kBadFile lacks the file's name. After kBadFile the part is useless, and the caller
  // should remove it.
  Result<void> append(ByteView bytes);
  // The checksum of the contents. No bytes may be appended afterwards.
  std::string finish() { return sum_.finish(); }
  // Gives the complete file its name. Errors: resource, also if another file has taken the name meanwhile.
  Result<void> publish();
  // Only a destructor may follow.
  void remove();

 private:
  PartFile(OutputPlace place, FileDescriptor descriptor, const PublishedFile& file);
  std::string path() const { return place_.part_path(); }

  OutputPlace place_;
  FileDescriptor descriptor_;
  const PublishedFile* file_;
  std::uint64_t bytes_ = 0;
  Sha256 sum_;
};

}  // namespace uisge
