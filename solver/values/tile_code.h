// Compresses the tiles of a plane file to half of their bytes or less, so that fewer bytes are read and written. Coding
// runs at several gigabytes per second.
//
// A row of a block holds the positions in which the same pieces of the opponent are crowns. A won position nearly
// always stays won if one of the opponent's crowns is a blank instead. So the prediction of a row is the AND of all
// rows in which exactly one of the row's crowns is a blank instead. The code stores the XOR of each row and its
// prediction. For every 64 bytes of these XORs the code has a mask of the bytes that are not zero, and then these
// bytes. docs/formats/plane.md is the specification.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace uisge {

// An upper bound on the number of bytes in the code of a tile of `words` words.
std::size_t most_tile_code_bytes(std::size_t words);

// Encodes the words of whole blocks into `code` and returns the number of bytes. REQUIRES: `code` has room for
// most_tile_code_bytes(words.size()) bytes.
std::size_t encode_tile(std::span<const std::uint64_t> words, int pieces_per_side, std::span<std::byte> code);

// The inverse of encode_tile. Returns false if the bytes are not a code of words.size() words; `words` is then
// unspecified.
bool decode_tile(std::span<const std::byte> code, int pieces_per_side, std::span<std::uint64_t> words);

// Encode and decode a tile in the form that files store: if the code would not be shorter than the words, the words are
// stored instead. Little-endian machines only.
std::size_t encode_words(std::span<const std::uint64_t> words, int pieces_per_side, std::span<std::byte> code);
bool decode_words(std::span<const std::byte> code, int pieces_per_side, std::span<std::uint64_t> words);

}  // namespace uisge
