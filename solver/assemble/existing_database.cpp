#include "solver/assemble/existing_database.h"

#include <fmt/format.h>

#include <filesystem>

namespace uisge {

Result<std::optional<Database>> existing_database(const std::string& path, const DatabaseIdentity& identity,
                                                  bool has_distances, bool is_replaced) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  auto database = Database::open(path);
  const bool is_database = begins_as(path, kDatabaseFile);
  const bool is_damaged = !database && is_database && database.error().kind == ErrorKind::kBadFile;
  if (is_damaged && is_replaced) return std::nullopt;
  if (!database && (is_database || database.error().kind == ErrorKind::kResource)) {
    database.error().advice = {{is_damaged ? Remedy::kRestartOrOtherOutput : Remedy::kOtherOutput}};
    return tl::unexpected(std::move(database.error()));
  }
  if (database && database->identity() == identity && stores_distances(database->header().codec) == has_distances) {
    return std::optional(std::move(*database));
  }
  return usage_error(fmt::format("{}: is there already and is no {} of {}", path,
                                 has_distances ? "database" : "values database", to_string(identity)),
                     {{Remedy::kOtherOutput}});
}

}  // namespace uisge
