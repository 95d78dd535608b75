// `uisge prove`: proves who wins a position, by a forward search that goes on until the position is decided.
#include <algorithm>

#include "core/notation.h"
#include "solver/answers/wording.h"
#include "solver/cli/board_drawing.h"
#include "solver/cli/commands.h"
#include "solver/cli/position_argument.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/ratio.h"
#include "solver/search/certificate_file.h"
#include "solver/search/proof_run.h"
#include "solver/units.h"
#include "solver/usual_memory.h"

namespace uisge::cli {

namespace {

constexpr std::size_t kMostMovesShown = 4;

struct ProveOptions {
  PositionArgument position;
  std::string state;
  std::string out;
  std::string guide;
  RuleSet rules;
  bool is_compact = false;
  bool tighten = false;
  double seconds = 0;
  std::optional<std::uint64_t> memory;
  std::size_t threads = 1;
};

std::string_view end_word(ProverEnd end) {
  switch (end) {
    case ProverEnd::kDecided: return "decided";
    case ProverEnd::kNobodyWins: return "nobody";
    case ProverEnd::kTimeUp: return "time";
    case ProverEnd::kCancelled: break;
  }
  return "interrupted";
}

std::string progress_text(const Board& board, ProverProgress now) {
  std::sort(now.moves.begin(), now.moves.end(),
            [](const auto& a, const auto& b) { return a.second.proof < b.second.proof; });
  std::vector<std::string> moves;
  for (const auto& [move, numbers] : now.moves) {
    if (moves.size() < kMostMovesShown) moves.push_back(fmt::format("{} {:.2g}", to_text(board, move), numbers.proof));
  }
  const std::string work =
      moves.empty() ? "reading what is proved" : fmt::format("to prove: {}", fmt::join(moves, " "));
  return fmt::format("{} positions, {:.1f} million/s, {}, table {:.0f} % full, {}", format_count(now.visits),
                     per_second(now.visits, now.elapsed.count()) / 1e6, work, 100 * now.table_load,
                     format_duration(now.elapsed));
}

std::string progress_text(const CompletionProgress& now) {
  if (now.round == 0) return fmt::format("guide: {} positions", format_count(now.lines));
  return fmt::format("{} of {} positions outside the guide proved, round {}, {} lines, {} visits, {}", now.done,
                     now.total, now.round, format_count(now.lines), format_count(now.visits),
                     format_duration(now.elapsed));
}

std::string progress_text(const ShorteningProgress& now) {
  return fmt::format("within {}, round {}: {} of {} positions, up to {} visits each; {} visits, {}",
                     plies_in_words(now.plies), now.round, format_count(now.done), format_count(now.total),
                     format_count(now.most_visits), format_count(now.visits), format_duration(now.elapsed));
}

std::string verdict_text(const Board& board, RuleSet rules, const Position& position, const Proved& proved) {
  if (const GameEnd end = game_end(board, rules, position); end != GameEnd::kNotOver) {
    return end_in_words(end, rules.stuck, position.side_to_move());
  }
  if (!proved.verdict.is_decided()) {
    if (proved.end == ProverEnd::kNobodyWins && !proved.unproved) {
      return fmt::format("Neither side can force a win within {}", plies_in_words(kMaxSearchPlies));
    }
    if (!proved.unproved) return "Not decided";
    if (*proved.unproved == 0) return "Not decided, although all positions outside the guide are proved";
    return fmt::format("Not decided, {} positions outside the guide are unproved", *proved.unproved);
  }
  return fmt::format("{} to move {} within {}{}", side_name(position.side_to_move()),
                     proved.verdict.is_win() ? "wins" : "loses", plies_in_words(proved.verdict.plies),
                     proved.is_exact ? ", and not sooner" : "");
}

void print(Output& output, const Board& board, const Position& position, const ProveOptions& options,
           const Proved& proved) {
  if (output.json()) {
    const bool is_won = proved.verdict.is_win_or_loss();
    output.print_json(
        Json{{"position", to_text(board, position)},
             {"stuck", to_string(options.rules.stuck)},
             {"diagonal_jumps", options.rules.diagonal_jumps},
             {"value", proved.verdict.is_decided() ? Json(to_string(*proved.verdict.outcome)) : Json()},
             {"within", is_won ? Json(proved.verdict.plies) : Json()},
             {"exact", is_won ? Json(proved.is_exact || proved.verdict.plies == 0) : Json()},
             {"ended", end_word(proved.end)},
             {"strategy_classes", proved.certificate ? Json(proved.certificate->strategy.size()) : Json()},
             {"unproved", proved.unproved ? Json(*proved.unproved) : Json()},
             {"nodes", json_integer(proved.visits)},
             {"seconds", proved.elapsed.count()},
             {"threads", options.threads}});
    return;
  }
  output.print("{}{}\n", draw_board(board, position, output, false), shapes_in_words(output, false));
  output.print("{}\n", output.paint(fmt::emphasis::bold, verdict_text(board, options.rules, position, proved)));
  if (proved.certificate) {
    output.print("The proof has {} of the winner, up to symmetry\n",
                 format_number_of(proved.certificate->strategy.size(), "position"));
  }
  output.print_wrapped(search_in_words(proved.visits, proved.elapsed, options.threads, options.rules));
}

Result<void> prove(const ProveOptions& options, Output& output) {
  if (options.is_compact && options.out.empty()) return usage_error("--compact: only with --out");
  const auto position = UISGE_TRY(read_position(options.position, options.rules));
  const Board board(position.size());
  const auto place = UISGE_TRY(claim_output(options.out, kProofFile));
  if (place && place->is_at(options.state)) {
    return usage_error(fmt::format("{}: --out and --state need two files", options.out));
  }
  const StopSignals stop;
  ProgressLine progress;
  ProofTask task{{}, options.state, options.guide, options.tighten};
  task.limits.threads = options.threads;
  task.limits.cancel = &stop.requested();
  task.limits.memory_bytes = options.memory.value_or(usual_memory(task.limits.memory_bytes));
  if (options.seconds > 0) task.limits.time = std::chrono::duration<double>(options.seconds);
  task.limits.observer = [&](const ProverProgress& now) { progress.update([&] { return progress_text(board, now); }); };
  task.guide_observer = [&](const CompletionProgress& now) { progress.update([&] { return progress_text(now); }); };
  task.tighten_observer = [&](const ShorteningProgress& now) { progress.update([&] { return progress_text(now); }); };
  const auto proved = run_proof(board, options.rules, position, task);
  progress.clear();
  if (!proved) return tl::unexpected(proved.error());
  // The proof is written first, so that it is kept if the standard output cannot be written.
  const bool has_proof = place && proved->certificate;
  Result<void> written;
  if (has_proof) written = write_proof(*place, board, *proved->certificate, options.is_compact);
  print(output, board, position, options, *proved);
  if (!written) return written;
  if (has_proof && !output.json()) output.print_wrapped("Proof: " + check_in_words("verify-proof", options.out));
  if (place && !has_proof) {
    output.flush();
    print_message(fmt::format(
        "uisge: {}: not written, since {}{}", options.out,
        proved->verdict.is_win_or_loss() ? "the winner's moves were not all read" : "nobody is proved to win",
        place->is_taken() ? "; the file of this name is from an earlier run" : ""));
  }
  if (!proved->trouble) return proved->trouble;
  if (proved->end == ProverEnd::kCancelled) {
    return interrupted_error("prove: interrupted, the above is what was proven until then; " +
                             (options.state.empty() ? "--state FILE keeps it, so that the same command goes on"
                                                    : options.state + " keeps it, and the same command goes on"));
  }
  return {};
}

}  // namespace

void add_prove(Program& program) {
  const auto [command, options] =
      program.add_command<ProveOptions>("prove", "proves who wins, without a database, for as long as it takes",
                                        "uisge prove --pieces 5 --stuck draws --out win.proof", prove);
  add_position_argument(command, options.position);
  add_seconds_option(command, "--time", options.seconds, "stop after this number of seconds");
  add_file_option(command, "--state", options.state, "continue from this file, and keep in it what is found");
  add_file_option(command, "--out", options.out, "write the proof, which `verify-proof` checks");
  command.add_flag("--compact", options.is_compact, "write the proof in 4 bytes a position instead of as text");
  add_file_option(
      command, "--guide", options.guide,
      "follow the winner's moves in this file: a proof, or a guide, which has the lines "
      "\"uisge-guide 1\" and \"rules RULES\", then \"POSITION MOVE\" for each position. If a proof does not "
      "reach POSITION, its wins are taken as known");
  command.add_flag("--tighten", options.tighten, "after a proof, look for faster wins until there is none");
  add_memory_option(command, options.memory);
  add_threads_option(command, options.threads);
  add_rule_options(command, options.rules);
}

}  // namespace uisge::cli
