#include "solver/values/tile_code.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/piece_count.h"
#include "solver/kernel/kernel.h"

namespace uisge {

namespace {

static_assert(std::endian::native == std::endian::little, "the words of a plane file are little-endian");

constexpr std::size_t kLineWords = 8;
// Tiles are coded in chunks that stay in the first-level cache. A chunk's size is a multiple of the block's size, and
// of the 64 bytes that a mask covers.
constexpr std::size_t kChunkWords = 8 * kMaxBlockWords;
using Chunk = std::array<std::uint64_t, kChunkWords>;

constexpr std::size_t lines_of(std::size_t words) {
  return (words + kLineWords - 1) / kLineWords;
}

// The rows of a block, padding included.
template <int N>
using Rows = std::array<Row<N>, block_bytes(N) / sizeof(Row<N>)>;

// The prediction of row m from earlier rows. REQUIRES: m >= 1.
template <int N>
Row<N> expected(const Rows<N>& rows, unsigned m) {
  auto result = static_cast<Row<N>>(~Row<N>{0});
#pragma GCC unroll 6
  for (unsigned crown = 0; crown < N; ++crown) {
    if ((m >> crown & 1) != 0) result = static_cast<Row<N>>(result & rows[m ^ 1u << crown]);
  }
  return result;
}

// Goes from the last row to the first, so that the rows from which expected() predicts a row are still unchanged.
template <int N>
void take_differences(const std::uint64_t* block, std::uint64_t* differences) {
  Rows<N> rows;
  std::memcpy(rows.data(), block, block_bytes(N));
#pragma GCC unroll 64
  for (unsigned m = (1u << N) - 1; m > 0; --m) rows[m] = static_cast<Row<N>>(rows[m] ^ expected<N>(rows, m));
  std::memcpy(differences, rows.data(), block_bytes(N));
}

template <int N>
void undo_differences(std::uint64_t* block) {
  Rows<N> rows;
  std::memcpy(rows.data(), block, block_bytes(N));
#pragma GCC unroll 64
  for (unsigned m = 1; m < (1u << N); ++m) rows[m] = static_cast<Row<N>>(rows[m] ^ expected<N>(rows, m));
  std::memcpy(block, rows.data(), block_bytes(N));
}

template <int N>
std::size_t encode(const Kernel& kernel, std::span<const std::uint64_t> words, std::byte* code) {
  std::size_t size = 0;
  Chunk chunk;
  for (std::size_t begin = 0; begin < words.size(); begin += kChunkWords) {
    const std::size_t count = std::min(kChunkWords, words.size() - begin);
    for (std::size_t at = 0; at < count; at += block_words(N)) {
      take_differences<N>(words.data() + begin + at, chunk.data() + at);
    }
    std::fill(chunk.begin() + static_cast<std::ptrdiff_t>(count),
              chunk.begin() + static_cast<std::ptrdiff_t>(lines_of(count) * kLineWords), 0);
    size += kernel.pack(chunk.data(), lines_of(count), code + size);
  }
  return size;
}

template <int N>
bool decode(const Kernel& kernel, std::span<const std::byte> code, std::span<std::uint64_t> words) {
  Chunk chunk;
  for (std::size_t begin = 0; begin < words.size(); begin += kChunkWords) {
    const std::size_t count = std::min(kChunkWords, words.size() - begin);
    const std::size_t used = kernel.unpack(code.data(), code.size(), chunk.data(), lines_of(count));
    if (used == kNotPacked) return false;
    code = code.subspan(used);
    for (std::size_t at = 0; at < count; at += block_words(N)) undo_differences<N>(chunk.data() + at);
    std::copy_n(chunk.begin(), count, words.data() + begin);
  }
  return code.empty();
}

}  // namespace

std::size_t most_tile_code_bytes(std::size_t words) {
  return most_packed_bytes(lines_of(words));
}

std::size_t encode_tile(std::span<const std::uint64_t> words, int pieces_per_side, std::span<std::byte> code) {
  const Kernel& used = kernel(best_instruction_set(), pieces_per_side);
  return for_piece_count(pieces_per_side, [&]<int N>() { return encode<N>(used, words, code.data()); });
}

bool decode_tile(std::span<const std::byte> code, int pieces_per_side, std::span<std::uint64_t> words) {
  const Kernel& used = kernel(best_instruction_set(), pieces_per_side);
  return for_piece_count(pieces_per_side, [&]<int N>() { return decode<N>(used, code, words); });
}

std::size_t encode_words(std::span<const std::uint64_t> words, int pieces_per_side, std::span<std::byte> code) {
  const std::size_t bytes = encode_tile(words, pieces_per_side, code);
  if (bytes < words.size_bytes()) return bytes;
  std::memcpy(code.data(), words.data(), words.size_bytes());
  return words.size_bytes();
}

bool decode_words(std::span<const std::byte> code, int pieces_per_side, std::span<std::uint64_t> words) {
  if (code.size() < words.size_bytes()) return decode_tile(code, pieces_per_side, words);
  if (code.size() > words.size_bytes()) return false;
  std::memcpy(words.data(), code.data(), code.size());
  return true;
}

}  // namespace uisge
