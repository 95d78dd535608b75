#include "solver/cli/record_file.h"

#include <fmt/chrono.h>
#include <unistd.h>

#include <ctime>
#include <optional>
#include <span>

#include "db/file.h"
#include "db/file_descriptor.h"
#include "db/line_reader.h"
#include "db/output_place.h"

namespace uisge::cli {

namespace {

// Every record that we write begins so.
constexpr FileKind kRecordFile{"a game record", "[Game \""};

// A million games of thirty moves.
constexpr std::size_t kMaxTextBytes = std::size_t{512} << 20;

Result<std::string> read_text(int descriptor, const std::string& name) {
  LineReader lines(descriptor, name);
  std::string text;
  for (;;) {
    const auto line = lines.next();
    if (!line) return tl::unexpected(line.error());
    if (!*line) return text;
    if (text.size() + (*line)->size() >= kMaxTextBytes) {
      return bad_file(fmt::format("{}: too large for game records, {} MiB are read", name, kMaxTextBytes >> 20));
    }
    text += **line;
    text += '\n';
  }
}

}  // namespace

Result<std::vector<GameRecord>> read_game_records(const std::string& path) {
  const bool is_input = path == "-";
  const std::string name = is_input ? "standard input" : path;
  std::optional<FileDescriptor> file;
  if (!is_input) {
    auto opened = open_to_read(path);
    if (!opened) return tl::unexpected(opened.error());
    file.emplace(std::move(*opened));
  }
  const auto text = read_text(is_input ? STDIN_FILENO : file->number(), name);
  if (!text) return tl::unexpected(text.error());
  auto games = parse_game_records(*text);
  if (!games) return tl::unexpected(Error{games.error().kind, fmt::format("{}: {}", name, games.error().message)});
  return games;
}

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
