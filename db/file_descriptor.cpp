#include "db/file_descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace uisge {

namespace {

std::string reason(int error_number) {
  return std::generic_category().message(error_number);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
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
  // Non-blocking, so that a named pipe is refused below and not waited for.
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) {
    return resource_error(fmt::format("{}: {}", path, reason(errno)));
  }
  if (!S_ISREG(status.st_mode)) return bad_file(fmt::format("{}: not a regular file", path));
  return file;
}

Result<FileDescriptor> open_to_write(const std::string& path) {
  for (;;) {
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666));
    if (file.number() < 0 && errno == ENOENT) {
      return resource_error(fmt::format("{}: there is no folder {}", path, folder_of(path)));
    }
    if (file.number() < 0) return system_error(path, "cannot be written", errno);
    struct stat opened {};
    struct stat named {};
    if (::fstat(file.number(), &opened) != 0) return system_error(path, "cannot be written", errno);
    if (!S_ISREG(opened.st_mode)) return resource_error(fmt::format("{}: is not a regular file", path));
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return system_error(path, "cannot be locked", errno);
      return resource_error(fmt::format("{}: another process is writing it", path));
    }
    // Whoever held the lock until now may have renamed or removed the file: then the lock is on one that has lost its
    // name.
    if (::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev) {
      return file;
    }
  }
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
    if (count == 0) return bad_file(fmt::format("{}: ends at byte {}, more was expected", path, offset));
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
  int result = 0;
  do {
    result = ::ftruncate(file.number(), static_cast<off_t>(bytes));
  } while (result != 0 && errno == EINTR);
  if (result != 0) return system_error(path, fmt::format("cannot be cut to {} bytes", bytes), errno);
  return {};
}

Result<void> sync_to_disk(const FileDescriptor& file, const std::string& path) {
  if (::fsync(file.number()) != 0) return system_error(path, "sync", errno);
  return {};
}

Result<void> sync_contents(int descriptor, const std::string& path) {
  if (::fdatasync(descriptor) != 0) return system_error(path, "sync", errno);
  return {};
}

Result<void> sync_folder_of(const std::string& path) {
  const std::string folder = folder_of(path);
  const FileDescriptor handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.number() < 0 || ::fsync(handle.number()) != 0) {
    return system_error(path, fmt::format("sync of folder {}", folder), errno);
  }
  return {};
}

}  // namespace uisge
