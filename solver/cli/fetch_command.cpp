// `uisge fetch`: downloads or copies databases and proofs that others have published.

#include "solver/answers/database_summary.h"
#include "solver/cli/commands.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/cli/suggestion.h"
#include "solver/fetch/fetch.h"
#include "solver/ratio.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

struct FetchOptions {
  std::string source;
  std::vector<std::string> names;
  std::string folder = ".";
  bool is_list = false;
};

// Returns those files of `offered` whose names are in options.names, in the order of `offered`. Returns all files if
// options.names is empty.
Result<std::vector<PublishedFile>> chosen_files(std::vector<PublishedFile> offered, const FetchOptions& options) {
  if (options.names.empty()) return offered;
  std::vector<std::string> known;
  for (const PublishedFile& file : offered) known.push_back(file.name);
  for (const std::string& name : options.names) {
    if (std::ranges::find(known, name) == known.end()) {
      const std::string guess = did_you_mean(name, known);
      return usage_error(fmt::format("{}: is not offered by {}{}", name, options.source,
                                     guess.empty() ? "; --list shows what it offers" : guess));
    }
  }
  std::erase_if(offered, [&](const PublishedFile& file) {
    return std::ranges::find(options.names, file.name) == options.names.end();
  });
  return offered;
}

std::string_view in_words(PublishedContents contents) {
  switch (contents) {
    case PublishedContents::kDistances: return "values and distances";
    case PublishedContents::kValues: return "values";
    case PublishedContents::kProof: break;
  }
  return "a proof";
}

Json json_of(const PublishedFile& file) {
  Json json{{"name", file.name}, {"bytes", json_integer(file.bytes)}, {"sha256", file.sha256}};
  json.update(identity_json(file.identity));
  json["holds"] = to_string(file.contents);
  return json;
}

void list(const std::vector<PublishedFile>& files, const FetchOptions& options, Output& output) {
  if (output.json()) {
    Json json{{"source", options.source}, {"files", Json::array()}};
    for (const PublishedFile& file : files) json["files"].push_back(json_of(file));
    output.print_json(json);
    return;
  }
  std::size_t width = 0;
  std::uint64_t bytes = 0;
  for (const PublishedFile& file : files) {
    width = std::max(width, file.name.size());
    bytes += file.bytes;
  }
  for (const PublishedFile& file : files) {
    output.print_wrapped(fmt::format("{:<{}}  {:>9}  {}: {}", file.name, width, format_size(file.bytes),
                                     to_string(file.identity), in_words(file.contents)),
                         width + 13);
  }
  output.print("{}, {}\n", format_number_of(files.size(), "file"), format_size(bytes));
}

void print(const FetchRequest& request, const FetchReport& report, const FetchOptions& options,
           std::chrono::duration<double> elapsed, Output& output) {
  const auto fetched = std::ranges::count(report.was_fetched, true);
  if (output.json()) {
    Json json{{"source", options.source}, {"files", Json::array()}};
    for (std::size_t i = 0; i < request.files.size(); ++i) {
      json["files"].push_back(json_of(request.files[i]));
      json["files"].back()["fetched"] = bool{report.was_fetched[i]};
    }
    json["folder"] = request.folder;
    json["received"] = json_integer(report.received);
    json["seconds"] = elapsed.count();
    output.print_json(json);
    return;
  }
  const std::size_t wanted = request.files.size();
  output.print_wrapped(fmt::format("{}: {} of {} fetched, {} in {}{}", printable(request.folder), fetched,
                                   format_number_of(wanted, "file"), format_size(report.received),
                                   format_duration(elapsed),
                                   std::cmp_less(fetched, wanted) ? "; the others were there already" : ""));
}

Result<void> fetch_files(const FetchOptions& options, Output& output) {
  const Stopwatch watch;
  const StopSignals stop;
  const auto source = UISGE_TRY(open_source(options.source, stop.requested()));
  auto offered = UISGE_TRY(read_index(*source));
  auto files = UISGE_TRY(chosen_files(std::move(offered), options));
  if (options.is_list) {
    list(files, options, output);
    return {};
  }
  ProgressLine line;
  const auto show = [&](const FetchProgress& now) {
    line.update([&] {
      const std::string done = fmt::format("{} of {}", format_size(now.done), format_size(now.total));
      if (now.is_comparing) return fmt::format("compared {}, {}", done, now.name);
      if (now.received == 0) return fmt::format("read {}, {}", done, now.name);
      const auto left = watch.elapsed() * (ratio(now.total - now.done, now.received));
      return fmt::format("fetched {}, {}, {} left", done, now.name, format_duration(left));
    });
  };
  const FetchRequest request{*source, std::move(files), options.folder, stop.requested(), show};
  const auto report = UISGE_TRY(fetch(request));
  line.clear();
  print(request, report, options, watch.elapsed(), output);
  return {};
}

}  // namespace

void add_fetch(Program& program) {
  const auto [command, options] = program.add_command<FetchOptions>(
      "fetch",
      "fetches published databases and proofs from a server or a folder, checks them, and goes on after an "
      "interruption",
      "uisge fetch https://example.org/uisge 7x6-4-loses.uisge --out databases", fetch_files);
  command.add_option("SOURCE", options.source, "an address or a folder that has an index.json")
      ->required()
      ->type_name("");
  add_words(command, "NAME", options.names, "the files to fetch; all files if left out");
  add_file_option(command, "--out", options.folder, "where to put them; the folder is made if needed")
      ->type_name("FOLDER")
      ->default_str("the current folder");
  command.add_flag("--list", options.is_list, "only list the files that SOURCE offers")->excludes("--out");
}

}  // namespace uisge::cli
