#include "db/file_descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace uisge {

namespace {

std::string reason(int error_number) {
  return std::generic_category().message(error_number);
}

// With O_NONBLOCK the opening of a named pipe does not wait for a second process.
constexpr int kOpenFlags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

// A file of at most kBlankBytes bytes that are all zeros holds no data. A power cut can leave a file of zeros.
constexpr std::size_t kBlankBytes = 64;

// Repeats the call while signals interrupt it, and returns its result.
template <class Call>
int uninterrupted(const Call& call) {
  int result = 0;
  do {
    result = call();
  } while (result < 0 && errno == EINTR);
  return result;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

tl::unexpected<Error> no_folder_of(const std::string& path) {
  return resource_error(fmt::format("{}: there is no folder {}", path, folder_of(path)));
}

bool leads_to(const std::string& path, const struct stat& opened) {
  struct stat named {};
  return ::lstat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

enum class Lock : std::uint8_t {
  kOurs,  // we hold the lock, and the path still leads to the file
  kOthers,
  kNoName,  // the process that held the lock until now has renamed or removed the file
};

Result<Lock> take_lock(const FileDescriptor& file, const std::string& path) {
  if (uninterrupted([&] { return ::flock(file.number(), LOCK_EX | LOCK_NB); }) != 0) {
    if (errno == EWOULDBLOCK) return Lock::kOthers;
    return system_error(path, "cannot be locked", errno);
  }
  struct stat opened {};
  if (::fstat(file.number(), &opened) != 0) return system_error(path, "cannot be locked", errno);
  return leads_to(path, opened) ? Lock::kOurs : Lock::kNoName;
}

tl::unexpected<Error> is_being_written(const std::string& path) {
  return resource_error(fmt::format("{}: another process is writing it; wait until it is done, or stop it", path));
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (number_ >= 0) ::close(number_);
}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

int FileDescriptor::release() {
  return std::exchange(number_, -1);
}

tl::unexpected<Error> system_error(const std::string& path, const std::string& what, int error_number) {
  return resource_error(fmt::format("{}: {}: {}", path, what, reason(error_number)));
}

Result<FileDescriptor> open_to_read(const std::string& path) {
  if (path.empty()) return resource_error("'': the name of the file is empty");
  FileDescriptor file(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | (kOpenFlags & ~O_NOFOLLOW)); }));
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) {
    return resource_error(fmt::format("{}: {}", path, reason(errno)));
  }
  if (!S_ISREG(status.st_mode)) return bad_file(fmt::format("{}: not a regular file", path));
  return file;
}

Result<std::optional<FileDescriptor>> open_existing_to_write(const std::string& path, const FileKind& kind) {
  for (;;) {
    FileDescriptor file(uninterrupted([&] { return ::open(path.c_str(), O_RDWR | kOpenFlags); }));
    if (file.number() < 0 && errno == ENOENT) return std::nullopt;
    if (file.number() < 0 && errno == ELOOP) {
      return resource_error(fmt::format("{}: is a symbolic link, which is not followed; remove it", path));
    }
    if (file.number() < 0) return system_error(path, "cannot be written", errno);
    struct stat opened {};
    if (::fstat(file.number(), &opened) != 0) return system_error(path, "cannot be written", errno);
    if (!S_ISREG(opened.st_mode)) return resource_error(fmt::format("{}: is not a regular file", path));
    const auto locked = UISGE_TRY(take_lock(file, path));
    if (locked == Lock::kOthers) return is_being_written(path);
    if (locked == Lock::kNoName) continue;
    if (opened.st_nlink > 1) {
      return resource_error(fmt::format("{}: has another name as well (a hard link); remove one of them", path));
    }
    const auto is_ours = UISGE_TRY(is_of_kind(file, path, kind));
    if (!is_ours) return bad_file(fmt::format("{}: is not {}; move it away", path, kind.name));
    return std::optional(std::move(file));
  }
}

Result<FileDescriptor> open_to_write(const std::string& path, const FileKind& kind) {
  for (;;) {
    auto existing = UISGE_TRY(open_existing_to_write(path, kind));
    if (existing) return std::move(*existing);
    FileDescriptor file(
        uninterrupted([&] { return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | kOpenFlags, 0666); }));
    if (file.number() < 0 && errno == EEXIST) continue;
    if (file.number() < 0 && errno == ENOENT) return no_folder_of(path);
    if (file.number() < 0) return system_error(path, "cannot be written", errno);
    const auto locked = take_lock(file, path);
    // Locking fails if the file system has no locks. Then no other process can have claimed the new file, so we remove
    // it.
    if (!locked) ::unlink(path.c_str());
    if (!locked) return tl::unexpected(locked.error());
    // After the file was created and before we locked it, another process may have found and locked it. In this case
    // the other process owns the file, and may even have finished with it.
    if (*locked == Lock::kOthers) return is_being_written(path);
    if (*locked == Lock::kOurs) return file;
  }
}

Result<bool> is_of_kind(const FileDescriptor& file, const std::string& path, const FileKind& kind) {
  const auto size = UISGE_TRY(size_of(file, path));
  Bytes bytes(std::min<std::uint64_t>(size, kBlankBytes + 1));
  UISGE_TRY(read_at(file, path, 0, bytes));
  if (bytes.size() <= kBlankBytes && std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; })) {
    return true;
  }
  bytes.resize(std::min(bytes.size(), kind.magic.size()));
  return std::ranges::equal(bytes, std::as_bytes(std::span(kind.magic)).first(bytes.size()));
}

bool begins_as(const std::string& path, const FileKind& kind) {
  const auto file = open_to_read(path);
  Bytes magic(kind.magic.size());
  return file && read_at(*file, path, 0, magic) && std::ranges::equal(magic, std::as_bytes(std::span(kind.magic)));
}

Result<void> require_writable_folder_of(const std::string& path) {
  const std::string folder = folder_of(path);
  // The dot at the end makes the system refuse a file in place of the folder.
  if (::faccessat(AT_FDCWD, (folder + "/.").c_str(), W_OK | X_OK, AT_EACCESS) == 0) return {};
  return errno == ENOENT ? no_folder_of(path) : system_error(path, "cannot be written", errno);
}

bool has_name(const FileDescriptor& file, const std::string& path) {
  struct stat opened {};
  return ::fstat(file.number(), &opened) == 0 && leads_to(path, opened);
}

Result<void> remove_name(const FileDescriptor& file, const std::string& path) {
  if (!has_name(file, path)) return {};
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return system_error(path, "cannot be removed", errno);
  return {};
}

Result<std::uint64_t> size_of(const FileDescriptor& file, const std::string& path) {
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return system_error(path, "cannot be read", errno);
  return static_cast<std::uint64_t>(status.st_size);
}

Result<void> read_at(const FileDescriptor& file, const std::string& path, std::uint64_t offset,
                     std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t count = ::pread(file.number(), out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(path, fmt::format("reading at byte {}", offset), errno);
    if (count == 0) {
      // If the file was cut while it was open, it may end long before `offset`.
      const std::uint64_t bytes = size_of(file, path).value_or(offset);
      return bad_file(fmt::format("{}: ends at byte {}, more was expected", path, bytes));
    }
    offset += static_cast<std::uint64_t>(count);
    out = out.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

Result<void> write_at(const FileDescriptor& file, const std::string& path, std::uint64_t offset, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      return system_error(path, fmt::format("{} bytes cannot be written after {}", bytes.size(), offset),
                          count < 0 ? errno : ENOSPC);
    }
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

Result<void> cut_to(const FileDescriptor& file, const std::string& path, std::uint64_t bytes) {
  if (uninterrupted([&] { return ::ftruncate(file.number(), static_cast<off_t>(bytes)); }) != 0) {
    return system_error(path, fmt::format("cannot be cut to {} bytes", bytes), errno);
  }
  return {};
}

Result<void> sync_to_disk(const FileDescriptor& file, const std::string& path) {
  if (uninterrupted([&] { return ::fsync(file.number()); }) != 0) return system_error(path, "sync", errno);
  return {};
}

Result<void> sync_contents(int descriptor, const std::string& path) {
  if (uninterrupted([&] { return ::fdatasync(descriptor); }) != 0) return system_error(path, "sync", errno);
  return {};
}

Result<void> sync_folder_of(const std::string& path) {
  const std::string folder = folder_of(path);
  const FileDescriptor handle(
      uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (handle.number() < 0 && errno == EACCES) {  // a folder that may be written, but not read
    const auto file = UISGE_TRY(open_to_read(path));
    if (::syncfs(file.number()) == 0) return {};
  }
  if (handle.number() < 0 || uninterrupted([&] { return ::fsync(handle.number()); }) != 0) {
    return system_error(path, fmt::format("sync of folder {}", folder), errno);
  }
  return {};
}

}  // namespace uisge
