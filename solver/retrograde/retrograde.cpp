#include "solver/retrograde/retrograde.h"

#include <numeric>

#include "core/piece_count.h"
#include "solver/parallel_loop.h"
#include "solver/ratio.h"
#include "solver/retrograde/chunk_worker.h"
#include "solver/retrograde/segment_replay.h"

namespace uisge {

namespace {

constexpr std::size_t kReportEvery = 4;  // chunks

tl::unexpected<Error> not_a_segment() {
  return resource_error("solve: what another member has sent cannot be taken in");
}

DenseOrSparse::Fixed fixed_way(const EngineOptions& options) {
  if (options.only_sparse) return DenseOrSparse::Fixed::kSparse;
  return options.only_dense ? DenseOrSparse::Fixed::kDense : DenseOrSparse::Fixed::kNone;
}

}  // namespace

RetrogradeEngine::RetrogradeEngine(const PlacementTable& table, const EngineOptions& options)
    : table_(table),
      options_(options),
      chunk_size_(chunk_size_for(table.pieces())),
      chunk_count_((table.size() + chunk_size_ - 1) / chunk_size_),
      own_chunks_(options.part == nullptr ? std::vector<std::uint32_t>(chunk_count_) : options.part->chunks),
      won_(table.size(), table.pieces(), options.part),
      lost_(table.size(), table.pieces(), options.part),
      colourings_(table.pieces()),
      states_(colourings_),
      orbit_size_(table.size()),
      frontiers_(table.size(), chunk_size_, options.frontier_bytes, options.stuck),
      ways_(board_for_ways(), fixed_way(options)) {
  if (options.part == nullptr) std::iota(own_chunks_.begin(), own_chunks_.end(), 0);
  options_.threads = std::clamp<std::size_t>(own_chunks_.size(), 1, std::max<std::size_t>(options.threads, 1));
  for_piece_count(table.pieces(), [&]<int N>() {
    constexpr auto kCompleted = completed_words<N>();
#pragma omp parallel for num_threads(options_.threads) schedule(static)
    for (std::size_t i = 0; i < table.size(); ++i) {
      const PlacementId id = placement_id(i);
      orbit_size_[i] = table.orbit_size(id);
      if (!holds(id)) continue;
      const std::size_t words = colourings_.count() * kCompleted.size();
      std::fill_n(won_.blocks(id), words, std::uint64_t{0});
      for (std::size_t at = 0; at < words; at += kCompleted.size()) {
        std::copy(kCompleted.begin(), kCompleted.end(), lost_.blocks(id) + at);
      }
    }
  });
}

Result<PlyCounts> RetrogradeEngine::run_ply(PlyListener& listener) {
  PlyCounts counts{next_ply_, 0, 0};
  frontiers_.begin_ply();
  if (next_ply_ == 0) {
    frontiers_.next(Outcome::kLoss).mark_incomplete();
    has_two_phases_ = false;
    if (options_.stuck == StuckRule::kLoses) UISGE_TRY(run_phase(Phase::kStuck, Outcome::kLoss, listener, counts));
    if (options_.stuck == StuckRule::kWins) UISGE_TRY(run_phase(Phase::kStuck, Outcome::kWin, listener, counts));
    return counts;
  }
  const bool has_won_phase = any_lost_before_;
  const bool has_lost_phase = any_won_before_;
  has_two_phases_ = has_won_phase && has_lost_phase;
  for (const Outcome outcome : {first_outcome(), opposite(first_outcome())}) {
    const bool is_win = outcome == Outcome::kWin;
    if (!(is_win ? has_won_phase : has_lost_phase)) continue;
    UISGE_TRY(run_phase(is_win ? Phase::kWon : Phase::kLost, outcome, listener, counts));
  }
  return counts;
}

Result<void> RetrogradeEngine::end_ply(const PlyCounts& counts) {
  const auto apply = [this](std::size_t /*thread*/, std::size_t i) {
    const HeldSegment& held = held_back_[i];
    return put_into_planes(held.outcome, held.chunk, held.bytes);
  };
  go_on(counts);
  auto applied = parallel_result_loop(
      {held_back_.size(), options_.threads}, [](std::size_t thread) { return thread; }, apply);
  held_back_.clear();
  return applied;
}

std::optional<std::uint64_t> RetrogradeEngine::replay(Outcome outcome, std::size_t chunk,
                                                      std::span<const std::uint8_t> segment) {
  if (chunk >= chunk_count_) return std::nullopt;
  const auto blocks_of = [&](PlacementId id) { return holds(id) ? plane(outcome).blocks(id) : nullptr; };
  return for_piece_count(table_.pieces(), [&]<int N>() {
    return replay_segment<N>(SegmentDecoder(segment_code(), segment), chunk_begin(chunk), chunk_end(chunk), orbit_size_,
                             blocks_of);
  });
}

Result<void> RetrogradeEngine::absorb(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
  if (chunk >= chunk_count_) return not_a_segment();
  if (!holds_any_of(chunk)) return {};
  if (!list_segment(outcome, chunk, segment)) return not_a_segment();
  if (!has_two_phases_) return put_into_planes(outcome, chunk, segment);
  hold_back(outcome, chunk, segment);
  return {};
}

bool RetrogradeEngine::is_decided(Outcome outcome, PlacementId id, std::uint32_t at) const {
  return is_bit_set((outcome == Outcome::kWin ? won_ : lost_).blocks(id), bit_of_position(table_.pieces(), at));
}

void RetrogradeEngine::end_replayed_ply(const PlyCounts& counts) {
  frontiers_.mark_incomplete();
  const std::uint64_t images = table_.board().symmetry_count();
  if (counts.won != 0) ways_.note_found(Outcome::kWin, counts.won / images);
  if (counts.lost != 0) ways_.note_found(Outcome::kLoss, counts.lost / images);
  go_on(counts);
}

Result<void> RetrogradeEngine::put_into_planes(Outcome outcome, std::size_t chunk,
                                               std::span<const std::uint8_t> segment) {
  if (!replay(outcome, chunk, segment)) return not_a_segment();
  return {};
}

void RetrogradeEngine::hold_back(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
  const std::lock_guard lock(held_back_mutex_);
  held_back_.push_back({outcome, chunk, {segment.begin(), segment.end()}});
}

void RetrogradeEngine::go_on(const PlyCounts& counts) {
  any_won_before_ = counts.won != 0;
  // Under every rule, positions in which the opponent has only crowns count as lost in ply 0.
  any_lost_before_ = counts.lost != 0 || next_ply_ == 0;
  finished_ = counts.empty() && next_ply_ != 0;
  ++next_ply_;
  frontiers_.end_ply();
}

bool RetrogradeEngine::list_segment(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
  Frontier& next = frontiers_.next(outcome);
  if (next.is_full()) return true;
  const std::size_t begin = chunk_begin(chunk);
  std::vector<PieceState> states;
  std::vector<std::uint32_t> ends(chunk_end(chunk) - begin, 0);
  const bool good = visit_segment(segment_code(), segment, ends.size(), [&](std::size_t n, std::uint32_t at) {
    if (!holds(placement_id(begin + n))) return;
    states.push_back(states_.state(at));
    ends[n] = static_cast<std::uint32_t>(states.size());
  });
  for (std::size_t n = 1; n < ends.size(); ++n) ends[n] = std::max(ends[n], ends[n - 1]);
  if (good) next.put(chunk, std::move(states), ends);
  return good;
}

bool RetrogradeEngine::holds_any_of(std::size_t chunk) const {
  for (std::size_t i = chunk_begin(chunk); i < chunk_end(chunk); ++i) {
    if (holds(placement_id(i))) return true;
  }
  return false;
}

DenseOrSparse::Board RetrogradeEngine::board_for_ways() const {
  const std::size_t colourings = colourings_.count();
  return {table_.size() * std::uint64_t{positions_per_placement(table_.pieces())},
          ratio(table_.transition_count(), table_.size()),
          static_cast<double>(own_chunks_.size() * chunk_size_ * colourings), static_cast<double>(colourings)};
}

template <int N>
Result<void> RetrogradeEngine::run_phase_of(Phase phase, Outcome outcome, PlyListener& listener, PlyCounts& counts) {
  if (!ways_.is_list_worthwhile(outcome)) frontiers_.next(outcome).mark_incomplete();
  const bool wants_segments = listener.wants_segments();
  const StepInput input{table_, colourings_, states_, won_, lost_, options_.stuck, options_.instructions};
  const PhaseWork work{phase,
                       outcome,
                       frontiers_.previous(phase == Phase::kWon ? Outcome::kLoss : Outcome::kWin),
                       frontiers_.next(outcome),
                       holds_back(outcome) ? nullptr : &plane(outcome),
                       holds_back(outcome) || wants_segments,
                       ways_,
                       orbit_size_};
  const PlyCounts before_phase = counts;
  std::uint64_t& found = outcome == Outcome::kWin ? counts.won : counts.lost;
  std::atomic<std::size_t> chunks_done{0};
  std::atomic<std::uint64_t> found_so_far{0};
  const auto do_chunk = [&](ChunkWorker<N>& worker, std::size_t i) -> Result<void> {
    UISGE_TRY(listener.before_chunk());
    const std::size_t chunk = own_chunks_[i];
    const std::uint64_t before = worker.raw();
    const auto segment = worker.decide_chunk(chunk, {chunk_begin(chunk), chunk_end(chunk)}, listener);
    if (!segment.empty() && wants_segments) UISGE_TRY(listener.take_segment(outcome, chunk, segment));
    if (!segment.empty() && holds_back(outcome)) hold_back(outcome, chunk, segment);
    found_so_far.fetch_add(worker.raw() - before, std::memory_order_relaxed);
    const std::size_t done = chunks_done.fetch_add(1, std::memory_order_relaxed) + 1;
    if (worker.thread() == 0 && done % kReportEvery == 0) {
      PlyCounts now = before_phase;
      (outcome == Outcome::kWin ? now.won : now.lost) = found_so_far;
      listener.progress({now.ply, ratio(done, own_chunks_.size()), now.won, now.lost});
    }
    return {};
  };
  std::uint64_t positions = 0;
  StepCost cost;
  const auto add_up = [&](const ChunkWorker<N>& worker) {
    found += worker.raw();
    positions += worker.positions();
    cost.add(worker.cost());
  };
  const auto make_worker = [&](std::size_t thread) {
    return ChunkWorker<N>(thread, input, kernel(options_.instructions, N), work);
  };
  auto done = parallel_result_loop({own_chunks_.size(), options_.threads}, make_worker, do_chunk, add_up);
  ways_.note_found(outcome, positions);
  ways_.add_cost(phase, cost);
  return done;
}

Result<void> RetrogradeEngine::run_phase(Phase phase, Outcome outcome, PlyListener& listener, PlyCounts& counts) {
  return for_piece_count(table_.pieces(), [&]<int N>() { return run_phase_of<N>(phase, outcome, listener, counts); });
}

Result<PlyCounts> run_whole_ply(RetrogradeEngine& engine, PlyListener& listener) {
  auto counts = UISGE_TRY(engine.run_ply(listener));
  UISGE_TRY(engine.end_ply(counts));
  return counts;
}

PlyCounts run_whole_ply(RetrogradeEngine& engine) {
  PlyListener nobody;
  return *run_whole_ply(engine, nobody);
}

}  // namespace uisge
