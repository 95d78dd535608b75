#include "solver/values/unsupported_wins.h"

#include <algorithm>
#include <memory>

#include "core/bits.h"
#include "core/piece_count.h"
#include "db/parallel.h"
#include "solver/blocks/placement_step.h"
#include "solver/parallel_loop.h"
#include "solver/ratio.h"
#include "solver/solve_stopped.h"
#include "solver/values/touched_tiles.h"
#include "solver/values/visit_order.h"

namespace uisge {

namespace {

// An EnginePart in which all placements share the memory of one placement, which is all zeros.
EnginePart part_of_zeros(const PlacementTable& table) {
  return {{}, std::vector<std::uint32_t>(table.size(), 0), 1};
}

template <int N>
class WinCheck {
 public:
  WinCheck(const PlacementTable& table, WonPlane& plane, const ValuesOptions& options, const SweepCallbacks& callbacks)
      : table_(table),
        plane_(plane),
        layout_(plane.layout()),
        options_(options),
        callbacks_(callbacks),
        order_(layout_, options.order.empty() ? order_of_file(layout_) : options.order, 1),
        touched_tiles_(table, layout_),
        colourings_(N),
        states_(colourings_),
        zero_part_(part_of_zeros(table)),
        zeros_(table.size(), N, &zero_part_),
        lost_part_{{}, std::vector<std::uint32_t>(table.size(), kNoSlot), slots()},
        lost_(table.size(), N, &lost_part_) {
    const StepInput in_plane{table_,         colourings_,          states_, plane_.blocks(), plane_.blocks(),
                             options_.stuck, options_.instructions};
    const StepInput in_nothing{table_, colourings_, states_, zeros_, zeros_, options_.stuck, options_.instructions};
    for (std::size_t t = 0; t < options_.threads; ++t) {
      workers_.push_back(std::make_unique<Worker>(in_plane, in_nothing));
    }
  }

  Result<std::uint64_t> run() {
    std::size_t done = 0;
    for (std::size_t tile = 0; tile < order_.groups(); ++tile) {
      for (const PlacementId id : order_.placements(tile)) {
        if (add(id)) continue;
        UISGE_TRY(check_batch(done));
        add(id);
      }
    }
    UISGE_TRY(check_batch(done));
    std::uint64_t count = 0;
    for (const auto& worker : workers_) count += worker->unsupported;
    return count;
  }

 private:
  static constexpr std::size_t kWords = block_words(N);

  struct Worker {
    Worker(const StepInput& in_plane, const StepInput& in_nothing) : losses(in_plane), wins(in_nothing) {}
    PlacementStep<N> losses;
    PlacementStep<N> wins;  // treats no win as known, so it finds all wins
    std::vector<std::uint64_t> stuck;
    std::uint64_t unsupported = 0;  // unsupported wins (unsupported_wins.h); images under symmetries count too
  };

  // The number of placements whose lost blocks are kept at once. The number suffices for a group, and for any placement
  // together with the targets of its moves; it is at most the number of all placements.
  std::size_t slots() const {
    const std::size_t group = options_.tiles_per_group * layout_.placements_per_tile();
    return std::max(std::min(group, table_.size()), placements_in_win_check(table_));
  }

  // Adds the placement to the batch, and adds the placement and the targets of its moves to the sources. Returns false
  // if there is no room for these sources.
  bool add(PlacementId id) {
    const std::size_t before = sources_.size();
    const auto take = [this](PlacementId source) {
      std::uint32_t& slot = lost_part_.slots[index(source)];
      if (slot != kNoSlot) return true;
      if (sources_.size() == lost_part_.held) return false;
      slot = static_cast<std::uint32_t>(sources_.size());
      sources_.push_back(source);
      return true;
    };
    bool has_room = take(id);
    for (const Transition& move : table_.transitions(id)) has_room = has_room && take(move.target);
    if (has_room) {
      batch_.push_back(id);
    } else {
      forget_sources(before);
    }
    return has_room;
  }

  void forget_sources(std::size_t from) {
    for (std::size_t i = from; i < sources_.size(); ++i) lost_part_.slots[index(sources_[i])] = kNoSlot;
    sources_.resize(from);
  }

  Result<void> check_batch(std::size_t& done) {
    for (std::size_t first = 0; first < sources_.size();) {
      auto found = UISGE_TRY(find_lost(std::span(sources_).subspan(first)));
      first += found;
    }
    UISGE_TRY(check_wins());
    done += batch_.size();
    if (callbacks_.progress) callbacks_.progress(ratio(done, table_.size()), {});
    batch_.clear();
    forget_sources(0);
    return {};
  }

  // Halves the list `sources` until memory can hold every tile that the remaining sources touch. Then computes the lost
  // blocks of the remaining sources, and returns their number.
  Result<std::size_t> find_lost(std::span<const PlacementId> sources) {
    touched_tiles_.list(sources, touched_);
    while (touched_.size() > plane_.capacity()) {
      sources = sources.first((sources.size() + 1) / 2);
      touched_tiles_.list(sources, touched_);
    }
    const auto pinned = UISGE_TRY(PinnedTiles::pin(plane_, touched_));
    constexpr auto kCompleted = completed_words<N>();
    const auto lose = [&](Worker& worker, PlacementId id) {
      worker.losses.find_lost_dense(id);
      const std::span<const std::uint64_t> found = worker.losses.new_bits().words();
      std::uint64_t* const blocks = lost_.blocks(id);
      for (std::size_t at = 0; at < found.size(); ++at) blocks[at] = found[at] | kCompleted[at % kWords];
    };
    if (!for_each(sources, lose)) return solve_stopped();
    return sources.size();
  }

  Result<void> check_wins() {
    for (std::span<const PlacementId> rest = batch_; !rest.empty();) {
      std::span<const PlacementId> part = rest;
      list_tiles(part);
      while (tiles_.size() > plane_.capacity()) {
        part = part.first((part.size() + 1) / 2);
        list_tiles(part);
      }
      const auto pinned = UISGE_TRY(PinnedTiles::pin(plane_, tiles_));
      if (!for_each(part, [this](Worker& worker, PlacementId id) { check(worker, id); })) return solve_stopped();
      rest = rest.subspan(part.size());
    }
    return {};
  }

  void list_tiles(std::span<const PlacementId> placements) {
    tiles_.clear();
    for (const PlacementId id : placements) tiles_.push_back(layout_.tile_of(id));
    std::ranges::sort(tiles_);
    tiles_.erase(std::unique(tiles_.begin(), tiles_.end()), tiles_.end());
  }

  void check(Worker& worker, PlacementId id) {
    constexpr auto kLive = live_words<N>();
    worker.stuck.assign(colourings_.count() * kWords, 0);
    if (options_.stuck == StuckRule::kWins) {
      worker.wins.stuck_positions(id);
      for (const ColouringRank rank : worker.wins.new_bits().touched()) {
        std::copy_n(worker.wins.new_bits().block(rank), kWords, worker.stuck.begin() + rank * kWords);
      }
    }
    const StuckRule stuck = options_.stuck == StuckRule::kPasses ? StuckRule::kPasses : StuckRule::kLoses;
    worker.wins.find_won_dense(id, table_.transitions(id), lost_, stuck);
    const std::span<const std::uint64_t> supported = worker.wins.new_bits().words();
    const std::uint64_t* const won = plane_.blocks().blocks(id);
    std::uint64_t count = 0;
    for (std::size_t at = 0; at < supported.size(); ++at) {
      count += bit_count(won[at] & ~((supported[at] | worker.stuck[at]) & kLive[at % kWords]));
    }
    worker.unsupported += count * table_.orbit_size(id);
  }

  // Returns false if the check was cancelled.
  template <class Body>
  bool for_each(std::span<const PlacementId> placements, const Body& body) {
    const auto one = [&](std::size_t thread, std::size_t i) { body(*workers_[thread], placements[i]); };
    return parallel_for_each({placements.size(), options_.threads}, one, callbacks_.cancel);
  }

  const PlacementTable& table_;
  WonPlane& plane_;
  TileLayout layout_;
  const ValuesOptions& options_;
  const SweepCallbacks& callbacks_;
  VisitOrder order_;
  TouchedTiles touched_tiles_;
  Colourings colourings_;
  PieceStates states_;
  EnginePart zero_part_;
  Plane zeros_;
  EnginePart lost_part_;  // the slots of the batch's sources
  Plane lost_;
  std::vector<std::unique_ptr<Worker>> workers_;

  std::vector<PlacementId> batch_;    // placements whose wins are checked next
  std::vector<PlacementId> sources_;  // placements whose losses are needed: the batch and its neighbours
  std::vector<TileId> touched_;       // the tiles that a call of find_lost() touches
  std::vector<TileId> tiles_;         // the tiles of the batch
};

}  // namespace

std::size_t placements_in_win_check(const PlacementTable& table) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    most = std::max(most, table.transitions(placement_id(i)).size() + 1);
  }
  return std::min(most, table.size());
}

Result<std::uint64_t> unsupported_wins(const PlacementTable& table, WonPlane& plane, const ValuesOptions& options,
                                       const SweepCallbacks& callbacks) {
  return for_piece_count(table.pieces(), [&]<int N>() -> Result<std::uint64_t> {
    return WinCheck<N>(table, plane, options, callbacks).run();
  });
}

}  // namespace uisge
