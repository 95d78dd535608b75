#include "solver/cli/plane_file_text.h"

#include "core/colouring.h"
#include "solver/cli/database_summary.h"
#include "solver/cli/known_json.h"
#include "solver/cli/progress_line.h"
#include "solver/units.h"
#include "solver/values/plane_file.h"

namespace uisge::cli {

namespace {

// More damaged tiles than these are counted, not named.
constexpr std::size_t kNamedTiles = 8;

std::uint64_t positions_in(const PlaneFile& file) {
  return file.layout().placements() * std::uint64_t{positions_per_placement(file.identity().pieces)};
}

}  // namespace

Result<Json> plane_json(const std::string& path) {
  const auto file = PlaneFile::open_to_read(path);
  if (!file) return tl::unexpected(file.error());
  const TileLayout& layout = file->layout();
  Json json = identity_json(file->identity());
  json["complete"] = false;
  json["placements"] = layout.placements();
  json["positions"] = json_integer(positions_in(*file));
  json["tiles"] = layout.tiles();
  json["bytes"] = json_integer(PlaneFile::bytes_for(layout));
  json["known"] = known_of_game_json(file->identity());
  return json;
}

Result<void> print_plane(const std::string& path, Output& output) {
  if (output.json()) return plane_json(path).map([&](const Json& json) { output.print_json(json); });
  const auto file = PlaneFile::open_to_read(path);
  if (!file) return tl::unexpected(file.error());
  const TileLayout& layout = file->layout();
  output.print("{:<10}{}\n", "game", to_string(file->identity()));
  output.print("{:<10}the plane of a values solve: the same 'uisge solve --values' goes on with it\n", "file");
  output.print("{:<10}{} in {} placements up to symmetry\n", "positions", format_count(positions_in(*file)),
               format_count(layout.placements()));
  output.print("{:<10}{} in {} tiles, which 'uisge check' reads\n", "size", format_size(PlaneFile::bytes_for(layout)),
               format_count(layout.tiles()));
  print_known(file->identity(), 10, output);
  output.print("{:<10}'uisge query {}' asks it about positions\n", "answers", printable(path));
  return {};
}

Result<void> check_plane(const std::string& path, Output& output) {
  const auto file = PlaneFile::open_to_read(path);
  if (!file) return tl::unexpected(file.error());
  const TileLayout& layout = file->layout();
  const PlaneFile::Buffer buffer(*file);
  std::vector<std::uint64_t> words(layout.bytes_per_tile() / sizeof(std::uint64_t));
  std::size_t fresh = 0;
  std::size_t damaged = 0;
  std::string names;
  ProgressLine progress;
  for (std::size_t i = 0; i < layout.tiles(); ++i) {
    progress.update(
        [&] { return fmt::format("checked {} of {} tiles", format_count(i), format_count(layout.tiles())); });
    const auto read = file->read(tile_id(i), words.data(), buffer);
    if (!read) return tl::unexpected(read.error());
    if (read->state == TileState::kFresh) ++fresh;
    if (read->state == TileState::kDamaged && damaged++ < kNamedTiles) names += fmt::format(" {}", i);
  }
  progress.clear();
  if (damaged > 0) {
    return bad_file(
        fmt::format("{}: {} of {} tiles are damaged, or being written just now:{}{}; the next solve begins damaged "
                    "ones anew, and loses nothing else",
                    path, damaged, layout.tiles(), names, damaged > kNamedTiles ? " ..." : ""));
  }
  const std::uint64_t bytes = PlaneFile::bytes_for(layout);
  if (output.json()) {
    output.print_json({{"file", path},
                       {"intact", true},
                       {"tiles", layout.tiles()},
                       {"fresh_tiles", fresh},
                       {"bytes", json_integer(bytes)}});
  } else {
    output.print("{}: the plane of a values solve, {} tiles, {} of them not begun, all intact, {}\n", printable(path),
                 format_count(layout.tiles()), format_count(fresh), format_size(bytes));
  }
  return {};
}

}  // namespace uisge::cli
