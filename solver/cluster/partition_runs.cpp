// Ownership::partition without METIS: runs of neighbouring chunks with equal work.
//
// A build that solves on many machines has METIS, and divides by partition_metis.cpp. So the division here is used only
// for plans. With it a rank holds more of the board, so the plan asks for too much memory rather than too little.
#include <algorithm>

#include "solver/cluster/ownership.h"

namespace uisge {

Result<std::vector<std::uint32_t>> Ownership::partition(const PlacementTable& table, std::size_t chunk_size,
                                                        int ranks) {
  const std::size_t chunks = (table.size() + chunk_size - 1) / chunk_size;
  std::vector<std::uint32_t> owners(chunks, 0);
  const double work = static_cast<double>(table.transition_count() + table.size());
  double before = 0;  // the work of all earlier chunks
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i % chunk_size == 0) {
      const auto rank = static_cast<std::uint32_t>(before / work * ranks);
      owners[i / chunk_size] = std::min(rank, static_cast<std::uint32_t>(ranks - 1));
    }
    before += 1 + static_cast<double>(table.transitions(placement_id(i)).size());
  }
  return owners;
}

}  // namespace uisge
