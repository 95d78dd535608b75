// The ply log: the file with the results of every ply, which is the checkpoint of a solve.
//
// Decided positions never change. So an interrupted solve needs only the log, up to the last complete ply, to go on. At
// the end of a solve the database is made from the log. The log is one append-only file (docs/formats/checkpoint.md):
//
//   header | segments of ply 0 | end of ply 0 | segments of ply 1 | ...
//
// A reader stops where a write was cut short, a byte is damaged or a record belongs to another file. For the reader the
// log ends with the last complete ply before the place where it stops. While the file is open for writing, it is
// locked; the system drops the lock when the process dies.
//
// Several threads may call put(), and any number of threads may read. Only one thread may call the other functions.
#pragma once

#include <future>
#include <memory>
#include <mutex>
#include <optional>

#include "solver/checkpoint/ply_log_reader.h"

namespace uisge {

class PlyLog : public PlyLogReader {
 public:
  // Makes a new log. If there is a log of an unfinished solve, the function replaces it if `overwrite` is set, and
  // returns a usage error otherwise. Errors: resource (permission, space, or another process holds the lock).
  static Result<PlyLog> create(const std::string& path, const PlyLogHeader& header, bool overwrite);
  // Reads a log up to its last complete ply, cuts off the bytes after that ply, and continues there. If the bytes that
  // are cut off contain complete plies (last_lost_ply), the bytes are first copied to another file (set_aside_in).
  // Makes a new log if none exists. Errors: resource, as for create(); kBadFile if the file is not a log, or has
  // another version or other parameters.
  static Result<PlyLog> resume(const std::string& path, const PlyLogHeader& header);

  // Adds a segment of the ply in progress. The caller may reuse the segment's memory afterwards. After an error every
  // further call of put and end_ply fails with that error.
  Result<void> put(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment);
  // Completes the ply and writes it to the file. Begins to sync the file if the last sync was some seconds ago.
  Result<void> end_ply(const PlyCounts& counts);
  // Waits for the sync that is under way, if any, and returns its error or that of an earlier sync.
  Result<void> await_sync();
  // Syncs the complete plies; segments of a ply in progress are dropped.
  Result<void> keep_complete_plies();
  // Cuts off `ply` and all later plies. If there are later plies, all bytes that are cut off are first copied to
  // another file (set_aside_in). REQUIRES: `ply` is complete.
  Result<void> drop_from(Plies ply);

  // Complete plies are copied to another file before they are cut off from the log. Returns that file, or nullopt if
  // none were cut off. The file lies beside the log, and has the log's header and the bytes that were cut off.
  const std::optional<std::string>& set_aside_in() const { return set_aside_in_; }

  // Whether the file still has its name: someone may have removed or replaced it.
  bool has_its_name() const;

  // Call remove() when the database is complete. Removes nothing if the file does not have its name any more.
  Result<void> remove();

 private:
  PlyLog(FileDescriptor file, std::string path) : PlyLogReader(std::move(file), std::move(path)) {}
  static Result<PlyLog> open_locked(const std::string& path);
  // Whether nothing was ever logged: the file is empty, or has a few zeros, which a power cut can leave.
  Result<bool> is_blank() const;
  // Turns an empty file into a log without plies. Removes the file if writing fails.
  static Result<PlyLog> started(PlyLog log, const PlyLogHeader& header);
  Result<void> start(const PlyLogHeader& header);
  // Appends the head of a record (ply_log_format.h) to the buffer. Returns the offset of the head in the file.
  std::uint64_t append(ByteView head);
  Result<void> flush();
  void begin_sync();
  // Copies all bytes of the log from the offset `from` to its end into a new file beside the log.
  Result<void> set_aside(std::uint64_t from);

  std::vector<SegmentRecord> segments_;  // the segments of the ply in progress
  Checksum chain_ = 0;                   // the seed for the checksum of the next record
  std::uint64_t end_ = 0;                // the end of the written bytes
  Bytes buffer_;                         // written at end_ by the next flush
  double last_sync_seconds_ = 0;
  std::future<Result<void>> sync_;  // a sync that is under way, or whose result is not checked yet
  // After a failed sync the next sync may succeed although the data were not written, so the failure is kept.
  std::optional<Error> sync_failure_;
  std::optional<Error> failure_;  // the first error of put
  std::optional<std::string> set_aside_in_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

}  // namespace uisge
