#include "solver/card/stage_launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "solver/card/kernel_launch.h"
#include "solver/kernel/block_shape.h"

namespace uisge {

namespace {

constexpr std::uint64_t kMarks = 3;  // the number of marks per block, two bytes each
constexpr std::uint64_t kListBytes = kMostListedWins * sizeof(std::uint64_t);

}  // namespace

StageLaunch::ListOffsets StageLaunch::offsets_of(std::size_t placements, std::size_t at_once, std::size_t questions) {
  const std::uint64_t list = aligned_list(at_once * sizeof(std::uint32_t));
  const std::uint64_t slots = aligned_list(placements * sizeof(std::uint32_t));
  ListOffsets offsets;
  offsets.wins_to_set = list;
  offsets.won_slots = 2 * list;
  offsets.lost_slots = offsets.won_slots + slots;
  offsets.notes = offsets.lost_slots + slots;
  offsets.lists_end = offsets.notes + questions * sizeof(std::uint64_t);
  offsets.found_won = list;
  offsets.found_first = 2 * list;
  offsets.answers = 3 * list;
  offsets.found_end = offsets.answers + questions;
  return offsets;
}

std::uint64_t StageLaunch::marks_bytes(const PlacementTable& table) {
  return table.size() * kBlocksOfPlacement[table.pieces()] * sizeof(std::uint16_t);
}

StageLaunch::StageLaunch(const PlacementTable& table, const StageLaunchOptions& options)
    : pieces_(table.pieces()),
      placements_(table.size()),
      options_(options),
      offsets_(offsets_of(placements_, options.placements_at_once, options.questions_at_once)) {
  stage_.step.placements_per_tile = 1;
  stage_.step.stuck_rule = static_cast<std::uint32_t>(options.stuck);
  stage_.step.bytes_per_placement = Plane::bytes_for(1, pieces_);
  stage_.step.start_placement = static_cast<std::uint32_t>(placements_);
}

std::uint64_t StageLaunch::card_bytes(const PlacementTable& table, std::size_t placements_at_once) {
  const ListOffsets offsets = offsets_of(table.size(), placements_at_once, 0);
  return TablesOnCard::bytes_for(table) + kMarks * marks_bytes(table) + Plane::bytes_for(1, table.pieces()) +
         2 * (offsets.lists_end + offsets.found_end) + kListBytes + (std::uint64_t{1} << 20);
}

Result<StageLaunch> StageLaunch::make(Card& card, const PlacementTable& table, const StageLaunchOptions& options) {
  UISGE_TRY(card.load(options.kernels));
  StageLaunch launch(table, options);
  for (const auto& [kernel, name] : {std::pair{&launch.lose_stage_, fmt::format("lose_stage_{}", table.pieces())},
                                     std::pair{&launch.win_stage_, fmt::format("win_stage_{}", table.pieces())},
                                     std::pair{&launch.lose_, fmt::format("lose_{}", table.pieces())},
                                     std::pair{&launch.note_, std::string("note")}}) {
    *kernel = UISGE_TRY(card.kernel(name));
  }
  UISGE_TRY(launch.allocate(card, table));
  return launch;
}

Result<void> StageLaunch::allocate(const Card& card, const PlacementTable& table) {
  stream_ = UISGE_TRY(card.make_stream());
  tables_ = UISGE_TRY(TablesOnCard::make(card, table, stream_));
  marks_ = UISGE_TRY(card.allocate(kMarks * marks_bytes(table)));
  lost_ = UISGE_TRY(card.allocate(stage_.step.bytes_per_placement));
  wins_ = UISGE_TRY(card.allocate(kListBytes + sizeof(std::uint32_t)));
  for (StepBuffers& buffers : buffers_) {
    buffers.lists = UISGE_TRY(card.allocate_pinned(offsets_.lists_end));
    buffers.card_lists = UISGE_TRY(card.allocate(offsets_.lists_end));
    buffers.found = UISGE_TRY(card.allocate_pinned(offsets_.found_end));
    buffers.card_found = UISGE_TRY(card.allocate(offsets_.found_end));
    buffers.staged = UISGE_TRY(card.make_event());
    buffers.done = UISGE_TRY(card.make_event());
  }
  const std::uint64_t bytes = marks_bytes(table);
  stage_.step.tables = tables_.tables();
  stage_.step.last_win = pointer<std::uint16_t>(marks_.address());
  stage_.last_loss = pointer<std::uint16_t>(marks_.address() + bytes);
  stage_.lost_counts = pointer<std::uint16_t>(marks_.address() + 2 * bytes);
  stage_.listed = pointer<std::uint32_t>(wins_.address() + kListBytes);
  return {};
}

Result<void> StageLaunch::begin() {
  // Blocks of one or two pieces per side have padding that no kernel writes, so the padding is zeroed here.
  UISGE_TRY(stream_.fill_with_zeros(lost_.address(), lost_.bytes()));
  UISGE_TRY(stream_.fill_with_zeros(marks_.address(), marks_.bytes()));
  return stream_.synchronize();
}

Result<void> StageLaunch::begin_list(bool is_wanted) {
  stage_.wins = is_wanted ? pointer<std::uint64_t>(wins_.address()) : nullptr;
  UISGE_TRY(stream_.fill_with_zeros(wins_.address() + kListBytes, sizeof(std::uint32_t)));
  return stream_.synchronize();
}

Result<std::vector<std::uint64_t>> StageLaunch::read_list(std::size_t count) {
  std::vector<std::uint64_t> wins(count);
  UISGE_TRY(stream_.copy_out(wins.data(), wins_.address(), count * sizeof(std::uint64_t)));
  UISGE_TRY(stream_.synchronize());
  return wins;
}

// Puts the copies of the lists into the stream after the copies of the step's blocks, so that one event covers all of
// these copies.
Result<void> StageLaunch::send(StepBuffers& buffers, const StageWork& work, CardBlocks& blocks) {
  struct List {
    std::uint64_t offset;
    std::span<const std::byte> bytes;
  };
  for (const auto& [offset, bytes] : {List{0, std::as_bytes(work.lost_to_make)},
                                      {offsets_.wins_to_set, std::as_bytes(work.wins_to_set)},
                                      {offsets_.won_slots, std::as_bytes(blocks.slots().won_slots())},
                                      {offsets_.lost_slots, std::as_bytes(blocks.slots().lost_slots())},
                                      {offsets_.notes, std::as_bytes(work.notes)}}) {
    if (bytes.empty()) continue;
    std::ranges::copy(bytes, buffers.lists.data() + offset);
    const CardAddress to = buffers.card_lists.address() + offset;
    UISGE_TRY(blocks.incoming().copy_in(to, buffers.lists.data() + offset, bytes.size()));
  }
  buffers.lost_count = work.lost_to_make.size();
  buffers.win_count = work.wins_to_set.size();
  buffers.note_count = work.notes.size();
  return blocks.incoming().record(buffers.staged);
}

CardStage StageLaunch::stage_of(const StepBuffers& buffers, const CardBlocks& blocks) const {
  CardStage stage = stage_;
  stage.step.plane = pointer<std::uint8_t>(blocks.address());
  stage.step.slots = pointer<std::uint32_t>(buffers.card_lists.address() + offsets_.won_slots);
  stage.lost_slots = pointer<std::uint32_t>(buffers.card_lists.address() + offsets_.lost_slots);
  return stage;
}

Result<void> StageLaunch::run(std::uint32_t parity, const StageWork& work, CardBlocks& blocks) {
  StepBuffers& buffers = buffers_[parity];
  UISGE_TRY(send(buffers, work, blocks));
  UISGE_TRY(stream_.wait_for(buffers.staged));
  const CardAddress lists = buffers.card_lists.address();
  const CardAddress found = buffers.card_found.address();
  UISGE_TRY(stream_.fill_with_zeros(found, offsets_.answers));
  CardStage stage = stage_of(buffers, blocks);
  stage.step.number = work.stage;
  stage.step.since = work.computes_all ? std::uint16_t{0} : static_cast<std::uint16_t>(work.stage - 1);
  stage.step.sources = pointer<std::uint32_t>(lists);
  stage.step.source_count = static_cast<std::uint32_t>(work.lost_to_make.size());
  stage.found = pointer<std::uint32_t>(found);
  const std::uint64_t warps = warps_per_placement(pieces_);
  UISGE_TRY(launch_warps(stream_, lose_stage_, work.lost_to_make.size() * warps, &stage));
  stage.step.sources = pointer<std::uint32_t>(lists + offsets_.wins_to_set);
  stage.step.source_count = static_cast<std::uint32_t>(work.wins_to_set.size());
  stage.found = pointer<std::uint32_t>(found + offsets_.found_won);
  stage.first = pointer<std::uint32_t>(found + offsets_.found_first);
  stage.wins_stuck = work.wins_stuck ? 1 : 0;
  UISGE_TRY(launch_warps(stream_, win_stage_, work.wins_to_set.size() * warps, &stage));
  UISGE_TRY(launch_notes(buffers, work, blocks));
  UISGE_TRY(stream_.copy_out(buffers.found.data(), found, offsets_.answers + work.notes.size()));
  return stream_.record(buffers.done);
}

Result<void> StageLaunch::launch_notes(const StepBuffers& buffers, const StageWork& work, const CardBlocks& blocks) {
  if (work.notes.empty()) return {};
  const CardStage stage = stage_of(buffers, blocks);
  const CardNotes asked{.blocks = stage.step.plane,
                        .won_slots = stage.step.slots,
                        .lost_slots = stage.lost_slots,
                        .last_loss = stage.last_loss,
                        .bytes_per_placement = stage.step.bytes_per_placement,
                        .bits_per_block = static_cast<std::uint32_t>(8 * block_bytes(pieces_)),
                        .blocks_per_placement = kBlocksOfPlacement[pieces_],
                        .count = static_cast<std::uint32_t>(work.notes.size()),
                        .lost_count = static_cast<std::uint32_t>(work.lost_notes),
                        .questions = pointer<std::uint64_t>(buffers.card_lists.address() + offsets_.notes),
                        .answers = pointer<std::uint8_t>(buffers.card_found.address() + offsets_.answers),
                        .stage = work.stage};
  return launch_warps(stream_, note_, warps_for_questions(asked.count), &asked);
}

Result<StageLaunch::Found> StageLaunch::wait(std::uint32_t parity) {
  const StepBuffers& buffers = buffers_[parity];
  UISGE_TRY(buffers.done.synchronize());
  const std::byte* const found = buffers.found.data();
  const auto numbers = [&](std::uint64_t offset, std::size_t count) {
    return std::span(reinterpret_cast<const std::uint32_t*>(found + offset), count);
  };
  return Found{numbers(0, buffers.lost_count),
               numbers(offsets_.found_won, buffers.win_count),
               numbers(offsets_.found_first, buffers.win_count),
               {reinterpret_cast<const std::uint8_t*>(found + offsets_.answers), buffers.note_count}};
}

Result<void> StageLaunch::launch_lose(std::span<const PlacementId> placements, CardBlocks& blocks, CardAddress counts,
                                      CardAddress lost) {
  StepBuffers& buffers = buffers_[0];
  StageWork work;
  work.lost_to_make = placements;
  UISGE_TRY(send(buffers, work, blocks));
  UISGE_TRY(stream_.wait_for(buffers.staged));
  UISGE_TRY(stream_.fill_with_zeros(buffers.card_found.address(), offsets_.answers));
  CardStep step = stage_of(buffers, blocks).step;
  step.sources = pointer<std::uint32_t>(buffers.card_lists.address());
  step.source_count = static_cast<std::uint32_t>(placements.size());
  step.counts = pointer<std::uint32_t>(counts);
  step.lost = pointer<std::uint8_t>(lost);
  return launch_warps(stream_, lose_, placements.size() * warps_per_placement(pieces_), &step);
}

Result<std::span<const std::uint32_t>> StageLaunch::count(std::span<const PlacementId> placements, CardBlocks& blocks) {
  if (placements.empty()) return std::span<const std::uint32_t>();
  StepBuffers& buffers = buffers_[0];
  const CardAddress counts = buffers.card_found.address();
  const std::size_t numbers = 2 * placements.size();
  UISGE_TRY(launch_lose(placements, blocks, counts, {}));
  UISGE_TRY(stream_.copy_out(buffers.found.data(), counts, numbers * sizeof(std::uint32_t)));
  UISGE_TRY(stream_.synchronize());
  return std::span(reinterpret_cast<const std::uint32_t*>(buffers.found.data()), numbers);
}

Result<void> StageLaunch::read(PlacementId id, CardBlocks& blocks, void* won, void* lost) {
  UISGE_TRY(launch_lose(std::span(&id, 1), blocks, {}, lost_.address()));
  UISGE_TRY(stream_.copy_out(won, blocks.won_address(id), lost_.bytes()));
  UISGE_TRY(stream_.copy_out(lost, lost_.address(), lost_.bytes()));
  return stream_.synchronize();
}

}  // namespace uisge
