#include "solver/cli/engine_mind.h"

#include <fmt/format.h>

#include "solver/cli/open_database.h"

namespace uisge::cli {

namespace {

Result<EngineAnswer> answer_of(Answerer& answerer, const Position& position, bool is_searched) {
  auto analysis = answerer.analyse(position);
  if (!analysis) return tl::unexpected(analysis.error());
  auto line = answerer.main_line(position, analysis->verdict);
  if (!line) return tl::unexpected(line.error());
  return EngineAnswer{std::move(*analysis), std::move(*line), is_searched, std::nullopt};
}

}  // namespace

Result<std::unique_ptr<EngineMind>> EngineMind::make(const std::string& file) {
  std::unique_ptr<EngineMind> mind(new EngineMind);
  if (file.empty()) return mind;
  if (is_proof(file)) {
    auto proof = ProofAnswerer::open(file, Probe::kStandardCacheBytes);
    if (!proof) return tl::unexpected(proof.error());
    mind->proof_ = *std::move(proof);
    return mind;
  }
  auto database = open_database(file);
  if (!database) return tl::unexpected(database.error());
  if (!stores_distances(database->header().codec)) {
    return usage_error(fmt::format(
        "{}: holds values without distances, by which a won game need not come to an end; take a database with "
        "distances, or the search",
        file));
  }
  mind->database_.emplace(std::move(*database));
  mind->probe_.emplace(*mind->database_);
  return mind;
}

Result<EngineAnswer> EngineMind::answer(const Position& position, RuleSet rules, const ProofLimits& limits,
                                        const Progress& progress, const std::atomic<bool>& cancel) {
  if (probe_ && DatabaseIdentity{position.size(), position.pieces(), rules} == probe_->identity()) {
    return answer_of(*probe_, position, false);
  }
  if (proof_ && DatabaseIdentity{position.size(), position.pieces(), rules} == proof_->identity()) {
    const auto proved = proof_->look_up(position);
    if (!proved) return tl::unexpected(proved.error());
    if (proved->analysis.verdict.is_decided()) {
      auto answer = answer_of(*proof_, position, false);
      if (answer) answer->within = proved->within;
      return answer;
    }
  }
  ProofLimits own = limits;
  own.observer = progress;
  own.cancel = &cancel;
  SearchFallback search(rules, std::move(own));
  return answer_of(search, position, true);
}

}  // namespace uisge::cli
