// The launches of a step, and what they need on the card beside the plane: the moves, lists, and what was found.
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

// What a step has to do.
struct CardWork {
  std::span<const PlacementId> sources;  // each once, at most as many as a group has
  std::span<const std::uint32_t> slots;  // of tiles
  bool wins_stuck = false;               // first the sources whose mover is stuck are won
  std::uint32_t number = 0;              // of the step
  std::uint32_t since = 0;               // the step since which the sources' neighbours were not looked at; 0: ever
  bool counts = false;                   // then live positions of the sources: won and lost
  bool keeps_lost = false;               // nothing is won; lost blocks of the sources are kept, lost_room() at most
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
  // How many sources' lost blocks can be kept.
  std::size_t lost_room() const { return lost_room_of(layout_); }
  static std::size_t lost_room_of(const TileLayout& layout);
  // On the card: the last step that won something, by block.
  static std::uint64_t changed_bytes(std::size_t placements, int pieces) {
    return std::uint64_t{placements} * kBlocksOfPlacement[pieces] * sizeof(std::uint16_t);
  }
  // How many positions can be asked about at once: small boards take little of a card.
  std::size_t questions_at_once() const { return questions_at_once_of(layout_); }
  static std::size_t questions_at_once_of(const TileLayout& layout);
  static std::uint64_t question_bytes(const TileLayout& layout) {
    return questions_at_once_of(layout) * (sizeof(std::uint64_t) + 1);
  }
  // Asks whether positions are known to be won: questions and answers as CardQuestions has them, at most
  // questions_at_once(). REQUIRES: no step is going on.
  Result<void> look_up(std::span<const std::uint64_t> questions, std::span<std::uint8_t> answers,
                       const CardPlane& plane);
  // Takes the plane for one that has never changed. REQUIRES: no step is going on.
  Result<void> forget_changes();
  // The lost blocks of a source of the last step that kept them, by its place among them. REQUIRES: it was waited for.
  Result<void> read_lost(std::size_t place, void* to);

 private:
  static constexpr std::size_t kStartWords = 2;
  // What belongs to a step in flight.
  struct Flight {
    PinnedMemory lists;  // sources and slots
    CardMemory card_lists;
    PinnedMemory found;
    CardMemory card_found;
    CardEvent staged;
    CardEvent done;
  };
  CardLaunch(const PlacementTable& table, const TileLayout& layout, const CardOptions& options);
  Result<void> allocate(const Card& card);
  Result<void> copy_tables(const Card& card, const PlacementTable& table);
  Result<void> send_lists(Flight& flight, const CardWork& work, CardStream& stream);
  Result<void> launch(CardKernel kernel, const CardStep& step);
  Result<void> begin_counting_steps(std::uint32_t number);
  std::uint16_t counted_step(std::uint32_t number) const;
  std::uint8_t* start_block(const CardPlane& plane) const;  // as kernels see it

  TileLayout layout_;
  int pieces_;
  std::uint64_t group_size_;    // placements, at most
  std::uint64_t slots_offset_;  // in a flight's lists
  CardStep step_{};             // what is the same in all of them
  CardKernel advance_{};
  CardKernel win_stuck_{};
  CardKernel lose_{};
  CardMemory moves_;
  CardMemory back_moves_;
  CardMemory placements_;
  CardMemory changed_;     // by block: the last step that won something there
  CardMemory colourings_;  // ranks by mask, then masks by rank
  CardKernel look_up_{};
  CardMemory questions_;  // and, behind them, their answers
  CardMemory lost_;
  CardMemory card_counts_;
  PinnedMemory counts_;
  std::uint32_t first_counted_ = 0;  // the step that has number 1 on the card
  std::array<Flight, 2> flights_;
  CardStream stream_;
};

}  // namespace uisge
