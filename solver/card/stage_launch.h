// Launches the kernels of the exact engine's steps (card_stage.h). Holds the kernels' data on the card, except the
// blocks: the table of moves, marks (for each block, the last stages with new wins and with new losses), the lists of a
// step's work, questions (CardNotes) and results.
//
// Two steps can be prepared at a time, one with an even and one with an odd number; their kernels run one after the
// other. Not thread-safe.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "solver/card/card_blocks.h"
#include "solver/card/card_stage.h"
#include "solver/card/tables_on_card.h"

namespace uisge {

struct StageLaunchOptions {
  StuckRule stuck = StuckRule::kLoses;
  std::size_t placements_at_once = 1;  // the greatest length of StageWork::lost_to_make and StageWork::wins_to_set
  std::size_t questions_at_once = 0;   // the greatest length of StageWork::notes
  std::string_view kernels = {};
};

// The work of a step, which first makes lost blocks, then sets wins. Neither list of placements may have one twice.
struct StageWork {
  std::uint16_t stage = 0;
  bool computes_all = false;                  // whether to compute every block, and to count all losses as new
  bool wins_stuck = false;                    // whether to set the wins of stuck positions, too
  std::span<const PlacementId> lost_to_make;  // the placements whose lost blocks the step makes
  std::span<const PlacementId> wins_to_set;   // the placements whose wins the step sets
  std::span<const std::uint64_t> notes;       // the positions that CardNotes asks about at the end of the step
  std::size_t lost_notes = 0;                 // as CardNotes::lost_count
};

class StageLaunch {
 public:
  static Result<StageLaunch> make(Card& card, const PlacementTable& table, const StageLaunchOptions& options);
  // The bytes of the card's memory that the object takes. Each question takes kBytesPerQuestion more.
  static std::uint64_t card_bytes(const PlacementTable& table, std::size_t placements_at_once);
  static constexpr std::uint64_t kBytesPerQuestion = sizeof(std::uint64_t) + 1;

  // Clears the marks of all blocks (marks_), before the first stage. REQUIRES: no step is running.
  Result<void> begin();
  // Empties the list of new wins. If `is_wanted`, the following steps add their new wins to it. REQUIRES: no step is
  // running.
  Result<void> begin_list(bool is_wanted);
  // Reads the list of new wins, whose order is arbitrary. `count`: the number of new wins since begin_list(), at most
  // kMostListedWins. REQUIRES: no step is running.
  Result<std::vector<std::uint64_t>> read_list(std::size_t count);
  // Begins the step. REQUIRES: CardBlocks::prepare() was called for this step, and the last step whose number has the
  // same parity is over.
  Result<void> run(std::uint32_t parity, const StageWork& work, CardBlocks& blocks);
  // The results of a step, in the order of the step's lists. `parity` is the lowest bit of the step's number; the
  // results are valid until run() is called again with this parity.
  struct Found {
    std::span<const std::uint32_t> lost;  // for each placement of `lost_to_make`: the number of new losses
    std::span<const std::uint32_t> won;   // for each placement of `wins_to_set`: the number of new wins
    std::span<const std::uint32_t>
        first;  // for each placement of `wins_to_set`: the first new win, see CardStage::first
    std::span<const std::uint8_t> answers;
  };
  Result<Found> wait(std::uint32_t parity);

  // Counts, from the won blocks, each placement's won and lost positions in which each side has a blank. The result has
  // two numbers per placement: the number of won positions and the number of lost positions. The result is valid until
  // the next call. REQUIRES: no step is running; the won blocks of the placements and of their neighbours are on the
  // card; `placements` has at most placements_at_once elements.
  Result<std::span<const std::uint32_t>> count(std::span<const PlacementId> placements, CardBlocks& blocks);
  // Copies the won blocks of a placement to `won`, and its lost blocks, which the card computes, to `lost`. REQUIRES:
  // as for count().
  Result<void> read(PlacementId id, CardBlocks& blocks, void* won, void* lost);

 private:
  // The data of a step that is running. `lists` has, one after the other, the placements whose lost blocks are made,
  // the placements whose wins are set, the slots of won blocks, the slots of lost blocks, and the noted positions about
  // which the step asks.
  struct StepBuffers {
    PinnedMemory lists;
    CardMemory card_lists;
    PinnedMemory found;
    CardMemory card_found;
    CardEvent staged;
    CardEvent done;
    // The lengths of the lists in StageWork.
    std::size_t lost_count = 0;
    std::size_t win_count = 0;
    std::size_t note_count = 0;
  };
  // The offset of each list in `lists` or `found` of a StepBuffers, in bytes.
  struct ListOffsets {
    std::uint64_t wins_to_set = 0;
    std::uint64_t won_slots = 0;
    std::uint64_t lost_slots = 0;
    std::uint64_t notes = 0;
    std::uint64_t lists_end = 0;
    std::uint64_t found_won = 0;
    std::uint64_t found_first = 0;
    std::uint64_t answers = 0;
    std::uint64_t found_end = 0;
  };
  static ListOffsets offsets_of(std::size_t placements, std::size_t at_once, std::size_t questions);
  static std::uint64_t marks_bytes(const PlacementTable& table);
  StageLaunch(const PlacementTable& table, const StageLaunchOptions& options);
  Result<void> allocate(const Card& card, const PlacementTable& table);
  Result<void> send(StepBuffers& buffers, const StageWork& work, CardBlocks& blocks);
  CardStage stage_of(const StepBuffers& buffers, const CardBlocks& blocks) const;
  Result<void> launch_notes(const StepBuffers& buffers, const StageWork& work, const CardBlocks& blocks);
  Result<void> launch_lose(std::span<const PlacementId> placements, CardBlocks& blocks, CardAddress counts,
                           CardAddress lost);

  int pieces_;
  std::size_t placements_;
  StageLaunchOptions options_;
  ListOffsets offsets_;
  CardStage stage_{};  // the fields that are the same in every step
  CardKernel lose_stage_{};
  CardKernel win_stage_{};
  CardKernel note_{};
  CardKernel lose_{};
  TablesOnCard tables_;
  CardMemory marks_;  // for each block: the last stages with new wins and with new losses, and the number of losses
  CardMemory lost_;   // the lost blocks of one placement, for the host
  CardMemory wins_;   // the list of new wins, followed by their number
  std::array<StepBuffers, 2> buffers_;
  CardStream stream_;
};

}  // namespace uisge
