#include "db/context_clusters.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "db/codec_model.h"

namespace uisge {

namespace {

// The number of rounds of clustering. A third round would make files only 0.1 % smaller.
constexpr int kRounds = 2;
constexpr std::uint32_t kCostOfBit = 256;
// What an escape costs in addition to its symbol: 16 extra bits.
constexpr std::uint32_t kEscapeCost = 16 * kCostOfBit;

// Returns log2(x) * 256, rounded down. Each round of the loop finds one bit, since to square a number is to double its
// logarithm.
std::uint32_t log2_in_256ths(std::uint32_t x) {
  const int whole = static_cast<int>(std::bit_width(x)) - 1;
  auto result = static_cast<std::uint32_t>(whole);
  std::uint64_t mantissa = std::uint64_t{x} << (31 - whole);  // from 1 to 2 in fixed point: 2^31 stands for 1
  for (int bit = 0; bit < 8; ++bit) {
    mantissa = mantissa * mantissa >> 31;
    const bool is_two = (mantissa >> 32) != 0;
    result = result << 1 | (is_two ? 1U : 0U);
    if (is_two) mantissa >>= 1;
  }
  return result;
}

std::vector<std::uint32_t> costs_of(const FrequencyTable& frequencies) {
  std::vector<std::uint32_t> costs;
  const auto cost = [](std::uint32_t frequency) { return kFrequencyBits * kCostOfBit - log2_in_256ths(frequency); };
  for (const std::uint16_t frequency : frequencies) {
    costs.push_back(frequency > 0 ? cost(frequency) : cost(frequencies.back()) + kEscapeCost);
  }
  return costs;
}

// A context that occurs among the counted labels, with the symbols that occur in it and their counts.
struct UsedContext {
  struct Entry {
    std::uint32_t symbol;
    std::uint32_t count;
  };
  std::size_t context = 0;
  std::uint64_t uses = 0;
  std::vector<Entry> entries;
};

std::uint64_t cost_of(const UsedContext& used, const std::vector<std::uint32_t>& costs) {
  std::uint64_t cost = 0;
  for (const auto& entry : used.entries) cost += std::uint64_t{entry.count} * costs[entry.symbol];
  return cost;
}

}  // namespace

FrequencyTable frequencies_of(std::span<const std::uint32_t> counts, std::uint32_t rarest) {
  std::vector<std::uint64_t> weights(counts.begin(), counts.end());
  weights.back() += static_cast<std::uint64_t>(std::count(counts.begin(), counts.end() - 1, 1U));
  weights.back() = std::max<std::uint64_t>(weights.back(), 1);
  const std::uint64_t total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  for (std::uint64_t& weight : weights) {
    if (&weight == &weights.back() || weight * rarest >= total || rarest == 0) continue;
    weights.back() += weight;
    weight = 0;
  }
  FrequencyTable frequencies;
  int missing = kFrequencySum;
  for (const std::uint64_t weight : weights) {
    const std::uint64_t rounded = (weight * kFrequencySum + total / 2) / total;
    frequencies.push_back(static_cast<std::uint16_t>(weight == 0 ? 0 : std::max<std::uint64_t>(rounded, 1)));
    missing -= frequencies.back();
  }
  // Since the frequencies were rounded, their sum may differ from kFrequencySum. The largest frequencies are corrected,
  // since changing them costs the least.
  for (; missing != 0; missing += missing < 0 ? 1 : -1) {
    auto& largest = *std::max_element(frequencies.begin(), frequencies.end());
    largest = static_cast<std::uint16_t>(largest + (missing < 0 ? -1 : 1));
  }
  return frequencies;
}

ContextClusters cluster_contexts(std::span<const std::uint32_t> counts, std::size_t symbols,
                                 const ClusterLimits& limits, const Parallel& parallel) {
  ContextClusters clusters;
  clusters.table_of_context.resize(counts.size() / symbols);
  std::vector<std::uint32_t> all(symbols);
  std::vector<UsedContext> used;
  for (std::size_t context = 0; context < clusters.table_of_context.size(); ++context) {
    UsedContext here{context, 0, {}};
    for (std::uint32_t symbol = 0; symbol < symbols; ++symbol) {
      const std::uint32_t count = counts[context * symbols + symbol];
      if (count == 0) continue;
      all[symbol] += count;
      here.uses += count;
      here.entries.push_back({symbol, count});
    }
    if (here.uses > 0) used.push_back(std::move(here));
  }
  std::stable_sort(used.begin(), used.end(), [](const auto& a, const auto& b) { return a.uses > b.uses; });

  clusters.tables.push_back(frequencies_of(all, limits.rarest));
  for (const UsedContext& founder : used) {
    if (founder.uses < limits.fewest || clusters.tables.size() == limits.max_tables) break;
    clusters.tables.push_back(frequencies_of(counts.subspan(founder.context * symbols, symbols), limits.rarest));
  }
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::vector<std::uint32_t>> costs;
    for (const FrequencyTable& table : clusters.tables) costs.push_back(costs_of(table));
    std::vector<std::vector<std::uint32_t>> shared(clusters.tables.size(), std::vector<std::uint32_t>(symbols));
    std::vector<bool> is_shared(clusters.tables.size());
    parallel.for_each(used.size(), [&](std::size_t, std::size_t i) {
      std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
      std::uint16_t& table = clusters.table_of_context[used[i].context];
      for (std::size_t other = 0; other < costs.size(); ++other) {
        const std::uint64_t cost = cost_of(used[i], costs[other]);
        if (cost >= least) continue;
        least = cost;
        table = static_cast<std::uint16_t>(other);
      }
    });
    for (const UsedContext& here : used) {
      const std::uint16_t table = clusters.table_of_context[here.context];
      is_shared[table] = true;
      for (const auto& entry : here.entries) shared[table][entry.symbol] += entry.count;
    }
    for (std::size_t table = 0; table < shared.size(); ++table) {
      if (is_shared[table]) clusters.tables[table] = frequencies_of(shared[table], limits.rarest);
    }
  }
  return clusters;
}

}  // namespace uisge
