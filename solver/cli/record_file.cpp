#include "solver/cli/record_file.h"

#include <fmt/chrono.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <span>

#include "db/file.h"
#include "db/file_descriptor.h"
#include "db/line_reader.h"
#include "db/output_place.h"

namespace uisge::cli {

namespace {

// Every record that we write begins with this text.
constexpr FileKind kRecordFile{"a game record", "[Game \""};

// About the size of a million games of thirty moves.
constexpr std::size_t kMaxTextBytes = std::size_t{512} << 20;

Result<std::string> read_text(int descriptor, const std::string& name) {
  LineReader lines(descriptor, name, kMaxTextBytes);
  std::string text;
  for (;;) {
    const auto line = UISGE_TRY(lines.next());
    if (!line) return text;
    if (text.size() + line->size() >= kMaxTextBytes) {
      return bad_file(
          fmt::format("{}: too large for game records, at most {} MiB are read", name, kMaxTextBytes >> 20));
    }
    text += *line;
    text += '\n';
  }
}

// The first bytes of the records in the file at `path`. Records that other programs or people wrote may begin with
// anything that the parser takes. A text without a move is not taken for a record, since the parser skips comments and
// numbers.
std::string beginning_of_records(const std::string& path) {
  std::string beginning(kRecordFile.magic);
  if (begins_as(path, kRecordFile)) return beginning;
  const auto file = open_to_read(path);
  const auto text = file ? read_text(file->number(), path) : std::string();
  const auto games = parse_game_records(text.value_or(""));
  const bool is_record = games && std::ranges::any_of(*games, [](const auto& game) { return !game.moves.empty(); });
  return is_record ? text->substr(0, beginning.size()) : beginning;
}

// If the text's last game has only tags, writes the game's result after them. Otherwise the tags of a game that follows
// would count as tags of this game. `games`: the games of the text.
void end_last_game(std::string& text, const std::vector<GameRecord>& games) {
  if (games.empty() || !games.back().moves.empty()) return;
  const std::string ended = fmt::format("{}{}\n\n", text, to_string(games.back().result));
  // If the last game has its result already, another result counts as a game of its own.
  const auto parsed = parse_game_records(ended);
  if (parsed && parsed->size() == games.size()) text = ended;
}

}  // namespace

Result<std::vector<Result<GameRecord>>> read_game_records(const std::string& path, const RecordDefaults& defaults) {
  const bool is_input = path == "-";
  const std::string name = is_input ? "standard input" : path;
  std::optional<FileDescriptor> file;
  if (!is_input) {
    auto opened = UISGE_TRY(open_to_read(path));
    file.emplace(std::move(opened));
  }
  const auto text = UISGE_TRY(read_text(is_input ? STDIN_FILENO : file->number(), name));
  auto games = parse_each_game_record(text, defaults);
  for (auto& game : games) {
    if (!game) game = error_in(name, game.error());
  }
  return games;
}

Result<std::size_t> append_game_record(const std::string& path, const GameRecord& record, const std::string& earlier) {
  const std::string beginning = beginning_of_records(path);
  const auto place = UISGE_TRY(OutputPlace::claim(path, {kRecordFile.name, beginning}));
  // From here on the lock of the new file keeps other processes from appending. If another process has written the file
  // since we read it, publishing fails.
  auto file = UISGE_TRY(AtomicFile::create(place));
  std::string text;
  std::size_t games = 0;
  if (place.is_taken()) {
    const auto opened = UISGE_TRY(open_to_read(path));
    auto present = UISGE_TRY(read_text(opened.number(), path));
    const auto parsed = parse_game_records(present);
    if (!parsed) {
      return usage_error(
          fmt::format("{}: was not changed, since part of it is no game record: {}", path, parsed.error().message));
    }
    games = parsed->size();
    text = std::move(present) + "\n";
    if (!earlier.empty() && text.ends_with(earlier + "\n")) {
      text.resize(text.size() - earlier.size() - 1);
      --games;
    } else {
      end_last_game(text, *parsed);
    }
  }
  text += to_text(record);
  UISGE_TRY(file.append(std::as_bytes(std::span(text))));
  UISGE_TRY(file.publish());
  return games + 1;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:%Y.%m.%d}", local);
}

}  // namespace uisge::cli
