// Which contexts share a frequency table, so that tables are few: a file stores them, and a decoder's stay in cache.
//
// Clusters by the criterion that matters, the size of what is coded (k-means in coding cost): the contexts that occur
// most found a table each, the others join the table that codes them shortest, tables are made anew from all that
// share them, and once more. Table 0 begins as that of all contexts together and serves those that never occur.
//
// All in integers: the same counts give the same clusters on every machine. O(contexts * tables * symbols that occur
// in a context), 0.05 s for four a side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/parallel.h"

namespace uisge {

using FrequencyTable = std::vector<std::uint16_t>;  // by symbol; sums to kFrequencySum, the escape's is not 0

struct ClusterLimits {
  std::uint64_t fewest = 0;    // contexts that occur less often found no table
  std::size_t max_tables = 1;  // 1 to 2^16
  std::uint32_t rarest = 0;    // rarer symbols than one in this number are left to the escape; 0: none is
};

struct ContextClusters {
  std::vector<FrequencyTable> tables;
  std::vector<std::uint16_t> table_of_context;
};

// `counts`: how often each of `symbols` symbols, the last of them the escape, occurred in each context.
// REQUIRES: 1 <= symbols, counts.size() is a multiple of it.
ContextClusters cluster_contexts(std::span<const std::uint32_t> counts, std::size_t symbols,
                                 const ClusterLimits& limits, const Parallel& parallel = {});

// Frequencies in proportion to the counts, by which every symbol that occurs at all can be coded, be it as an escape:
// a symbol's least frequency can cost all others more than the escape costs it. How likely a symbol is that has not
// occurred is estimated by the number of those that occurred once (Good and Turing): the escape's.
FrequencyTable frequencies_of(std::span<const std::uint32_t> counts, std::uint32_t rarest = 0);

}  // namespace uisge
