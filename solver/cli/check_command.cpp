// `uisge check`: are the bytes of a database those that were written?
#include <chrono>
#include <memory>

#include "db/file_check.h"
#include "solver/cli/commands.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/units.h"

namespace uisge::cli {

namespace {

Result<void> check(const std::string& file, Output& output) {
  const auto begin = std::chrono::steady_clock::now();
  const auto database = Database::open(file);
  if (!database) return tl::unexpected(database.error());
  ProgressLine progress;
  const auto checked = check_file(*database, [&](std::uint64_t done, std::uint64_t total) {
    progress.update([&] { return fmt::format("checked {} of {}", format_size(done), format_size(total)); });
  });
  progress.clear();
  if (!checked) return checked;
  const std::uint64_t bytes = database->file().bytes();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  if (output.json()) {
    output.print_json({{"file", file},
                       {"intact", true},
                       {"bytes", json_integer(bytes)},
                       {"hash", to_string(database->footer().hash)},
                       {"seconds", time.count()}});
  } else {
    output.print("{}: intact, {} checked in {}\n", file, format_size(bytes), format_duration(time));
  }
  return {};
}

}  // namespace

void add_check(Program& program) {
  auto file = std::make_shared<std::string>();
  CLI::App& command =
      program.add_command("check", "compares a database with its checksums", "uisge check 7x6-4-loses.uisge",
                          [file](Output& output) { return check(*file, output); });
  command.add_option("FILE", *file, "a database")->required()->type_name("");
}

}  // namespace uisge::cli
