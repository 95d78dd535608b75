// An open database file: its checked header, index and statistics, and access to its units.
//
// open() reads everything but the units, and compares the checksums of what it reads with the stored checksums. Every
// size and offset is compared with the size of the file before it is used to read or to allocate. A unit's checksum is
// checked when the unit is read. open() also checks the hash of the whole file, but only if the file has at most 1 MiB.
// open() takes about 1 ms for a file of several GiB. The index stays in memory (4 bytes per unit, 16 per placement).
//
// Const after open(): any number of threads may use one Database, each with a UnitReader of its own.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/board.h"
#include "core/colouring.h"
#include "core/position.h"
#include "db/codec.h"
#include "db/file.h"
#include "db/format.h"

namespace uisge {

class Database {
 public:
  // Errors begin with the path: kResource if the file cannot be read, kBadFile if it is not an intact database.
  static Result<Database> open(const std::string& path);

  const std::string& path() const { return file_.path(); }
  const DatabaseIdentity& identity() const { return header_.identity; }
  const FileHeader& header() const { return header_; }
  const FileFooter& footer() const { return footer_; }
  const LabelSummary& summary() const { return summary_; }
  const Board& board() const { return *board_; }
  const Colourings& colourings() const { return colourings_; }
  const UnitLayout& layout() const { return layout_; }
  const CodecModel& model() const { return *model_; }
  std::span<const SquareSet> placements() const { return placements_; }
  const InputFile& file() const { return file_; }

  // The canonical position of the cell, White to move. REQUIRES: the cell is in this database, and at least one side of
  // the position has a blank.
  Position position(PositionCell cell) const;

 private:
  friend class UnitReader;
  Database(InputFile file, FileHeader header);
  Result<void> read_parts();
  Result<void> read_index();
  // Callbacks that receive the parts of the index in the order of the file: its bytes, piece by piece; every placement;
  // the size of every unit. An error of `bytes` ends the visit.
  struct IndexVisitor {
    std::function<Result<void>(ByteView piece)> bytes;
    std::function<void(SquareSet placement_bb)> placement;
    std::function<void(std::uint32_t unit_bytes)> unit;
  };
  Result<void> visit_index(const IndexVisitor& visitor) const;
  Result<void> check_small_file() const;
  tl::unexpected<Error> damaged(const std::string& what) const;

  InputFile file_;
  FileHeader header_;
  Checksum header_checksum_ = 0;
  FileFooter footer_;
  LabelSummary summary_;
  UnitLayout layout_;
  Colourings colourings_;
  std::unique_ptr<const Board> board_;       // keeps its address when the database is moved
  std::unique_ptr<const CodecModel> model_;  // likewise
  std::vector<SquareSet> placements_;
  std::vector<std::uint32_t> unit_bytes_;
  std::vector<std::uint64_t> placement_offsets_;  // the offset of each placement's first unit
};

// Reads and decodes units. Use one UnitReader per thread, since it owns the decoder and the decoder's scratch memory.
class UnitReader {
 public:
  explicit UnitReader(const Database& database);
  const Database& database() const { return *database_; }
  // Reads a unit and decodes it, as UnitDecoder::decode() does. REQUIRES: codes.size() == layout().positions(unit).
  Result<void> read_unit(std::size_t placement, std::size_t unit, std::span<LabelCode> codes,
                         const BegunUnit& begun = {});
  // Reads a unit and decodes its first cells, as UnitDecoder::decode_symbols() does.
  Result<void> read_symbols(std::size_t placement, std::size_t unit, std::size_t cells, BegunUnit& begun);
  // Tells the system that the unit will be read soon.
  void prefetch_unit(std::size_t placement, std::size_t unit) const;
  // Reads all units of a placement in one read, and decodes them. REQUIRES: codes.size() == positions_per_placement.
  Result<void> read_placement(std::size_t placement, std::span<LabelCode> codes);

 private:
  std::size_t unit_bytes(std::size_t placement, std::size_t unit) const;
  std::uint64_t unit_offset(std::size_t placement, std::size_t unit) const;
  Result<void> read(std::size_t placement, std::size_t unit);
  Result<void> decode(std::size_t placement, std::size_t unit, ByteView bytes, std::span<LabelCode> codes);
  // Checks the unit's checksum. If it matches, calls `decode(bytes)` with the bytes before the checksum.
  template <class Decode>
  Result<void> decode_checked(std::size_t placement, std::size_t unit, ByteView bytes, Decode decode) const;

  const Database* database_;
  UnitDecoder decoder_;
  Bytes buffer_;
};

}  // namespace uisge
