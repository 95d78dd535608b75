// The database file, version 1: its constants, and conversion of its fixed parts to bytes and back.
//
// docs/formats/database.md is the specification, byte for byte; this header has only what the writer and the reader
// share.
//
//   header | codec tables | units | index | statistics | footer
//
// The file is written front to back. Each parse function takes exactly the bytes of its part, and checks everything
// that does not depend on other parts. Callers put the file name and a colon before the error messages of parse
// functions.
#pragma once

#include <cstdint>
#include <string>

#include "core/board.h"
#include "core/error.h"
#include "core/rules.h"
#include "db/bytes.h"
#include "db/checksum.h"
#include "db/codec.h"
#include "db/file_descriptor.h"
#include "db/label_statistics.h"
#include "db/unit_layout.h"

namespace uisge {

// As in PNG, the first bytes are a byte above 127, letters, a carriage return and a line feed. A transfer that treats
// the file as text changes these bytes.
inline constexpr FileKind kDatabaseFile{"a database", "\x89UISGE\r\n"};
inline constexpr std::uint16_t kFormatVersion = 1;
inline constexpr std::size_t kHeaderBytes = 88;
inline constexpr std::size_t kFooterBytes = 72;
inline constexpr std::size_t kProgramNameBytes = 32;
inline constexpr std::size_t kUnitChecksumBytes = 8;
inline constexpr std::size_t kMaxTableBytes = std::size_t{1} << 20;
// The statistics consist of a fixed part, and of two counts (wins and losses) for every distance.
inline constexpr std::size_t kMaxStatisticsBytes = 128 + 16 * (std::size_t{kMaxPlies} + 1);
// An upper bound on the size of a unit: at most 26 bits for each of at most 2^16 labels, and a few bytes around them.
inline constexpr std::size_t kMaxUnitBytes = std::size_t{1} << 18;

struct DatabaseIdentity {
  BoardSize board;
  int pieces = 0;  // per side
  RuleSet rules;
  constexpr auto operator<=>(const DatabaseIdentity&) const = default;
};

std::string to_string(const DatabaseIdentity& identity);            // "7x6 with 4 pieces a side, loses"
std::string default_file_name(const DatabaseIdentity& identity);    // "7x6-4-loses.uisge"
std::string default_values_name(const DatabaseIdentity& identity);  // "7x6-4-loses-values.uisge"

// An upper bound on the number of canonical placements of `pieces` a side: the number of all sets of squares, connected
// or not.
std::uint64_t most_placements(BoardSize board, int pieces);

// Returns an error (kUsage) if the number of placements is 0, that is, if the pieces do not fit on the board.
Result<void> require_placements(const DatabaseIdentity& identity, std::uint64_t placements);

// The hash (XXH3-64) of a sentence that states the rules (docs/formats/database.md). The hash reveals a file whose
// rules have known names but another meaning.
std::uint64_t rules_hash(RuleSet rules);

// Every binary file of this project except proofs has the identity at kIdentityOffset, after magic and version. The
// identity has five bytes: files, ranks, pieces per side, stuck rule, diagonal jumps.
inline constexpr std::size_t kIdentityOffset = 10;
void put_identity(Bytes& bytes, const DatabaseIdentity& identity);
// Reads the identity from the header of a file. REQUIRES: `header` has at least kIdentityOffset + 5 bytes.
Result<DatabaseIdentity> parse_identity(ByteView header);

struct FileHeader {
  DatabaseIdentity identity = {};
  CodecId codec = CodecId::kCrownContexts;
  std::uint32_t placements = 0;
  std::size_t blocks_per_unit = 1;
  std::uint64_t table_bytes = 0;
  Checksum table_checksum = 0;
  std::string program = {};  // its name and version, "uisge 0.2.0"

  UnitLayout layout() const { return {identity.pieces, blocks_per_unit}; }
  std::uint64_t units() const { return std::uint64_t{placements} * layout().units_per_placement(); }
  std::uint64_t index_bytes() const { return std::uint64_t{placements} * 8 + units() * 4; }
};

Bytes encode_header(const FileHeader& header);
Result<FileHeader> parse_header(ByteView bytes);
// The header's own checksum, which seeds the checksums of all parts after the codec tables. REQUIRES: a whole header.
Checksum header_checksum(ByteView header);

// The seed of a unit's checksum (checksum.h).
constexpr std::uint64_t unit_seed(Checksum header, std::uint64_t unit) {
  return header + unit + 1;
}

Bytes encode_statistics(const LabelSummary& summary);
Result<LabelSummary> parse_statistics(ByteView bytes, const FileHeader& header);

struct FileFooter {
  std::uint64_t index_offset = 0;
  std::uint64_t statistics_offset = 0;
  Checksum index_checksum = 0;
  Checksum statistics_checksum = 0;
  FileHash hash{};  // the hash of all bytes before the footer
  std::uint64_t file_bytes = 0;
};

Bytes encode_footer(const FileFooter& footer, Checksum header);
Result<FileFooter> parse_footer(ByteView bytes, Checksum header);

}  // namespace uisge
