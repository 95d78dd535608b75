#include "solver/search/proof_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"
#include "solver/search/certificate_file.h"
#include "solver/search/guide_file.h"
#include "solver/search/now_and_then.h"
#include "solver/search/proof_conversion.h"
#include "solver/search/proof_file.h"
#include "solver/search/proof_lines.h"
#include "solver/search/prover_state.h"
#include "solver/tbb_start.h"

namespace uisge {

namespace {

struct Guide {
  Strategy moves;                  // of the winner, with one position per class
  std::optional<ProofFile> proof;  // set if the guide is a proof
};

// Tells `task.guide_observer` now and then how many positions of the guide have been read or replayed.
class GuideReport {
 public:
  GuideReport(const Prover& prover, const ProofTask& task) : prover_(prover), observer_(task.guide_observer) {}

  void operator()(std::uint64_t positions) {
    now_and_then_.call([&] {
      if (observer_) observer_({.lines = positions, .elapsed = prover_.elapsed()});
    });
  }

 private:
  const Prover& prover_;
  const std::function<void(const CompletionProgress&)>& observer_;
  NowAndThen now_and_then_;
};

Result<Guide> open_guide(const Prover& prover, int pieces, const ProofTask& task) {
  GuideReport report(prover, task);
  const auto goes_on = [&](std::size_t positions) {
    report(positions);
    return !prover.is_cancelled();
  };
  const auto of_classes = [&](const Strategy& moves) {
    return guide_of(prover.board(), prover.keys(), moves, goes_on);
  };
  if (!is_proof(task.guide)) {
    const auto moves =
        UISGE_TRY(read_guide(task.guide, prover.board(), pieces, prover.rules(), task.limits.cancel, std::ref(report)));
    return Guide{of_classes(moves), {}};
  }
  auto proof = UISGE_TRY(ProofFile::open(task.guide, {task.limits.memory_bytes, task.limits.cancel}, std::ref(report)));
  if (!proof.is_of_game(prover.board().size(), pieces, prover.rules().diagonal_jumps)) {
    return bad_file(fmt::format("{}: is a proof of another game", task.guide));
  }
  const auto moves = UISGE_TRY(proof.strategy(std::ref(report)));
  return Guide{of_classes(moves), std::move(proof)};
}

void tighten(Prover& prover, const ShorteningOptions& options, Proved& proved) {
  Shortened shortened = shorten(prover, *std::move(proved.certificate), options);
  proved.verdict.plies = static_cast<Plies>(shortened.certificate.plies);
  proved.certificate = std::move(shortened.certificate);
  proved.is_exact = shortened.is_exact;
  proved.end = shortened.end;
}

Result<Proved> prove_alone(Prover& prover, const Position& position, const ProofTask& task,
                           const Strategy& known = {}) {
  const ProverResult result = prover.prove(position);
  Proved proved{.verdict = result.verdict, .end = result.end};
  if (!result.verdict.is_win_or_loss()) return proved;
  auto certificate = task.make_certificate(prover, position, result.verdict, known);
  if (certificate) {
    proved.verdict.plies = static_cast<Plies>(certificate->plies);
    proved.certificate = *std::move(certificate);
  } else if (certificate.error().kind == ErrorKind::kInterrupted) {
    proved.end = prover.is_late() && !prover.is_cancelled() ? ProverEnd::kTimeUp : ProverEnd::kCancelled;
  } else {
    return tl::unexpected(std::move(certificate.error()));
  }
  return proved;
}

// Replays the lines of a proof under the prover's rules, and returns their first flaw.
Result<std::optional<std::string>> flaw_of_lines(const Prover& prover, const ProofTask& task, ProofFile& proof) {
  GuideReport report(prover, task);
  const auto progress = [&](std::uint64_t done, std::uint64_t /*total*/) { report(done); };
  auto verdict = UISGE_TRY(proof.check(prover.rules(), {tbb_parallel(task.limits.threads), progress}));
  return std::move(verdict.flaw);
}

Result<Proved> prove_guided(Prover& prover, const Position& position, const ProofTask& task, Strategy& strategies,
                            const CompletionOptions& options) {
  auto guide = UISGE_TRY(open_guide(prover, position.pieces(), task));
  // A guide that was cancelled may lack moves.
  if (prover.is_cancelled()) return interrupted_error(fmt::format("{}: interrupted while it was read", task.guide));
  if (outcome_if_over(prover.board(), prover.rules(), position)) {
    auto over = UISGE_TRY(prove_alone(prover, position, task));
    over.unproved = 0;
    return over;
  }
  const Board& board = prover.board();
  // The winner is to move in every position of the guide, so `position` is to be won if the guide has it.
  const auto is_known = [&](const Position& turn) {
    return guide.moves.contains(class_image(board, prover.keys(), turn).position);
  };
  const auto is_won = [&](const Position& turn) {
    return is_known(turn) || outcome_if_over(board, prover.rules(), turn) == Outcome::kWin;
  };
  const bool is_win = is_known(position);
  const auto turns = winners_turns(board, prover.rules(), position, ClaimKind::kLoss);
  const bool is_partly_known = is_win || std::any_of(turns.begin(), turns.end(), is_known);
  const bool is_reached = is_win || (is_partly_known && std::all_of(turns.begin(), turns.end(), is_won));
  if (guide.proof && !guide.moves.empty() && !is_reached) {
    const auto flaw = UISGE_TRY(flaw_of_lines(prover, task, *guide.proof));
    guide.proof.reset();
    if (!flaw) {  // then the lines' wins are facts
      for (const auto& [turn, line] : guide.moves) store_facts(prover, turn, line);
      return prove_alone(prover, position, task, guide.moves);
    }
    if (!is_partly_known) {
      return usage_error(fmt::format("{}: does not reach {}, and is no proof where a stuck player {}: {}", task.guide,
                                     to_text(board, position), to_string(prover.rules()), *flaw));
    }
  }
  guide.proof.reset();
  if (!is_partly_known) {
    return usage_error(fmt::format("{}: has no move in {}, and none after a move from there, so it cannot guide",
                                   task.guide, to_text(board, position)));
  }
  auto completion = UISGE_TRY(
      complete(prover, position, is_win ? ClaimKind::kWin : ClaimKind::kLoss, guide.moves, strategies, options));
  Proved proved{.verdict = Verdict::undecided_within(0), .end = completion.end};
  if (completion.unproved) proved.unproved = completion.unproved->size();
  if (completion.certificate) {
    const int plies = completion.certificate->plies;
    proved.verdict = is_win ? Verdict::win(plies) : Verdict::loss(plies);
    proved.certificate = std::move(completion.certificate);
  }
  return proved;
}

}  // namespace

Result<Proved> run_proof(const Board& board, RuleSet rules, const Position& position, const ProofTask& task) {
  std::optional<ProverState> state;
  Strategy strategies;
  ProverLimits limits = task.limits;
  // Errors are ignored here: the save after the proof reports them.
  const auto save_when_due = [&](const Strategy& proved) {
    if (state) static_cast<void>(state->save_when_due(proved));
  };
  limits.observer = [&](const ProverProgress& now) {
    if (task.limits.observer) task.limits.observer(now);
    save_when_due(strategies);
  };
  CompletionOptions completion;
  completion.observer = task.guide_observer;
  completion.save_when_due = save_when_due;
  const auto prover = UISGE_TRY(Prover::make(board, rules, limits));
  if (!task.state.empty()) {
    auto opened = UISGE_TRY(ProverState::open(task.state, *prover, position.pieces()));
    state.emplace(std::move(opened));
    strategies = state->take_strategies();
  }
  prover->restart_clock();
  auto proved = task.guide.empty() ? prove_alone(*prover, position, task)
                                   : prove_guided(*prover, position, task, strategies, completion);
  if (task.tighten && proved && proved->certificate) {
    ShorteningOptions options;
    options.observer = task.tighten_observer;
    options.save_when_due = [&] { save_when_due(strategies); };
    tighten(*prover, options, *proved);
  }
  const Result<void> saved = state ? state->save(strategies) : Result<void>();
  if (!proved) return proved;
  proved->visits = prover->visits();
  proved->elapsed = prover->elapsed();
  if (!saved) proved->trouble = saved;
  return proved;
}

Result<void> write_proof(const OutputPlace& place, const Board& board, const Certificate& certificate,
                         bool is_compact) {
  if (is_compact) return write_compact_proof(place, certificate);
  const KeyMaker keys(board, best_instruction_set());
  return write_certificate(place, board, concrete(board, keys, certificate));
}

}  // namespace uisge
