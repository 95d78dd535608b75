#include "solver/search/value_proofs.h"

#include <fmt/format.h>

#include "core/notation.h"
#include "db/probe.h"

namespace uisge {

namespace {

constexpr std::size_t kProbeCacheBytes = std::size_t{64} << 20;
// Random positions are chosen until `count` of them are won or lost, but at most kMostDraws * count positions.
constexpr std::uint64_t kMostDraws = 100;

}  // namespace

Result<ValueProofs> prove_values(const Database& database, std::uint64_t count, std::uint64_t seed,
                                 const ProofLimits& limits) {
  ValueProofs proofs;
  if (database.placements().empty()) return proofs;
  const auto session = UISGE_TRY(ProofSession::make(database.board(), database.identity().rules, limits));
  Probe probe(database, kProbeCacheBytes);
  for (std::uint64_t number = 0; number < kMostDraws * count && proofs.sampled < count; ++number) {
    const Position position = database.position(random_live_cell(database, seed, number));
    const auto label = UISGE_TRY(probe.label(position));
    if (label.outcome == Outcome::kDraw) continue;
    ++proofs.sampled;
    const std::optional<bool> wins = session->mover_wins(position, limits.max_plies);
    const std::optional<bool> loses = session->opponent_wins(position, limits.max_plies);
    const bool is_win = label.outcome == Outcome::kWin;
    if ((is_win ? wins : loses).value_or(false)) ++proofs.proved;
    if (!(is_win ? loses : wins).value_or(false)) continue;
    proofs.broken = BrokenLaw{position, fmt::format("{} is labelled {}, but the search proves the opposite",
                                                    to_text(database.board(), position), is_win ? "a win" : "a loss")};
    return proofs;
  }
  return proofs;
}

}  // namespace uisge
