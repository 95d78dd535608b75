// Runs the steps of the values engine on the card; a step visits one group of placements. Here a kernel is a function
// that runs on the card. Holds what the kernels need on the card besides the plane: all moves, and for each step the
// lists of its placements and its results.
//
// Two steps can be in preparation at a time, one with an even number and one with an odd number. The kernels of the two
// steps run one after the other. Not thread-safe.
#pragma once

#include <array>
#include <span>

#include "solver/card/card.h"
#include "solver/card/card_plane.h"
#include "solver/card/card_step.h"
#include "solver/card/tables_on_card.h"

namespace uisge {

struct CardOptions;

struct CardWork {
  std::span<const PlacementId> sources = {};  // different placements, at most as many as a group has
  std::span<const std::uint32_t> slots = {};  // the slot of each tile (CardPlane::slots)
  bool wins_stuck = false;                    // whether to begin with the wins of positions whose mover is stuck
  std::uint32_t number = 0;                   // the step's number
  // The number of an earlier step. A block is computed only if a block to which one of its moves leads has changed in
  // that step or later. If `since` is 0, all blocks are computed.
  std::uint32_t since = 0;
  bool counts = false;      // whether to count the won and the lost live positions of the sources
  bool keeps_lost = false;  // whether to keep the sources' lost blocks (at most lost_room()) instead of setting wins
};

class CardLaunch {
 public:
  static Result<CardLaunch> make(Card& card, const PlacementTable& table, const TileLayout& layout,
                                 const CardOptions& options);

  // Begins the step. `parity`: the step's number modulo 2. REQUIRES: the step's tiles are on the card, and the last
  // step with the same `parity` is over.
  Result<void> run(std::uint32_t parity, const CardWork& work, CardPlane& plane);
  // Waits for the step. Returns a number for each placement: how many positions became won in the step. Two more
  // numbers follow: the first is not 0 if the start is won, the second is not 0 if the start is lost. The result is
  // valid until run() is called again with the same `parity`.
  Result<std::span<const std::uint32_t>> wait(std::uint32_t parity);
  // The counts of the last step that ran with CardWork::counts: for each source, in order, the number of won and the
  // number of lost positions. REQUIRES: wait() returned.
  std::span<const std::uint32_t> counts() const;
  // The greatest number of sources (placements of a step) whose lost blocks the card can keep.
  std::size_t lost_room() const { return lost_room_of(layout_); }
  static std::size_t lost_room_of(const TileLayout& layout);
  // The size of the table CardStep::last_win.
  static std::uint64_t last_win_bytes(std::size_t placements, int pieces) {
    return std::uint64_t{placements} * kBlocksOfPlacement[pieces] * sizeof(std::uint16_t);
  }
  // The greatest number of positions that one look_up() may ask about. It depends on the size of the board.
  std::size_t questions_at_once() const { return questions_at_once_of(layout_); }
  static std::size_t questions_at_once_of(const TileLayout& layout);
  static std::uint64_t question_bytes(const TileLayout& layout) {
    return questions_at_once_of(layout) * (sizeof(std::uint64_t) + 1);
  }
  // Looks up on the card whether positions are known to be won. Questions and answers are laid out as in CardQuestions.
  // A call may ask at most questions_at_once() questions. REQUIRES: no step is running.
  Result<void> look_up(std::span<const std::uint64_t> questions, std::span<std::uint8_t> answers,
                       const CardPlane& plane);
  // Marks every block as never changed. REQUIRES: no step is running.
  Result<void> forget_changes();
  // Reads the lost blocks that the last step with CardWork::keeps_lost kept for one of its sources. `place` is the
  // index of this source in CardWork::sources. REQUIRES: wait() returned.
  Result<void> read_lost(std::size_t place, void* to);

 private:
  static constexpr std::size_t kStartWords = 2;
  struct StepBuffers {
    PinnedMemory lists;  // sources and slots
    CardMemory card_lists;
    PinnedMemory found;
    CardMemory card_found;
    CardEvent staged;
    CardEvent done;
  };
  CardLaunch(const PlacementTable& table, const TileLayout& layout, const CardOptions& options);
  Result<void> allocate(const Card& card);
  Result<void> send_lists(StepBuffers& buffers, const CardWork& work, CardStream& stream);
  Result<void> launch(CardKernel kernel, const CardStep& step);
  Result<void> begin_counting_steps(std::uint32_t number);
  std::uint16_t counted_step(std::uint32_t number) const;
  std::uint8_t* start_block(const CardPlane& plane) const;  // null if the start's block is not on the card

  TileLayout layout_;
  int pieces_;
  std::uint64_t group_size_;    // the greatest number of placements of a group
  std::uint64_t slots_offset_;  // where the slots begin in StepBuffers::lists, in bytes
  CardStep step_{};             // the fields that are the same in every step
  CardKernel advance_{};
  CardKernel win_stuck_{};
  CardKernel lose_{};
  TablesOnCard tables_;
  CardMemory last_win_;  // by block: the last step in which positions became won
  CardKernel look_up_{};
  CardMemory questions_;  // the questions, followed by the answers
  CardMemory lost_;
  CardMemory card_counts_;
  PinnedMemory counts_;
  std::uint32_t first_counted_ = 0;  // subtracted from a step's number, so that the result fits into 16 bits
  std::array<StepBuffers, 2> buffers_;
  CardStream stream_;
};

}  // namespace uisge
