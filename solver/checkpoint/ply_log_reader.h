// Reads the complete plies of a solve from its checkpoint, whether the solve is finished, interrupted, or still
// running.
//
// open() follows the chain of heads (ply_log_format.h) to the last complete ply. It reads about 32 bytes per segment.
// Only read() reads a segment's data and compares them with their checksum; to check the whole file, read all segments.
// The chain of heads may end before the file does. Normally a ply in progress lies behind the chain. If complete
// plies lie there, the chain is broken and the file is damaged (last_lost_ply()).
//
// While a solver writes the file, the file only grows, and complete plies do not change. So the plies that open() has
// found stay valid. Const functions are safe to call from any thread. Memory: 24 bytes per segment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/file_descriptor.h"
#include "solver/checkpoint/ply_log_format.h"

namespace uisge {

struct LoggedPly {
  PlyCounts counts;
  std::vector<SegmentRecord> segments;  // in unspecified order
  std::uint64_t end = 0;                // where the ply ends in the file
  Checksum chain = 0;                   // the seed for the checksum of the first record after the ply (chain_after)
};

class PlyLogReader {
 public:
  // Errors: resource if the file cannot be read; kBadFile if it is not a checkpoint, has another version, or has a
  // damaged header.
  static Result<PlyLogReader> open(const std::string& path);
  // Whether the file begins like a checkpoint of some version. Returns false for files that cannot be read.
  static bool is_checkpoint(const std::string& path);

  const PlyLogHeader& header() const { return header_; }
  const std::string& path() const { return path_; }
  const std::vector<LoggedPly>& plies() const { return plies_; }
  // Whether the last ply decided nothing, so that all undecided positions are drawn.
  bool is_finished() const { return plies_.size() > 1 && plies_.back().counts.empty(); }
  // The bytes up to the end of the last complete ply, and the bytes that followed that ply when the log was opened.
  std::uint64_t complete_bytes() const { return plies_.empty() ? kPlyLogHeaderBytes : plies_.back().end; }
  std::uint64_t incomplete_bytes() const { return file_bytes_ - complete_bytes(); }
  // Looks for complete plies after broken_at(), the place where open() found the end of the chain of heads. Returns the
  // last of these plies. A complete ply there means that the file is damaged before it. Returns std::nullopt if only a
  // ply in progress follows. Reads all bytes after broken_at().
  Result<std::optional<Plies>> last_lost_ply() const;
  std::uint64_t broken_at() const { return broken_at_; }

  // Reads a segment's data. If the data do not match their checksum, the error is kBadFile and names the ply.
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
  std::uint64_t file_bytes_ = 0;  // the size of the file when open() read it, or of a new log that has only its header
  std::uint64_t broken_at_ = 0;   // where open() found the end of the chain

 private:
  class LostPliesSearch;
};

// "x.uisge" to "x.uisge.plies".
std::string ply_log_path(const std::string& database_path);

}  // namespace uisge
