// A small board of many tiles, whose plane lies in a file, and the places of tiles in such a file.
#pragma once

#include "solver/placements/placement_table.h"
#include "solver/values/paged_plane.h"
#include "solver/values/plane_file.h"
#include "solver/values/values_engine.h"
#include "tests/test.h"

namespace uisge::test {

// A board of 68 placements, each in a tile of its own; a step of the values engine touches up to 14 tiles.
struct PlaneBoard {
  explicit PlaneBoard(RuleSet rules)
      : identity{{4, 4}, 3, rules},
        table(PlacementTable::build(identity.board, identity.pieces, rules.diagonal_jumps)),
        layout(table.size(), identity.pieces, 1) {}

  ValuesOptions options(std::size_t threads = 2) const {
    return {.stuck = identity.rules.stuck, .threads = threads, .list_bytes = 1 << 14};
  }
  Result<PlaneFile> open(const std::string& path, bool restart = false) const {
    return PlaneFile::open(path, identity, layout, restart);
  }
  // Opens the plane's file; fails the test if that is not possible.
  std::unique_ptr<PagedPlane> plane(const std::string& path, std::size_t capacity, PagedPlane::Note note = {}) const;

  // Solves the game and saves its plane.
  void solve_into(const std::string& path) const;

  DatabaseIdentity identity;
  PlacementTable table;
  TileLayout layout;
};

// A board with a folder of its own, and the path of the plane's file in it. There is no file at first.
struct PlaneInFile : PlaneBoard {
  explicit PlaneInFile(RuleSet rules = {}) : PlaneBoard(rules) {}

  TemporaryDirectory folder;
  std::string path = folder.file("plane");
};

// The size of each tile's place in a plane's file. The places follow the header, which takes kPlaneFileAlignment bytes.
std::size_t record_bytes(const std::string& path, const TileLayout& layout);
// Overwrites the first bytes of every tile in a plane's file.
void damage_all_tiles(const std::string& path, const TileLayout& layout);

}  // namespace uisge::test
