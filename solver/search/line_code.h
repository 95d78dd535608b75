// Codes the lines of a compact proof as bits, one block of lines at a time (docs/formats/proof.md). Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "db/bytes.h"
#include "solver/search/proof_line.h"

namespace uisge {

inline constexpr std::size_t kLinesPerBlock = 1024;
// An upper bound on the bytes of a block, with its checksum, which leaves 512 bits for a line. The parameters that
// encode_lines() chooses give a line less than 128 bits on average.
inline constexpr std::size_t kMaxBlockBytes = std::size_t{1} << 16;

// Appends the code of one block of lines. The code does not contain the number of the first line. REQUIRES: there are 1
// to kLinesPerBlock lines, their numbers ascend, and the `plies` of each is at least 1.
void encode_lines(std::span<const ProofLine> lines, Bytes& out);

// Decodes `bytes`, the code of a block of `count` lines. The first line gets the number `first_number`. Returns nullopt
// if the bytes are not the code of such a block, if the number of a line is not below `end`, or if its `plies` are
// above kMaxPlies. The caller must check that the numbers stand for positions. REQUIRES: BitReader::kPadding zeros
// follow `bytes`; count >= 1.
std::optional<std::vector<ProofLine>> decode_lines(ByteView bytes, std::uint64_t first_number, std::size_t count,
                                                   std::uint64_t end);

// A lower bound on the bytes of a block of `count` lines. The first line takes at least two bits, every other line at
// least four.
constexpr std::size_t least_block_bytes(std::size_t count) {
  return count / 2;
}

}  // namespace uisge
