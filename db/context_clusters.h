// Decides which contexts share a frequency table. Few tables take little room in the file, and fit in the decoder's
// cache.
//
// The method is k-means. The distance of a context from a table is the number of bits that this table's code takes for
// the context's symbols. First, each of the most frequent contexts gets a table; table 0 is made from all contexts
// together. Then two rounds follow. In each round every context joins the table that gives it the shortest code, and
// each table is made again from the contexts that share it. Contexts that never occur use table 0.
//
// All arithmetic is in integers, so equal counts give equal clusters on every machine. Time: O(contexts * tables *
// symbols that occur in a context); 0.05 s for four pieces a side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/parallel.h"

namespace uisge {

// The frequency of each symbol; the sum is kFrequencySum. The escape, a symbol that stands for all symbols that are too
// rare, has at least 1.
using FrequencyTable = std::vector<std::uint16_t>;

struct ClusterLimits {
  std::uint64_t fewest = 0;    // a context that occurs less often than this does not start a table
  std::size_t max_tables = 1;  // 1 to 2^16
  std::uint32_t rarest = 0;    // a symbol rarer than 1 in `rarest` is coded as an escape; 0: no limit
};

struct ContextClusters {
  std::vector<FrequencyTable> tables;
  std::vector<std::uint16_t> table_of_context;
};

// counts[context * symbols + symbol]: how often a symbol occurred in a context. The last symbol is the escape.
// REQUIRES: symbols >= 1; counts.size() is a multiple of `symbols`.
ContextClusters cluster_contexts(std::span<const std::uint32_t> counts, std::size_t symbols,
                                 const ClusterLimits& limits, const Parallel& parallel = {});

// Returns the frequencies of the symbols, in proportion to their counts. A symbol that occurs has at least frequency 1,
// unless it is rarer than 1 in `rarest` and is therefore coded as an escape. Two numbers are added to the escape's own
// count: the occurrences of all symbols that are coded as escapes, and the number of symbols that occurred exactly
// once. The second number estimates how often a symbol will come that has not occurred yet (the Good-Turing estimate).
FrequencyTable frequencies_of(std::span<const std::uint32_t> counts, std::uint32_t rarest = 0);

}  // namespace uisge
