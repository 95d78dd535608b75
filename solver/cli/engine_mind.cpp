#include "solver/cli/engine_mind.h"

#include <fmt/format.h>

#include "solver/cli/open_database.h"

namespace uisge::cli {

Result<std::unique_ptr<EngineMind>> EngineMind::make(const std::string& file) {
  std::unique_ptr<EngineMind> mind(new EngineMind);
  if (file.empty()) return mind;
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
  EngineAnswer answer;
  if (probe_ && DatabaseIdentity{position.size(), position.pieces(), rules} == probe_->identity()) {
    auto analysis = probe_->analyse(position);
    if (!analysis) return tl::unexpected(analysis.error());
    auto line = probe_->main_line(position);
    if (!line) return tl::unexpected(line.error());
    answer.analysis = std::move(*analysis);
    answer.line = std::move(*line);
    return answer;
  }
  ProofLimits own = limits;
  own.observer = progress;
  own.cancel = &cancel;
  SearchFallback search(rules, std::move(own));
  auto analysis = search.analyse(position);
  if (!analysis) return tl::unexpected(analysis.error());
  auto line = search.main_line(position, *analysis);
  if (!line) return tl::unexpected(line.error());
  answer.analysis = std::move(*analysis);
  answer.line = std::move(*line);
  answer.is_searched = true;
  return answer;
}

}  // namespace uisge::cli
