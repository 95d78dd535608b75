#include "tests/db/file_against_oracle.h"

#include <fstream>
#include <iterator>

namespace independent_reader {

Bytes file_bytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<oracle::Label> oracle_labels(const Reader& reader, const oracle::Universe& universe) {
  const oracle::MoveGraph graph(universe, reader.header().game.diagonal_jumps);
  return oracle::solve(graph, reader.header().game.stuck);
}

std::vector<std::string> wrong_labels(const Reader& reader, const oracle::Universe& universe,
                                      const std::vector<oracle::Label>& labels) {
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < universe.size(); ++i) {
    oracle::Label found = reader.label(universe.position(i));
    if (reader.header().codec == 3) found.distance = labels[i].distance;
    if (found != labels[i]) wrong.push_back(oracle::print(universe.position(i)));
  }
  return wrong;
}

}  // namespace independent_reader
