// How a plane (one bit per position) is divided into tiles. A tile is read and written as a whole. In a plane file each
// tile has its own checksum.
//
// A tile holds about 256 KiB: the blocks of consecutive placements of the placement table. With six pieces a side it
// holds the 462 KiB of one placement. Tiles are small, so that little memory goes to placements that a visit does not
// need. But tiles are large enough for a disk to read them at full speed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "solver/blocks/plane.h"
#include "solver/placements/placement_table.h"

namespace uisge {

enum class TileId : std::uint32_t {};
constexpr std::size_t index(TileId tile) {
  return static_cast<std::size_t>(tile);
}
// The inverse of index(). REQUIRES: `index` is below the layout's number of tiles.
constexpr TileId tile_id(std::size_t index) {
  return static_cast<TileId>(index);
}

class TileLayout {
 public:
  static constexpr std::size_t kTileBytes = std::size_t{256} << 10;

  // REQUIRES: placements >= 1.
  TileLayout(std::size_t placements, int pieces_per_side, std::size_t tile_bytes = kTileBytes)
      : placements_(placements),
        placement_bytes_(Plane::bytes_for(1, pieces_per_side)),
        placements_per_tile_(std::max<std::size_t>(1, tile_bytes / placement_bytes_)) {}

  std::size_t placements() const { return placements_; }
  std::size_t placements_per_tile() const { return placements_per_tile_; }
  std::size_t tiles() const { return (placements_ + placements_per_tile_ - 1) / placements_per_tile_; }
  std::size_t bytes_per_placement() const { return placement_bytes_; }
  std::size_t bytes_per_tile() const { return placements_per_tile_ * placement_bytes_; }

  TileId tile_of(PlacementId id) const { return tile_id(index(id) / placements_per_tile_); }
  std::size_t begin(TileId tile) const { return index(tile) * placements_per_tile_; }
  std::size_t end(TileId tile) const { return std::min(placements_, begin(tile) + placements_per_tile_); }
  // The size of this tile's blocks in bytes. The last tile may be smaller than the others.
  std::size_t bytes(TileId tile) const { return (end(tile) - begin(tile)) * placement_bytes_; }

 private:
  std::size_t placements_;
  std::size_t placement_bytes_;
  std::size_t placements_per_tile_;
};

}  // namespace uisge
