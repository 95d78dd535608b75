#include "solver/cli/record_file.h"

#include <fmt/chrono.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <span>

#include "db/file.h"

namespace uisge::cli {

namespace {

// Every record that we write begins so.
constexpr std::string_view kBeginning = "[Game \"";

bool is_game_record(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string beginning(kBeginning.size(), '\0');
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  return file && beginning == kBeginning;
}

}  // namespace

Result<void> save_game_record(const std::string& path, const GameRecord& record) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !is_game_record(path)) {
    return usage_error(path + ": is there and is no game record, choose another name");
  }
  auto file = AtomicFile::create(path);
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
