#include "solver/placements/file_placements.h"

#include <fmt/format.h>

#include "solver/placements/placement_table.h"
#include "solver/resources.h"

namespace uisge {

namespace {

// The bytes of memory that the enumeration takes per placement. The enumeration builds larger sets of squares from
// smaller sets. The number includes the list of the next larger sets, which has duplicates.
constexpr std::uint64_t kBytesPerEnumerated = 128;

}  // namespace

Result<std::vector<SquareSet>> file_placements(const std::string& path, const DatabaseIdentity& identity,
                                               std::uint64_t count) {
  auto placements =
      enumerate_placements(Board(identity.board), 2 * identity.pieces, available_memory() / kBytesPerEnumerated);
  if (!placements) {
    return resource_error(fmt::format("{}: memory does not hold the placements of {}", path, to_string(identity)));
  }
  if (placements->size() != count) {
    return bad_file(
        fmt::format("{}: has {} placements, {} has {}", path, count, to_string(identity), placements->size()));
  }
  return std::move(*placements);
}

}  // namespace uisge
