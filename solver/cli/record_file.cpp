#include "solver/cli/record_file.h"

#include <fmt/chrono.h>

#include <ctime>
#include <span>

#include "db/file.h"
#include "db/output_place.h"

namespace uisge::cli {

namespace {

// Every record that we write begins so.
constexpr FileKind kRecordFile{"a game record", "[Game \""};

}  // namespace

Result<void> save_game_record(const std::string& path, const GameRecord& record) {
  const auto place = OutputPlace::claim(path, kRecordFile);
  if (!place) return tl::unexpected(place.error());
  auto file = AtomicFile::create(*place);
  if (!file) return tl::unexpected(file.error());
  const std::string text = to_text(record);
  if (auto written = file->append(std::as_bytes(std::span(text))); !written) return written;
  return file->publish();
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:%Y.%m.%d}", local);
}

}  // namespace uisge::cli
