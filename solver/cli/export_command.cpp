// `uisge export`: writes the labels and counts of a database for other tools. This file is long because tables and
// arrays are two formats, each with its own files and order of writing.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>

#include "db/file.h"
#include "db/find_positions.h"
#include "db/label_export.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/found_position_text.h"
#include "solver/cli/commands.h"
#include "solver/cli/numpy_file.h"
#include "solver/cli/open_database.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/openmp_parallel.h"
#include "solver/ratio.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

struct ExportCommandOptions {
  std::string file;
  std::string csv;
  std::string counts;
  std::string npy;
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory;
};

constexpr FileKind kLabelsCsvFile{"labels as CSV", "position,value,distance"};
constexpr FileKind kCountsCsvFile{"counts as CSV", "value,distance,mover_crowns"};
constexpr FileKind kDescriptionFile{"a description of arrays", "{\n  \"database\": "};

constexpr const char* kStandardOutput = "-";

// The place of an output: a file, or nothing for standard output.
using Target = std::optional<OutputPlace>;

// A file that gets its final name when it is complete, or standard output.
class ExportFile {
 public:
  static Result<ExportFile> create(const Target& target, Output& output) {
    if (!target) return ExportFile(std::nullopt, output);
    auto file = UISGE_TRY(AtomicFile::create(*target));
    return ExportFile(std::move(file), output);
  }
  Result<void> write(std::string_view text) {
    if (file_) return file_->append(std::as_bytes(std::span(text)));
    output_->write(text);
    return {};
  }
  template <class T>
  Result<void> write(std::span<const T> elements) {
    const auto bytes = std::as_bytes(elements);
    return write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  Result<void> flush() {
    if (file_) return file_->flush();
    output_->flush();
    return {};
  }
  Result<void> publish() { return file_ ? file_->publish() : flush(); }
  // Where after publish() the next file replaces this one; nothing for standard output.
  Target place() const { return file_ ? Target(file_->place()) : std::nullopt; }

 private:
  ExportFile(std::optional<AtomicFile> file, Output& output) : file_(std::move(file)), output_(&output) {}
  std::optional<AtomicFile> file_;
  Output* output_;
};

// The outputs, whose names are all claimed (OutputPlace) before the work begins.
struct Places {
  std::optional<Target> csv;
  std::optional<Target> counts;
  std::optional<Target> labels;
  // Files that explain the labels. They are written to the same folder as the file of `labels`.
  struct Legend {
    OutputPlace placements;
    OutputPlace colourings;
    OutputPlace description;
  };
  std::optional<Legend> legend;
};

Result<std::optional<Target>> claim_target(const std::string& path, const FileKind& kind) {
  if (path.empty()) return std::nullopt;
  if (path == kStandardOutput) return std::optional<Target>(Target());
  auto place = UISGE_TRY(OutputPlace::claim(path, kind));
  return std::optional<Target>(std::move(place));
}

Result<void> claim_arrays(const std::string& folder, Places& places) {
  if (folder == kStandardOutput) {
    places.labels.emplace();
    return {};
  }
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) return system_error(folder, "cannot be made", errno);
  auto labels = UISGE_TRY(OutputPlace::claim(folder + "/labels.npy", kNumpyFile));
  auto placements = UISGE_TRY(OutputPlace::claim(folder + "/placements.npy", kNumpyFile));
  auto colourings = UISGE_TRY(OutputPlace::claim(folder + "/colourings.npy", kNumpyFile));
  auto description = UISGE_TRY(OutputPlace::claim(folder + "/labels.json", kDescriptionFile));
  for (const OutputPlace* const array : {&labels, &placements, &colourings}) {
    if (!array->is_taken() || description.is_taken()) continue;
    return usage_error(
        fmt::format("{}: has no {} beside it, as arrays of an export have; name another folder, or remove "
                    "the file",
                    array->path(), description.path()));
  }
  places.labels.emplace(std::move(labels));
  places.legend = Places::Legend{std::move(placements), std::move(colourings), std::move(description)};
  return {};
}

// Errors (usage): two outputs, or a file and the folder of the arrays, have the same path, perhaps spelled differently.
// `folder` is empty if there is no folder.
Result<void> require_different_paths(const Places& places, const std::string& folder) {
  std::vector<const OutputPlace*> files;
  for (const std::optional<Target>* const target : {&places.csv, &places.counts, &places.labels}) {
    if (*target && **target) files.push_back(&***target);
  }
  if (const auto& legend = places.legend) {
    files.insert(files.end(), {&legend->placements, &legend->colourings, &legend->description});
  }
  std::vector<std::string> paths{folder};
  for (const OutputPlace* const file : files) {
    for (const std::string& path : paths) {
      if (!file->is_at(path)) continue;
      return usage_error(fmt::format("{}: another output, {}, would overwrite it; choose another name for one of them",
                                     path, file->path()));
    }
    paths.push_back(file->path());
  }
  return {};
}

Result<Places> claim_places(const ExportCommandOptions& options) {
  Places places;
  places.csv = UISGE_TRY(claim_target(options.csv, kLabelsCsvFile));
  places.counts = UISGE_TRY(claim_target(options.counts, kCountsCsvFile));
  std::string folder;  // without slashes at its end
  if (options.npy != kStandardOutput) folder = options.npy.substr(0, options.npy.find_last_not_of('/') + 1);
  UISGE_TRY(require_different_paths(places, folder));  // before claim_arrays() makes the folder
  if (!options.npy.empty()) UISGE_TRY(claim_arrays(options.npy, places));
  UISGE_TRY(require_different_paths(places, folder));
  return places;
}

class ExportRun {
 public:
  ExportRun(const Database& database, const ExportCommandOptions& options, Output& output)
      : database_(database),
        output_(output),
        parallel_(openmp_parallel(options.threads)),
        cache_bytes_(useful_cache_bytes(options.memory)) {}

  Result<void> write_csv(const Target& target) {
    auto file = UISGE_TRY(ExportFile::create(target, output_));
    UISGE_TRY(file.write(csv_heading(false)));
    FindOptions find{.cache_bytes = cache_bytes_};
    find.progress = [this](const FindProgress& progress) { show("labels as CSV", progress.done, progress.total); };
    watch_ = Stopwatch();
    Result<void> written;
    auto visited = visit_positions(database_, {}, find, parallel_, [&](const FoundPosition& found) {
      written = file.write(csv_line(database_.board(), database_.position(found.cell), found, false));
      return written.has_value() && !stop_.requested();
    });
    line_.clear();
    if (!visited) return visited;
    if (!written) return written;
    if (stop_.requested()) return interrupted_error("export: stopped");
    return file.publish();
  }

  Result<void> write_counts(const Target& target) {
    auto file = UISGE_TRY(ExportFile::create(target, output_));
    const auto counts = UISGE_TRY(count_by_crowns(database_, options("counts"), parallel_));
    line_.clear();
    std::string text = "value,distance,mover_crowns,opponent_crowns,positions,canonical\n";
    for (const CrownCount& count : counts) {
      const Label label = decode_label(count.code);
      text += fmt::format("{},{},{},{},{},{}\n", to_string(label.outcome),
                          label.has_distance() ? std::to_string(label.distance) : "", count.mover_crowns,
                          count.opponent_crowns, count.raw, count.canonical);
    }
    UISGE_TRY(file.write(text));
    return file.publish();
  }

  Result<void> write_labels(const Target& target) {
    auto labels = UISGE_TRY(array_of_labels(target));
    return labels.publish();
  }

  // Writes the array of labels and the files that explain it. While arrays are replaced, the description says that they
  // are of no database. So an export that ends early leaves no arrays under the description of others.
  Result<void> write_arrays(const Target& target, const Places::Legend& legend) {
    auto labels = UISGE_TRY(array_of_labels(target));
    auto unfinished = UISGE_TRY(ExportFile::create(legend.description, output_));
    UISGE_TRY(unfinished.write(fmt::format("{}null\n}}\n", kDescriptionFile.magic)));
    UISGE_TRY(unfinished.publish());
    UISGE_TRY(write_placements(legend.placements));
    UISGE_TRY(write_colourings(legend.colourings));
    UISGE_TRY(labels.publish());
    auto description = UISGE_TRY(ExportFile::create(unfinished.place(), output_));
    UISGE_TRY(description.write(description_json().dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
    return description.publish();
  }

 private:
  // The array of labels, complete but without its name.
  Result<ExportFile> array_of_labels(const Target& target) {
    const std::size_t colourings = database_.colourings().count();
    const std::size_t states = crown_states(database_.identity().pieces);
    auto labels = UISGE_TRY(ExportFile::create(target, output_));
    const std::vector<std::size_t> shape{database_.placements().size(), colourings, states, states};
    UISGE_TRY(labels.write(numpy_header(shape, sizeof(LabelCode))));
    auto visited = visit_labels(database_, options("labels as arrays"), parallel_,
                                [&](std::span<const LabelCode> codes) { return labels.write(codes); });
    line_.clear();
    if (!visited) return tl::unexpected(std::move(visited.error()));
    UISGE_TRY(labels.flush());
    return labels;
  }

  ExportOptions options(const std::string& what) {
    watch_ = Stopwatch();
    return {cache_bytes_, [this, what](std::uint64_t done, std::uint64_t total) { show(what, done, total); },
            &stop_.requested()};
  }

  void show(const std::string& what, std::uint64_t done, std::uint64_t total) {
    line_.update([&] {
      const double share = ratio(done, total);
      return fmt::format("{}: {:3.0f} %, {} left", what, 100 * share,
                         format_duration(watch_.seconds() * ((1 - share) / share)));
    });
  }

  Result<void> write_placements(const OutputPlace& place) const {
    std::vector<std::uint64_t> bits;
    for (const SquareSet occupied_bb : database_.placements()) bits.push_back(occupied_bb.bits());
    return write_array<std::uint64_t>(place, bits);
  }
  Result<void> write_colourings(const OutputPlace& place) const {
    std::vector<std::uint16_t> masks;
    for (const ColouringRank rank : database_.colourings().ranks()) {
      masks.push_back(database_.colourings().mask(rank));
    }
    return write_array<std::uint16_t>(place, masks);
  }
  template <class T>
  Result<void> write_array(const OutputPlace& place, std::span<const T> elements) const {
    auto file = UISGE_TRY(ExportFile::create(place, output_));
    UISGE_TRY(file.write(numpy_header({elements.size()}, sizeof(T))));
    UISGE_TRY(file.write(elements));
    return file.publish();
  }

  Json description_json() const {
    Json json{{"database", database_.path()}};
    json.update(identity_json(database_.identity()));
    json["distances"] = stores_distances(database_.header().codec);
    json["labels.npy"] =
        "uint16 by placement, colouring, crowns of the opponent, crowns of the side to move: 0 a draw or not live "
        "(a side is all crowns), 1 + 2 d won in d plies, 2 + 2 d lost in d plies; without distances 65533 won and "
        "65534 lost";
    json["placements.npy"] = "uint64 by placement: the squares of its pieces, bit rank * files + file";
    json["colourings.npy"] =
        "uint16 by colouring: which of the placement's pieces, by ascending square, are those of the side to move; "
        "bit k of a side's crowns is its k-th piece";
    return json;
  }

  const Database& database_;
  Output& output_;
  const Parallel parallel_;
  const StopSignals stop_;
  const std::uint64_t cache_bytes_;
  ProgressLine line_;
  Stopwatch watch_;
};

Result<void> export_database(const ExportCommandOptions& options, Output& output) {
  const Stopwatch watch;
  if (options.csv.empty() && options.counts.empty() && options.npy.empty()) {
    return usage_error("export: say what to write: --csv FILE, --counts FILE or --npy FOLDER");
  }
  const std::array names{options.counts, options.npy, options.csv};
  const auto to_output = std::ranges::count(names, kStandardOutput);
  if (to_output > 1) return usage_error("export: standard output takes one of the tables and arrays, not several");
  if (to_output > 0 && output.json())
    return usage_error("--json: cannot be combined with output to -; leave one of them out");
  const auto database = UISGE_TRY(open_database(options.file));
  const auto places = UISGE_TRY(claim_places(options));
  ExportRun run(database, options, output);
  if (places.counts) UISGE_TRY(run.write_counts(*places.counts));
  // The labels, as arrays and as CSV, are written last, since they take the longest.
  if (places.legend) {
    UISGE_TRY(run.write_arrays(*places.labels, *places.legend));
  } else if (places.labels) {
    UISGE_TRY(run.write_labels(*places.labels));
  }
  if (places.csv) UISGE_TRY(run.write_csv(*places.csv));
  std::vector<std::string> written;
  for (const std::string& name : names) {
    if (!name.empty()) written.push_back(name);
  }
  if (to_output > 0) return {};
  const auto elapsed = watch.elapsed();
  if (output.json()) {
    output.print_json(
        {{"file", database.path()}, {"written", written}, {"seconds", elapsed.count()}, {"threads", options.threads}});
  } else {
    output.print("{} written in {}\n", printable(fmt::format("{}", fmt::join(written, ", "))),
                 format_duration(elapsed));
  }
  return {};
}

}  // namespace

void add_export(Program& program) {
  const auto [command, options] = program.add_command<ExportCommandOptions>(
      "export", "writes values, distances and counts for other tools, as CSV and NumPy arrays",
      "uisge export 7x6-4-loses.uisge --counts counts.csv --npy labels", export_database);
  command.add_option("FILE", options.file, "a database")->required()->type_name("");
  add_file_option(command, "--counts", options.counts,
                  "how many positions there are of each value, distance and number of crowns, as CSV; - here and "
                  "below: to standard output");
  add_file_option(
      command, "--csv", options.csv,
      "one line per position up to symmetry, with the number of positions that it stands for; some 40 bytes a line");
  add_file_option(
      command, "--npy", options.npy,
      "values and distances (labels) as NumPy arrays, two bytes a position; with - only the array of labels")
      ->type_name("FOLDER");
  add_threads_option(command, options.threads);
  add_memory_option(command, options.memory);
}

}  // namespace uisge::cli
