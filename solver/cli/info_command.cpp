// `uisge info`: says what is in a database, or in the checkpoint or plane of an unfinished solve.

#include "core/notation.h"
#include "db/database.h"
#include "solver/answers/checkpoint_summary.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/plane_json.h"
#include "solver/answers/wording.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/cli/commands.h"
#include "solver/cli/open_database.h"
#include "solver/cli/summary_text.h"
#include "solver/ratio.h"
#include "solver/units.h"
#include "solver/values/plane_file.h"

namespace uisge::cli {

namespace {

struct InfoOptions {
  std::string file;
  bool histogram = false;
};

void print(const CheckpointSummary& summary, Output& output) {
  output.print("{:<10}{}\n", "game", to_string(summary.identity));
  output.print("{:<10}{}\n", "state",
               summary.decided_plies ? fmt::format("not finished: all wins and losses within {} are known",
                                                   plies_in_words(*summary.decided_plies))
                                     : "solved, the database is still to be written");
  output.print("{:<10}{:>19}\n", "positions", "raw");
  const auto print_row = [&](std::string_view name, std::uint64_t count) {
    output.print("{:<10}{:>19} {:>6.2f} %\n", name, format_count(count), percent(count, summary.live));
  };
  print_row("live", summary.live);
  print_row("won", summary.won);
  print_row("lost", summary.lost);
  print_row(summary.decided_plies ? "undecided" : "drawn", summary.rest());
  if (summary.start) {
    const auto& [position, verdict] = *summary.start;
    output.print_row("start", 10,
                     fmt::format("{}: {}", to_text(Board(summary.identity.board), position),
                                 verdict_in_words(position.side_to_move(), verdict)));
  }
  print_known(summary.identity, 10, output);
  output.print("{:<10}{}{}\n", "file", format_size(summary.bytes),
               summary.incomplete_bytes == 0
                   ? ""
                   : fmt::format(", and {} bytes of a ply in progress", summary.incomplete_bytes));
}

Result<void> print_checkpoint(const std::string& path, bool histogram, Output& output) {
  const auto summary = UISGE_TRY(summarise_checkpoint(path));
  if (output.json()) {
    output.print_json(checkpoint_json(summary));
    return {};
  }
  print(summary, output);
  if (histogram) {
    output.write("\n");
    print_histogram(summary.by_distance, output);
  }
  return {};
}

Result<void> print_plane(const std::string& path, Output& output) {
  if (output.json()) return plane_json(path).map([&](const Json& json) { output.print_json(json); });
  const auto file = UISGE_TRY(PlaneFile::open_to_read(path));
  const TileLayout& layout = file.layout();
  const std::uint64_t positions = layout.placements() * std::uint64_t{positions_per_placement(file.identity().pieces)};
  output.print("{:<10}{}\n", "game", to_string(file.identity()));
  output.print_row("file", 10, "the plane of a values solve: the same 'uisge solve --values' goes on with it");
  output.print("{:<10}{} in {} placements up to symmetry\n", "positions", format_count(positions),
               format_count(layout.placements()));
  output.print("{:<10}{} in {}, which 'uisge check' reads\n", "size", format_size(PlaneFile::bytes_for(layout)),
               format_number_of(layout.tiles(), "tile"));
  print_known(file.identity(), 10, output);
  output.print_row("answers", 10,
                   fmt::format("'uisge query {}' asks it about positions", printable(word_of_shell(path))));
  return {};
}

tl::unexpected<Error> no_histogram(const std::string& path) {
  return usage_error(fmt::format("{}: it has no distances for --histogram; leave that out", path));
}

Result<void> info(const InfoOptions& options, Output& output) {
  if (PlyLogReader::is_checkpoint(options.file)) return print_checkpoint(options.file, options.histogram, output);
  const bool wants_rows = options.histogram && !output.json();
  if (PlaneFile::is_plane(options.file)) {
    if (wants_rows) return no_histogram(options.file);
    return print_plane(options.file, output);
  }
  const auto database = open_database(options.file);
  if (!database) return tl::unexpected(with_checkpoint_named(database.error(), options.file));
  const DatabaseSummary summary = summary_of(*database);
  if (wants_rows && !summary.has_distances) return no_histogram(options.file);
  const std::uint64_t bytes = database->file().bytes();
  if (output.json()) {
    output.print_json(database_json(*database));
    return {};
  }
  print_summary(summary, output);
  const std::uint64_t positions =
      database->placements().size() * std::uint64_t{positions_per_placement(database->identity().pieces)};
  output.print_row("file", 10,
                   fmt::format("{}{}, format {}, made by {}", format_size(bytes), bits_in_words(bytes, positions),
                               kFormatVersion, printable(database->header().program)));
  output.print_row("hash", 10, to_string(database->footer().hash));
  if (options.histogram) {
    output.write("\n");
    print_histogram(summary.labels.by_distance, output);
  }
  return {};
}

}  // namespace

void add_info(Program& program) {
  const auto [command, options] =
      program.add_command<InfoOptions>("info", "tells what is in a database", "uisge info 7x6-4-loses.uisge", info);
  command
      .add_option("FILE", options.file,
                  "a database, the checkpoint of an unfinished solve, or the plane of a values solve")
      ->required()
      ->type_name("");
  command.add_flag("--histogram", options.histogram, "also the positions by distance (always there in JSON)");
}

}  // namespace uisge::cli
