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

// Every record that we write begins with this.
constexpr FileKind kRecordFile{"a game record", "[Game \""};

// The size of a million games of thirty moves.
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

Result<void> write_and_publish(AtomicFile& file, const std::string& text) {
  if (auto written = file.append(std::as_bytes(std::span(text))); !written) return written;
  return file.publish();
}

}  // namespace

Result<std::vector<Result<GameRecord>>> read_game_records(const std::string& path, const RecordDefaults& defaults) {
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
  auto games = parse_each_game_record(*text, defaults);
  for (auto& game : games) {
    if (!game) game = error_in(name, game.error());
  }
  return games;
}

Result<void> save_game_record(const std::string& path, const GameRecord& record) {
  const auto place = OutputPlace::claim(path, kRecordFile);
  if (!place) return tl::unexpected(place.error());
  auto file = AtomicFile::create(*place);
  if (!file) return tl::unexpected(file.error());
  return write_and_publish(*file, to_text(record));
}

Result<std::size_t> append_game_record(const std::string& path, const GameRecord& record) {
  const auto place = OutputPlace::claim(path, kRecordFile);
  if (!place) return tl::unexpected(place.error());
  // From here on no other process can append in this way. If another process has just written the file, publishing
  // fails.
  auto file = AtomicFile::create(*place);
  if (!file) return tl::unexpected(file.error());
  std::string text;
  std::size_t games = 0;
  if (place->is_taken()) {
    const auto opened = open_to_read(path);
    if (!opened) return tl::unexpected(opened.error());
    auto present = read_text(opened->number(), path);
    if (!present) return tl::unexpected(present.error());
    const auto parsed = parse_game_records(*present);
    if (!parsed) {
      return usage_error(
          fmt::format("{}: is left as it is, for not all of it is game records: {}", path, parsed.error().message));
    }
    games = parsed->size();
    text = std::move(*present) + "\n";
  }
  if (auto written = write_and_publish(*file, text + to_text(record)); !written) {
    return tl::unexpected(written.error());
  }
  return games + 1;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:%Y.%m.%d}", local);
}

}  // namespace uisge::cli
