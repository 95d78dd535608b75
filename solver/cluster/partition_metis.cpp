// Ownership::partition by METIS.
#include <fmt/format.h>
#include <metis.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "solver/cluster/ownership.h"

namespace uisge {

namespace {

// A graph in METIS's form, whose vertices are chunks. The neighbours of vertex v are
// adjacent[first[v]] to adjacent[first[v + 1] - 1].
struct ChunkGraph {
  std::vector<idx_t> first{0};
  std::vector<idx_t> adjacent;
  std::vector<idx_t> work;   // the work of each vertex
  std::vector<idx_t> bytes;  // the cost of sending a vertex to another part; the same for all vertices
};

std::size_t chunk_count(const PlacementTable& table, std::size_t chunk_size) {
  return (table.size() + chunk_size - 1) / chunk_size;
}

// METIS's graphs have no directions, so each edge is stored for both chunks.
ChunkGraph make_graph(const PlacementTable& table, std::size_t chunk_size) {
  const std::size_t chunks = chunk_count(table, chunk_size);
  std::vector<std::vector<idx_t>> neighbours(chunks);
  ChunkGraph graph;
  graph.work.assign(chunks, 0);
  graph.bytes.assign(chunks, 1);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto transitions = table.transitions(placement_id(i));
    const std::size_t from = i / chunk_size;
    graph.work[from] += 1 + static_cast<idx_t>(transitions.size());
    for (const Transition& transition : transitions) {
      const std::size_t to = index(transition.target) / chunk_size;
      if (from == to) continue;
      neighbours[from].push_back(static_cast<idx_t>(to));
      neighbours[to].push_back(static_cast<idx_t>(from));
    }
  }
  for (std::vector<idx_t>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    graph.adjacent.insert(graph.adjacent.end(), list.begin(), list.end());
    graph.first.push_back(static_cast<idx_t>(graph.adjacent.size()));
    std::vector<idx_t>().swap(list);
  }
  return graph;
}

}  // namespace

Result<std::vector<std::uint32_t>> Ownership::partition(const PlacementTable& table, std::size_t chunk_size,
                                                        int ranks) {
  const std::size_t chunks = chunk_count(table, chunk_size);
  std::vector<std::uint32_t> owners(chunks, 0);
  if (ranks == 1) return owners;
  if (chunks <= static_cast<std::size_t>(ranks)) {
    std::iota(owners.begin(), owners.end(), 0);
    return owners;
  }
  ChunkGraph graph = make_graph(table, chunk_size);
  auto vertices = static_cast<idx_t>(chunks);
  idx_t constraints = 1;
  idx_t parts = ranks;
  idx_t volume = 0;
  std::vector<idx_t> result(chunks);
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_UFACTOR] = 30;  // no part gets more than 1.03 times the average work
  int status = METIS_ERROR;
  // We prefer the division with the least communication. METIS can fail to find this division if a large graph has
  // hundreds of parts; then METIS minimises the number of cut edges, which always works.
  for (const idx_t objective : {METIS_OBJTYPE_VOL, METIS_OBJTYPE_CUT}) {
    options[METIS_OPTION_OBJTYPE] = objective;
    status = METIS_PartGraphKway(&vertices, &constraints, graph.first.data(), graph.adjacent.data(), graph.work.data(),
                                 graph.bytes.data(), nullptr, &parts, nullptr, nullptr, options.data(), &volume,
                                 result.data());
    if (status == METIS_OK) break;
  }
  if (status != METIS_OK) {
    return resource_error(fmt::format("solve: METIS cannot divide the board (status {}), for want of memory", status));
  }
  std::transform(result.begin(), result.end(), owners.begin(),
                 [](idx_t part) { return static_cast<std::uint32_t>(part); });
  return owners;
}

}  // namespace uisge
