#include "solver/assemble/existing_database.h"

#include <fmt/format.h>

#include <filesystem>

namespace uisge {

Result<std::optional<Database>> existing_database(const std::string& path, const DatabaseIdentity& identity,
                                                  bool has_distances) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  auto database = Database::open(path);
  if (database && database->identity() == identity && stores_distances(database->header().codec) == has_distances) {
    return std::optional(std::move(*database));
  }
  return usage_error(fmt::format("{}: is there already and is no {} of {}", path,
                                 has_distances ? "database" : "values database", to_string(identity)),
                     {{Remedy::kOtherOutput}});
}

}  // namespace uisge
