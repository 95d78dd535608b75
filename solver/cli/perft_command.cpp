// `uisge perft`: counts the sequences of 1, 2 and so on to N plies, and prints the speed.

#include "core/notation.h"
#include "solver/cli/commands.h"
#include "solver/cli/kernel_option.h"
#include "solver/cli/position_argument.h"
#include "solver/parallel_perft.h"
#include "solver/ratio.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

// A greater number of plies is surely a mistake. Up to this number of plies, a count that exceeds 64 bits would take
// decades, so overflow is not checked.
constexpr int kMaxPerftPlies = 32;

struct PerftOptions {
  PositionArgument position;
  RuleSet rules;
  int plies = 0;
  std::size_t threads = 1;
  InstructionSet kernel = InstructionSet::kPortable;
  bool divide = false;
  bool play_leaves = false;
};

Result<void> run_perft(const PerftOptions& options, Output& output) {
  const auto position = UISGE_TRY(read_position(options.position, options.rules));
  const Board board(position.size());
  const Leaves leaves = options.play_leaves ? Leaves::kPlayed : Leaves::kCounted;

  Json nodes = Json::array();
  double total_seconds = 0;
  std::vector<PerftShare> shares;  // the share of each first move, for --divide
  if (!output.json()) output.print("{:>5} {:>26} {:>10} {:>14}\n", "plies", "sequences", "seconds", "a second");
  for (int plies = 1; plies <= options.plies; ++plies) {
    const Stopwatch watch;
    std::uint64_t sequences = 0;
    if (options.divide && plies == options.plies) {
      shares = perft_divide(board, options.rules, position, plies, leaves, options.threads, options.kernel);
      for (const PerftShare& share : shares) sequences += share.sequences;
    } else {
      sequences = parallel_perft(board, options.rules, position, plies, leaves, options.threads, options.kernel);
    }
    const double seconds = watch.seconds();
    total_seconds += seconds;
    nodes.push_back(json_integer(sequences));
    if (output.json()) continue;
    output.print("{:>5} {:>26} {:>10.3f} {:>14}\n", plies, format_count(sequences), seconds,
                 format_rate(seconds > 0 ? per_second(sequences, seconds) : 0));
    output.flush();
  }

  if (!output.json()) {
    if (options.divide) output.print("\n{:>5} {:>26}\n", "move", "sequences");
    for (const PerftShare& share : shares) {
      output.print("{:>5} {:>26}\n", to_text(board, share.move), format_count(share.sequences));
    }
    return {};
  }
  Json result{{"position", to_text(board, position)},
              {"stuck", to_string(options.rules.stuck)},
              {"diagonal_jumps", options.rules.diagonal_jumps},
              {"nodes", nodes}};
  if (options.divide) {
    result["divide"] = Json::array();
    for (const PerftShare& share : shares) {
      result["divide"].push_back({{"move", to_text(board, share.move)}, {"nodes", json_integer(share.sequences)}});
    }
  }
  result["seconds"] = total_seconds;
  result["threads"] = options.threads;
  result["kernel"] = to_string(options.play_leaves ? InstructionSet::kPortable : options.kernel);
  output.print_json(result);
  return {};
}

}  // namespace

void add_perft(Program& program) {
  const auto [command, options] =
      program.add_command<PerftOptions>("perft", "counts the move sequences of N plies, and tells the speed",
                                        "uisge perft --depth 9 --divide", run_perft);
  add_position_argument(command, options.position);
  add_number_option(command, "--depth", options.plies, 1, kMaxPerftPlies, "number of plies")->required();
  command.add_flag("--divide", options.divide, "also the count after each first move");
  CLI::Option* const play_leaves = command.add_flag(
      "--play-leaves", options.play_leaves, "play the last ply too instead of counting its moves, with portable code");
  add_rule_options(command, options.rules);
  add_threads_option(command, options.threads);
  add_kernel_option(command, options.kernel);
  play_leaves->excludes("--kernel");
}

}  // namespace uisge::cli
