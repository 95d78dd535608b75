// The ply log: what every ply decided, on disk, and at the same time the checkpoint of a solve.
//
// Everything decided up to a ply is final, so the log up to its last complete ply is all that a solve needs to go on,
// and all that it needs in the end to make the database. It is one append-only file:
//
//   header | segment records of ply 0 | end of ply 0 | segment records of ply 1 | ...
//
// Every record carries a checksum that is seeded with the header's, so that a torn write, a damaged byte or a record of
// another file ends the log at the ply before. docs/format.md has the bytes. The file is locked while it is open for
// writing; the system drops the lock when the process dies.
//
// put() may be called from several threads, reading from any number of threads; all else from one.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "db/checksum.h"
#include "db/file.h"
#include "db/format.h"
#include "solver/retrograde/retrograde.h"

namespace uisge {

inline constexpr std::uint16_t kPlyLogVersion = 1;

// What a log is of. A log of other parameters is not continued.
struct PlyLogHeader {
  DatabaseIdentity identity;
  std::uint32_t placements = 0;
  std::uint32_t chunk_size = 0;  // placements
  constexpr auto operator<=>(const PlyLogHeader&) const = default;
};

// Where a segment's bytes are in the file.
struct SegmentRecord {
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
  std::uint32_t chunk = 0;
  Plies ply = 0;
  Outcome outcome = Outcome::kWin;
};

struct LoggedPly {
  PlyCounts counts;
  std::vector<SegmentRecord> segments;  // in no particular order
};

class PlyLog {
 public:
  // A new log. One that is there already is somebody's unfinished work: replaced only when `overwrite` says so, a usage
  // error otherwise. Errors: resource (permission, space, or another solve holds the lock).
  static Result<PlyLog> create(const std::string& path, const PlyLogHeader& header, bool overwrite);
  // Reads a log of the same parameters to its last good ply, drops the rest, and goes on behind it; a new log if there
  // is none. Errors: resource as above, and kBadFile if it is no log, of another version, or of other parameters.
  static Result<PlyLog> resume(const std::string& path, const PlyLogHeader& header);
  // Reads a log without locking or changing it, whatever its parameters.
  static Result<PlyLog> open_for_reading(const std::string& path);

  const PlyLogHeader& header() const { return header_; }
  const std::string& path() const { return path_; }
  const std::vector<LoggedPly>& plies() const { return plies_; }
  // Bytes behind the last good ply that were dropped on opening: the ply in progress, or damage.
  std::uint64_t dropped_bytes() const { return dropped_bytes_; }
  std::uint64_t bytes() const { return end_ + buffer_.size(); }
  bool is_finished() const { return !plies_.empty() && plies_.size() > 1 && plies_.back().counts.empty(); }

  // Adds a segment of the ply in progress. False after an error, which failure() tells.
  bool put(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment);
  const std::optional<Error>& failure() const { return failure_; }
  // Completes the ply and hands it to the system; every few seconds also to the disk.
  Result<void> end_ply(const PlyCounts& counts);
  // What is complete goes to the disk; segments of a ply in progress are forgotten.
  Result<void> sync();

  Result<void> read(const SegmentRecord& record, std::vector<std::uint8_t>& segment) const;
  // The database is complete: nothing is to be resumed any more.
  Result<void> remove();

 private:
  PlyLog() = default;
  static Result<PlyLog> open_locked(const std::string& path);
  Result<std::uint64_t> file_size() const;
  Result<void> start(const PlyLogHeader& header);
  Result<void> read_header();
  Result<void> read_plies();
  Result<void> flush();

  std::string path_;
  FileDescriptor file_;
  PlyLogHeader header_;
  Checksum seed_ = 0;
  std::vector<LoggedPly> plies_;
  LoggedPly current_;
  std::uint64_t complete_end_ = 0;  // of the last complete ply
  std::uint64_t end_ = 0;           // of what is written
  std::uint64_t dropped_bytes_ = 0;
  double last_sync_seconds_ = 0;
  std::vector<std::byte> buffer_;  // written at end_ by the next flush
  std::optional<Error> failure_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

// "x.uisge" to "x.uisge.plies".
std::string ply_log_path(const std::string& database_path);

}  // namespace uisge
