// Decides which contexts share a frequency table. Tables must be few, because the file stores them and the decoder's
// tables should stay in the cache.
//
// The criterion is the size of the code (k-means in coding cost). First, each of the most frequent contexts gets a
// table. Then each context joins the table that gives it the shortest code. Then each table is made again from all
// contexts that share it. The last two stages are done twice. Table 0 is first made from all contexts together.
// Contexts that never occur use table 0.
//
// All arithmetic is in integers, so equal counts give equal clusters on every machine. Time: O(contexts * tables *
// symbols that occur in a context); 0.05 s for four pieces a side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/parallel.h"

namespace uisge {

using FrequencyTable = std::vector<std::uint16_t>;  // by symbol; sums to kFrequencySum; the escape's frequency is not 0

struct ClusterLimits {
  std::uint64_t fewest = 0;    // contexts that occur less often do not start a table
  std::size_t max_tables = 1;  // 1 to 2^16
  std::uint32_t rarest = 0;    // a symbol rarer than 1 in `rarest` is coded as an escape; 0: no symbol is
};

struct ContextClusters {
  std::vector<FrequencyTable> tables;
  std::vector<std::uint16_t> table_of_context;
};

// counts[context * symbols + symbol]: how often a symbol occurred in a context. The last symbol is the escape.
// REQUIRES: symbols >= 1; counts.size() is a multiple of `symbols`.
ContextClusters cluster_contexts(std::span<const std::uint32_t> counts, std::size_t symbols,
                                 const ClusterLimits& limits, const Parallel& parallel = {});

// Returns frequencies in proportion to the counts. Every symbol that occurs can be coded. Some rare symbols are coded
// as escapes, because a frequency of their own would cost the other symbols more. The escape counts the occurrences of
// these rare symbols, plus the number of symbols that occurred once. That number estimates how often the next symbol is
// one that has not occurred yet (Good and Turing).
FrequencyTable frequencies_of(std::span<const std::uint32_t> counts, std::uint32_t rarest = 0);

}  // namespace uisge
