#include "db/label_statistics.h"

#include <algorithm>

namespace uisge {

namespace {

constexpr std::size_t distance_of(std::size_t code) {
  return (code - 1) >> 1;
}

// Calls visit(index, code) for the cells of the block that starts at `first`, except those in which a side has only
// crowns.
template <class Visit>
void for_each_live(std::span<const LabelCode> codes, std::size_t first, std::size_t row, Visit visit) {
  for (std::size_t opponent = 0; opponent + 1 < row; ++opponent) {
    const std::size_t at = first + opponent * row;
    for (std::size_t mover = 0; mover + 1 < row; ++mover) visit(at + mover, codes[at + mover]);
  }
}

}  // namespace

LabelStatistics::LabelStatistics(const Board& board, int pieces, std::optional<PositionCell> start)
    : board_(&board), classes_(board, pieces), start_(start) {
  make_room(kDrawCode);
}

void LabelStatistics::make_room(LabelCode largest) {
  const std::size_t codes = std::size_t{largest} + 1;
  if (codes <= asymmetric_.size()) return;
  asymmetric_.resize(codes);
  symmetric_raw_.resize(codes);
  symmetric_canonical_.resize(codes);
}

void LabelStatistics::add(std::size_t placement, SquareSet occupied_bb, std::span<const LabelCode> codes) {
  const std::size_t row = crown_states(classes_.colourings().pieces());
  LabelCode largest = kDrawCode;
  for (std::size_t first = 0; first < codes.size(); first += row) {
    if ((first / row + 1) % row == 0) continue;  // in this row the opponent has only crowns
    for (const LabelCode code : codes.subspan(first, row - 1)) largest = std::max(largest, code);
  }
  make_room(largest);
  note_longest(placement, codes, largest);
  if (start_ && start_->placement == placement) start_code_ = codes[start_->index];

  classes_.enter(occupied_bb);
  if (classes_.has_symmetry()) return add_symmetric(codes);
  for (std::size_t first = 0; first < codes.size(); first += row * row) {
    for_each_live(codes, first, row, [&](std::size_t i, LabelCode code) { ++asymmetric_[code][i % kLanes]; });
  }
}

void LabelStatistics::add_symmetric(std::span<const LabelCode> codes) {
  const std::size_t row = crown_states(classes_.colourings().pieces());
  for (const ColouringRank rank : classes_.colourings().ranks()) {
    classes_.enter_block(rank);
    const std::size_t first = std::size_t{rank} * row * row;
    for_each_live(codes, first, row, [&](std::size_t at, LabelCode code) {
      symmetric_raw_[code] += classes_.weight();
      if (classes_.is_representative(static_cast<std::uint32_t>(at - first))) ++symmetric_canonical_[code];
    });
  }
}

void LabelStatistics::note_longest(std::size_t placement, std::span<const LabelCode> codes, LabelCode largest) {
  if (largest == kDrawCode || largest > kMaxLabelCode) return;
  const bool is_first = !longest_distance_cell_;
  const std::size_t distance = distance_of(largest);
  const std::size_t longest = is_first ? 0 : distance_of(largest_code_);
  if (!is_first && distance < longest) return;
  if (!is_first && distance == longest && longest_distance_cell_->placement < placement) return;
  for (std::uint32_t i = 0; i < codes.size(); ++i) {
    if (!is_live_index(classes_.colourings().pieces(), i)) continue;
    if (codes[i] == kDrawCode || distance_of(codes[i]) != distance) continue;
    largest_code_ = codes[i];
    longest_distance_cell_ = cell_at(placement, i);
    return;
  }
}

void LabelStatistics::merge(const LabelStatistics& other) {
  make_room(static_cast<LabelCode>(other.asymmetric_.size() - 1));
  for (std::size_t code = 0; code < other.asymmetric_.size(); ++code) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) asymmetric_[code][lane] += other.asymmetric_[code][lane];
    symmetric_raw_[code] += other.symmetric_raw_[code];
    symmetric_canonical_[code] += other.symmetric_canonical_[code];
  }
  // Only the thread that counted the start's placement has the start's label; the objects of all other threads have
  // kDrawCode.
  if (other.start_code_ != kDrawCode) start_code_ = other.start_code_;
  if (!other.longest_distance_cell_) return;
  const bool replaces = !longest_distance_cell_ || distance_of(other.largest_code_) > distance_of(largest_code_) ||
                        (distance_of(other.largest_code_) == distance_of(largest_code_) &&
                         *other.longest_distance_cell_ < *longest_distance_cell_);
  if (!replaces) return;
  largest_code_ = other.largest_code_;
  longest_distance_cell_ = other.longest_distance_cell_;
}

LabelSummary LabelStatistics::summary() const {
  LabelSummary summary;
  summary.longest_distance_cell = longest_distance_cell_;
  summary.start = start_;
  summary.start_code = start_code_;
  if (longest_distance_cell_) summary.by_distance.resize(distance_of(largest_code_) + 1);
  for (std::size_t code = 0; code < asymmetric_.size(); ++code) {
    std::uint64_t asymmetric = 0;
    for (const std::uint64_t count : asymmetric_[code]) asymmetric += count;
    const std::uint64_t raw = asymmetric * board_->symmetry_count() + symmetric_raw_[code];
    const std::uint64_t canonical = asymmetric + symmetric_canonical_[code];
    if (raw == 0) continue;
    const Label label = decode_label(static_cast<LabelCode>(code));
    const auto add = [&](std::uint64_t OutcomeCounts::*count) {
      summary.raw.*count += raw;
      summary.canonical.*count += canonical;
    };
    switch (label.outcome) {
      case Outcome::kWin:
        add(&OutcomeCounts::won);
        if (label.has_distance()) summary.by_distance[label.distance].won += raw;
        break;
      case Outcome::kLoss:
        add(&OutcomeCounts::lost);
        if (label.has_distance()) summary.by_distance[label.distance].lost += raw;
        break;
      case Outcome::kDraw: add(&OutcomeCounts::drawn); break;
    }
  }
  return summary;
}

}  // namespace uisge
