// `uisge info`: the contents of a database, or of the checkpoint or plane of an unfinished solve.
#include <memory>

#include "db/database.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/cli/checkpoint_summary.h"
#include "solver/cli/commands.h"
#include "solver/cli/database_summary.h"
#include "solver/cli/open_database.h"
#include "solver/cli/plane_file_text.h"
#include "solver/cli/wording.h"
#include "solver/units.h"
#include "solver/values/plane_file.h"

namespace uisge::cli {

namespace {

struct InfoOptions {
  std::string file;
  bool histogram = false;
};

Result<void> info(const InfoOptions& options, Output& output) {
  if (PlyLogReader::is_checkpoint(options.file)) return print_checkpoint(options.file, options.histogram, output);
  if (PlaneFile::is_plane(options.file)) return print_plane(options.file, output);
  const auto database = open_database(options.file);
  if (!database) return tl::unexpected(with_checkpoint_named(database.error(), options.file));
  const DatabaseSummary summary = summary_of(*database);
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
  if (options.histogram && summary.has_distances) {
    output.write("\n");
    print_histogram(summary.labels.by_distance, output);
  }
  return {};
}

}  // namespace

void add_info(Program& program) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App& command = program.add_command("info", "tells what is in a database", "uisge info 7x6-4-loses.uisge",
                                          [options](Output& output) { return info(*options, output); });
  command.add_option("FILE", options->file, "a database, or the checkpoint or plane of an unfinished solve")
      ->required()
      ->type_name("");
  command.add_flag("--histogram", options->histogram, "also the positions by distance (always there in JSON)");
}

}  // namespace uisge::cli
