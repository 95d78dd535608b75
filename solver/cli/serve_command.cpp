// `uisge serve`: a web server with a page for people (the explorer) and an interface for programs.
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "explorer/http_server.h"
#include "explorer/request_gate.h"
#include "solver/answers/serve_requests.h"
#include "solver/cli/answer_sources.h"
#include "solver/cli/commands.h"
#include "solver/cli/error_text.h"
#include "solver/cli/options.h"
#include "solver/cli/stop_signals.h"
#include "solver/resources.h"

namespace uisge::cli {

namespace {

constexpr std::uint16_t kUsualPort = 8642;
constexpr double kMostSlowSeconds = 86400;

struct ServeOptions {
  std::vector<std::string> paths;
  std::string listen = "127.0.0.1:8642";
  bool open_browser = false;
  explorer::ServerOptions server;
  ServedSearch search;
  std::optional<int> search_plies;
  std::optional<std::uint64_t> memory;
};

struct ListenAddress {
  std::string address;
  std::uint16_t port = kUsualPort;
};

// Reads "127.0.0.1:8642", "127.0.0.1", "8642" or "[::1]:8642".
Result<ListenAddress> parse_listen(const std::string& text) {
  ListenAddress parsed;
  std::string port;
  if (text.empty()) return usage_error("--listen: an address is needed, as 127.0.0.1:8642");
  if (text.find_first_not_of("0123456789") == std::string::npos) {
    parsed.address = "127.0.0.1";
    port = text;
  } else if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string::npos) return usage_error(fmt::format("--listen: '{}' lacks a ']'", text));
    parsed.address = text.substr(1, end - 1);
    port = text.substr(end + 1);
    if (!port.empty() && (port.front() != ':' || port.size() == 1)) {
      return usage_error(fmt::format("--listen: '{}': after the ']' comes ':' and a port, or nothing", text));
    }
    if (!port.empty()) port.erase(0, 1);
  } else {
    const std::size_t colon = text.find(':');
    parsed.address = text.substr(0, colon);
    port = colon == std::string::npos ? "" : text.substr(colon + 1);
    if (colon != std::string::npos && port.empty()) return usage_error(fmt::format("--listen: '{}' has no port", text));
  }
  if (parsed.address == "localhost") parsed.address = "127.0.0.1";
  if (port.empty()) return parsed;
  const auto number = parse_number<std::uint16_t>(port, 0, 65535);
  if (!number) return usage_error(fmt::format("--listen: port {}", number.error().message));
  parsed.port = *number;
  return parsed;
}

// Starts the browser in a separate process. A browser that does not start is not reported.
void open_in_browser(const std::string& url) {
  const pid_t child = ::fork();
  if (child < 0) return;
  if (child > 0) {
    ::waitpid(child, nullptr, 0);
    return;
  }
  // The child exits at once, so the system adopts the grandchild, and the server need not wait for the grandchild.
  if (::fork() != 0) ::_exit(0);
  ::setsid();  // Ctrl-C in the terminal ends the server, not the browser
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  ::execlp("xdg-open", "xdg-open", url.c_str(), static_cast<char*>(nullptr));
  ::_exit(1);
}

// Without named paths: the folders of UISGE_PATH that exist, and the current folder, each folder once. Folders that
// cannot be read are left out with a warning.
std::vector<std::string> paths_to_serve(const ServeOptions& options) {
  if (!options.paths.empty()) return options.paths;
  std::vector<std::string> folders;
  const auto add = [&](const std::string& folder) {
    std::error_code is_none;
    const bool is_listed = std::any_of(folders.begin(), folders.end(), [&](const std::string& listed) {
      return std::filesystem::equivalent(listed, folder, is_none);
    });
    if (is_listed || !std::filesystem::is_directory(folder, is_none)) return;
    std::error_code refused;
    const std::filesystem::directory_iterator entries(folder, refused);
    if (refused) return print_message(fmt::format("uisge: left out: {}: {}", folder, refused.message()));
    folders.push_back(folder);
  };
  const std::string list = folder_list({});
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    add(list.substr(begin, end - begin));
    begin = end + 1;
  }
  add(".");
  return folders;
}

Result<std::vector<std::string>> answer_files_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string path = entry->path().string();
    const bool is_named_so = path.ends_with(".uisge") || path.ends_with(".uisge.plies") || path.ends_with(kProofSuffix);
    std::error_code is_none;
    if (is_named_so && entry->is_regular_file(is_none) && is_answer_file(path)) paths.push_back(path);
  }
  if (error) return resource_error(fmt::format("{}: {}", folder, error.message()));
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Opens the named files, and every database, checkpoint and proof in the named folders, each once. All opened files
// share `cache_bytes`, and each takes at most `most_per_file` of them. Errors: a named file cannot be read. If a file
// in a folder cannot be read, it is skipped with a warning on standard error.
Result<ServedFiles> open_served_files(const std::vector<std::string>& paths, std::uint64_t cache_bytes,
                                      std::uint64_t most_per_file) {
  struct Found {
    std::string path;
    bool is_named;
  };
  std::vector<Found> found;
  std::map<std::filesystem::path, std::size_t> places;  // in `found`, by path without symlinks and dots
  const auto add = [&](const std::string& path, bool is_named) {
    std::error_code unknown;
    const auto file = std::filesystem::canonical(path, unknown);
    const auto [place, is_new] = places.try_emplace(unknown ? std::filesystem::path(path) : file, found.size());
    if (is_new) found.push_back({path, is_named});
    if (is_named) found[place->second].is_named = true;
  };
  for (const std::string& path : paths) {
    std::error_code is_none;
    if (!std::filesystem::is_directory(path, is_none)) {
      add(path, true);
      continue;
    }
    const auto inside = UISGE_TRY(answer_files_in(path));
    for (const std::string& file : inside) add(file, false);
  }
  ServedFiles served;
  for (const Found& one : found) {
    const std::uint64_t cache = std::min(cache_bytes / found.size(), most_per_file);
    std::string name = std::filesystem::path(one.path).filename().string();
    if (served.find(name) != nullptr) name = one.path;
    while (served.find(name) != nullptr) name.insert(0, "./");
    const auto opened = served.open(one.path, name, cache);
    if (!opened && one.is_named) return tl::unexpected(opened.error());
    if (!opened) print_message("uisge: left out: " + error_text(opened.error()));
  }
  return served;
}

// Refuses names of hosts and origins that cannot occur in a request.
Result<void> check_names(const ServeOptions& options) {
  for (const std::string& origin : options.server.allow_origins) {
    if (const auto flaw = explorer::flaw_of_origin(origin)) {
      return usage_error(fmt::format("--allow-origin: '{}': {}", origin, *flaw));
    }
  }
  for (const std::string& name : options.server.allow_hosts) {
    if (!explorer::is_host_name(name)) {
      return usage_error(
          fmt::format("--allow-host: '{}' is no host name; give it in small letters and without a port", name));
    }
  }
  return {};
}

Result<void> serve(const ServeOptions& options, Output& output) {
  const auto listen = UISGE_TRY(parse_listen(options.listen));
  UISGE_TRY(check_names(options));
  raise_descriptor_limit();
  const std::uint64_t memory = options.memory.value_or(available_memory() / 2);
  const std::uint64_t most_per_file = options.memory.value_or(Probe::kStandardCacheBytes);
  const auto files = UISGE_TRY(open_served_files(paths_to_serve(options), memory, most_per_file));

  const StopSignals stop;
  ServedSearch search = options.search;
  search.plies = options.search_plies.value_or(kMaxSearchPlies);
  search.memory_bytes = std::min(search.memory_bytes, memory);
  ServedAnswers answers(files, search);
  ServeRequests requests(answers);
  explorer::ServerOptions server_options = options.server;
  server_options.address = listen.address;
  server_options.port = listen.port;
  server_options.threads = options.search.threads;
  server_options.host_advice = "; --allow-host NAME adds one";
  server_options.origin_advice = "; --allow-origin ORIGIN lets them in";
  // A slow answer may take twice the search time of a game's review, and half a minute more for reading files.
  server_options.slow_seconds =
      static_cast<int>(std::min(kMostSlowSeconds, 30 + 2 * ServedAnswers::kPositionsPerGame * search.seconds));
  auto server = explorer::HttpServer::listen(server_options, requests);
  if (!server) {
    Error error = server.error();
    if (error.kind == ErrorKind::kResource) error.message += "; --listen ADDRESS:PORT chooses another";
    return tl::unexpected(std::move(error));
  }
  const std::string url = (*server)->url();
  if (output.json()) {
    output.print_json({{"url", url}, {"files", files.all().size()}});
  } else {
    for (const auto& file : files.all()) output.print("{}: {}\n", printable(file->name), to_string(file->identity()));
    if (files.all().empty()) {
      output.print("No databases here; positions are {}.\n",
                   search.plies > 0 ? "searched" : "not searched (--search 0)");
    }
    output.print("{}  (Ctrl-C ends it)\n", url);
  }
  output.flush();
  if (options.open_browser) open_in_browser(url);
  (*server)->run(stop.requested());
  return {};
}

}  // namespace

void add_serve(Program& program) {
  const auto [command, options] =
      program.add_command<ServeOptions>("serve", "shows perfect play in the browser, and answers programs over HTTP",
                                        "uisge serve 7x6-4-loses.uisge --open", serve);
  add_words(command, "FILE", options.paths,
            "databases, checkpoints and proofs, or folders of them; those of UISGE_PATH and the current folder if left "
            "out");
  command
      .add_option("--listen", options.listen,
                  "where to listen; 0.0.0.0 also serves other machines, port 0 takes a free port")
      ->type_name("ADDRESS:PORT")
      ->capture_default_str();
  command.add_flag("--open", options.open_browser, "open the page in the browser");
  add_repeated_option(command, "--allow-origin", options.server.allow_origins,
                      "let pages of this origin ask and read answers, * for all; may be repeated")
      ->type_name("ORIGIN");
  add_repeated_option(command, "--allow-host", options.server.allow_hosts,
                      "answer requests to this name too, as behind a proxy; may be repeated")
      ->type_name("NAME");
  add_seconds_option(command, "--for", options.server.seconds, "end after this time");
  add_number_option(command, "--search", options.search_plies, 0, kMaxSearchPlies,
                    "how many plies ahead to search a position that no file holds; 0: not at all")
      ->type_name("PLIES");
  add_seconds_option(command, "--time", options.search.seconds, "how long to search a position")
      ->default_str(fmt::format("{}", options.search.seconds));
  add_threads_option(command, options.search.threads);
  add_memory_option(command, options.memory);
}

}  // namespace uisge::cli
