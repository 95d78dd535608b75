#include "solver/fetch/part_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace uisge {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

}  // namespace

PartFile::PartFile(OutputPlace place, FileDescriptor descriptor, const PublishedFile& file)
    : place_(std::move(place)), descriptor_(std::move(descriptor)), file_(&file) {}

PartFile::~PartFile() {
  if (descriptor_.number() >= 0 && bytes_ == 0) static_cast<void>(remove());
}

Result<PartFile> PartFile::open(const std::string& path, const PublishedFile& file,
                                const std::function<Result<void>(std::uint64_t bytes)>& poll) {
  auto place = UISGE_TRY(OutputPlace::claim(path, file_kind(file.contents)));
  if (place.is_taken()) return place.has_appeared();
  auto descriptor = UISGE_TRY(open_to_write(place.part_path(), place.kind()));
  PartFile part(std::move(place), std::move(descriptor), file);
  part.bytes_ = UISGE_TRY(size_of(part.descriptor_, part.path()));
  if (part.bytes_ > file.bytes) {  // the part belongs to another file
    UISGE_TRY(cut_to(part.descriptor_, part.path(), 0));
    part.bytes_ = 0;
  }
  Bytes buffer(std::min<std::uint64_t>(kPieceBytes, part.bytes_));
  for (std::uint64_t at = 0; at < part.bytes_;) {
    const auto next = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), part.bytes_ - at));
    auto done = read_at(part.descriptor_, part.path(), at, next);
    if (done) done = poll(next.size());
    if (!done) return tl::unexpected(done.error());
    part.sum_.add(next);
    at += next.size();
  }
  return part;
}

Result<void> PartFile::append(ByteView bytes) {
  const FileKind& kind = place_.kind();
  if (bytes_ < kind.magic.size()) {
    const auto expected = std::as_bytes(std::span(kind.magic)).subspan(bytes_);
    const std::size_t known = std::min(expected.size(), bytes.size());
    if (!std::ranges::equal(expected.first(known), bytes.first(known))) {
      return bad_file(fmt::format("the first bytes are not those of {}", kind.name));
    }
  }
  if (bytes.size() > file_->bytes - bytes_) {
    return bad_file(fmt::format("has more than the {} bytes that the index says", file_->bytes));
  }
  if (auto done = write_at(descriptor_, path(), bytes_, bytes); !done) {
    done.error().advice.push_back({Remedy::kOtherFolder});
    return done;
  }
  bytes_ += bytes.size();
  sum_.add(bytes);
  return {};
}

Result<void> PartFile::publish() {
  UISGE_TRY(sync_to_disk(descriptor_, path()));
  if (!has_name(descriptor_, path())) {
    return resource_error(fmt::format("{}: was removed or replaced meanwhile", path()));
  }
  UISGE_TRY(place_.publish());
  return sync_folder_of(place_.path());
}

Result<void> PartFile::remove() {
  auto removed = remove_name(descriptor_, path());
  descriptor_ = FileDescriptor();  // closing releases the lock, so another process may now take the name
  return removed;
}

}  // namespace uisge
