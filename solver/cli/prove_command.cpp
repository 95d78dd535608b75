// `uisge prove`: proves who wins a position by a forward search without a limit of plies.
#include <algorithm>
#include <memory>

#include "core/notation.h"
#include "solver/answers/wording.h"
#include "solver/cli/commands.h"
#include "solver/cli/position_argument.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/ratio.h"
#include "solver/search/certificate_file.h"
#include "solver/search/guide_file.h"
#include "solver/search/proof_completion.h"
#include "solver/search/proof_conversion.h"
#include "solver/search/prover_state.h"
#include "solver/units.h"

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

struct Proved {
  Verdict verdict;  // a win or loss is proved within its plies
  ProverEnd end = ProverEnd::kDecided;
  bool is_exact = false;  // no faster win exists
  std::optional<Certificate> certificate;
  std::optional<std::size_t> unproved;  // the number of guide positions that are not proved (proof_completion.h)
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
  return fmt::format("{} positions, {:.1f} million/s, to prove: {}, table {:.0f} % full, {}", format_count(now.visits),
                     per_second(now.visits, now.elapsed.count()) / 1e6, fmt::join(moves, " "), 100 * now.table_load,
                     format_duration(now.elapsed));
}

std::string progress_text(const CompletionProgress& now) {
  return fmt::format("{} of {} positions of the guide proved, round {}, {} lines, {} positions, {}", now.done,
                     now.total, now.round, format_count(now.lines), format_count(now.visits),
                     format_duration(now.elapsed));
}

// Searches for a faster win, again and again, until there is none or the time is up.
Result<void> tighten(Prover& prover, const Position& position, Proved& proved) {
  while (proved.verdict.is_win_or_loss() && proved.verdict.plies > 0) {
    const Attacker attacker = proved.verdict.is_win() ? Attacker::kMover : Attacker::kOpponent;
    const ProverResult faster = prover.prove_within(position, attacker, proved.verdict.plies - 1);
    proved.end = faster.end;
    if (faster.end == ProverEnd::kNobodyWins) {
      proved.end = ProverEnd::kDecided;
      proved.is_exact = true;
      return {};
    }
    if (!faster.verdict.is_win_or_loss()) return {};
    auto certificate = UISGE_TRY(certificate_of(prover, position, faster.verdict));
    proved.verdict.plies = static_cast<Plies>(certificate.plies);
    proved.certificate = std::move(certificate);
  }
  proved.is_exact = true;
  return {};
}

Result<Proved> prove_alone(Prover& prover, const Position& position, const ProveOptions& options) {
  const ProverResult result = prover.prove(position);
  Proved proved{result.verdict, result.end, false, {}, {}};
  if (!result.verdict.is_win_or_loss()) return proved;
  auto certificate = UISGE_TRY(certificate_of(prover, position, result.verdict));
  proved.verdict.plies = static_cast<Plies>(certificate.plies);
  proved.certificate = std::move(certificate);
  if (!options.tighten) return proved;
  UISGE_TRY(tighten(prover, position, proved));
  return proved;
}

Result<Proved> prove_guided(Prover& prover, const Position& position, const ProveOptions& options, Strategy& strategies,
                            const CompletionOptions& completion_options) {
  const auto moves = UISGE_TRY(read_guide(options.guide, prover.board(), position.pieces(), options.rules));
  const Strategy guide = guide_of(prover.board(), prover.keys(), moves);
  // The guide has moves of the winner alone. So the side to move is the winner if the guide has a move for the
  // position.
  const bool is_win = guide.contains(class_image(prover.board(), prover.keys(), position).position);
  auto completion = UISGE_TRY(complete(prover, position, is_win ? ClaimKind::kWin : ClaimKind::kLoss, guide,
                                       std::move(strategies), completion_options));
  Proved proved{Verdict::undecided_within(0), completion.end, false, std::move(completion.certificate),
                completion.unproved.size()};
  strategies = std::move(completion.proved);
  if (proved.certificate) {
    proved.verdict = is_win ? Verdict::win(proved.certificate->plies) : Verdict::loss(proved.certificate->plies);
  }
  return proved;
}

std::string verdict_text(const Board& board, RuleSet rules, const Position& position, const Proved& proved) {
  if (const GameEnd end = game_end(board, rules, position); end != GameEnd::kNotOver) {
    return end_in_words(end, rules.stuck, position.side_to_move());
  }
  if (!proved.verdict.is_decided()) {
    if (proved.end == ProverEnd::kNobodyWins && !proved.unproved) {
      return fmt::format("Neither side can force a win within {}", plies_in_words(kMaxSearchPlies));
    }
    const std::string rest =
        proved.unproved ? fmt::format(", {} positions of the guide are unproved", *proved.unproved) : std::string();
    return "Not decided" + rest;
  }
  return fmt::format("{} to move {} within {}{}", side_name(position.side_to_move()),
                     proved.verdict.is_win() ? "wins" : "loses", plies_in_words(proved.verdict.plies),
                     proved.is_exact ? ", and not sooner" : "");
}

void print(Output& output, const Prover& prover, const Position& position, const ProveOptions& options,
           const Proved& proved) {
  const Board& board = prover.board();
  const double seconds = prover.elapsed().count();
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
             {"nodes", json_integer(prover.visits())},
             {"seconds", seconds},
             {"threads", options.threads}});
    return;
  }
  output.write(draw(board, position));
  output.print("\n{}\n", output.paint(fmt::emphasis::bold, verdict_text(board, options.rules, position, proved)));
  if (proved.certificate) {
    output.print("{} positions of the winner prove it, up to symmetry\n",
                 format_count(proved.certificate->strategy.size()));
  }
  output.print(
      "{} positions in {} with {}, a stuck player {}{}\n", format_count(prover.visits()),
      format_duration(prover.elapsed()), format_number_of(options.threads, "thread"), to_string(options.rules),
      seconds > 0.1 ? fmt::format(", {:.1f} million a second", per_second(prover.visits(), seconds) / 1e6) : "");
}

Result<void> prove(const ProveOptions& options, Output& output) {
  if (options.is_compact && options.out.empty()) return usage_error("--compact: only with --out");
  const auto position = UISGE_TRY(read_position(options.position, options.rules));
  const Board board(position.size());
  const auto place = UISGE_TRY(claim_output(options.out, kProofFile));
  const StopSignals stop;
  ProgressLine progress;
  std::optional<ProverState> state;
  Strategy strategies;
  Result<void> saved;
  ProverLimits limits;
  limits.threads = options.threads;
  limits.cancel = &stop.requested();
  if (options.memory) limits.memory_bytes = *options.memory;
  if (options.seconds > 0) limits.time = std::chrono::duration<double>(options.seconds);
  limits.observer = [&](const ProverProgress& now) {
    progress.update([&] { return progress_text(board, now); });
    if (state && saved) saved = state->save_when_due(strategies);
  };
  CompletionOptions completion;
  completion.observer = [&](const CompletionProgress& now) { progress.update([&] { return progress_text(now); }); };

  const auto prover = UISGE_TRY(Prover::make(board, options.rules, limits));
  if (!options.state.empty()) {
    auto opened = UISGE_TRY(ProverState::open(options.state, *prover, position.pieces()));
    state.emplace(std::move(opened));
    strategies = state->take_strategies();
    completion.save = [&](const Strategy& proved) { return state->save(proved); };
  }
  prover->restart_clock();
  const auto proved = options.guide.empty() ? prove_alone(*prover, position, options)
                                            : prove_guided(*prover, position, options, strategies, completion);
  progress.clear();
  if (state && saved && proved) saved = state->save(strategies);
  if (!proved) return tl::unexpected(proved.error());
  print(output, *prover, position, options, *proved);
  if (!saved) return saved;
  if (place && proved->certificate) {
    output.flush();
    // A compact proof has lines for classes of positions, and so has the prover's certificate.
    UISGE_TRY(options.is_compact
                  ? write_compact_proof(*place, *proved->certificate)
                  : write_certificate(*place, board, concrete(board, prover->keys(), *proved->certificate)));
    if (!output.json()) output.print("Proof: {}, check it with `uisge verify-proof`\n", options.out);
  }
  if (proved->end == ProverEnd::kCancelled) {
    return interrupted_error("prove: interrupted, the above is what was proven until then");
  }
  return {};
}

}  // namespace

void add_prove(Program& program) {
  auto options = std::make_shared<ProveOptions>();
  CLI::App& command = program.add_command("prove", "proves who wins, without a database, for as long as it takes",
                                          "uisge prove --pieces 5 --stuck draws --out win.proof",
                                          [options](Output& output) { return prove(*options, output); });
  add_position_argument(command, options->position);
  add_seconds_option(command, "--time", options->seconds, "stop after this number of seconds");
  add_output_option(command, "--state", options->state, "go on from this file, and keep there what is found");
  add_output_option(command, "--out", options->out, "write the proof, which `verify-proof` checks");
  command.add_flag("--compact", options->is_compact, "write the proof in 4 bytes a position instead of as text");
  CLI::Option* guide = add_output_option(command, "--guide", options->guide,
                                         "a line \"POSITION MOVE\" for each position whose winning move is known");
  command.add_flag("--tighten", options->tighten, "then look for faster wins, until there is none")->excludes(guide);
  add_memory_option(command, options->memory);
  add_threads_option(command, options->threads);
  add_rule_options(command, options->rules);
}

}  // namespace uisge::cli
