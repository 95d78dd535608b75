#include "db/file.h"

#include <fcntl.h>
#include <fmt/format.h>
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
  for (int attempt = 0; file.descriptor_.number() < 0; ++attempt) {
    std::string temporary = fmt::format("{}.{}-{}.part", path, ::getpid(), attempt);
    file.descriptor_ = FileDescriptor(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.descriptor_.number() >= 0) {
      file.temporary_path_ = std::move(temporary);
    } else if (errno == ENOENT) {
      return resource_error(fmt::format("{}: there is no folder {}", path, directory_of(path)));
    } else if (errno != EEXIST) {
      return resource_error(fmt::format("{}: {}", temporary, reason(errno)));
    }
  }
  file.path_ = std::move(path);
  file.buffer_.reserve(kWriteBufferBytes);
  return file;
}

// The one that is moved from must not remove the file.
AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : descriptor_(std::move(other.descriptor_)),
      path_(std::move(other.path_)),
      temporary_path_(std::exchange(other.temporary_path_, {})),
      buffer_(std::move(other.buffer_)),
      written_(other.written_) {}

AtomicFile::~AtomicFile() {
  if (!temporary_path_.empty()) ::unlink(temporary_path_.c_str());
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
  if (::close(descriptor_.release()) != 0) return resource_error(fmt::format("{}: close: {}", path_, reason(errno)));
  if (::rename(temporary_path_.c_str(), path_.c_str()) != 0) {
    return resource_error(fmt::format("{}: rename from {}: {}", path_, temporary_path_, reason(errno)));
  }
  temporary_path_.clear();
  const std::string directory = directory_of(path_);
  const FileDescriptor handle(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.number() < 0 || ::fsync(handle.number()) != 0) {
    return resource_error(fmt::format("{}: sync of folder {}: {}", path_, directory, reason(errno)));
  }
  return {};
}

}  // namespace uisge
