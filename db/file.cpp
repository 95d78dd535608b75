#include "db/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace uisge {

namespace {

constexpr std::size_t kWriteBufferBytes = std::size_t{1} << 20;

}  // namespace

Result<InputFile> InputFile::open(std::string path) {
  InputFile file;
  auto descriptor = open_to_read(path);
  if (!descriptor) return tl::unexpected(descriptor.error());
  const auto bytes = size_of(*descriptor, path);
  if (!bytes) return tl::unexpected(bytes.error());
  file.descriptor_ = std::move(*descriptor);
  file.path_ = std::move(path);
  file.bytes_ = *bytes;
  return file;
}

Result<void> InputFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  return read_at(descriptor_, path_, offset, out);
}

Result<AtomicFile> AtomicFile::create(std::string path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return resource_error(fmt::format("{}: is there already and is not a regular file", path));
  }
  AtomicFile file;
  file.path_ = std::move(path);
  auto descriptor = open_to_write(file.part_path());
  if (!descriptor) return tl::unexpected(descriptor.error());
  file.descriptor_ = std::move(*descriptor);
  file.is_temporary_ = true;
  if (auto done = cut_to(file.descriptor_, file.part_path(), 0); !done) return tl::unexpected(done.error());
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
  if (auto done = write_at(descriptor_, path_, written_, buffer_); !done) return done;
  written_ += buffer_.size();
  buffer_.clear();
  return {};
}

Result<void> AtomicFile::publish() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (auto synced = sync_to_disk(descriptor_, path_); !synced) return synced;
  // Some file systems report late errors when a descriptor is closed. The lock must outlive the rename, so a duplicate,
  // which shares it, is closed in its stead.
  const int duplicate = ::fcntl(descriptor_.number(), F_DUPFD_CLOEXEC, 0);
  if (duplicate < 0 || ::close(duplicate) != 0) return system_error(path_, "close", errno);
  if (::rename(part_path().c_str(), path_.c_str()) != 0) {
    return system_error(path_, fmt::format("rename from {}", part_path()), errno);
  }
  is_temporary_ = false;
  return sync_folder_of(path_);
}

}  // namespace uisge
