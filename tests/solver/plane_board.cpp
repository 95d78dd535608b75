#include "tests/solver/plane_board.h"

#include <catch2/catch.hpp>
#include <fstream>

namespace uisge::test {

std::unique_ptr<PagedPlane> PlaneBoard::plane(const std::string& path, std::size_t capacity,
                                              PagedPlane::Note note) const {
  auto file = open(path);
  INFO((file ? std::string() : file.error().message));
  REQUIRE(file);
  return std::make_unique<PagedPlane>(std::move(*file), layout, identity.pieces, capacity, std::move(note));
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace uisge::test
