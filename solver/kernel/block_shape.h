// The shape of a block in memory for each number of pieces a side.
//
// With n pieces a side, a block holds the 4^n positions of one placement and colouring as a bit matrix: it has a row
// per state of the opponent's crowns, and each row has a bit per state of the mover's crowns.
//
//   n           1    2    3    4    5    6
//   rows        2    4    8   16   32   64
//   bits per row  2    4    8   16   32   64    (rows of fewer than 8 bits are padded to a byte)
//   bytes       8    8    8   32  128  512    (blocks of fewer than 8 bytes are padded to a word)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/piece_count.h"

namespace uisge {

// A set of rows of a block: bit m stands for row m.
using RowMask = std::uint64_t;

constexpr int row_count(int pieces) {
  return 1 << pieces;
}
constexpr int row_stride_bits(int pieces) {
  return pieces < 3 ? 8 : 1 << pieces;
}
constexpr std::size_t block_bytes(int pieces) {
  return pieces <= 3 ? 8 : static_cast<std::size_t>(row_count(pieces) * row_stride_bits(pieces) / 8);
}
constexpr std::size_t block_words(int pieces) {
  return block_bytes(pieces) / 8;
}
inline constexpr std::size_t kMaxBlockWords = block_words(kMaxPieces);
inline constexpr std::size_t kMaxRows = std::size_t{1} << kMaxPieces;
static_assert(block_bytes(4) == 32 && block_bytes(5) == 128 && block_bytes(6) == 512);

constexpr RowMask all_rows(int pieces) {
  return ~RowMask{0} >> (64 - row_count(pieces));
}

// The rows in which piece number `crown` is a crown. The piece belongs to the side whose crown state is the number of
// the row.
constexpr RowMask rows_with_crown(unsigned crown) {
  constexpr std::array<RowMask, 6> kRows{0xAAAA'AAAA'AAAA'AAAA, 0xCCCC'CCCC'CCCC'CCCC, 0xF0F0'F0F0'F0F0'F0F0,
                                         0xFF00'FF00'FF00'FF00, 0xFFFF'0000'FFFF'0000, 0xFFFF'FFFF'0000'0000};
  return kRows[crown];
}

// Always inlined: otherwise the linker would keep one copy for all files, and that copy might use instructions that the
// processor lacks.
template <int N>
[[gnu::always_inline]] inline void prefetch(const std::uint64_t* block) {
  for (std::size_t word = 0; word < block_words(N); word += 8) __builtin_prefetch(block + word);
}

template <int N>
using Row = std::conditional_t<
    N <= 3, std::uint8_t,
    std::conditional_t<N == 4, std::uint16_t, std::conditional_t<N == 5, std::uint32_t, std::uint64_t>>>;

// These functions convert the index of a position in its block (opponent_crowns << n | mover_crowns) to the position's
// bit in memory, and back.
template <int N>
constexpr unsigned bit_of_index(unsigned index) {
  if constexpr (N >= 3) return index;
  return (index >> N) * 8 + (index & ((1u << N) - 1));
}
template <int N>
constexpr unsigned index_of_bit(unsigned bit) {
  if constexpr (N >= 3) return bit;
  return (bit >> 3) << N | (bit & 7);
}

// Converts the index of a position in its placement (core/colouring.h) to the position's bit in memory, counted from
// the placement's first word.
template <int N>
constexpr std::uint32_t bit_of_position(std::uint32_t position) {
  constexpr std::uint32_t kBlock = 1u << (2 * N);
  if constexpr (N >= 3) return position;
  return position / kBlock * std::uint32_t{64 * block_words(N)} + bit_of_index<N>(position % kBlock);
}

constexpr std::uint32_t bit_of_position(int pieces_per_side, std::uint32_t position) {
  return pieces_per_side == 1   ? bit_of_position<1>(position)
         : pieces_per_side == 2 ? bit_of_position<2>(position)
                                : position;
}

// Functions for single bits of an array of words. Bits are numbered from the lowest bit of the first word.
constexpr std::uint64_t bit_in_word(std::size_t bit) {
  return std::uint64_t{1} << (bit % 64);
}
constexpr void set_bit(std::uint64_t* words, std::size_t bit) {
  words[bit / 64] |= bit_in_word(bit);
}
constexpr bool is_bit_set(const std::uint64_t* words, std::size_t bit) {
  return (words[bit / 64] >> (bit % 64) & 1) != 0;
}

// The positions of a block in which neither side has only crowns: all but the last row and the last bit of each row.
template <int N>
constexpr std::array<std::uint64_t, block_words(N)> live_words() {
  std::array<std::uint64_t, block_words(N)> words{};
  constexpr unsigned kLast = (1u << N) - 1;
  for (unsigned opponent = 0; opponent < kLast; ++opponent) {
    for (unsigned mover = 0; mover < kLast; ++mover) set_bit(words.data(), bit_of_index<N>(opponent << N | mover));
  }
  return words;
}

// The positions in which the opponent has only crowns and the mover has a blank: they are lost in 0 plies.
template <int N>
constexpr std::array<std::uint64_t, block_words(N)> completed_words() {
  std::array<std::uint64_t, block_words(N)> words{};
  constexpr unsigned kLast = (1u << N) - 1;
  for (unsigned mover = 0; mover < kLast; ++mover) set_bit(words.data(), bit_of_index<N>(kLast << N | mover));
  return words;
}

}  // namespace uisge
