// `uisge check`: checks that the bytes of a database, a checkpoint or a plane are the written ones.
#include <chrono>
#include <memory>

#include "db/file_check.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/cli/checkpoint_summary.h"
#include "solver/cli/commands.h"
#include "solver/cli/plane_file_text.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/wording.h"
#include "solver/fetch/sha256.h"
#include "solver/units.h"
#include "solver/values/plane_file.h"

namespace uisge::cli {

namespace {

struct CheckOptions {
  std::string file;
  bool sha256 = false;
};

// An incomplete ply after the last complete one is not damage: a solver may be writing it.
Result<void> check_checkpoint(const std::string& file, Output& output) {
  const auto log = PlyLogReader::open(file);
  if (!log) return tl::unexpected(log.error());
  ProgressLine progress;
  std::vector<std::uint8_t> segment;
  for (const LoggedPly& ply : log->plies()) {
    progress.update(
        [&] { return fmt::format("checked {} of {}", ply.counts.ply, plies_in_words(log->plies().size())); });
    for (const SegmentRecord& record : ply.segments) {
      if (auto done = log->read(record, segment); !done) return done;
    }
  }
  const auto lost = log->last_lost_ply();
  progress.clear();
  if (!lost) return tl::unexpected(lost.error());
  if (*lost) {
    return bad_file(
        fmt::format("{}: damaged at byte {}, in ply {}, and the plies from there to {} are out of reach; 'uisge solve "
                    "--resume' keeps them in a file beside and goes on from ply {}",
                    file, log->broken_at(), log->plies().size(), **lost, log->plies().size()));
  }
  if (output.json()) {
    output.print_json({{"file", file},
                       {"intact", true},
                       {"plies", log->plies().size()},
                       {"bytes", json_integer(log->complete_bytes())},
                       {"incomplete_bytes", json_integer(log->incomplete_bytes())}});
  } else {
    output.print("{}: the checkpoint of a solve, {} intact, {}; {} bytes behind them\n", printable(file),
                 plies_in_words(log->plies().size()), format_size(log->complete_bytes()), log->incomplete_bytes());
  }
  return {};
}

Result<void> check(const CheckOptions& options, Output& output) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string& file = options.file;
  if (PlyLogReader::is_checkpoint(file)) {
    if (!options.sha256) return check_checkpoint(file, output);
    return usage_error(fmt::format("{}: --sha256 is for databases; no two checkpoints need be the same", file));
  }
  if (PlaneFile::is_plane(file)) {
    if (!options.sha256) return check_plane(file, output);
    return usage_error(fmt::format("{}: --sha256 is for databases; no two planes need be the same", file));
  }
  const auto database = Database::open(file);
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
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
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
  auto options = std::make_shared<CheckOptions>();
  CLI::App& command =
      program.add_command("check", "compares a database with its checksums", "uisge check 7x6-4-loses.uisge --sha256",
                          [options](Output& output) { return check(*options, output); });
  command.add_option("FILE", options->file, "a database, or the checkpoint or plane of an unfinished solve")
      ->required()
      ->type_name("");
  command.add_flag("--sha256", options->sha256,
                   "also print the file's SHA-256, as sha256sum does, to compare with others");
}

}  // namespace uisge::cli
