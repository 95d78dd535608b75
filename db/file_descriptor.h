// File descriptors for databases and checkpoints, and operations on them.
//
// Reads and writes take an offset, so that threads may share a descriptor. A read or write goes on until all its bytes
// are moved, even if signals interrupt it or a system call moves only some of the bytes. A file that shrinks while it
// is read gives an error, whereas a memory mapping would raise SIGBUS. Functions that get a descriptor and a path use
// the path only in error messages, which begin with it.
//
// Symbolic links to files are followed for reading, but not for writing. An existing file is opened for writing only if
// it begins as a file of the kind that is to be written (FileKind).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "db/bytes.h"

namespace uisge {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  int number() const { return number_; }
  int release();

 private:
  int number_ = -1;
};

// A kind of file: the kind's name in messages, and the bytes with which every file of the kind begins.
struct FileKind {
  std::string_view name;  // "a database"
  std::string_view magic;
};

// Opens a regular file for reading. Any other kind of file gives kBadFile. The call never waits, not even for a named
// pipe.
Result<FileDescriptor> open_to_read(const std::string& path);
// Opens a file of this program for reading and writing, creates it if needed, and locks it against other writers. The
// system drops the lock when the last descriptor is closed, also if the process dies. Errors: kResource if the path is
// a symbolic link, or if the file has a second hard link, is not regular or is locked; kBadFile if the file has data of
// another kind.
Result<FileDescriptor> open_to_write(const std::string& path, const FileKind& kind);
// Opens and locks an existing file as open_to_write does, but never creates one. Returns nothing if no file has the
// name.
Result<std::optional<FileDescriptor>> open_existing_to_write(const std::string& path, const FileKind& kind);
// Whether the file begins with the magic (the first bytes) of `kind` or has no data. A file without data is empty or
// consists of at most 64 zero bytes.
Result<bool> is_of_kind(const FileDescriptor& file, const std::string& path, const FileKind& kind);
// Whether the file at `path` begins with the magic of `kind`. False if the file is empty or cannot be read.
bool begins_as(const std::string& path, const FileKind& kind);
// Fails if the folder of `path` does not exist or may not be written.
Result<void> require_writable_folder_of(const std::string& path);

// Whether the path still leads to the open file: someone may have removed or replaced it.
bool has_name(const FileDescriptor& file, const std::string& path);
// Removes the open file from its folder. Does nothing if the path does not lead to this file any more.
Result<void> remove_name(const FileDescriptor& file, const std::string& path);

Result<std::uint64_t> size_of(const FileDescriptor& file, const std::string& path);
// Fills all of `out`. If the file is too short, the error is kBadFile.
Result<void> read_at(const FileDescriptor& file, const std::string& path, std::uint64_t offset,
                     std::span<std::byte> out);
// If the disk is full, the error names the number of missing bytes.
Result<void> write_at(const FileDescriptor& file, const std::string& path, std::uint64_t offset, ByteView bytes);
Result<void> cut_to(const FileDescriptor& file, const std::string& path, std::uint64_t bytes);
// Writes contents and metadata to the disk. sync_folder_of does the same for the file's name.
Result<void> sync_to_disk(const FileDescriptor& file, const std::string& path);
// Writes the contents to the disk, but not the file's times. The function takes the descriptor's number, so that a
// thread that does not own the descriptor may call it. REQUIRES: the descriptor stays open.
Result<void> sync_contents(int descriptor, const std::string& path);
Result<void> sync_folder_of(const std::string& path);

// A resource error with the message "PATH: WHAT: the system's reason".
tl::unexpected<Error> system_error(const std::string& path, const std::string& what, int error_number);

}  // namespace uisge
