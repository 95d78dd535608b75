#include "solver/cli/engine_answerer.h"

#include <fmt/format.h>

#include <new>

#include "solver/cli/open_database.h"

namespace uisge::cli {

namespace {

// Returns the verdict of the position after a move, for the side that is then to move. `verdict` says what the player
// who makes the move reaches by it. For decided verdicts this function is the inverse of verdict_before().
Verdict verdict_after(Verdict verdict) {
  if (!verdict.has_distance())
    return verdict.is_win_or_loss() ? Verdict{opposite(*verdict.outcome), verdict.plies} : verdict;
  return {opposite(*verdict.outcome), static_cast<Plies>(verdict.plies - 1)};
}

Result<EngineAnswer> answer_of(Answerer& answerer, const Position& position, std::size_t lines, AnsweredBy by) {
  auto analysis = UISGE_TRY(answerer.analyse(position));
  EngineAnswer answer{std::move(analysis), {}, by};
  const Board board(position.size());
  for (const RankedMove& move : answer.analysis.moves) {
    if (answer.lines.size() >= lines) break;
    auto rest = UISGE_TRY(answerer.main_line(play(board, position, move.move), verdict_after(move.verdict)));
    rest.insert(rest.begin(), move.move);
    answer.lines.push_back(std::move(rest));
  }
  return answer;
}

// Converts std::bad_alloc to an Error. The engine can then ask the next file or the search, so it always gives a move.
template <class Answer>
Result<EngineAnswer> answer_or_error(const Answer& answer) {
  try {
    return answer();
  } catch (const std::bad_alloc&) {
    return resource_error("memory is short");
  }
}

}  // namespace

Result<std::unique_ptr<EngineAnswerer>> EngineAnswerer::make(const std::string& file, std::size_t cache_bytes) {
  std::unique_ptr<EngineAnswerer> mind(new EngineAnswerer);
  if (file.empty()) return mind;
  if (is_proof(file)) {
    mind->proof_ = UISGE_TRY(ProofAnswerer::open(file, cache_bytes));
    return mind;
  }
  auto database = UISGE_TRY(open_database(file));
  if (!stores_distances(database.header().codec)) {
    return usage_error(fmt::format(
        "{}: holds values without distances, by which a won game need not come to an end; take a database with "
        "distances, or the search",
        file));
  }
  mind->database_.emplace(std::move(database));
  mind->probe_.emplace(*mind->database_, cache_bytes);
  return mind;
}

EngineAnswer EngineAnswerer::answer(const Position& position, RuleSet rules, const ProofLimits& limits,
                                    std::size_t lines, const Progress& progress, const std::atomic<bool>& cancel) {
  std::vector<Error> troubles;
  if (probe_ && DatabaseIdentity{position.size(), position.pieces(), rules} == probe_->identity()) {
    auto found = answer_or_error([&] { return answer_of(*probe_, position, lines, AnsweredBy::kDatabase); });
    if (found) return std::move(*found);
    troubles.push_back(found.error());
  }
  bool knows_moves = false;  // whether the proof may know some of the moves
  const bool is_of_proof = proof_ && position.size() == proof_->identity().board &&
                           position.pieces() == proof_->identity().pieces && proof_->holds_under(rules);
  if (is_of_proof) {
    proof_->answer_under(rules);
    auto found = answer_or_error([&] { return answer_of(*proof_, position, lines, AnsweredBy::kProof); });
    if (found && found->analysis.verdict.is_decided()) return std::move(*found);
    knows_moves = found.has_value();
    if (!found) troubles.push_back(found.error());
  }
  auto searched = answer_or_error([&] {
    ProofLimits own = limits;
    own.observer = progress;
    own.cancel = &cancel;
    SearchFallback search(rules, std::move(own));
    std::optional<ProofThenSearch> both;
    if (knows_moves) both.emplace(*proof_, search);
    Answerer& answerer = both ? static_cast<Answerer&>(*both) : search;
    auto answer = answer_of(answerer, position, lines, AnsweredBy::kSearch);
    if (!answer && both) {
      troubles.push_back(answer.error());
      answer = answer_of(search, position, lines, AnsweredBy::kSearch);
    }
    if (answer) answer->nodes = search.nodes();
    return answer;
  });
  if (!searched) troubles.push_back(searched.error());
  EngineAnswer answer =
      searched ? std::move(*searched)
               : EngineAnswer{unjudged_analysis(Board(position.size()), rules, position), {}, AnsweredBy::kNobody};
  answer.troubles = std::move(troubles);
  return answer;
}

}  // namespace uisge::cli
