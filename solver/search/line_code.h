// The lines of a compact proof as bits, a block of them at a time (docs/formats/proof.md). Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "db/bytes.h"
#include "solver/search/proof_line.h"

namespace uisge {

inline constexpr std::size_t kLinesPerBlock = 1024;

// Appends the block. The number of its first line is not in it. REQUIRES: 1 to kLinesPerBlock lines, ascending
// numbers, plies from 1.
void encode_lines(std::span<const ProofLine> lines, Bytes& out);

// None if the bytes are not a block of `count` lines with numbers below `end` and plies up to kMaxPlies; that
// the numbers name positions is not looked at. REQUIRES: `bytes` is followed by BitReader::kPadding zeros; count >= 1.
std::optional<std::vector<ProofLine>> decode_lines(ByteView bytes, std::uint64_t first_number, std::size_t count,
                                                   std::uint64_t end);

// No block of `count` lines has fewer bytes.
constexpr std::size_t least_block_bytes(std::size_t count) {
  return count / 2;  // each line has four codes of a bit or more, the first one two
}

}  // namespace uisge
