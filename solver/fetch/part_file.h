// A published file that is being downloaded, stored as NAME.part beside its final place. Whatever ends the work, the
// bytes that have arrived stay in NAME.part, and a later fetch continues from them. The file gets its name only when it
// is complete and has the checksum that the index gives.
//
// A lock keeps a second process from writing the same file, as for every output (db/file.h). Not thread-safe.
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
  // Opens or makes the part (the file `path`.part, which has the bytes fetched so far), and reads it. Calls `poll`
  // after each read, with the number of bytes read; an error of `poll` ends the work. Errors: kResource if a file of
  // the same kind has the name `path`, if another process writes the part, or if a system call fails; kUsage if a file
  // of another kind has the name; kBadFile if the part is of another kind.
  static Result<PartFile> open(const std::string& path, const PublishedFile& file,
                               const std::function<Result<void>(std::uint64_t bytes)>& poll);
  ~PartFile();  // removes an empty part
  PartFile(PartFile&& other) noexcept = default;
  PartFile& operator=(PartFile&&) = delete;

  std::uint64_t bytes() const { return bytes_; }
  // Appends fetched bytes. Errors: kResource; kBadFile if the first bytes are those of another kind of file, or if
  // there are more bytes than the index says. The message of kBadFile lacks the file's name, and the caller should
  // remove the part.
  Result<void> append(ByteView bytes);
  // Returns the checksum of the contents. After this call no bytes may be appended.
  std::string finish() { return sum_.finish(); }
  // Gives the complete file its name. Errors: kResource, also if another file has taken the name meanwhile, or if
  // somebody has removed or replaced the part.
  Result<void> publish();
  // Deletes the part, unless another file has its name by now. After this call the object can only be destroyed.
  // Errors: kResource if the system refuses.
  Result<void> remove();

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
