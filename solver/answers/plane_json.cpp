#include "solver/answers/plane_json.h"

#include "core/colouring.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/known_json.h"
#include "solver/values/plane_file.h"

namespace uisge {

Result<Json> plane_json(const std::string& path) {
  const auto file = UISGE_TRY(PlaneFile::open_to_read(path));
  const TileLayout& layout = file.layout();
  Json json = identity_json(file.identity());
  json["complete"] = false;
  json["placements"] = layout.placements();
  json["positions"] =
      json_integer(layout.placements() * std::uint64_t{positions_per_placement(file.identity().pieces)});
  json["tiles"] = layout.tiles();
  json["bytes"] = json_integer(PlaneFile::bytes_for(layout));
  json["known"] = known_of_game_json(file.identity());
  return json;
}

}  // namespace uisge
