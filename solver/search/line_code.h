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

// Appends the code of one block of lines. The code does not contain the number of the first line. REQUIRES: there are 1
// to kLinesPerBlock lines, their numbers ascend, and the `plies` of each is at least 1.
void encode_lines(std::span<const ProofLine> lines, Bytes& out);

// Decodes one block of `count` lines. Returns nullopt if the bytes are not the code of such a block, if the number of a
// line is not below `end`, or if its `plies` are above kMaxPlies. The caller must check that the numbers stand for
// positions. REQUIRES: BitReader::kPadding zeros follow `bytes`; count >= 1.
std::optional<std::vector<ProofLine>> decode_lines(ByteView bytes, std::uint64_t first_number, std::size_t count,
                                                   std::uint64_t end);

constexpr std::size_t least_block_bytes(std::size_t count) {
  return count / 2;  // a line takes at least four bits, half a byte; the first line has one code less
}

}  // namespace uisge
