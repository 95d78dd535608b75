#include "tests/disk/disk_record.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdarg>

#include "tests/db/naive_labels.h"

// With the option --wrap=NAME the linker gives the system's function NAME the name __real_NAME, and sends the program's
// calls of NAME to __wrap_NAME.
extern "C" {
int __real_open(const char* path, int flags, ...);
ssize_t __real_pwrite(int descriptor, const void* data, size_t size, off_t offset);
int __real_ftruncate(int descriptor, off_t size);
int __real_fallocate(int descriptor, int mode, off_t offset, off_t size);
int __real_rename(const char* from, const char* to);
int __real_renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags);
int __real_unlink(const char* path);
}

namespace uisge::test {

namespace {

using Kind = DiskOperation::Kind;

class Recording {
 public:
  explicit Recording(const std::string& folder) : folder_(folder), thread_(std::this_thread::get_id()) {
    record_.before = read_folder(folder);
    for (const auto& [name, bytes] : record_.before) note_name(name);
    folder_inode_ = inode(folder);
  }

  // Returns nothing if the path is not in the folder.
  std::optional<std::string> name_in_folder(const std::string& path) const {
    if (!path.starts_with(folder_ + "/")) return {};
    return path.substr(folder_.size() + 1);
  }
  std::optional<int> file_of(int descriptor) const {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return {};
    const auto found = files_.find(status.st_ino);
    return found == files_.end() ? std::nullopt : std::optional(found->second);
  }
  bool is_folder(int descriptor) const {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && status.st_ino == folder_inode_;
  }

  void add(DiskOperation operation) { record_.operations.push_back(std::move(operation)); }
  void created(const std::string& name) { add({.kind = Kind::kCreate, .file = note_name(name), .name = name}); }
  void synced(int descriptor) {
    if (std::this_thread::get_id() != thread_) return;
    if (is_folder(descriptor)) return add({.kind = Kind::kSyncFolder});
    if (const auto file = file_of(descriptor)) add({.kind = Kind::kSync, .file = *file});
  }
  DiskRecord take() { return std::move(record_); }

 private:
  static ino_t inode(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
  }
  // Gives the file `name` a new number, even if the file's inode belonged to another file before.
  int note_name(const std::string& name) {
    files_[inode(folder_ + "/" + name)] = next_file_;
    return next_file_++;
  }

  std::string folder_;
  std::thread::id thread_;
  ino_t folder_inode_ = 0;
  std::map<ino_t, int> files_;
  int next_file_ = 0;
  DiskRecord record_;
};

std::mutex recording_mutex;
std::optional<Recording> recording;

}  // namespace

FolderContents read_folder(const std::string& folder) {
  FolderContents contents;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    contents[entry.path().filename()] = read_bytes(entry.path());
  }
  return contents;
}

void write_folder(const std::string& folder, const FolderContents& contents) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) std::filesystem::remove(entry.path());
  for (const auto& [name, bytes] : contents) write_bytes(folder + "/" + name, bytes);
}

DiskRecorder::DiskRecorder(const std::string& folder) {
  const std::lock_guard lock(recording_mutex);
  recording.emplace(folder);
}

DiskRecorder::~DiskRecorder() {
  const std::lock_guard lock(recording_mutex);
  recording.reset();
}

DiskRecord DiskRecorder::take() {
  const std::lock_guard lock(recording_mutex);
  return recording->take();
}

}  // namespace uisge::test

using uisge::test::recording;
using uisge::test::recording_mutex;

extern "C" {

int __wrap_open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  const std::lock_guard lock(recording_mutex);
  const auto name = recording ? recording->name_in_folder(path) : std::nullopt;
  const bool was_there = name && ::access(path, F_OK) == 0;
  const int descriptor = __real_open(path, flags, mode);
  if (descriptor >= 0 && name && !was_there) recording->created(*name);
  return descriptor;
}

ssize_t __wrap_pwrite(int descriptor, const void* data, size_t size, off_t offset) {
  const std::lock_guard lock(recording_mutex);
  const ssize_t written = __real_pwrite(descriptor, data, size, offset);
  if (const auto file = recording && written > 0 ? recording->file_of(descriptor) : std::nullopt) {
    const auto* const bytes = static_cast<const std::byte*>(data);
    recording->add({.kind = uisge::test::DiskOperation::Kind::kWrite,
                    .file = *file,
                    .offset = static_cast<std::uint64_t>(offset),
                    .bytes = uisge::Bytes(bytes, bytes + written)});
  }
  return written;
}

int __wrap_ftruncate(int descriptor, off_t size) {
  const std::lock_guard lock(recording_mutex);
  const int result = __real_ftruncate(descriptor, size);
  if (const auto file = recording && result == 0 ? recording->file_of(descriptor) : std::nullopt) {
    recording->add(
        {.kind = uisge::test::DiskOperation::Kind::kCut, .file = *file, .offset = static_cast<std::uint64_t>(size)});
  }
  return result;
}

// The call is recorded only if it makes the file larger.
int __wrap_fallocate(int descriptor, int mode, off_t offset, off_t size) {
  const std::lock_guard lock(recording_mutex);
  struct stat before {};
  const bool is_known = ::fstat(descriptor, &before) == 0;
  const int result = __real_fallocate(descriptor, mode, offset, size);
  const auto file = recording && result == 0 ? recording->file_of(descriptor) : std::nullopt;
  if (file && is_known && before.st_size < offset + size) {
    recording->add({.kind = uisge::test::DiskOperation::Kind::kCut,
                    .file = *file,
                    .offset = static_cast<std::uint64_t>(offset + size)});
  }
  return result;
}

int __wrap_fsync(int descriptor) {
  const std::lock_guard lock(recording_mutex);
  if (recording) recording->synced(descriptor);
  return 0;
}

int __wrap_fdatasync(int descriptor) {
  const std::lock_guard lock(recording_mutex);
  if (recording) recording->synced(descriptor);
  return 0;
}

int __wrap_renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  const std::lock_guard lock(recording_mutex);
  const int result = __real_renameat2(from_folder, from, to_folder, to, flags);
  if (!recording || result != 0) return result;
  const auto name = recording->name_in_folder(from);
  const auto new_name = recording->name_in_folder(to);
  if (name && new_name) {
    recording->add({.kind = uisge::test::DiskOperation::Kind::kRename, .name = *name, .new_name = *new_name});
  }
  return result;
}

int __wrap_rename(const char* from, const char* to) {
  return __wrap_renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int __wrap_unlink(const char* path) {
  const std::lock_guard lock(recording_mutex);
  const int result = __real_unlink(path);
  const auto name = recording && result == 0 ? recording->name_in_folder(path) : std::nullopt;
  if (name) recording->add({.kind = uisge::test::DiskOperation::Kind::kRemove, .name = *name});
  return result;
}

}  // extern "C"
