#include "solver/solve/ply_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

namespace uisge {

namespace {

constexpr char kMagic[8] = {'U', 'I', 'S', 'G', 'E', 'P', 'L', 'Y'};
constexpr std::size_t kHeaderSize = 40;
constexpr std::size_t kSegmentHeader = 24;
constexpr std::size_t kPlyRecord = 40;
constexpr std::uint8_t kSegmentTag = 'S';
constexpr std::uint8_t kPlyTag = 'P';
constexpr std::size_t kFlushBytes = std::size_t{4} << 20;
constexpr double kSyncSeconds = 10;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Error io_error(const std::string& path, const char* what, int code) {
  return {ErrorKind::kResource, fmt::format("{}: {}: {}", path, what, std::strerror(code))};
}

Result<void> read_fully(int file, const std::string& path, std::uint64_t offset, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = pread(file, out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::unexpected(io_error(path, "cannot be read", errno));
    if (got == 0) return bad_file(fmt::format("{}: ends at byte {}, in the middle of a record", path, offset));
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

Bytes encode(const PlyLogHeader& header) {
  Bytes bytes;
  for (const char c : kMagic) bytes.push_back(static_cast<std::byte>(c));
  put_number<std::uint16_t>(bytes, kPlyLogVersion);
  put_number<std::uint8_t>(bytes, static_cast<std::uint8_t>(header.identity.board.files));
  put_number<std::uint8_t>(bytes, static_cast<std::uint8_t>(header.identity.board.ranks));
  put_number<std::uint8_t>(bytes, static_cast<std::uint8_t>(header.identity.pieces));
  put_number<std::uint8_t>(bytes, static_cast<std::uint8_t>(header.identity.rules.stuck));
  put_number<std::uint8_t>(bytes, header.identity.rules.diagonal_jumps ? 1 : 0);
  put_number<std::uint8_t>(bytes, 0);
  put_number<std::uint32_t>(bytes, header.placements);
  put_number<std::uint32_t>(bytes, header.chunk_size);
  put_number<std::uint64_t>(bytes, rules_hash(header.identity.rules));
  put_number<std::uint64_t>(bytes, checksum(bytes, 0));
  return bytes;
}

// The fixed part of a segment record; its checksum is over the segment, seeded with the rest.
Bytes encode(const SegmentRecord& record, std::span<const std::uint8_t> segment, Checksum seed) {
  Bytes bytes;
  put_number<std::uint8_t>(bytes, kSegmentTag);
  put_number<std::uint8_t>(bytes, static_cast<std::uint8_t>(record.outcome));
  put_number<std::uint16_t>(bytes, record.ply);
  put_number<std::uint32_t>(bytes, record.chunk);
  put_number<std::uint32_t>(bytes, record.bytes);
  put_number<std::uint32_t>(bytes, 0);
  put_number<std::uint64_t>(bytes, checksum(std::as_bytes(segment), checksum(bytes, seed)));
  return bytes;
}

Bytes encode(const PlyCounts& counts, std::size_t segments, Checksum seed) {
  Bytes bytes;
  put_number<std::uint8_t>(bytes, kPlyTag);
  put_number<std::uint8_t>(bytes, 0);
  put_number<std::uint16_t>(bytes, counts.ply);
  put_number<std::uint32_t>(bytes, static_cast<std::uint32_t>(segments));
  put_number<std::uint64_t>(bytes, counts.won);
  put_number<std::uint64_t>(bytes, counts.lost);
  put_number<std::uint64_t>(bytes, 0);
  put_number<std::uint64_t>(bytes, checksum(bytes, seed));
  return bytes;
}
static_assert(kPlyRecord == 40 && kSegmentHeader == 24);

}  // namespace

std::string ply_log_path(const std::string& database_path) {
  return database_path + ".plies";
}

Result<PlyLog> PlyLog::open_locked(const std::string& path) {
  for (;;) {
    PlyLog log;
    log.path_ = path;
    log.file_ = FileDescriptor(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (log.file_.number() < 0) return tl::unexpected(io_error(path, "cannot be written", errno));
    if (flock(log.file_.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) return resource_error(fmt::format("{}: another solve is writing it", path));
      return tl::unexpected(io_error(path, "cannot be locked", errno));
    }
    // A solve that has just ended removes its log: then the lock is on a file that has lost its name.
    struct stat ours {};
    struct stat named {};
    if (fstat(log.file_.number(), &ours) == 0 && stat(path.c_str(), &named) == 0 && ours.st_ino == named.st_ino) {
      return log;
    }
  }
}

Result<std::uint64_t> PlyLog::file_size() const {
  struct stat status {};
  if (fstat(file_.number(), &status) != 0) return tl::unexpected(io_error(path_, "cannot be read", errno));
  return static_cast<std::uint64_t>(status.st_size);
}

Result<void> PlyLog::start(const PlyLogHeader& header) {
  if (ftruncate(file_.number(), 0) != 0) return tl::unexpected(io_error(path_, "cannot be emptied", errno));
  header_ = header;
  buffer_ = encode(header);
  seed_ = get_number<std::uint64_t>(buffer_, kHeaderSize - 8);
  complete_end_ = kHeaderSize;
  return flush();
}

Result<PlyLog> PlyLog::create(const std::string& path, const PlyLogHeader& header, bool overwrite) {
  auto log = open_locked(path);
  if (!log) return log;
  const auto size = log->file_size();
  if (!size) return tl::unexpected(size.error());
  if (*size != 0 && !overwrite) {
    return usage_error(
        fmt::format("{}: an unfinished solve is there; continue it with --resume or begin anew with --restart", path));
  }
  if (auto done = log->start(header); !done) return tl::unexpected(done.error());
  return log;
}

Result<PlyLog> PlyLog::resume(const std::string& path, const PlyLogHeader& header) {
  auto log = open_locked(path);
  if (!log) return log;
  const auto size = log->file_size();
  if (!size) return tl::unexpected(size.error());
  if (*size == 0) {
    if (auto done = log->start(header); !done) return tl::unexpected(done.error());
    return log;
  }
  if (auto done = log->read_header(); !done) return tl::unexpected(done.error());
  if (log->header_ != header) {
    return bad_file(fmt::format("{}: is the checkpoint of {}, not of {}", path, to_string(log->header_.identity),
                                to_string(header.identity)));
  }
  if (auto done = log->read_plies(); !done) return tl::unexpected(done.error());
  if (ftruncate(log->file_.number(), static_cast<off_t>(log->complete_end_)) != 0) {
    return tl::unexpected(io_error(path, "cannot be cut to its last good ply", errno));
  }
  return log;
}

Result<PlyLog> PlyLog::open_for_reading(const std::string& path) {
  PlyLog log;
  log.path_ = path;
  log.file_ = FileDescriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (log.file_.number() < 0) return tl::unexpected(io_error(path, "cannot be opened", errno));
  if (auto done = log.read_header(); !done) return tl::unexpected(done.error());
  if (auto done = log.read_plies(); !done) return tl::unexpected(done.error());
  return log;
}

Result<void> PlyLog::read_header() {
  std::array<std::byte, kHeaderSize> bytes{};
  if (!read_fully(file_.number(), path_, 0, bytes) || std::memcmp(bytes.data(), kMagic, sizeof(kMagic)) != 0) {
    return bad_file(fmt::format("{}: is not a checkpoint of a solve", path_));
  }
  if (const auto version = get_number<std::uint16_t>(bytes, 8); version != kPlyLogVersion) {
    return bad_file(fmt::format("{}: is a checkpoint of version {}, this program reads version {}", path_, version,
                                kPlyLogVersion));
  }
  seed_ = get_number<std::uint64_t>(bytes, kHeaderSize - 8);
  const auto size = make_board_size(get_number<std::uint8_t>(bytes, 10), get_number<std::uint8_t>(bytes, 11));
  const auto pieces = get_number<std::uint8_t>(bytes, 12);
  const auto stuck = get_number<std::uint8_t>(bytes, 13);
  const auto diagonal = get_number<std::uint8_t>(bytes, 14);
  header_.placements = get_number<std::uint32_t>(bytes, 16);
  header_.chunk_size = get_number<std::uint32_t>(bytes, 20);
  if (checksum(ByteView(bytes).first(kHeaderSize - 8), 0) != seed_ || !size || pieces < kMinPieces ||
      pieces > kMaxPieces || stuck > 3 || diagonal > 1 || header_.chunk_size == 0) {
    return bad_file(fmt::format("{}: the header of the checkpoint is damaged", path_));
  }
  header_.identity = {*size, pieces, {static_cast<StuckRule>(stuck), diagonal != 0}};
  if (get_number<std::uint64_t>(bytes, 24) != rules_hash(header_.identity.rules)) {
    return bad_file(fmt::format("{}: was made under another understanding of the rules", path_));
  }
  return {};
}

// Goes through all records and checks every byte; stops at the first that is not as it was written.
Result<void> PlyLog::read_plies() {
  const auto file_bytes = file_size();
  if (!file_bytes) return tl::unexpected(file_bytes.error());
  const std::uint64_t size = *file_bytes;
  const std::uint64_t chunks = (std::uint64_t{header_.placements} + header_.chunk_size - 1) / header_.chunk_size;
  complete_end_ = kHeaderSize;
  std::uint64_t at = kHeaderSize;
  Bytes window;
  std::uint64_t window_start = 0;
  // `bytes` from `at` on; empty if the file ends before. Reads ahead, as most segments are small.
  const auto view = [&](std::uint64_t bytes) -> Result<ByteView> {
    if (bytes > size - at) return ByteView();
    if (at < window_start || at + bytes > window_start + window.size()) {
      window.resize(static_cast<std::size_t>(std::min(size - at, std::max<std::uint64_t>(bytes, kFlushBytes))));
      window_start = at;
      if (auto done = read_fully(file_.number(), path_, at, window); !done) return tl::unexpected(done.error());
    }
    return ByteView(window).subspan(static_cast<std::size_t>(at - window_start), static_cast<std::size_t>(bytes));
  };
  for (;;) {
    auto head = view(kSegmentHeader);
    if (!head) return tl::unexpected(head.error());
    if (head->empty()) break;
    const auto tag = get_number<std::uint8_t>(*head, 0);
    const auto ply = get_number<std::uint16_t>(*head, 2);
    if (ply != plies_.size() || ply > kMaxPlies) break;
    if (tag == kSegmentTag) {
      SegmentRecord record{at + kSegmentHeader, get_number<std::uint32_t>(*head, 8),
                           get_number<std::uint32_t>(*head, 4), ply,
                           static_cast<Outcome>(get_number<std::uint8_t>(*head, 1))};
      auto whole = view(kSegmentHeader + std::uint64_t{record.bytes});
      if (!whole) return tl::unexpected(whole.error());
      if (whole->empty() || record.chunk >= chunks) break;
      if (record.outcome != Outcome::kWin && record.outcome != Outcome::kLoss) break;
      const ByteView segment = whole->subspan(kSegmentHeader);
      if (checksum(segment, checksum(whole->first(kSegmentHeader - 8), seed_)) !=
          get_number<std::uint64_t>(*whole, kSegmentHeader - 8)) {
        break;
      }
      current_.segments.push_back(record);
      at += whole->size();
    } else if (tag == kPlyTag) {
      auto whole = view(kPlyRecord);
      if (!whole) return tl::unexpected(whole.error());
      if (whole->empty() || get_number<std::uint32_t>(*whole, 4) != current_.segments.size() ||
          checksum(whole->first(kPlyRecord - 8), seed_) != get_number<std::uint64_t>(*whole, kPlyRecord - 8)) {
        break;
      }
      current_.counts = {ply, get_number<std::uint64_t>(*whole, 8), get_number<std::uint64_t>(*whole, 16)};
      plies_.push_back(std::exchange(current_, {}));
      at += kPlyRecord;
      complete_end_ = at;
    } else {
      break;
    }
  }
  current_ = {};
  dropped_bytes_ = size - complete_end_;
  end_ = complete_end_;
  return {};
}

bool PlyLog::put(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
  const std::lock_guard lock(*mutex_);
  if (failure_) return false;
  SegmentRecord record{0, static_cast<std::uint32_t>(segment.size()), static_cast<std::uint32_t>(chunk),
                       static_cast<Plies>(plies_.size()), outcome};
  const Bytes head = encode(record, segment, seed_);
  buffer_.insert(buffer_.end(), head.begin(), head.end());
  record.offset = end_ + buffer_.size();
  const auto bytes = std::as_bytes(segment);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  current_.segments.push_back(record);
  if (buffer_.size() < kFlushBytes) return true;
  if (auto done = flush(); !done) failure_ = done.error();
  return !failure_;
}

Result<void> PlyLog::end_ply(const PlyCounts& counts) {
  const std::lock_guard lock(*mutex_);
  if (failure_) return tl::unexpected(*failure_);
  const Bytes record = encode(counts, current_.segments.size(), seed_);
  buffer_.insert(buffer_.end(), record.begin(), record.end());
  if (auto done = flush(); !done) return done;
  complete_end_ = end_;
  current_.counts = counts;
  plies_.push_back(std::exchange(current_, {}));
  if (seconds_now() - last_sync_seconds_ < kSyncSeconds) return {};
  last_sync_seconds_ = seconds_now();
  if (fdatasync(file_.number()) != 0) return tl::unexpected(io_error(path_, "cannot be synced", errno));
  return {};
}

Result<void> PlyLog::flush() {
  ByteView rest = buffer_;
  std::uint64_t at = end_;
  while (!rest.empty()) {
    const ssize_t put = pwrite(file_.number(), rest.data(), rest.size(), static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      const int code = put == 0 ? ENOSPC : errno;
      return resource_error(
          fmt::format("{}: {} more bytes cannot be written: {}; make room and start again with --resume", path_,
                      rest.size(), std::strerror(code)));
    }
    rest = rest.subspan(static_cast<std::size_t>(put));
    at += static_cast<std::uint64_t>(put);
  }
  end_ = at;
  buffer_.clear();
  return {};
}

Result<void> PlyLog::sync() {
  const std::lock_guard lock(*mutex_);
  buffer_.clear();
  current_ = {};
  end_ = complete_end_;
  if (ftruncate(file_.number(), static_cast<off_t>(complete_end_)) != 0 || fdatasync(file_.number()) != 0) {
    return tl::unexpected(io_error(path_, "cannot be synced", errno));
  }
  return {};
}

Result<void> PlyLog::read(const SegmentRecord& record, std::vector<std::uint8_t>& segment) const {
  segment.resize(record.bytes);
  return read_fully(file_.number(), path_, record.offset, std::as_writable_bytes(std::span(segment)));
}

Result<void> PlyLog::remove() {
  if (unlink(path_.c_str()) != 0) return tl::unexpected(io_error(path_, "cannot be removed", errno));
  return {};
}

}  // namespace uisge
