// How the words of a tile stand in a plane file: in half the bytes and less, at several gigabytes a second, so that a
// disk has that much less to move.
//
// Against one crown more of the opponent's little is won that was not won against fewer. So a row of a block, which is
// a state of the opponent's crowns, is taken to be the AND of the rows with one of its crowns less, and what is written
// is where it is not: of every 64 bytes which are not zero, and these. docs/formats/plane.md is the specification.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace uisge {

// Room for the code of so many words, whatever they are.
std::size_t most_tile_code_bytes(std::size_t words);

// The words of whole blocks into `code`; returns how many bytes that took. REQUIRES: the room for it.
std::size_t encode_tile(std::span<const std::uint64_t> words, int pieces_per_side, std::span<std::byte> code);

// The inverse. False if the bytes are no code of so many words, which are then anything.
bool decode_tile(std::span<const std::byte> code, int pieces_per_side, std::span<std::uint64_t> words);

}  // namespace uisge
