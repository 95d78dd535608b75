#include "solver/values/visit_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace uisge {

namespace {

// More change no reading any more (docs/lab/values.md).
constexpr int kSmoothings = 80;
// Few bands suit a memory that holds much of the plane, many one that holds little.
constexpr double kBands = 6;

using Coordinates = std::vector<float>;  // by placement

double weight(const PlacementTable& table, std::size_t i) {
  return static_cast<double>(table.transitions(static_cast<PlacementId>(i)).size());
}

double product(const PlacementTable& table, const Coordinates& a, const Coordinates& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += weight(table, i) * a[i] * b[i];
  return sum;
}

void subtract(Coordinates& from, const Coordinates& what, double times) {
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= static_cast<float>(times * what[i]);
}

// Every placement goes halfway to the mean of its neighbours, again and again: the power method for the random walk of
// moves. What is left is the slowest of its modes that has no share in `others`.
Coordinates slowest_mode(const PlacementTable& table, Coordinates at, std::span<const Coordinates> others) {
  Coordinates next(at.size());
  for (int round = 0; round < kSmoothings; ++round) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto moves = table.transitions(static_cast<PlacementId>(i));
      float sum = 0;
      for (const Transition& move : moves) sum += at[index(move.target)];
      next[i] = moves.empty() ? 0 : (at[i] + sum / static_cast<float>(moves.size())) / 2;
    }
    for (const Coordinates& other : others) {
      const double size = product(table, other, other);
      if (size > 0) subtract(next, other, product(table, next, other) / size);
    }
    const double length = std::sqrt(product(table, next, next));
    if (length == 0) break;
    for (float& x : next) x = static_cast<float>(x / length);
    std::swap(at, next);
  }
  return at;
}

// By tile: the share of tiles that come before it by the mean of its placements' coordinates.
std::vector<double> ranking(const TileLayout& layout, const Coordinates& at) {
  std::vector<double> mean(layout.tiles());
  for (std::size_t t = 0; t < mean.size(); ++t) {
    const auto tile = static_cast<TileId>(t);
    for (std::size_t i = layout.begin(tile); i < layout.end(tile); ++i) mean[t] += at[i];
    mean[t] /= static_cast<double>(layout.end(tile) - layout.begin(tile));
  }
  std::vector<TileId> tiles = order_of_file(layout);
  std::stable_sort(tiles.begin(), tiles.end(), [&](TileId a, TileId b) { return mean[index(a)] < mean[index(b)]; });
  std::vector<double> ranks(layout.tiles());
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    ranks[index(tiles[i])] = static_cast<double>(i) / static_cast<double>(tiles.size());
  }
  return ranks;
}

}  // namespace

std::vector<TileId> order_of_file(const TileLayout& layout) {
  std::vector<TileId> tiles;
  tiles.reserve(layout.tiles());
  for (std::size_t i = 0; i < layout.tiles(); ++i) tiles.push_back(static_cast<TileId>(i));
  return tiles;
}

std::vector<TileId> spectral_order(const PlacementTable& table, const TileLayout& layout) {
  // Where a placement lies on the board is near to the slowest modes, and so a good beginning.
  Coordinates ranks(table.size());
  Coordinates files(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (const Square square : table.occupied_bb(static_cast<PlacementId>(i))) {
      ranks[i] += static_cast<float>(table.board().rank(square));
      files[i] += static_cast<float>(table.board().file(square));
    }
  }
  const Coordinates constant(table.size(), 1);
  std::vector<Coordinates> modes = {constant};
  for (Coordinates* const begin : {&ranks, &files}) modes.push_back(slowest_mode(table, std::move(*begin), modes));

  const std::vector<double> across = ranking(layout, modes[1]);
  const std::vector<double> along = ranking(layout, modes[2]);
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
      placements_.push_back(static_cast<PlacementId>(i));
    }
  }
  group_begin_.push_back(static_cast<std::uint32_t>(placements_.size()));
  for (std::size_t g = 0; g < groups(); ++g) largest_group_ = std::max(largest_group_, placements(g).size());
}

}  // namespace uisge
