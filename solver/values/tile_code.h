// Compresses the tiles of a plane file to half of their bytes or less, so that fewer bytes are read and written. Coding
// runs at several gigabytes per second.
//
// Each row of a block stands for one set of the opponent's pieces that are crowns. If a position is won, the positions
// in which one of the opponent's crowns is a blank are nearly always won too. So a row is predicted as the AND of the
// rows with one crown less. The code stores the differences from the predictions: for every 64 bytes a mask of the
// bytes that are not zero, and then these bytes. docs/formats/plane.md is the specification.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace uisge {

// An upper bound on the bytes of the code of `words` words.
std::size_t most_tile_code_bytes(std::size_t words);

// Encodes the words of whole blocks into `code` and returns the number of bytes. REQUIRES: room for
// most_tile_code_bytes.
std::size_t encode_tile(std::span<const std::uint64_t> words, int pieces_per_side, std::span<std::byte> code);

// The inverse of encode_tile. Returns false if the bytes are not a code of words.size() words; `words` is then
// unspecified.
bool decode_tile(std::span<const std::byte> code, int pieces_per_side, std::span<std::uint64_t> words);

// The code of a tile as files store it. If the code would not be shorter than the words, the words are stored instead.
// Requirements and results are as for encode_tile and decode_tile. Little-endian machines only.
std::size_t encode_words(std::span<const std::uint64_t> words, int pieces_per_side, std::span<std::byte> code);
bool decode_words(std::span<const std::byte> code, int pieces_per_side, std::span<std::uint64_t> words);

}  // namespace uisge
