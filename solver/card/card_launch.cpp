#include "solver/card/card_launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "solver/card/card_engine.h"
#include "solver/card/kernel_launch.h"
#include "solver/kernel/block_shape.h"

namespace uisge {

namespace {

// The size in bytes of the buffer through which the host reads lost blocks, to write a database and to count the
// positions of placements with a symmetry.
constexpr std::uint64_t kLostBytes = std::uint64_t{32} << 20;

}  // namespace

CardLaunch::CardLaunch(const PlacementTable& table, const TileLayout& layout, const CardOptions& options)
    : layout_(layout),
      pieces_(table.pieces()),
      group_size_(
          std::min<std::uint64_t>(options.split.tiles_per_group * layout_.placements_per_tile(), table.size())) {
  slots_offset_ = aligned_list(group_size_ * sizeof(std::uint32_t));
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

std::size_t CardLaunch::lost_room_of(const TileLayout& layout) {
  return std::clamp<std::size_t>(kLostBytes / layout.bytes_per_placement(), 1, layout.placements());
}

std::size_t CardLaunch::questions_at_once_of(const TileLayout& layout) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  constexpr std::size_t kPlaneBytesPerQuestion = 4096;
  return std::clamp<std::size_t>(layout.tiles() * layout.bytes_per_tile() / kPlaneBytesPerQuestion, 64, kMost);
}

Result<CardLaunch> CardLaunch::make(Card& card, const PlacementTable& table, const TileLayout& layout,
                                    const CardOptions& options) {
  UISGE_TRY(card.load(options.kernels));
  CardLaunch launch(table, layout, options);
  for (const auto& [kernel, name] : {std::pair{&launch.advance_, "advance"}, std::pair{&launch.win_stuck_, "win_stuck"},
                                     std::pair{&launch.lose_, "lose"}}) {
    *kernel = UISGE_TRY(card.kernel(fmt::format("{}_{}", name, table.pieces())));
  }
  launch.look_up_ = UISGE_TRY(card.kernel("look_up"));
  UISGE_TRY(launch.allocate(card));
  launch.tables_ = UISGE_TRY(TablesOnCard::make(card, table, launch.stream_));
  launch.step_.tables = launch.tables_.tables();
  return launch;
}

Result<void> CardLaunch::allocate(const Card& card) {
  const std::uint64_t found = (layout_.placements() + kStartWords) * sizeof(std::uint32_t);
  const std::uint64_t last_win = last_win_bytes(layout_.placements(), pieces_);
  const std::uint64_t lists = slots_offset_ + layout_.tiles() * sizeof(std::uint32_t);
  const std::uint64_t counts = 2 * group_size_ * sizeof(std::uint32_t);
  stream_ = UISGE_TRY(card.make_stream());
  lost_ = UISGE_TRY(card.allocate(lost_room() * layout_.bytes_per_placement()));
  // Blocks of one or two pieces per side have padding that no kernel writes, so the padding is zeroed here.
  UISGE_TRY(stream_.fill_with_zeros(lost_.address(), lost_.bytes()));
  questions_ = UISGE_TRY(card.allocate(question_bytes(layout_)));
  last_win_ = UISGE_TRY(card.allocate(last_win));
  UISGE_TRY(stream_.fill_with_zeros(last_win_.address(), last_win));
  card_counts_ = UISGE_TRY(card.allocate(counts));
  counts_ = UISGE_TRY(card.allocate_pinned(counts));
  for (StepBuffers& buffers : buffers_) {
    buffers.lists = UISGE_TRY(card.allocate_pinned(lists));
    buffers.card_lists = UISGE_TRY(card.allocate(lists));
    buffers.found = UISGE_TRY(card.allocate_pinned(found));
    buffers.card_found = UISGE_TRY(card.allocate(found));
    buffers.staged = UISGE_TRY(card.make_event());
    buffers.done = UISGE_TRY(card.make_event());
  }
  return {};
}

Result<void> CardLaunch::send_lists(StepBuffers& buffers, const CardWork& work, CardStream& stream) {
  std::byte* const to = buffers.lists.data();
  std::ranges::copy(std::as_bytes(work.sources), to);
  std::ranges::copy(std::as_bytes(work.slots), to + slots_offset_);
  for (const auto& [offset, bytes] : {std::pair<std::uint64_t, std::uint64_t>{0, work.sources.size_bytes()},
                                      {slots_offset_, work.slots.size_bytes()}}) {
    if (bytes == 0) continue;
    UISGE_TRY(stream.copy_in(buffers.card_lists.address() + offset, to + offset, bytes));
  }
  return stream.record(buffers.staged);
}

Result<void> CardLaunch::launch(CardKernel kernel, const CardStep& step) {
  const std::uint64_t warps = std::uint64_t{step.source_count} * warps_per_placement(pieces_);
  return launch_warps(stream_, kernel, warps, &step);
}

// The card stores step numbers in 16 bits. When the 16 bits are used up, numbering starts again, and all earlier steps
// count as step 0. A group's next visit cannot tell what changed since its last visit, so it computes all blocks.
Result<void> CardLaunch::begin_counting_steps(std::uint32_t number) {
  if (number - first_counted_ < UINT16_MAX) return {};
  first_counted_ = number - 1;
  return stream_.fill_with_zeros(last_win_.address(), last_win_.bytes());
}

std::uint16_t CardLaunch::counted_step(std::uint32_t number) const {
  return static_cast<std::uint16_t>(number > first_counted_ ? number - first_counted_ : 0);
}

Result<void> CardLaunch::run(std::uint32_t parity, const CardWork& work, CardPlane& plane) {
  StepBuffers& buffers = buffers_[parity];
  const CardAddress lists = buffers.card_lists.address();
  const CardAddress found = buffers.card_found.address();
  UISGE_TRY(send_lists(buffers, work, plane.incoming()));
  UISGE_TRY(stream_.wait_for(buffers.staged));
  UISGE_TRY(stream_.fill_with_zeros(found, buffers.card_found.bytes()));
  UISGE_TRY(begin_counting_steps(work.number));
  if (work.counts) UISGE_TRY(stream_.fill_with_zeros(card_counts_.address(), card_counts_.bytes()));
  CardStep step = step_;
  step.plane = pointer<std::uint8_t>(plane.address());
  step.sources = pointer<std::uint32_t>(lists);
  step.source_count = static_cast<std::uint32_t>(work.sources.size());
  step.slots = pointer<std::uint32_t>(lists + slots_offset_);
  step.last_win = pointer<std::uint16_t>(last_win_.address());
  step.number = counted_step(work.number);
  step.since = counted_step(work.since);
  step.newly_won = pointer<std::uint32_t>(found);
  step.start_found = pointer<std::uint32_t>(found + layout_.placements() * sizeof(std::uint32_t));
  step.start_block = start_block(plane);
  if (work.wins_stuck) UISGE_TRY(launch(win_stuck_, step));
  if (!work.keeps_lost) UISGE_TRY(launch(advance_, step));
  if (work.counts || work.keeps_lost) {
    if (work.counts) step.counts = pointer<std::uint32_t>(card_counts_.address());
    if (work.keeps_lost) step.lost = pointer<std::uint8_t>(lost_.address());
    UISGE_TRY(launch(lose_, step));
  }
  if (work.counts) UISGE_TRY(stream_.copy_out(counts_.data(), card_counts_.address(), counts_.bytes()));
  UISGE_TRY(stream_.copy_out(buffers.found.data(), found, buffers.found.bytes()));
  return stream_.record(buffers.done);
}

std::uint8_t* CardLaunch::start_block(const CardPlane& plane) const {
  const auto id = placement_id(step_.start_placement);
  if (step_.start_placement >= layout_.placements() || !plane.is_on_card(layout_.tile_of(id))) return nullptr;
  return pointer<std::uint8_t>(plane.address() + plane.offset(id) + step_.start_rank * block_bytes(pieces_));
}

Result<std::span<const std::uint32_t>> CardLaunch::wait(std::uint32_t parity) {
  const StepBuffers& buffers = buffers_[parity];
  UISGE_TRY(buffers.done.synchronize());
  return std::span(reinterpret_cast<const std::uint32_t*>(buffers.found.data()), layout_.placements() + kStartWords);
}

std::span<const std::uint32_t> CardLaunch::counts() const {
  return {reinterpret_cast<const std::uint32_t*>(counts_.data()), 2 * group_size_};
}

Result<void> CardLaunch::read_lost(std::size_t place, void* to) {
  const std::uint64_t bytes = layout_.bytes_per_placement();
  UISGE_TRY(stream_.copy_out(to, lost_.address() + place * bytes, bytes));
  return stream_.synchronize();
}

Result<void> CardLaunch::look_up(std::span<const std::uint64_t> questions, std::span<std::uint8_t> answers,
                                 const CardPlane& plane) {
  if (questions.empty()) return {};
  const StepBuffers& buffers = buffers_[0];
  const CardAddress slots = buffers.card_lists.address() + slots_offset_;
  const CardAddress card_answers = questions_.address() + questions_at_once() * sizeof(std::uint64_t);
  const std::uint64_t slot_bytes = plane.slots().size() * sizeof(std::uint32_t);
  UISGE_TRY(stream_.copy_in(slots, plane.slots().data(), slot_bytes));
  UISGE_TRY(stream_.copy_in(questions_.address(), questions.data(), questions.size_bytes()));
  const CardQuestions asked{.plane = pointer<std::uint8_t>(plane.address()),
                            .slots = pointer<std::uint32_t>(slots),
                            .bytes_per_placement = layout_.bytes_per_placement(),
                            .placements_per_tile = step_.placements_per_tile,
                            .count = static_cast<std::uint32_t>(questions.size()),
                            .questions = pointer<std::uint64_t>(questions_.address()),
                            .answers = pointer<std::uint8_t>(card_answers)};
  UISGE_TRY(launch_warps(stream_, look_up_, warps_for_questions(asked.count), &asked));
  UISGE_TRY(stream_.copy_out(answers.data(), card_answers, questions.size()));
  return stream_.synchronize();
}

Result<void> CardLaunch::forget_changes() {
  UISGE_TRY(stream_.fill_with_zeros(last_win_.address(), last_win_.bytes()));
  return stream_.synchronize();
}

}  // namespace uisge
