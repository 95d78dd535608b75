#include "db/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace uisge {

namespace {

constexpr std::size_t kWriteBufferBytes = std::size_t{1} << 20;

}  // namespace

Result<InputFile> InputFile::open(std::string path) {
  InputFile file;
  auto descriptor = UISGE_TRY(open_to_read(path));
  const auto bytes = UISGE_TRY(size_of(descriptor, path));
  file.descriptor_ = std::move(descriptor);
  file.path_ = std::move(path);
  file.bytes_ = bytes;
  return file;
}

Result<void> InputFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  return read_at(descriptor_, path_, offset, out);
}

void InputFile::prefetch(std::uint64_t offset, std::uint64_t bytes) const {
  // The call is only a hint to the system, so its result is ignored.
  static_cast<void>(::posix_fadvise(descriptor_.number(), static_cast<off_t>(offset), static_cast<off_t>(bytes),
                                    POSIX_FADV_WILLNEED));
}

AtomicFile::AtomicFile(const OutputPlace& place) : place_(place), part_(place.part_path()) {
  buffer_.reserve(kWriteBufferBytes);
}

Result<AtomicFile> AtomicFile::create(const OutputPlace& place) {
  AtomicFile file(place);
  file.descriptor_ = UISGE_TRY(open_to_write(place.part_path(), place.kind()));
  file.part_.begun();
  // The magic bytes reach the disk first, so that a file that a crash leaves behind can be recognised as ours.
  const ByteView magic = std::as_bytes(std::span(place.kind().magic));
  UISGE_TRY(cut_to(file.descriptor_, place.part_path(), 0));
  UISGE_TRY(write_at(file.descriptor_, place.path(), 0, magic));
  UISGE_TRY(sync_to_disk(file.descriptor_, place.part_path()));
  return file;
}

Result<void> AtomicFile::append(ByteView bytes) {
  while (!bytes.empty()) {
    const std::size_t taken = std::min(bytes.size(), kWriteBufferBytes - buffer_.size());
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
    bytes = bytes.subspan(taken);
    if (buffer_.size() == kWriteBufferBytes) UISGE_TRY(flush());
  }
  return {};
}

Result<void> AtomicFile::flush() {
  UISGE_TRY(write_at(descriptor_, path(), written_, buffer_));
  written_ += buffer_.size();
  buffer_.clear();
  return {};
}

Result<void> AtomicFile::publish() {
  UISGE_TRY(flush());
  UISGE_TRY(sync_to_disk(descriptor_, path()));
  // Some file systems report late errors when a descriptor is closed. The lock must outlive the rename of the file, so
  // we close a duplicate descriptor, which shares the lock.
  const int duplicate = ::fcntl(descriptor_.number(), F_DUPFD_CLOEXEC, 0);
  if (duplicate < 0) return system_error(path(), "duplicate the descriptor", errno);
  if (::close(duplicate) != 0) return system_error(path(), "close", errno);
  if (!has_its_name()) return resource_error(fmt::format("{}: was removed or replaced meanwhile", place_.part_path()));
  UISGE_TRY(place_.publish());
  part_.finished();
  return sync_folder_of(path());
}

}  // namespace uisge
