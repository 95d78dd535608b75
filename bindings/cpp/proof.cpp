#include "uisge/proof.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>

#include "bindings/cpp/convert.h"
#include "bindings/cpp/long_work.h"
#include "bindings/cpp/one_user.h"
#include "solver/openmp_parallel.h"
#include "solver/resources.h"
#include "solver/search/certificate_file.h"
#include "solver/search/proof_answerer.h"
#include "solver/search/proof_file.h"
#include "solver/search/proof_run.h"

namespace uisge::v1 {

namespace {

Verdict with_bound(uisge::Verdict verdict, std::optional<int> within) {
  Verdict result = to_public(verdict);
  result.within = within;
  return result;
}

// Converts a verdict whose plies are an upper bound. A win or loss gets `within` instead of a distance.
Verdict proved_within(uisge::Verdict verdict) {
  if (!verdict.is_win_or_loss()) return to_public(verdict);
  return with_bound(without_distance(verdict), verdict.plies);
}

}  // namespace

class Proof::Impl {
 public:
  Impl(std::string opened, std::unique_ptr<ProofAnswerer> proof)
      : path(std::move(opened)), answerer(std::move(proof)) {}

  // Sets the rules under which the answerer answers (by default the file's own rules), and returns the answerer.
  // REQUIRES: no other thread uses the object (InUse).
  ProofAnswerer& under(std::optional<Rules> rules) {
    const RuleSet asked = rules ? to_engine(*rules) : answerer->identity().rules;
    if (!answerer->holds_under(asked)) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("{}: is a proof where a stuck player {}, not where it {}", path,
                              uisge::to_string(answerer->identity().rules), uisge::to_string(asked)));
    }
    answerer->answer_under(asked);
    return *answerer;
  }

  const std::string path;
  const std::unique_ptr<ProofAnswerer> answerer;
  std::atomic<bool> is_used{false};
};

Proof::Proof(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Proof::Proof(Proof&& other) noexcept = default;
Proof& Proof::operator=(Proof&& other) noexcept = default;
Proof::~Proof() = default;

Proof Proof::open(const std::string& path, std::size_t cache_bytes) {
  return Proof(std::make_unique<Impl>(path, take(ProofAnswerer::open(checked_path(path), cache_bytes))));
}

const std::string& Proof::path() const {
  return alive(impl_, "proof").path;
}

Identity Proof::identity() const {
  return to_public(alive(impl_, "proof").answerer->identity());
}

Position Proof::position() const {
  return to_public(alive(impl_, "proof").answerer->claim().position);
}

Verdict Proof::claim() const {
  const ProofClaim& claim = alive(impl_, "proof").answerer->claim();
  return proved_within(claim.kind == ClaimKind::kWin ? uisge::Verdict::win(claim.plies)
                                                     : uisge::Verdict::loss(claim.plies));
}

bool Proof::holds_under(Rules rules) const {
  return alive(impl_, "proof").answerer->holds_under(to_engine(rules));
}

Verdict Proof::verdict(const Position& position, std::optional<Rules> rules) {
  return analyse(position, rules).verdict;
}

Analysis Proof::analyse(const Position& position, std::optional<Rules> rules) {
  const InUse impl(impl_, "proof");
  return to_public(take(impl->under(rules).analyse(to_engine(position))));
}

std::vector<Move> Proof::line(const Position& position, std::optional<Rules> rules) {
  const InUse impl(impl_, "proof");
  ProofAnswerer& answerer = impl->under(rules);
  const uisge::Position from = to_engine(position);
  return to_public(take(answerer.main_line(from, take(answerer.analyse(from)).verdict)));
}

std::uint64_t check_proof(const std::string& path, const CheckOptions& options) {
  ProofFile file = take(ProofFile::open(checked_path(path), {available_memory() / 2, options.cancel}));
  RuleSet rules = file.claim().rules;
  if (options.stuck) rules.stuck = to_engine(Rules{*options.stuck, rules.diagonal_jumps}).stuck;
  const GrantedThreads threads = granted_threads(options.threads);
  const auto replayed = take(file.check(rules, {openmp_parallel(threads.count()), {}}));
  if (replayed.flaw) throw Error(ErrorKind::kVerification, fmt::format("{}: not a proof, {}", path, *replayed.flaw));
  return replayed.positions;
}

ProveReport prove(const Position& position, Rules rules, const ProveOptions& options) {
  std::optional<OutputPlace> place;
  if (!checked_path(options.output).empty()) place = take(OutputPlace::claim(options.output, kProofFile));
  if (place && place->is_at(checked_path(options.state))) {
    throw Error(ErrorKind::kUsage, options.output + ": the proof and the state need two files");
  }
  Callbacks callbacks(options.cancel);
  // Looks at the caller's flag, so that work that is already cancelled ends at once.
  callbacks.call([] {});
  ProofTask task;
  task.state = checked_path(options.state);
  task.guide = checked_path(options.guide);
  task.limits.memory_bytes = options.memory_bytes;
  const GrantedThreads threads = granted_threads(options.threads);
  task.limits.threads = threads.count();
  if (options.seconds) task.limits.time = std::chrono::duration<double>(*options.seconds);
  task.limits.cancel = &callbacks.stop();
  const auto tell = [&](const ProveProgress& now) {
    callbacks.call([&] {
      if (options.progress) options.progress(now);
    });
  };
  task.limits.observer = [&](const ProverProgress& now) { tell({now.visits, now.elapsed.count(), now.table_load}); };
  task.guide_observer = [&](const CompletionProgress& now) { tell({now.visits, now.elapsed.count(), 0}); };
  const Board& board = tables(position.board());
  auto run = run_proof(board, to_engine(rules), to_engine(position), task);
  callbacks.rethrow();
  Proved proved = take(std::move(run));
  if (proved.verdict.is_win_or_loss() && !proved.certificate && proved.end == ProverEnd::kCancelled) {
    throw Error(ErrorKind::kInterrupted, "proof: interrupted while the winner's moves were collected");
  }
  ProveReport report{proved_within(proved.verdict), 0, proved.visits, proved.elapsed.count(),
                     proved.end == ProverEnd::kTimeUp || proved.end == ProverEnd::kCancelled};
  if (proved.certificate) {
    report.positions = proved.certificate->strategy.size();
    if (place) take(write_proof(*place, board, *proved.certificate, options.compact));
  }
  take(std::move(proved.trouble));
  return report;
}

}  // namespace uisge::v1
