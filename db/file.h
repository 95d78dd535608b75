// Files for reading, and output files that appear complete or not at all.
#pragma once

#include <cstdint>
#include <string>

#include "core/error.h"
#include "db/bytes.h"
#include "db/file_descriptor.h"
#include "db/output_place.h"
#include "db/unfinished_file.h"

namespace uisge {

// A regular file, open for reading. Const functions are safe to call from any thread.
class InputFile {
 public:
  static Result<InputFile> open(std::string path);
  const std::string& path() const { return path_; }
  std::uint64_t bytes() const { return bytes_; }  // the size when the file was opened
  // Fills all of `out` from `offset`; a file that ends earlier is a kBadFile error.
  Result<void> read(std::uint64_t offset, std::span<std::byte> out) const;
  // A hint that these bytes will be read soon: the system may begin to fetch them.
  void prefetch(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  FileDescriptor descriptor_;
  std::string path_;
  std::uint64_t bytes_ = 0;
};

// A file that appears under its name complete or not at all. The file is written as NAME.part in the directory of NAME,
// synced and renamed; then the directory is synced. An object that is destroyed before publish() leaves nothing behind.
// A process takes over the NAME.part that a killed process left. A lock on NAME.part keeps a second writer of the same
// name away; the system releases the lock when the owner ends.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const OutputPlace& place);

  // Appends bytes; small writes are buffered. After an error the object can only be destroyed.
  Result<void> append(ByteView bytes);
  Result<void> publish();
  // Writes the buffered bytes to NAME.part.
  Result<void> flush();
  // Whether NAME.part still is this file. If somebody has removed or replaced it, publish() fails.
  bool has_its_name() const { return has_name(descriptor_, place_.part_path()); }
  // The place of create(), where after publish() the next file replaces the published one.
  const OutputPlace& place() const { return place_; }
  std::uint64_t bytes() const { return written_ + buffer_.size(); }

 private:
  explicit AtomicFile(const OutputPlace& place);
  const std::string& path() const { return place_.path(); }

  OutputPlace place_;
  FileDescriptor descriptor_;
  UnfinishedFile part_;  // declared after descriptor_, so that the file is removed before its lock is released
  Bytes buffer_;
  std::uint64_t written_ = 0;
};

}  // namespace uisge
