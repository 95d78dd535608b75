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
#include "solver/search/proof_conversion.h"
#include "solver/search/proof_file.h"
#include "solver/search/proved_strategy.h"

namespace uisge::v1 {

using bindings::alive;
using bindings::Callbacks;
using bindings::checked_path;
using bindings::InUse;
using bindings::tables;
using bindings::take;
using bindings::thread_count;
using bindings::to_engine;
using bindings::to_public;

namespace {

Verdict with_bound(uisge::Verdict verdict, std::optional<int> within) {
  Verdict result = to_public(verdict);
  result.within = within;
  return result;
}

// A win or loss that is proved within its plies.
Verdict proved_within(uisge::Verdict verdict) {
  if (!verdict.is_win_or_loss()) return to_public(verdict);
  return with_bound(without_distance(verdict), verdict.plies);
}

}  // namespace

class Proof::Impl {
 public:
  Impl(std::string opened, std::unique_ptr<ProofAnswerer> proof)
      : path(std::move(opened)), answerer(std::move(proof)) {}

  // The answerer, set to these rules. REQUIRES: no other thread uses the object (InUse).
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
  Impl& impl = alive(impl_, "proof");
  const InUse in_use(impl.is_used, "proof");
  const BoundedAnalysis bounded = take(impl.under(rules).look_up(to_engine(position)));
  Analysis analysis = to_public(bounded.analysis);
  analysis.verdict.within = bounded.within;
  for (std::size_t i = 0; i < analysis.moves.size(); ++i) analysis.moves[i].verdict.within = bounded.moves_within[i];
  return analysis;
}

std::vector<Move> Proof::line(const Position& position, std::optional<Rules> rules) {
  Impl& impl = alive(impl_, "proof");
  const InUse in_use(impl.is_used, "proof");
  ProofAnswerer& answerer = impl.under(rules);
  const uisge::Position from = to_engine(position);
  return to_public(take(answerer.main_line(from, take(answerer.analyse(from)).verdict)));
}

std::uint64_t check_proof(const std::string& path, const CheckOptions& options) {
  ProofFile file = take(ProofFile::open(checked_path(path), {available_memory() / 2, options.cancel}));
  RuleSet rules = file.claim().rules;
  if (options.stuck) rules.stuck = to_engine(Rules{*options.stuck, rules.diagonal_jumps}).stuck;
  const auto replayed = take(file.check(rules, {openmp_parallel(thread_count(options.threads)), {}}));
  if (replayed.flaw) throw Error(ErrorKind::kVerification, fmt::format("{}: not a proof, {}", path, *replayed.flaw));
  return replayed.positions;
}

ProveReport prove(const Position& position, Rules rules, const ProveOptions& options) {
  std::optional<OutputPlace> place;
  if (!checked_path(options.output).empty()) place = take(OutputPlace::claim(options.output, kProofFile));
  Callbacks callbacks(options.cancel);
  // If the caller's flag is set already, the work does not begin.
  callbacks.call([] {});
  ProverLimits limits;
  limits.memory_bytes = options.memory_bytes;
  limits.threads = thread_count(options.threads);
  if (options.seconds) limits.time = std::chrono::duration<double>(*options.seconds);
  limits.cancel = &callbacks.stop();
  limits.observer = [&](const ProverProgress& now) {
    callbacks.call([&] {
      if (options.progress) options.progress({now.visits, now.elapsed.count(), now.table_load});
    });
  };
  const Board& board = tables(position.board());
  const uisge::Position asked = to_engine(position);
  const auto prover = take(Prover::make(board, to_engine(rules), limits));
  const ProverResult result = prover->prove(asked);
  callbacks.rethrow();
  ProveReport report{to_public(result.verdict), 0, result.visits, result.elapsed.count(),
                     result.end == ProverEnd::kTimeUp || result.end == ProverEnd::kCancelled};
  if (!result.verdict.is_win_or_loss()) return report;
  const Certificate certificate = take(certificate_of(*prover, asked, result.verdict));
  report.verdict = proved_within(certificate.kind == ClaimKind::kWin ? uisge::Verdict::win(certificate.plies)
                                                                     : uisge::Verdict::loss(certificate.plies));
  report.positions = certificate.strategy.size();
  if (!place) return report;
  // A compact proof has lines for classes of positions, and so has the prover's certificate.
  take(options.compact ? write_compact_proof(*place, certificate)
                       : write_certificate(*place, board, concrete(board, prover->keys(), certificate)));
  return report;
}

}  // namespace uisge::v1
