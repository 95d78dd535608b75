// `uisge extract` makes and checks extracts. An extract is a file of some MiB about a solved game, which anybody can
// check without the database.
#include <filesystem>
#include <memory>

#include "db/note_file.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/wording.h"
#include "solver/cli/answer_sources.h"
#include "solver/cli/commands.h"
#include "solver/cli/open_database.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/extract/check_extract.h"
#include "solver/ratio.h"
#include "solver/resources.h"
#include "solver/stopwatch.h"
#include "solver/units.h"
#include "solver/usual_memory.h"

namespace uisge::cli {

namespace {

struct ExtractCommandOptions {
  std::string file;
  std::string out;
  std::string check;
  int plies = kMaxBookPlies;
  std::uint64_t draws = 1'000'000;
  std::uint64_t seed = 1;
  int depth = 6;
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory;
};

std::string_view value_of(char letter) {
  switch (letter) {
    case 'w': return "win";
    case 'l': return "loss";
    case 'd': return "draw";
    default: return "not decided";
  }
}

Json outcomes_json(const OutcomeCounts& counts) {
  return {
      {"won", json_integer(counts.won)}, {"lost", json_integer(counts.lost)}, {"drawn", json_integer(counts.drawn)}};
}

Json json_of(const std::string& path, const ExtractSummary& summary) {
  Json json{{"file", path}};
  json.update(identity_json(summary.header.identity));
  json["raw"] = summary.header.raw ? outcomes_json(*summary.header.raw) : Json();
  json["canonical"] = summary.header.canonical ? outcomes_json(*summary.header.canonical) : Json();
  json["start_value"] = summary.start == kOpenLetter ? Json() : Json(value_of(summary.start));
  json["plies"] = summary.header.plies;
  json["positions"] = summary.positions;
  json["draws"] = outcomes_json(summary.drawn);
  json["draws"]["open"] = json_integer(summary.open);
  json["seed"] = json_integer(summary.header.seed);
  return json;
}

void print(const ExtractSummary& summary, Output& output) {
  output.print("{:<12}{}\n", "game", to_string(summary.header.identity));
  output.print("{:<12}{}\n", "start", value_of(summary.start));
  if (summary.header.raw) {
    output.print("{:<12}{} won, {} lost, {} drawn\n", "positions", format_count(summary.header.raw->won),
                 format_count(summary.header.raw->lost), format_count(summary.header.raw->drawn));
  } else {
    output.print("{:<12}not solved yet\n", "positions");
  }
  std::size_t first = 0;
  for (const std::size_t count : summary.positions) first += count;
  output.print("{:<12}{} positions of the first {} plies\n", "opening", format_count(first), summary.header.plies);
  output.print_row(
      "draws", 12,
      fmt::format("{}: {} won, {} lost, {} drawn{}, seed {}", format_count(summary.header.draws),
                  format_count(summary.drawn.won), format_count(summary.drawn.lost), format_count(summary.drawn.drawn),
                  summary.open == 0 ? "" : fmt::format(", {} not decided", format_count(summary.open)),
                  summary.header.seed));
}

std::function<void(const ExtractProgress&)> shown_on(ProgressLine& line, const std::string& what) {
  const Stopwatch watch;
  return [&line, what, watch](const ExtractProgress& now) {
    line.update([&] {
      const double share = ratio(now.done, now.total);
      return fmt::format("{} of {} positions {}, {} left", format_count(now.done), format_count(now.total), what,
                         format_duration(watch.seconds() * (1 / share - 1)));
    });
  };
}

Result<void> make(const ExtractCommandOptions& options, Output& output) {
  if (options.file.empty()) {
    return usage_error("extract: name a database or the plane of a values solve, or an extract with --check");
  }
  const auto file =
      UISGE_TRY(open_answer_file(options.file, options.memory.value_or(Probe::kStandardCacheBytes), options.threads));
  if (file->is_partial()) {
    return usage_error(fmt::format("{}: is {}, an extract is made from a database or a plane", options.file,
                                   file->kind() == AnswerFileKind::kProof ? "a proof" : kNoteFile.name));
  }
  ExtractRequest request{{file->identity(), {}, {}, options.plies, options.draws, options.seed}};
  if (const Database* const database = file->database()) {
    request.header.raw = database->summary().raw;
    request.header.canonical = database->summary().canonical;
  }
  std::string path = options.out;
  if (path.empty()) {
    path = std::filesystem::path(default_file_name(request.header.identity)).stem().string() + ".extract";
  }
  const auto place = UISGE_TRY(OutputPlace::claim(path, kExtractFile));
  const StopSignals stop;
  request.cancel = &stop.requested();
  ProgressLine line;
  request.observer = shown_on(line, "asked");
  const auto made = UISGE_TRY(make_extract(*file->probe(), request, place));
  line.clear();
  if (output.json()) {
    output.print_json(json_of(path, made));
    return {};
  }
  print(made, output);
  output.print_row("extract", 12, check_in_words("extract --check", path));
  return {};
}

Result<void> check(const ExtractCommandOptions& options, Output& output) {
  ExtractCheckRequest request{.path = options.check, .depth = options.depth};
  request.memory_bytes = options.memory.value_or(usual_memory(request.memory_bytes));
  const StopSignals stop;
  request.cancel = &stop.requested();
  ProgressLine line;
  request.observer = shown_on(line, "checked");
  const auto checked = UISGE_TRY(check_extract(request));
  line.clear();
  if (output.json()) {
    Json json = json_of(options.check, checked.summary);
    json["holds"] = !checked.flaw.has_value();
    json["flaw"] = checked.flaw ? Json(*checked.flaw) : Json();
    json["searched"] = json_integer(checked.searched);
    json["decided"] = json_integer(checked.decided);
    json["depth"] = options.depth;
    output.print_json(json);
  } else if (!checked.flaw) {
    print(checked.summary, output);
    output.print_wrapped(
        fmt::format("{}: it holds. {} of the random positions were searched {} ahead, which decided {} of them",
                    printable(options.check), format_count(checked.searched), plies_in_words(options.depth),
                    format_count(checked.decided)));
  }
  if (!checked.flaw) return {};
  return verification_error(fmt::format("{}: {}", options.check, *checked.flaw));
}

}  // namespace

void add_extract(Program& program) {
  auto options = std::make_shared<ExtractCommandOptions>();
  CLI::App& command = program.add_command(
      "extract",
      "makes an extract of a solved game: a file of some MiB that anybody can check, with opening values and random "
      "positions",
      "uisge extract 7x6-5-loses.uisge --plies 6 --draws 100000",
      [options](Output& output) { return options->check.empty() ? make(*options, output) : check(*options, output); });
  CLI::Option* file = command.add_option("FILE", options->file, "a database, or the plane or checkpoint of a solve");
  add_number_option(command, "--plies", options->plies, 0, kMaxBookPlies,
                    "store the values of all positions that arise within this number of plies")
      ->default_str(std::to_string(options->plies));
  add_number_option(command, "--draws", options->draws, 0, kMostDraws, "the number of positions drawn at random")
      ->default_str(std::to_string(options->draws));
  add_number_option(command, "--seed", options->seed, 0, ~std::uint64_t{0},
                    "chooses the positions; the same seed, the same positions")
      ->default_str(std::to_string(options->seed));
  CLI::Option* out = add_file_option(command, "--out", options->out, "the extract [named as 7x6-6-loses.extract]");
  CLI::Option* check = add_file_option(command, "--check", options->check,
                                       "check this extract by the rules and the search, instead of making one");
  add_number_option(command, "--depth", options->depth, 0, kMaxSearchPlies,
                    "with --check: how many plies the forward search looks ahead")
      ->default_str(std::to_string(options->depth))
      ->needs(check);
  add_memory_option(command, options->memory);
  add_threads_option(command, options->threads);
  for (const char* name : {"--plies", "--draws", "--seed", "--threads"}) check->excludes(command.get_option(name));
  check->excludes(out);
  check->excludes(file);
}

}  // namespace uisge::cli
