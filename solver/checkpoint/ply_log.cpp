#include "solver/checkpoint/ply_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "db/file.h"
#include "solver/refused_threads.h"

namespace uisge {

namespace {

constexpr std::size_t kFlushBytes = std::size_t{4} << 20;
// If a segment has at least kLargeBytes, the thread that calls put() writes the segment to the file itself, without a
// copy to the buffer.
constexpr std::size_t kLargeBytes = std::size_t{8} << 10;
constexpr double kSyncSeconds = 10;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Result<PlyLog> PlyLog::open_locked(const std::string& path) {
  auto file = UISGE_TRY(open_to_write(path, kCheckpointFile));
  return PlyLog(std::move(file), path);
}

Result<PlyLog> PlyLog::started(PlyLog log, const PlyLogHeader& header) {
  if (auto done = log.start(header); !done) {
    static_cast<void>(log.remove());
    return tl::unexpected(done.error());
  }
  return log;
}

Result<void> PlyLog::start(const PlyLogHeader& header) {
  header_ = header;
  buffer_ = encode_ply_log_header(header);
  header_chain_ = chain_ = chain_after(buffer_);
  UISGE_TRY(flush());
  file_bytes_ = end_;
  // The first sync also brings the file's name to the disk.
  UISGE_TRY(sync_to_disk(file_, path_));
  return sync_folder_of(path_);
}

Result<bool> PlyLog::is_blank() const {
  const auto size = UISGE_TRY(size_of(file_, path_));
  if (size > kPlyLogHeaderBytes) return false;
  Bytes bytes(size);
  UISGE_TRY(read_at(file_, path_, 0, bytes));
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

Result<PlyLog> PlyLog::create(const std::string& path, const PlyLogHeader& header, bool overwrite) {
  auto log = open_locked(path);
  if (!log) return log;
  const auto is_blank = UISGE_TRY(log->is_blank());
  if (!is_blank && !overwrite) {
    return usage_error(fmt::format("{}: an unfinished solve is there", path), {{Remedy::kResumeOrRestart}});
  }
  if (!is_blank) {
    // Makes a new file under the same name, so that processes that read the old file can read it to its end.
    UISGE_TRY(log->remove());
    log = open_locked(path);
    if (!log) return log;
  }
  return started(std::move(*log), header);
}

Result<PlyLog> PlyLog::resume(const std::string& path, const PlyLogHeader& header) {
  auto log = UISGE_TRY(open_locked(path));
  const auto is_blank = UISGE_TRY(log.is_blank());
  if (is_blank) return started(std::move(log), header);
  UISGE_TRY(log.read_header());
  if (log.header_.identity != header.identity) {
    return bad_file(fmt::format("{}: is the checkpoint of {}, not of {}", path, to_string(log.header_.identity),
                                to_string(header.identity)));
  }
  if (log.header_ != header) return bad_file(fmt::format("{}: the header of the checkpoint is damaged", path));
  UISGE_TRY(log.read_plies());
  const auto lost = UISGE_TRY(log.last_lost_ply());
  if (lost) UISGE_TRY(log.set_aside(log.complete_bytes()));
  UISGE_TRY(log.keep_complete_plies());
  return log;
}

std::uint64_t PlyLog::append(ByteView head) {
  const std::uint64_t at = end_ + buffer_.size();
  buffer_.insert(buffer_.end(), head.begin(), head.end());
  chain_ = chain_after(head);
  return at;
}

Result<void> PlyLog::put(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
  const ByteView bytes = std::as_bytes(segment);
  const Checksum sum = segment_checksum(bytes);
  SegmentRecord record{0, static_cast<std::uint32_t>(bytes.size()), static_cast<std::uint32_t>(chunk), 0, outcome};
  {
    const std::lock_guard lock(*mutex_);
    if (failure_) return tl::unexpected(*failure_);
    record.ply = static_cast<Plies>(plies_.size());
    record.offset = append(encode_segment_head(record, sum, chain_)) + kSegmentHeadBytes;
    segments_.push_back(record);
    const bool is_large = bytes.size() >= kLargeBytes;
    if (!is_large) buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    if (is_large || buffer_.size() >= kFlushBytes) {
      if (auto done = flush(); !done) failure_ = done.error();
    }
    if (failure_) return tl::unexpected(*failure_);
    if (!is_large) return {};
    end_ += bytes.size();
  }
  auto done = write_at(file_, path_, record.offset, bytes);
  if (done) return done;
  const std::lock_guard lock(*mutex_);
  if (!failure_) failure_ = std::move(done.error());
  return tl::unexpected(*failure_);
}

Result<void> PlyLog::end_ply(const PlyCounts& counts) {
  const std::lock_guard lock(*mutex_);
  if (failure_) return tl::unexpected(*failure_);
  append(encode_ply_record(counts, static_cast<std::uint32_t>(segments_.size()), chain_));
  UISGE_TRY(flush());
  plies_.push_back({counts, std::exchange(segments_, {}), end_, chain_});
  if (seconds_now() - last_sync_seconds_ < kSyncSeconds) return {};
  last_sync_seconds_ = seconds_now();
  UISGE_TRY(await_sync());
  begin_sync();
  return {};
}

void PlyLog::begin_sync() {
  // If the system refuses a thread, await_sync() syncs the file itself.
  const RefusedThreadsAreErrors scope;
  sync_ = std::async(std::launch::async | std::launch::deferred,
                     [descriptor = file_.number(), path = path_] { return sync_contents(descriptor, path); });
}

Result<void> PlyLog::await_sync() {
  if (sync_.valid()) {
    if (auto synced = sync_.get(); !synced) sync_failure_ = std::move(synced.error());
  }
  if (sync_failure_) return tl::unexpected(*sync_failure_);
  return {};
}

Result<void> PlyLog::flush() {
  UISGE_TRY(write_at(file_, path_, end_, buffer_));
  end_ += buffer_.size();
  buffer_.clear();
  return {};
}

Result<void> PlyLog::keep_complete_plies() {
  const std::lock_guard lock(*mutex_);
  auto synced = await_sync();
  buffer_.clear();
  segments_.clear();
  end_ = complete_bytes();
  chain_ = complete_chain();
  UISGE_TRY(cut_to(file_, path_, end_));
  if (!synced) return synced;
  auto done = sync_to_disk(file_, path_);
  if (!done) sync_failure_ = done.error();
  return done;
}

Result<void> PlyLog::set_aside(std::uint64_t from) {
  const auto size = UISGE_TRY(size_of(file_, path_));
  std::string name = path_ + ".lost";
  auto place = OutputPlace::claim(name, kCheckpointFile);
  for (int number = 2; place && place->is_taken(); ++number) {
    name = fmt::format("{}.lost-{}", path_, number);
    place = OutputPlace::claim(name, kCheckpointFile);
  }
  if (!place) return tl::unexpected(place.error());
  auto copy = UISGE_TRY(AtomicFile::create(*place));
  auto done = copy.append(encode_ply_log_header(header_));
  Bytes bytes;
  for (std::uint64_t at = from; done && at < size; at += bytes.size()) {
    bytes.resize(std::min<std::uint64_t>(kFlushBytes, size - at));
    done = read_at(file_, path_, at, bytes);
    if (done) done = copy.append(bytes);
  }
  if (done) done = copy.publish();
  if (done) set_aside_in_ = std::move(name);
  return done;
}

Result<void> PlyLog::drop_from(Plies ply) {
  if (plies_.size() > std::size_t{ply} + 1) {
    const std::uint64_t from = ply == 0 ? kPlyLogHeaderBytes : plies_[ply - 1].end;
    UISGE_TRY(set_aside(from));
  }
  plies_.resize(ply);
  return keep_complete_plies();
}

bool PlyLog::has_its_name() const {
  return has_name(file_, path_);
}

Result<void> PlyLog::remove() {
  return remove_name(file_, path_);
}

}  // namespace uisge
