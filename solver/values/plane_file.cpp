// This file is long because it handles every kind of damaged, unfinished or foreign file.
#include "solver/values/plane_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>

#include "solver/resources.h"
#include "solver/units.h"
#include "solver/values/tile_code.h"

namespace uisge {

namespace {

constexpr FileKind kPlaneFile{"the plane of a values solve", "UISGEPLN"};
// Every file is of this kind. We open plane files as kAnyFile, since damage may have changed the first bytes of a plane
// file. PlaneFile::go_on recognises a plane file by the header or, if the header is damaged, by the tiles.
constexpr FileKind kAnyFile{"a file", ""};
const ByteView kPlaneMagic = std::as_bytes(std::span(kPlaneFile.magic));
constexpr std::size_t kSealedBytes = 32;  // bytes of the header before its checksum
constexpr std::size_t kPlaneChecksumBytes = sizeof(Checksum);
// If the header is damaged, the search for an intact tile ends after kStrangeTiles tiles that are neither intact nor
// all zeros; the file is then refused.
constexpr int kStrangeTiles = 16;
constexpr std::uint64_t kStatBlockBytes = 512;  // the unit of st_blocks on every file system
constexpr const char* kDamagedHeader = "the header of the plane is damaged";

// A tile's record has a checksum, the size of the tile's code, and, beginning at kCodeAt, the code itself
// (tile_code.h). The checksum covers the size and the code. If the size is that of the whole tile, the tile's words
// stand in place of a code.
constexpr std::size_t kCodeSizeAt = sizeof(Checksum);
constexpr std::size_t kCodeAt = 16;

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + kPlaneFileAlignment - 1) / kPlaneFileAlignment * kPlaneFileAlignment;
}
// The number of bytes that the file reserves for a record.
std::size_t record_bytes(const TileLayout& layout) {
  return whole_pages(kCodeAt + layout.bytes_per_tile());
}

Checksum stored_checksum(ByteView header) {
  return get_number<std::uint64_t>(header, kSealedBytes);
}

// Bypasses the page cache, where tiles would only evict useful pages. Not every file system supports this bypass.
void bypass_page_cache([[maybe_unused]] int descriptor) {
#ifdef O_DIRECT
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags >= 0) static_cast<void>(::fcntl(descriptor, F_SETFL, flags | O_DIRECT));
#endif
}

// Errors about the contents lack the file's name; the caller puts the name and a colon before them. Errors of reading
// already begin with the name.
Result<PlaneFileHeader> read_plane_header(const FileDescriptor& file, const std::string& path) {
  const auto size = UISGE_TRY(size_of(file, path));
  if (size < kPlaneFileAlignment) return bad_file("is not the plane of a values solve");
  Bytes bytes(kPlaneFileAlignment);
  UISGE_TRY(read_at(file, path, 0, bytes));
  return parse_plane_header(bytes);
}

template <class Number>
void set_number(std::span<std::byte> bytes, std::size_t at, Number number) {
  std::memcpy(bytes.data() + at, &number, sizeof(number));
}

bool is_zero(ByteView bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

Bytes encode_plane_header(const PlaneFileHeader& header) {
  Bytes bytes;
  bytes.insert(bytes.end(), kPlaneMagic.begin(), kPlaneMagic.end());
  put_number<std::uint16_t>(bytes, kPlaneFileVersion);
  put_identity(bytes, header.identity);
  put_number<std::uint8_t>(bytes, 0);
  put_number<std::uint32_t>(bytes, header.placements);
  put_number<std::uint32_t>(bytes, header.placements_per_tile);
  put_number<std::uint64_t>(bytes, rules_hash(header.identity.rules));
  put_number<std::uint64_t>(bytes, checksum(bytes, 0));
  bytes.resize(kPlaneFileAlignment);
  return bytes;
}

Result<PlaneFileHeader> parse_plane_header(ByteView bytes) {
  if (!std::ranges::equal(kPlaneMagic, bytes.first(kPlaneMagic.size()))) {
    return bad_file("is not the plane of a values solve");
  }
  if (const auto version = get_number<std::uint16_t>(bytes, 8); version != kPlaneFileVersion) {
    return bad_file(fmt::format("is a plane of version {}, this program reads version {}", version, kPlaneFileVersion));
  }
  const auto identity = parse_identity(bytes);
  if (!identity || checksum(bytes.first(kSealedBytes), 0) != stored_checksum(bytes) ||
      !is_zero(bytes.subspan(kSealedBytes + kPlaneChecksumBytes))) {
    return bad_file(kDamagedHeader);
  }
  PlaneFileHeader header{.identity = *identity,
                         .placements = get_number<std::uint32_t>(bytes, 16),
                         .placements_per_tile = get_number<std::uint32_t>(bytes, 20)};
  if (get_number<std::uint64_t>(bytes, 24) != rules_hash(header.identity.rules)) {
    return bad_file("is the plane of a program with another understanding of the rules");
  }
  return header;
}

PlaneFile::Buffer::Buffer(const PlaneFile& file)
    : size_(whole_pages(kCodeAt + most_tile_code_bytes(file.words_per_tile()))),
      bytes_(static_cast<std::byte*>(std::aligned_alloc(kPlaneFileAlignment, size_))) {
  if (bytes_ == nullptr) throw std::bad_alloc();
  std::ranges::fill(bytes(), std::byte{0});
}

void PlaneFile::Buffer::Free::operator()(std::byte* bytes) const {
  std::free(bytes);
}

std::uint64_t PlaneFile::bytes_for(const TileLayout& layout) {
  return kPlaneFileAlignment + std::uint64_t{layout.tiles()} * record_bytes(layout);
}

std::uint64_t PlaneFile::offset(TileId tile) const {
  return kPlaneFileAlignment + std::uint64_t{index(tile)} * record_bytes(layout_);
}

PlaneFileHeader PlaneFile::header() const {
  return {identity_, static_cast<std::uint32_t>(layout_.placements()),
          static_cast<std::uint32_t>(layout_.placements_per_tile())};
}

Result<PlaneFile> PlaneFile::open(const std::string& path, const DatabaseIdentity& identity, const TileLayout& layout,
                                  bool restart, PlaneRoom room) try {
  auto opened = UISGE_TRY(open_to_write(path, kAnyFile));
  PlaneFile file(std::move(opened), path, identity, layout);
  file.header_checksum_ = stored_checksum(encode_plane_header(file.header()));
  const auto size = UISGE_TRY(size_of(file.file_, path));
  if (size == 0) {
    if (auto done = file.begin(room); !done) {
      static_cast<void>(file.remove());
      return tl::unexpected(done.error());
    }
  } else if (auto done = file.go_on(size, restart, room); !done) {
    return tl::unexpected(done.error());
  }
  bypass_page_cache(file.file_.number());
  return file;
} catch (const std::bad_alloc&) {
  // If memory ran out in this function before the header was written, the file is empty. An empty file is removed while
  // we hold its lock.
  const auto locked = open_to_write(path, kAnyFile);
  std::error_code ignored;
  if (locked && std::filesystem::is_empty(path, ignored)) std::filesystem::remove(path, ignored);
  throw;
}

// Continues with the existing file if it belongs to the same board, pieces and rules.
Result<void> PlaneFile::go_on(std::uint64_t size, bool restart, PlaneRoom room) {
  const auto refuse = [&](const std::string& what) {
    return bad_file(fmt::format("{}: {}", path_, what), {{Remedy::kOtherPlane}});
  };
  const auto found = read_plane_header(file_, path_);
  if (!found && found.error().kind != ErrorKind::kBadFile) return tl::unexpected(found.error());
  if (found && found->identity != identity_) return refuse("is the plane of " + to_string(found->identity));
  if (found && *found != header()) return refuse(kDamagedHeader);
  Contents contents = Contents::kOurs;
  if (!found) {
    contents = UISGE_TRY(contents_without_header(size));
    if (contents == Contents::kOthers) return refuse(found.error().message);
  }
  if (restart || contents == Contents::kZeros) {
    UISGE_TRY(require_room(room));
    UISGE_TRY(cut_to(file_, path_, 0));
    return begin(room);
  }
  if (!found) {
    has_new_header_ = true;
    UISGE_TRY(write_header());
  }
  if (size > bytes_for(layout_)) UISGE_TRY(cut_to(file_, path_, bytes_for(layout_)));
  return take_room(room);
}

// The seed of a tile's checksum depends on the board, the pieces and the rules. So one intact tile shows that the file
// is a plane of this game.
Result<PlaneFile::Contents> PlaneFile::contents_without_header(std::uint64_t size) const {
  Bytes head(std::min<std::uint64_t>(size, kPlaneFileAlignment));
  UISGE_TRY(read_at(file_, path_, 0, head));
  const std::size_t record = record_bytes(layout_);
  const std::uint64_t whole = std::min<std::uint64_t>(layout_.tiles(), (size - head.size()) / record);
  const Buffer buffer(*this);
  std::vector<std::uint64_t> words(words_per_tile());
  int strange = 0;
  for (std::uint64_t i = 0; i < whole && strange < kStrangeTiles; ++i) {
    const auto found = UISGE_TRY(read(tile_id(i), words.data(), buffer));
    if (found.state == TileState::kIntact) return Contents::kOurs;
    if (found.state == TileState::kDamaged) ++strange;
  }
  const std::uint64_t rest = size - head.size() - whole * record;
  if (strange > 0 || !is_zero(head) || rest > record) return Contents::kOthers;
  const auto last = buffer.bytes().first(rest);
  UISGE_TRY(read_at(file_, path_, size - rest, last));
  return is_zero(last) ? Contents::kZeros : Contents::kOthers;
}

Result<PlaneFile> PlaneFile::open_to_read(const std::string& path) {
  auto opened = UISGE_TRY(uisge::open_to_read(path));
  const auto damaged = [&](const std::string& what) { return bad_file(fmt::format("{}: {}", path, what)); };
  const auto header = read_plane_header(opened, path);
  if (!header && header.error().kind != ErrorKind::kBadFile) return tl::unexpected(header.error());
  if (!header) return damaged(header.error().message);
  const DatabaseIdentity& identity = header->identity;
  // Allocations are sized by these values, so wrong values are refused first.
  const std::uint64_t placement_bytes = Plane::bytes_for(1, identity.pieces);
  if (header->placements == 0 || header->placements > most_placements(identity.board, identity.pieces) ||
      header->placements_per_tile == 0 ||
      header->placements_per_tile * placement_bytes >
          std::max<std::uint64_t>(TileLayout::kTileBytes, placement_bytes)) {
    return damaged(kDamagedHeader);
  }
  const TileLayout layout(header->placements, identity.pieces, header->placements_per_tile * placement_bytes);
  const auto size = UISGE_TRY(size_of(opened, path));
  if (size != bytes_for(layout)) {
    return damaged(fmt::format("has {} bytes, a plane of {} has {}; continue its solve, which mends the file", size,
                               to_string(identity), bytes_for(layout)));
  }
  // A file with holes may be larger than any memory.
  if (layout.tiles() > available_memory() / sizeof(std::uint32_t)) {
    return resource_error(fmt::format("{}: memory does not hold the sizes of its {} tiles", path, layout.tiles()));
  }
  PlaneFile file(std::move(opened), path, identity, layout);
  file.header_checksum_ = stored_checksum(encode_plane_header(*header));
  file.is_read_only_ = true;
  bypass_page_cache(file.file_.number());
  return file;
}

bool PlaneFile::is_plane(const std::string& path) {
  return begins_as(path, kPlaneFile);
}

Result<void> PlaneFile::begin(PlaneRoom room) {
  is_new_ = true;
  // Forgets the tile that contents_without_header() may have read before the file was emptied.
  for (std::size_t i = 0; i < layout_.tiles(); ++i) written_bytes_[i] = 0;
  // The header is written first, since is_plane() and open_to_read() recognise a plane file by it.
  UISGE_TRY(write_header());
  UISGE_TRY(sync_folder_of(path_));
  return take_room(room);
}

Result<void> PlaneFile::write_header() const {
  UISGE_TRY(write_at(file_, path_, 0, encode_plane_header(header())));
  return sync_to_disk(file_, path_);
}

tl::unexpected<Error> PlaneFile::does_not_fit(const std::string& why) const {
  return resource_error(fmt::format("{}: a plane of {} does not fit, {}", path_, format_size(bytes_for(layout_)), why),
                        {{Remedy::kOtherPlaneFolder}});
}

// Refuses a file that is larger than the process may make one, and one for which the disk has no room.
Result<void> PlaneFile::require_room(PlaneRoom room) const {
  const std::uint64_t bytes = bytes_for(layout_);
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < bytes) {
    return resource_error(
        fmt::format("{}: a plane of {} is larger than this process may make a file, which is {}; "
                    "raise that limit (ulimit -f)",
                    path_, format_size(bytes), format_size(limit.rlim_cur)));
  }
  if (room == PlaneRoom::kSparse) return {};
  // The file keeps the space that it already has, so the disk needs free space only for the other bytes.
  struct stat status {};
  if (::fstat(file_.number(), &status) != 0) return system_error(path_, "cannot be read", errno);
  const std::uint64_t taken = static_cast<std::uint64_t>(status.st_blocks) * kStatBlockBytes;
  const std::uint64_t free = free_disk(path_);
  if (bytes > taken && bytes - taken > free) return does_not_fit(fmt::format("{} are free", format_size(free)));
  return {};
}

// Reserves all space at once, so that a disk that is too small is noticed before the work begins. If the file was cut
// off, extends it to its full size; the missing tiles are zeros.
Result<void> PlaneFile::take_room(PlaneRoom room) const {
  // Some file systems fill the disk before they report that it is too small.
  UISGE_TRY(require_room(room));
  const std::uint64_t bytes = bytes_for(layout_);
  if (room == PlaneRoom::kSparse) return cut_to(file_, path_, bytes);
  const auto size = UISGE_TRY(size_of(file_, path_));
  int result = 0;
  do {
    result = ::fallocate(file_.number(), 0, 0, static_cast<off_t>(bytes));
  } while (result != 0 && errno == EINTR);
  if (result == 0) return {};
  const int reason = errno;
  if (reason != ENOSPC && reason != EDQUOT && reason != EFBIG) {
    return cut_to(file_, path_, bytes);  // this file system cannot reserve space
  }
  // Gives back the disk space that fallocate() reserved before it failed.
  static_cast<void>(cut_to(file_, path_, size));
  if (reason == ENOSPC) return does_not_fit(fmt::format("{} are free", format_size(free_disk(path_))));
  if (reason == EDQUOT) return does_not_fit("the user's share of the disk is used up");
  return does_not_fit("the file system has no files of this size");
}

std::optional<ByteView> PlaneFile::intact_code(TileId tile, ByteView record) const {
  const std::size_t bytes = get_number<std::uint32_t>(record, kCodeSizeAt);
  if (bytes > record.size() - kCodeAt) return std::nullopt;
  const ByteView sealed = record.subspan(kCodeSizeAt, kCodeAt - kCodeSizeAt + bytes);
  if (checksum(sealed, seed(tile)) != get_number<std::uint64_t>(record, 0)) return std::nullopt;
  return record.subspan(kCodeAt, bytes);
}

Result<TileRead> PlaneFile::read(TileId tile, std::uint64_t* words, const Buffer& buffer) const {
  std::atomic<std::uint32_t>& written = written_bytes_[index(tile)];
  const std::size_t most = record_bytes(layout_);
  TileRead result{TileState::kDamaged, 0};
  const auto read_code = [&](std::size_t bytes) -> Result<std::optional<ByteView>> {
    result.bytes += bytes;
    const std::span<std::byte> record = buffer.bytes().first(bytes);
    UISGE_TRY(read_at(file_, path_, offset(tile), record));
    return intact_code(tile, record);
  };
  const std::size_t known = written.load(std::memory_order_relaxed);
  auto code = read_code(known != 0 ? known : most);
  // Another process may have written a longer record in the meantime, so all the bytes that the file reserves for the
  // tile are read.
  if (code && !*code && result.bytes < most) code = read_code(most);
  if (!code) return tl::unexpected(code.error());
  const std::span<std::uint64_t> tile_words(words, layout_.bytes(tile) / sizeof(std::uint64_t));
  if (*code && decode_words(**code, identity_.pieces, tile_words)) {
    written.store(static_cast<std::uint32_t>(whole_pages(kCodeAt + (*code)->size())), std::memory_order_relaxed);
    result.state = TileState::kIntact;
    return result;
  }
  std::ranges::fill(tile_words, 0);
  // No solve overwrites a tile with zeros. So if this object has locked the file to write to it, zeros in place of a
  // known tile mean that the disk has lost the tile. If this object only reads, a solve may have emptied the file.
  const bool may_be_new = known == 0 || is_read_only_;
  if (may_be_new && is_zero(buffer.bytes().first(most))) result.state = TileState::kNotBegun;
  return result;
}

Result<std::uint64_t> PlaneFile::write(TileId tile, const std::uint64_t* words, const Buffer& buffer) const {
  const std::span<const std::uint64_t> tile_words(words, layout_.bytes(tile) / sizeof(std::uint64_t));
  const std::span<std::byte> record = buffer.bytes();
  const std::size_t code_bytes = encode_words(tile_words, identity_.pieces, record.subspan(kCodeAt));
  const std::size_t end = kCodeAt + code_bytes;
  std::ranges::fill(record.subspan(kCodeSizeAt, kCodeAt - kCodeSizeAt), std::byte{0});
  set_number(record, kCodeSizeAt, static_cast<std::uint32_t>(code_bytes));
  set_number(record, 0, checksum(record.subspan(kCodeSizeAt, end - kCodeSizeAt), seed(tile)));
  std::ranges::fill(record.subspan(end, whole_pages(end) - end), std::byte{0});
  UISGE_TRY(write_at(file_, path_, offset(tile), record.first(whole_pages(end))));
  written_bytes_[index(tile)].store(static_cast<std::uint32_t>(whole_pages(end)), std::memory_order_relaxed);
  return whole_pages(end);
}

Result<void> PlaneFile::sync() const {
  return sync_contents(file_.number(), path_);
}

bool PlaneFile::has_its_name() const {
  return has_name(file_, path_);
}

Result<void> PlaneFile::remove() {
  return remove_name(file_, path_);
}

}  // namespace uisge
