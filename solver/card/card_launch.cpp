#include "solver/card/card_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/colouring.h"
#include "solver/card/card_engine.h"
#include "solver/card/card_tables.h"

namespace uisge {

namespace {

constexpr std::uint64_t kAlignment = 256;
constexpr std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// As kernels see it.
template <class T>
T* pointer(CardAddress address) {
  return std::bit_cast<T*>(address);
}

// Takes what was made, or tells why it was not.
template <class T>
Result<void> take(T& into, Result<T> made) {
  if (!made) return tl::unexpected(made.error());
  into = std::move(*made);
  return {};
}

}  // namespace

CardLaunch::CardLaunch(const PlacementTable& table, const TileLayout& layout, const CardOptions& options)
    : layout_(layout),
      pieces_(table.pieces()),
      group_size_(
          std::min<std::uint64_t>(options.split.tiles_per_group * layout_.placements_per_tile(), table.size())) {
  offsets_.targets = aligned(group_size_ * sizeof(std::uint32_t));
  offsets_.slots = offsets_.targets + aligned(table.size() * sizeof(std::uint32_t));
  offsets_.lost_places = offsets_.slots + aligned(layout_.tiles() * sizeof(std::uint32_t));
  offsets_.end = offsets_.lost_places + aligned(table.size() * sizeof(std::uint32_t));
  step_.placements_per_tile = static_cast<std::uint32_t>(layout_.placements_per_tile());
  step_.stuck_rule = static_cast<std::uint32_t>(options.stuck);
  step_.bytes_per_placement = layout_.bytes_per_placement();
  step_.start_placement = static_cast<std::uint32_t>(table.size());
  if (options.start) {
    const IndexParts parts = index_parts(pieces_, options.start->index);
    step_.start_placement = options.start->placement;
    step_.start_rank = parts.rank;
    step_.start_row = static_cast<std::uint8_t>(parts.opponent_crowns);
    step_.start_bit = static_cast<std::uint8_t>(parts.mover_crowns);
  }
}

Result<CardLaunch> CardLaunch::make(Card& card, const PlacementTable& table, const TileLayout& layout,
                                    const CardOptions& options) {
  if (auto done = card.load(options.kernels); !done) return tl::unexpected(done.error());
  CardLaunch launch(table, layout, options);
  for (const auto& [kernel, name] :
       {std::pair{&launch.lose_, "lose"}, std::pair{&launch.win_, "win"}, std::pair{&launch.win_stuck_, "win_stuck"}}) {
    if (auto done = take(*kernel, card.kernel(fmt::format("{}_{}", name, table.pieces()))); !done) {
      return tl::unexpected(done.error());
    }
  }
  if (auto done = launch.allocate(card); !done) return tl::unexpected(done.error());
  if (auto done = launch.copy_tables(card, table); !done) return tl::unexpected(done.error());
  return launch;
}

Result<void> CardLaunch::allocate(const Card& card) {
  const std::uint64_t found = (layout_.placements() + kStartWords) * sizeof(std::uint32_t);
  const std::uint64_t counts = 2 * group_size_ * sizeof(std::uint32_t);
  if (auto done = take(stream_, card.make_stream()); !done) return done;
  if (auto done = take(lost_, card.allocate(group_size_ * layout_.bytes_per_placement())); !done) return done;
  // Blocks of one or two pieces have padding that no kernel writes.
  if (auto done = stream_.fill_with_zeros(lost_.address(), lost_.bytes()); !done) return done;
  if (auto done = take(card_counts_, card.allocate(counts)); !done) return done;
  if (auto done = take(counts_, card.allocate_pinned(counts)); !done) return done;
  for (Flight& flight : flights_) {
    if (auto done = take(flight.lists, card.allocate_pinned(offsets_.end)); !done) return done;
    if (auto done = take(flight.card_lists, card.allocate(offsets_.end)); !done) return done;
    if (auto done = take(flight.found, card.allocate_pinned(found)); !done) return done;
    if (auto done = take(flight.card_found, card.allocate(found)); !done) return done;
    if (auto done = take(flight.staged, card.make_event()); !done) return done;
    if (auto done = take(flight.done, card.make_event()); !done) return done;
  }
  return {};
}

Result<void> CardLaunch::copy_tables(const Card& card, const PlacementTable& table) {
  const CardMoves moves = make_card_moves(table);
  const Colourings colourings(pieces_);
  std::vector<std::uint16_t> ranks(std::size_t{1} << (2 * pieces_), 0);
  std::vector<std::uint16_t> masks;
  for (const ColouringRank rank : colourings.ranks()) {
    masks.push_back(colourings.mask(rank));
    ranks[masks.back()] = rank;
  }
  const std::uint64_t rank_bytes = ranks.size() * sizeof(std::uint16_t);
  const std::uint64_t mask_bytes = masks.size() * sizeof(std::uint16_t);
  const std::uint64_t move_bytes = moves.moves.size() * sizeof(CardMove);
  const std::uint64_t placement_bytes = moves.placements.size() * sizeof(CardPlacement);
  // A board on which nothing can move has no moves: a byte, so that there is something to point to.
  if (auto done = take(moves_, card.allocate(std::max<std::uint64_t>(1, move_bytes))); !done) return done;
  if (auto done = take(placements_, card.allocate(placement_bytes)); !done) return done;
  if (auto done = take(colourings_, card.allocate(rank_bytes + mask_bytes)); !done) return done;
  step_.tables = {pointer<CardPlacement>(placements_.address()), pointer<CardMove>(moves_.address()),
                  pointer<std::uint16_t>(colourings_.address()),
                  pointer<std::uint16_t>(colourings_.address() + rank_bytes)};
  if (move_bytes != 0) {
    if (auto done = stream_.copy_in(moves_.address(), moves.moves.data(), move_bytes); !done) return done;
  }
  if (auto done = stream_.copy_in(placements_.address(), moves.placements.data(), placement_bytes); !done) return done;
  if (auto done = stream_.copy_in(colourings_.address(), ranks.data(), rank_bytes); !done) return done;
  if (auto done = stream_.copy_in(colourings_.address() + rank_bytes, masks.data(), mask_bytes); !done) return done;
  return stream_.synchronize();
}

Result<void> CardLaunch::send_lists(Flight& flight, const CardWork& work, CardStream& stream) {
  std::byte* const to = flight.lists.data();
  std::ranges::copy(std::as_bytes(work.sources), to);
  std::ranges::copy(std::as_bytes(work.targets), to + offsets_.targets);
  std::ranges::copy(std::as_bytes(work.slots), to + offsets_.slots);
  const std::span lost_places(reinterpret_cast<std::uint32_t*>(to + offsets_.lost_places), layout_.placements());
  std::ranges::fill(lost_places, kNoLostBlocks);
  for (std::uint32_t place = 0; place < work.sources.size(); ++place) lost_places[index(work.sources[place])] = place;
  for (const auto& [offset, bytes] : {std::pair<std::uint64_t, std::uint64_t>{0, work.sources.size_bytes()},
                                      {offsets_.targets, work.targets.size_bytes()},
                                      {offsets_.slots, work.slots.size_bytes()},
                                      {offsets_.lost_places, lost_places.size_bytes()}}) {
    if (bytes == 0) continue;
    if (auto done = stream.copy_in(flight.card_lists.address() + offset, to + offset, bytes); !done) return done;
  }
  return stream.record(flight.staged);
}

Result<void> CardLaunch::launch(CardKernel kernel, CardStep& step, CardAddress list, std::size_t count) {
  if (count == 0) return {};
  step.placements = pointer<std::uint32_t>(list);
  step.placement_count = static_cast<std::uint32_t>(count);
  const std::uint64_t warps = count * warps_per_placement(pieces_);
  const auto groups = static_cast<std::uint32_t>((warps + kWarpsPerGroup - 1) / kWarpsPerGroup);
  return stream_.launch(kernel, groups, 32 * kWarpsPerGroup, &step);
}

Result<void> CardLaunch::run(std::uint32_t parity, const CardWork& work, CardPlane& plane) {
  Flight& flight = flights_[parity];
  const CardAddress lists = flight.card_lists.address();
  const CardAddress found = flight.card_found.address();
  if (auto done = send_lists(flight, work, plane.incoming()); !done) return done;
  if (auto done = stream_.wait_for(flight.staged); !done) return done;
  if (auto done = stream_.fill_with_zeros(found, flight.card_found.bytes()); !done) return done;
  if (work.counts) {
    if (auto done = stream_.fill_with_zeros(card_counts_.address(), card_counts_.bytes()); !done) return done;
  }
  CardStep step = step_;
  step.plane = pointer<std::uint8_t>(plane.address());
  step.slots = pointer<std::uint32_t>(lists + offsets_.slots);
  step.lost = pointer<std::uint8_t>(lost_.address());
  step.lost_places = pointer<std::uint32_t>(lists + offsets_.lost_places);
  step.newly_won = pointer<std::uint32_t>(found);
  step.start_found = pointer<std::uint32_t>(found + layout_.placements() * sizeof(std::uint32_t));
  step.counts = work.counts ? pointer<std::uint32_t>(card_counts_.address()) : nullptr;
  if (work.wins_stuck) {
    if (auto done = launch(win_stuck_, step, lists, work.sources.size()); !done) return done;
  }
  for (int visit = 0; visit < work.visits; ++visit) {
    if (auto done = launch(lose_, step, lists, work.sources.size()); !done) return done;
    if (auto done = launch(win_, step, lists + offsets_.targets, work.targets.size()); !done) return done;
  }
  if (work.counts) {
    if (auto done = stream_.copy_out(counts_.data(), card_counts_.address(), counts_.bytes()); !done) return done;
  }
  if (auto done = stream_.copy_out(flight.found.data(), found, flight.found.bytes()); !done) return done;
  return stream_.record(flight.done);
}

Result<std::span<const std::uint32_t>> CardLaunch::wait(std::uint32_t parity) {
  const Flight& flight = flights_[parity];
  if (auto done = flight.done.synchronize(); !done) return tl::unexpected(done.error());
  return std::span(reinterpret_cast<const std::uint32_t*>(flight.found.data()), layout_.placements() + kStartWords);
}

std::span<const std::uint32_t> CardLaunch::counts() const {
  return {reinterpret_cast<const std::uint32_t*>(counts_.data()), 2 * group_size_};
}

Result<void> CardLaunch::read_lost(std::size_t place, void* to) {
  const std::uint64_t bytes = layout_.bytes_per_placement();
  if (auto done = stream_.copy_out(to, lost_.address() + place * bytes, bytes); !done) return done;
  return stream_.synchronize();
}

}  // namespace uisge
