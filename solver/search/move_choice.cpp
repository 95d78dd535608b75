#include "solver/search/move_choice.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace uisge {

namespace {

constexpr double kPointsPerValue = 100;
constexpr int kMostPointsForPlies = 50;
constexpr double kPointsPerPlace = 2;
constexpr double kWeakestTemperature = 200;
constexpr double kTemperaturePerLevel = 0.6;

int worth(Verdict verdict) {
  return verdict.is_win() ? 1 : verdict.is_loss() ? -1 : 0;
}

}  // namespace

std::vector<double> points_lost(const std::vector<RankedMove>& advice) {
  std::vector<double> points;
  int place = 0;  // the number of undecided moves so far
  for (const RankedMove& move : advice) {
    const Verdict best = advice.front().verdict;
    const Verdict got = move.verdict;
    double lost = kPointsPerValue * (worth(best) - worth(got));
    if (got.is_win_or_loss() && got.outcome == best.outcome) {
      lost += std::min(std::abs(got.plies - best.plies), kMostPointsForPlies);
    }
    if (!got.is_decided()) lost += kPointsPerPlace * place++;
    points.push_back(lost);
  }
  return points;
}

std::vector<double> move_weights(const std::vector<RankedMove>& advice, int level) {
  std::vector<double> weights(advice.size(), 0);
  if (weights.empty()) return weights;
  if (level >= kStrongestLevel) {
    weights.front() = 1;
    return weights;
  }
  const double temperature = kWeakestTemperature * std::pow(kTemperaturePerLevel, level - kWeakestLevel);
  const std::vector<double> points = points_lost(advice);
  for (std::size_t i = 0; i < points.size(); ++i) weights[i] = std::exp(-points[i] / temperature);
  return weights;
}

std::size_t choose_move(const std::vector<RankedMove>& advice, int level, std::mt19937_64& random) {
  const std::vector<double> weights = move_weights(advice, level);
  double sum = 0;
  for (const double weight : weights) sum += weight;
  // A random number in [0, sum). The standard distributions are not used, since libraries implement them differently.
  double left = std::ldexp(static_cast<double>(random() >> 11), -53) * sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (left < weights[i]) return i;
    left -= weights[i];
  }
  return 0;  // reached only after rounding errors
}

}  // namespace uisge
