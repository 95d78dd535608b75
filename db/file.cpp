#include "db/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace uisge {

namespace {

constexpr std::size_t kWriteBufferBytes = std::size_t{1} << 20;

std::string reason(int error) {
  return std::generic_category().message(error);
}

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

tl::unexpected<Error> write_error(const std::string& path, std::uint64_t written, std::uint64_t missing, int error) {
  return resource_error(
      fmt::format("{}: {} bytes could not be written after {}: {}", path, missing, written, reason(error)));
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

Result<InputFile> InputFile::open(std::string path) {
  InputFile file;
  // Non-blocking, so that a named pipe is refused below and not waited for.
  file.descriptor_ = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.descriptor_.number() < 0) return resource_error(fmt::format("{}: {}", path, reason(errno)));
  struct stat status {};
  if (::fstat(file.descriptor_.number(), &status) != 0) {
    return resource_error(fmt::format("{}: {}", path, reason(errno)));
  }
  if (!S_ISREG(status.st_mode)) return bad_file(fmt::format("{}: not a regular file", path));
  file.path_ = std::move(path);
  file.bytes_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

Result<void> InputFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t count = ::pread(descriptor_.number(), out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return resource_error(fmt::format("{}: reading at byte {}: {}", path_, offset, reason(errno)));
    if (count == 0) return bad_file(fmt::format("{}: ends at byte {}, more was expected", path_, offset));
    offset += static_cast<std::uint64_t>(count);
    out = out.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

Result<AtomicFile> AtomicFile::create(std::string path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return resource_error(fmt::format("{}: is there already and is not a regular file", path));
  }
  AtomicFile file;
  file.path_ = std::move(path);
  const std::string part = file.part_path();
  while (!file.is_temporary_) {
    file.descriptor_ = FileDescriptor(::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    const int descriptor = file.descriptor_.number();
    if (descriptor < 0 && errno == ENOENT) {
      return resource_error(fmt::format("{}: there is no folder {}", file.path_, directory_of(file.path_)));
    }
    if (descriptor < 0) return resource_error(fmt::format("{}: {}", part, reason(errno)));
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return resource_error(fmt::format("{}: lock: {}", part, reason(errno)));
      return resource_error(fmt::format("{}: another process is writing it", file.path_));
    }
    // Whoever held the lock until now may have renamed or removed the file: then it is not ours, and not NAME.part.
    struct stat opened {};
    struct stat named {};
    file.is_temporary_ = ::fstat(descriptor, &opened) == 0 && ::stat(part.c_str(), &named) == 0 &&
                         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
  }
  if (::ftruncate(file.descriptor_.number(), 0) != 0) {
    return resource_error(fmt::format("{}: {}", part, reason(errno)));
  }
  file.buffer_.reserve(kWriteBufferBytes);
  return file;
}

// The one that is moved from must not remove the file.
AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : descriptor_(std::move(other.descriptor_)),
      path_(std::move(other.path_)),
      is_temporary_(std::exchange(other.is_temporary_, false)),
      buffer_(std::move(other.buffer_)),
      written_(other.written_) {}

AtomicFile::~AtomicFile() {
  if (is_temporary_) ::unlink(part_path().c_str());
}

Result<void> AtomicFile::append(ByteView bytes) {
  while (!bytes.empty()) {
    const std::size_t taken = std::min(bytes.size(), kWriteBufferBytes - buffer_.size());
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
    bytes = bytes.subspan(taken);
    if (buffer_.size() == kWriteBufferBytes) {
      if (auto flushed = flush(); !flushed) return flushed;
    }
  }
  return {};
}

Result<void> AtomicFile::flush() {
  ByteView rest(buffer_);
  while (!rest.empty()) {
    const ssize_t count = ::pwrite(descriptor_.number(), rest.data(), rest.size(), static_cast<off_t>(written_));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return write_error(path_, written_, rest.size(), count < 0 ? errno : ENOSPC);
    written_ += static_cast<std::uint64_t>(count);
    rest = rest.subspan(static_cast<std::size_t>(count));
  }
  buffer_.clear();
  return {};
}

Result<void> AtomicFile::publish() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (::fsync(descriptor_.number()) != 0) return resource_error(fmt::format("{}: sync: {}", path_, reason(errno)));
  // Some file systems report late errors when a descriptor is closed. The lock must outlive the rename, so a duplicate,
  // which shares it, is closed in its stead.
  const int duplicate = ::fcntl(descriptor_.number(), F_DUPFD_CLOEXEC, 0);
  if (duplicate < 0 || ::close(duplicate) != 0) {
    return resource_error(fmt::format("{}: close: {}", path_, reason(errno)));
  }
  if (::rename(part_path().c_str(), path_.c_str()) != 0) {
    return resource_error(fmt::format("{}: rename from {}: {}", path_, part_path(), reason(errno)));
  }
  is_temporary_ = false;
  const std::string directory = directory_of(path_);
  const FileDescriptor handle(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.number() < 0 || ::fsync(handle.number()) != 0) {
    return resource_error(fmt::format("{}: sync of folder {}: {}", path_, directory, reason(errno)));
  }
  return {};
}

}  // namespace uisge
