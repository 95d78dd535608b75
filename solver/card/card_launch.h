// The launches of a step, and what they need on the card beside the plane: the moves, the lists of sources and targets,
// the lost blocks of a group, and what was found.
//
// Two steps can be prepared at a time, with a parity each; their kernels run one after the other. For one thread.
#pragma once

#include <array>
#include <span>

#include "solver/card/card.h"
#include "solver/card/card_plane.h"
#include "solver/card/card_step.h"

namespace uisge {

struct CardOptions;

// What a step has to do. Without targets it only works out lost blocks.
struct CardWork {
  std::span<const PlacementId> sources;  // each once, at most as many as a group has
  std::span<const PlacementId> targets;
  std::span<const std::uint32_t> slots;  // of tiles
  bool wins_stuck = false;               // first the sources whose mover is stuck are won
  int visits = 1;
  bool counts = false;  // live positions of the sources: won and lost
};

class CardLaunch {
 public:
  static Result<CardLaunch> make(Card& card, const PlacementTable& table, const TileLayout& layout,
                                 const CardOptions& options);

  // Begins the step, once its tiles are on the card and the step of the other parity is over.
  Result<void> run(std::uint32_t parity, const CardWork& work, CardPlane& plane);
  // Until it is over: how many positions it has won, by placement, and then whether the start is won and lost. Until
  // the parity's next run.
  Result<std::span<const std::uint32_t>> wait(std::uint32_t parity);
  // Of the last step that counted: won and lost by place among the sources. REQUIRES: it was waited for.
  std::span<const std::uint32_t> counts() const;
  // The lost blocks of a source of the last step, by its place among them. REQUIRES: it was waited for.
  Result<void> read_lost(std::size_t place, void* to);

 private:
  static constexpr std::size_t kStartWords = 2;
  // What belongs to a step in flight.
  struct Flight {
    PinnedMemory lists;  // sources, targets, slots, and where lost blocks lie
    CardMemory card_lists;
    PinnedMemory found;
    CardMemory card_found;
    CardEvent staged;
    CardEvent done;
  };
  struct ListOffsets {
    std::uint64_t targets = 0;
    std::uint64_t slots = 0;
    std::uint64_t lost_places = 0;
    std::uint64_t end = 0;
  };

  CardLaunch(const PlacementTable& table, const TileLayout& layout, const CardOptions& options);
  Result<void> allocate(const Card& card);
  Result<void> copy_tables(const Card& card, const PlacementTable& table);
  Result<void> send_lists(Flight& flight, const CardWork& work, CardStream& stream);
  Result<void> launch(CardKernel kernel, CardStep& step, CardAddress list, std::size_t count);

  TileLayout layout_;
  int pieces_;
  std::uint64_t group_size_;  // placements, at most
  ListOffsets offsets_;
  CardStep step_{};  // what is the same in all of them
  CardKernel lose_{};
  CardKernel win_{};
  CardKernel win_stuck_{};
  CardMemory moves_;
  CardMemory placements_;
  CardMemory colourings_;  // ranks by mask, then masks by rank
  CardMemory lost_;
  CardMemory card_counts_;
  PinnedMemory counts_;
  std::array<Flight, 2> flights_;
  CardStream stream_;
};

}  // namespace uisge
