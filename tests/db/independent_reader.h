// An independent reader of database files, written from docs/formats/database.md and docs/formats/codec.md alone. So
// the tests show that these two pages are enough to write a reader.
//
// The reader uses no code of db/ or core/. It uses the checksum library and the oracle's type for positions. The reader
// reads and decodes the whole file, slowly. The reader refuses invalid files with std::runtime_error, without messages
// for users.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/db/independent_codec.h"
#include "tests/oracle/oracle_solution.h"

namespace independent_reader {

struct Header {
  oracle::Game game;
  unsigned codec = 0;
  std::uint32_t placements = 0;
  std::uint32_t colourings_per_unit = 0;
  std::uint64_t table_bytes = 0;
  std::string program;
  std::uint64_t checksum = 0;
};

struct Cell {
  std::uint32_t placement = 0;
  std::uint32_t index = 0;
  auto operator<=>(const Cell&) const = default;
};

struct Statistics {
  std::array<std::uint64_t, 3> raw{};        // won, lost, drawn
  std::array<std::uint64_t, 3> canonical{};  // won, lost, drawn
  std::optional<Cell> longest;
  std::optional<Cell> start;
  std::uint16_t start_label = 0;
  std::vector<std::array<std::uint64_t, 2>> by_distance;  // won, lost
};

class Reader {
 public:
  explicit Reader(const Bytes& file);

  const Header& header() const { return header_; }
  const std::vector<std::uint64_t>& placements() const { return placements_; }
  const Statistics& statistics() const { return statistics_; }
  const Codec& codec() const { return *codec_; }
  std::uint32_t units_per_placement() const { return units_per_placement_; }
  // Sizes in bytes, checksums included.
  const std::vector<std::uint32_t>& unit_sizes() const { return unit_sizes_; }

  // The cell of a live position of the file's board and piece count. Either side may be to move.
  Cell cell(const oracle::Position& position) const;
  // With codecs 2 and 3 the label of a position that is not stored as lost follows from the oracle's moves. With codec
  // 3 the distance is meaningless.
  oracle::Label label(const oracle::Position& position) const;
  // The stored label; with codecs 2 and 3 only lost positions have one.
  std::uint16_t code(Cell cell) const { return labels_[cell.placement][cell.index]; }
  static oracle::Label label_of_code(std::uint16_t code);

  std::uint32_t positions_per_placement() const { return colourings_ << (2 * header_.game.pieces); }

 private:
  void read_header(const Bytes& file);
  void read_index(const Bytes& index);
  void read_statistics(const Bytes& statistics);
  void read_units(const Bytes& units);
  void read_unit(const Bytes& unit, std::size_t number);

  Header header_;
  std::optional<Codec> codec_;
  std::uint32_t colourings_ = 0;  // per placement
  std::uint32_t units_per_placement_ = 0;
  std::vector<std::uint64_t> placements_;
  std::vector<std::uint32_t> unit_sizes_;
  Statistics statistics_;
  std::vector<std::vector<std::uint16_t>> labels_;  // by placement and index; 0 if the position is not live
};

}  // namespace independent_reader
