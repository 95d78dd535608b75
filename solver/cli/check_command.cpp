// `uisge check`: checks that the bytes of a database, a checkpoint, a plane or a list of noted positions are those that
// were written.

#include "db/file_check.h"
#include "db/note_file.h"
#include "solver/answers/checkpoint_summary.h"
#include "solver/answers/wording.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/cli/commands.h"
#include "solver/cli/open_database.h"
#include "solver/cli/progress_line.h"
#include "solver/fetch/sha256.h"
#include "solver/stopwatch.h"
#include "solver/units.h"
#include "solver/values/plane_file.h"

namespace uisge::cli {

namespace {

// At most this many damaged tiles are named; further tiles are only counted.
constexpr std::size_t kNamedTiles = 8;

struct CheckOptions {
  std::string file;
  bool sha256 = false;
};

// An incomplete ply after the last complete one is not damage: a solver may be writing it.
Result<void> check_checkpoint(const std::string& file, Output& output) {
  const auto log = UISGE_TRY(PlyLogReader::open(file));
  ProgressLine progress;
  std::vector<std::uint8_t> segment;
  for (const LoggedPly& ply : log.plies()) {
    progress.update(
        [&] { return fmt::format("checked {} of {}", ply.counts.ply, plies_in_words(log.plies().size())); });
    for (const SegmentRecord& record : ply.segments) UISGE_TRY(log.read(record, segment));
  }
  const auto lost = log.last_lost_ply();
  progress.clear();
  if (!lost) return tl::unexpected(lost.error());
  if (*lost) {
    return bad_file(
        fmt::format("{}: damaged at byte {}, in ply {}, and the plies from there to {} are out of reach; {} keeps them "
                    "in another file and goes on from ply {}",
                    file, log.broken_at(), log.plies().size(), **lost, resuming_in_words(log), log.plies().size()));
  }
  if (output.json()) {
    output.print_json({{"file", file},
                       {"intact", true},
                       {"plies", log.plies().size()},
                       {"bytes", json_integer(log.complete_bytes())},
                       {"incomplete_bytes", json_integer(log.incomplete_bytes())}});
  } else {
    output.print(
        "{}: the checkpoint of a solve, {} intact, {}{}\n", printable(file), plies_in_words(log.plies().size()),
        format_size(log.complete_bytes()),
        log.incomplete_bytes() == 0 ? "" : fmt::format(", then {} bytes of an incomplete ply", log.incomplete_bytes()));
  }
  return {};
}

// Reads every tile (a run of placements) of the plane. Damaged tiles are named, since the next solve sets them to
// zeros.
Result<void> check_plane(const std::string& path, Output& output) {
  const auto file = UISGE_TRY(PlaneFile::open_to_read(path));
  const TileLayout& layout = file.layout();
  const PlaneFile::Buffer buffer(file);
  std::vector<std::uint64_t> words(layout.bytes_per_tile() / sizeof(std::uint64_t));
  std::size_t fresh = 0;
  std::size_t damaged = 0;
  std::string names;
  ProgressLine progress;
  for (std::size_t i = 0; i < layout.tiles(); ++i) {
    progress.update(
        [&] { return fmt::format("checked {} of {} tiles", format_count(i), format_count(layout.tiles())); });
    const auto read = UISGE_TRY(file.read(tile_id(i), words.data(), buffer));
    if (read.state == TileState::kNotBegun) ++fresh;
    if (read.state == TileState::kDamaged && damaged++ < kNamedTiles) names += fmt::format(" {}", i);
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
    output.print("{}: the plane of a values solve, {}, {} of them not begun, all intact, {}\n", printable(path),
                 format_number_of(layout.tiles(), "tile"), format_count(fresh), format_size(bytes));
  }
  return {};
}

Result<void> check_notes(const std::string& file, Output& output) {
  const auto notes = UISGE_TRY(NoteFile::open(file));
  if (output.json()) {
    output.print_json({{"file", file},
                       {"intact", true},
                       {"positions", json_integer(notes.positions())},
                       {"bytes", json_integer(notes.bytes())}});
  } else {
    output.print("{}: a list of {}, intact, {}\n", printable(file),
                 format_number_of(notes.positions(), "noted position"), format_size(notes.bytes()));
  }
  return {};
}

Result<void> check(const CheckOptions& options, Output& output) {
  const Stopwatch watch;
  const std::string& file = options.file;
  if (PlyLogReader::is_checkpoint(file)) {
    if (!options.sha256) return check_checkpoint(file, output);
    return usage_error(
        fmt::format("{}: --sha256 is for databases; two checkpoints of the same solve may differ", file));
  }
  if (PlaneFile::is_plane(file)) {
    if (!options.sha256) return check_plane(file, output);
    return usage_error(fmt::format("{}: --sha256 is for databases; two planes of the same solve may differ", file));
  }
  if (begins_as(file, kNoteFile)) {
    if (!options.sha256) return check_notes(file, output);
    return usage_error(fmt::format("{}: --sha256 is for databases, not for lists of noted positions", file));
  }
  const auto database = open_database(file);
  if (!database) return tl::unexpected(with_checkpoint_named(database.error(), file));
  ProgressLine progress;
  FileCheckObserver observer;
  observer.progress = [&](std::uint64_t done, std::uint64_t total) {
    progress.update([&] { return fmt::format("checked {} of {}", format_size(done), format_size(total)); });
  };
  Sha256 sha256;
  if (options.sha256) observer.bytes = [&](ByteView bytes) { sha256.add(bytes); };
  auto checked = check_file(*database, observer);
  progress.clear();
  if (!checked) return checked;
  const std::uint64_t bytes = database->file().bytes();
  const auto time = watch.elapsed();
  const std::string digest = options.sha256 ? sha256.finish() : "";
  if (output.json()) {
    Json json{{"file", file},
              {"intact", true},
              {"bytes", json_integer(bytes)},
              {"hash", to_string(database->footer().hash)},
              {"seconds", time.count()}};
    if (options.sha256) json["sha256"] = digest;
    output.print_json(json);
  } else {
    output.print("{}: intact, {} checked in {}\n", printable(file), format_size(bytes), format_duration(time));
    if (options.sha256) output.print("{}  {}\n", digest, printable(file));
  }
  return {};
}

}  // namespace

void add_check(Program& program) {
  const auto [command, options] = program.add_command<CheckOptions>("check", "compares a database with its checksums",
                                                                    "uisge check 7x6-4-loses.uisge --sha256", check);
  command
      .add_option("FILE", options.file,
                  "a database, a list of noted positions, the checkpoint of an unfinished solve, or the plane of a "
                  "values solve")
      ->required()
      ->type_name("");
  command.add_flag("--sha256", options.sha256,
                   "also print the file's SHA-256, as sha256sum does, to compare with others");
}

}  // namespace uisge::cli
