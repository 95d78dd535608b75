#include "tests/solver/plane_board.h"
#include "tests/solver/plane_values.h"
#include "tests/test.h"

namespace uisge::test {

std::unique_ptr<PagedPlane> PlaneBoard::plane(const std::string& path, std::size_t capacity,
                                              PagedPlane::Note note) const {
  auto file = open(path);
  INFO((file ? std::string() : file.error().message));
  REQUIRE(file);
  return std::make_unique<PagedPlane>(std::move(*file), layout, identity.pieces, capacity, std::move(note));
}

void PlaneBoard::solve_into(const std::string& path) const {
  const auto plane = this->plane(path, layout.tiles());
  CHECK(values_by_sweeps(table, *plane, options()) == values_by_sweeps(table, options()));
  REQUIRE(plane->save());
}

std::size_t record_bytes(const std::string& path, const TileLayout& layout) {
  return (std::filesystem::file_size(path) - kPlaneFileAlignment) / layout.tiles();
}

void damage_all_tiles(const std::string& path, const TileLayout& layout) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  for (std::size_t tile = 0; tile < layout.tiles(); ++tile) {
    file.seekp(static_cast<std::streamoff>(kPlaneFileAlignment + tile * record_bytes(path, layout)));
    file << "lost";
  }
}

}  // namespace uisge::test
