#include "solver/values/visit_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "solver/ratio.h"

namespace uisge {

namespace {

// Rounds of slowest_mode(). More rounds would not make a sweep read less (docs/lab/values.md).
constexpr int kRounds = 80;
// spectral_order() divides the tiles into this many bands, which it visits one after the other. Few bands are better if
// memory holds much of the plane, many bands if it holds little.
constexpr double kBands = 6;

using Coordinates = std::vector<float>;  // by tile

// The graph of tiles: an edge leads from a tile to every tile to which a move of its placements leads.
class TileGraph {
 public:
  TileGraph(const PlacementTable& table, const TileLayout& layout) {
    std::vector<std::uint32_t> touched;
    for (std::size_t t = 0; t < layout.tiles(); ++t) {
      touched.clear();
      const TileId tile = tile_id(t);
      for (std::size_t i = layout.begin(tile); i < layout.end(tile); ++i) {
        for (const Transition& move : table.transitions(placement_id(i))) {
          touched.push_back(static_cast<std::uint32_t>(index(layout.tile_of(move.target))));
        }
      }
      std::sort(touched.begin(), touched.end());
      neighbours_.insert(neighbours_.end(), touched.begin(), std::unique(touched.begin(), touched.end()));
      end_.push_back(neighbours_.size());
    }
  }

  std::size_t size() const { return end_.size(); }
  std::span<const std::uint32_t> neighbours(std::size_t tile) const {
    const std::size_t begin = tile == 0 ? 0 : end_[tile - 1];
    return std::span(neighbours_).subspan(begin, end_[tile] - begin);
  }
  // Returns the scalar product under which the modes (the eigenvectors) of a random walk on the graph are orthogonal.
  double product(const Coordinates& a, const Coordinates& b) const {
    double sum = 0;
    for (std::size_t t = 0; t < size(); ++t) sum += static_cast<double>(neighbours(t).size()) * a[t] * b[t];
    return sum;
  }

 private:
  std::vector<std::uint32_t> neighbours_;
  std::vector<std::size_t> end_;  // by tile: the index in neighbours_ after the tile's last neighbour
};

// The power method (repeated multiplication) for a random walk: the coordinate of every tile repeatedly moves halfway
// to the mean of its neighbours' coordinates. The result is the walk's slowest mode (eigenvector) that is orthogonal to
// `others`.
Coordinates slowest_mode(const TileGraph& graph, Coordinates at, std::span<const Coordinates> others,
                         const ShareReport& report) {
  Coordinates next(at.size());
  for (int round = 0; round < kRounds; ++round) {
    report(static_cast<double>(round) / kRounds);
    for (std::size_t t = 0; t < at.size(); ++t) {
      const std::span<const std::uint32_t> neighbours = graph.neighbours(t);
      float sum = 0;
      for (const std::uint32_t neighbour : neighbours) sum += at[neighbour];
      next[t] = neighbours.empty() ? 0 : (at[t] + sum / static_cast<float>(neighbours.size())) / 2;
    }
    for (const Coordinates& other : others) {
      const double size = graph.product(other, other);
      if (size == 0) continue;
      const double share = graph.product(next, other) / size;
      for (std::size_t t = 0; t < next.size(); ++t) next[t] -= static_cast<float>(share * other[t]);
    }
    const double length = std::sqrt(graph.product(next, next));
    if (length == 0) break;
    for (float& x : next) x = static_cast<float>(x / length);
    std::swap(at, next);
  }
  return at;
}

// Returns, for each tile, the share (0 to 1) of the tiles that come before it when tiles are sorted by the coordinates
// `at`.
std::vector<double> ranking(const Coordinates& at) {
  std::vector<std::uint32_t> tiles(at.size());
  std::iota(tiles.begin(), tiles.end(), 0);
  std::stable_sort(tiles.begin(), tiles.end(), [&](std::uint32_t a, std::uint32_t b) { return at[a] < at[b]; });
  std::vector<double> shares(at.size());
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    shares[tiles[i]] = ratio(i, tiles.size());
  }
  return shares;
}

}  // namespace

std::vector<TileId> order_of_file(const TileLayout& layout) {
  std::vector<TileId> tiles;
  tiles.reserve(layout.tiles());
  for (std::size_t i = 0; i < layout.tiles(); ++i) tiles.push_back(tile_id(i));
  return tiles;
}

std::vector<TileId> spectral_order(const PlacementTable& table, const TileLayout& layout, const ShareReport& report) {
  const TileGraph graph(table, layout);
  // slowest_mode() computes two eigenvectors of the graph, from a guess for each. The first guess is the sum of the
  // ranks of a placement's occupied squares, averaged over a tile. The second guess is the same with files.
  Coordinates ranks(layout.tiles());
  Coordinates files(layout.tiles());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const PlacementId id = placement_id(i);
    const std::size_t tile = index(layout.tile_of(id));
    const auto share = 1 / static_cast<float>(layout.end(layout.tile_of(id)) - layout.begin(layout.tile_of(id)));
    for (const Square square : table.occupied_bb(id)) {
      ranks[tile] += share * static_cast<float>(table.board().rank(square));
      files[tile] += share * static_cast<float>(table.board().file(square));
    }
  }
  std::vector<Coordinates> modes = {Coordinates(layout.tiles(), 1)};  // the constant mode
  modes.push_back(slowest_mode(graph, std::move(ranks), modes, report_of_part(report, 0, 0.5)));
  modes.push_back(slowest_mode(graph, std::move(files), modes, report_of_part(report, 0.5, 0.5)));

  const std::vector<double> across = ranking(modes[1]);
  const std::vector<double> along = ranking(modes[2]);
  const auto key = [&](TileId tile) {
    const int band = static_cast<int>(kBands * across[index(tile)]);
    return std::pair(band, band % 2 == 0 ? along[index(tile)] : -along[index(tile)]);
  };
  std::vector<TileId> tiles = order_of_file(layout);
  std::sort(tiles.begin(), tiles.end(), [&](TileId a, TileId b) { return key(a) < key(b); });
  return tiles;
}

VisitOrder::VisitOrder(const TileLayout& layout, std::span<const TileId> tiles, std::size_t tiles_per_group)
    : place_(layout.placements()) {
  placements_.reserve(layout.placements());
  for (std::size_t at = 0; at < tiles.size(); ++at) {
    if (at % tiles_per_group == 0) group_begin_.push_back(static_cast<std::uint32_t>(placements_.size()));
    for (std::size_t i = layout.begin(tiles[at]); i < layout.end(tiles[at]); ++i) {
      place_[i] = static_cast<std::uint32_t>(placements_.size());
      placements_.push_back(placement_id(i));
    }
  }
  group_begin_.push_back(static_cast<std::uint32_t>(placements_.size()));
  for (std::size_t g = 0; g < groups(); ++g) largest_group_ = std::max(largest_group_, placements(g).size());
}

}  // namespace uisge
