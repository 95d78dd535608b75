// The plies of a solve as far as they are complete, read from its checkpoint: a finished, an interrupted, or one that
// a solver is writing at this moment.
//
// Opening follows the chain of heads (ply_log_format.h) to the last complete ply; segments themselves are read, and
// held against their checksums, when they are asked for. So opening costs about 32 bytes of reading a segment, and
// whoever wants to know that all is well reads all segments. What is behind the last complete ply does not count: a
// ply in progress or, if complete plies can still be found there, damage.
//
// A file that is being written only grows, and complete plies do not change, so what was found on opening stays true.
// Const functions are safe to call from any thread. Memory: 24 bytes per segment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/file_descriptor.h"
#include "solver/checkpoint/ply_log_format.h"

namespace uisge {

struct LoggedPly {
  PlyCounts counts;
  std::vector<SegmentRecord> segments;  // in no particular order
  std::uint64_t end = 0;                // of the ply in the file
  Checksum chain = 0;                   // there
};

class PlyLogReader {
 public:
  // Errors: resource if it cannot be read; kBadFile if it is no checkpoint, of another version, or if its header is
  // damaged.
  static Result<PlyLogReader> open(const std::string& path);
  // Whether the file begins as a checkpoint does, of whatever version; false for files that cannot be read.
  static bool is_checkpoint(const std::string& path);

  const PlyLogHeader& header() const { return header_; }
  const std::string& path() const { return path_; }
  const std::vector<LoggedPly>& plies() const { return plies_; }
  // Whether the last ply decided nothing more: everything else is drawn.
  bool is_finished() const { return plies_.size() > 1 && plies_.back().counts.empty(); }
  // Bytes to the end of the last complete ply, and those behind it on opening.
  std::uint64_t complete_bytes() const { return plies_.empty() ? kPlyLogHeaderBytes : plies_.back().end; }
  std::uint64_t incomplete_bytes() const { return file_bytes_ - complete_bytes(); }
  // The last ply whose end can be found behind the place where the chain broke on opening: the file is damaged there,
  // and plies that were complete are out of reach. None for a ply in progress. Reads all that is behind the break.
  Result<std::optional<Plies>> last_lost_ply() const;
  std::uint64_t broken_at() const { return broken_at_; }

  // kBadFile, naming the ply, if the segment is not as it was written.
  Result<void> read(const SegmentRecord& record, std::vector<std::uint8_t>& segment) const;

 protected:
  PlyLogReader(FileDescriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}
  Result<void> read_header();
  Result<void> read_plies();
  Checksum complete_chain() const { return plies_.empty() ? header_chain_ : plies_.back().chain; }

  FileDescriptor file_;
  std::string path_;
  PlyLogHeader header_;
  Checksum header_chain_ = 0;
  std::vector<LoggedPly> plies_;
  std::uint64_t file_bytes_ = 0;  // on opening
  std::uint64_t broken_at_ = 0;   // where the chain ended then

 private:
  class LostPliesSearch;
};

// "x.uisge" to "x.uisge.plies".
std::string ply_log_path(const std::string& database_path);

}  // namespace uisge
