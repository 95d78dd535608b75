// The ply log: what every ply decided, on disk, and at the same time the checkpoint of a solve.
//
// Everything decided up to a ply is final, so the log up to its last complete ply is all that a solve needs to go on,
// and all that it needs in the end to make the database. It is one append-only file (docs/formats/checkpoint.md):
//
//   header | segments of ply 0 | end of ply 0 | segments of ply 1 | ...
//
// A torn write, a damaged byte or a record of another file ends the log at the ply before. The file is locked while it
// is open for writing; the system drops the lock when the process dies.
//
// put() may be called from several threads, reading from any number of threads; all else from one.
#pragma once

#include <future>
#include <memory>
#include <mutex>
#include <optional>

#include "solver/checkpoint/ply_log_reader.h"

namespace uisge {

class PlyLog : public PlyLogReader {
 public:
  // A new log. One that is there already is somebody's unfinished work: replaced only when `overwrite` says so, a usage
  // error otherwise. Errors: resource (permission, space, or another process holds the lock).
  static Result<PlyLog> create(const std::string& path, const PlyLogHeader& header, bool overwrite);
  // Reads a log of the same parameters to its last complete ply, drops the rest, and goes on behind it; a new log if
  // there is none. If the rest has complete plies (last_lost_ply), it is set aside before. Errors: resource as above,
  // and kBadFile if it is no log, of another version, or of other parameters.
  static Result<PlyLog> resume(const std::string& path, const PlyLogHeader& header);

  // With what is buffered.
  std::uint64_t bytes() const { return end_ + buffer_.size(); }

  // Adds a segment of the ply in progress; when it returns, the bytes are taken. After an error every further call
  // of put and end_ply fails with that error.
  Result<void> put(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment);
  // Completes the ply and hands it to the system; every few seconds it is also sent on its way to the disk.
  Result<void> end_ply(const PlyCounts& counts);
  // Waits for what is on its way to the disk, if anything is; fails if it did not get there.
  Result<void> await_sync();
  // What is complete goes to the disk; segments of a ply in progress are forgotten.
  Result<void> keep_complete_plies();
  // Forgets this ply and all after it; complete plies after it are set aside before. REQUIRES: it is complete.
  Result<void> drop_from(Plies ply);

  // Where plies that were complete have been moved to, if any had to be given up: a file beside, which has the log's
  // header and what stood from the damage on.
  const std::optional<std::string>& set_aside_in() const { return set_aside_in_; }

  // Whether the file still has its name: somebody may have removed it, or put another one in its place.
  bool has_its_name() const;

  // The database is complete: nothing is to be resumed any more.
  Result<void> remove();

 private:
  PlyLog(FileDescriptor file, std::string path) : PlyLogReader(std::move(file), std::move(path)) {}
  static Result<PlyLog> open_locked(const std::string& path);
  // Nothing was ever logged: the file is empty, or begins with zeros, which a power cut can leave.
  Result<bool> is_blank() const;
  // An empty file becomes a log without plies, or goes away.
  static Result<PlyLog> started(PlyLog log, const PlyLogHeader& header);
  Result<void> start(const PlyLogHeader& header);
  // Puts the chain's next part into the buffer and returns where in the file it will be.
  std::uint64_t append(ByteView head);
  Result<void> flush();
  void begin_sync();
  // Copies all from a byte on to a new file beside.
  Result<void> set_aside(std::uint64_t from);

  std::vector<SegmentRecord> segments_;  // of the ply in progress
  Checksum chain_ = 0;                   // behind the buffer
  std::uint64_t end_ = 0;                // of what is written
  Bytes buffer_;                         // written at end_ by the next flush
  double last_sync_seconds_ = 0;
  std::future<Result<void>> sync_;  // under way, or not asked for yet how it ended
  std::optional<Error> failure_;    // the first of put
  std::optional<std::string> set_aside_in_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

}  // namespace uisge
