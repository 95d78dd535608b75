// `uisge engine`: talks to another program in the line protocol of board-game engines (docs/engine.md).
#include <algorithm>
#include <memory>

#include "solver/cli/commands.h"
#include "solver/cli/engine_dialogue.h"
#include "solver/cli/options.h"
#include "solver/resources.h"
#include "solver/usual_memory.h"

namespace uisge::cli {

namespace {

struct EngineOptions {
  EngineSettings settings;
  std::optional<std::uint64_t> memory;
};

Result<void> run_engine(const EngineOptions& options, bool contradicts_file, Output& output) {
  if (contradicts_file) {
    return usage_error(fmt::format("{}: sets board, pieces and rules itself; leave out the options or the file",
                                   options.settings.file));
  }
  if (options.memory) UISGE_TRY(require_memory("--memory", *options.memory));
  EngineSettings settings = options.settings;
  settings.most_threads = settings.threads;
  settings.cache_bytes = options.memory.value_or(Probe::kStandardCacheBytes);
  settings.table_bytes = options.memory.value_or(usual_memory(settings.table_bytes));
  const auto engine = UISGE_TRY(EngineDialogue::make(settings, output));
  return engine->run();
}

}  // namespace

void add_engine(Program& program) {
  auto options = std::make_shared<EngineOptions>();
  auto of_game = std::make_shared<std::vector<CLI::Option*>>();
  CLI::App& command =
      program.add_command("engine", "speaks UGI, the line protocol of engines, for user interfaces and matches",
                          "uisge engine 7x6-4-loses.uisge", [options, of_game](Output& output) {
                            const bool is_given = std::any_of(of_game->begin(), of_game->end(),
                                                              [](const auto* option) { return option->count() > 0; });
                            return run_engine(*options, is_given && !options->settings.file.empty(), output);
                          });
  EngineSettings& settings = options->settings;
  add_file_option(command, "FILE", settings.file,
                  "a database or proof that answers for its board; the search answers for all others");
  add_board_options(command, settings.start);
  add_rule_options(command, settings.rules);
  for (const char* const name : {"--board", "--pieces", "--diagonal-jumps"}) {
    of_game->push_back(command.get_option(name));
  }
  command.callback([&command, &settings] { settings.is_stuck_rule_given = command.count("--stuck") > 0; });
  add_seconds_option(command, "--time", settings.seconds, "how long a 'go' without limits searches")
      ->default_str(fmt::format("{}", settings.seconds));
  add_memory_option(command, options->memory);
  add_threads_option(command, settings.threads);
  refuse_json(command, "engine: it speaks the lines of docs/engine.md; use query --json or search --json");
}

}  // namespace uisge::cli
