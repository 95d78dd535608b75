#include "solver/retrograde/retrograde.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "core/piece_count.h"
#include "solver/parallel_loop.h"
#include "solver/retrograde/chunk_output.h"
#include "solver/retrograde/delayed_bits.h"
#include "solver/retrograde/frontier.h"
#include "solver/retrograde/placement_step.h"
#include "solver/retrograde/segment.h"
#include "solver/retrograde/step_cost.h"

namespace uisge {

namespace {

constexpr std::size_t kChunkPositions = std::size_t{4} << 20;
constexpr std::size_t kReportEvery = 4;  // chunks
// Of every eight placements the cost of one is measured: of all, the clock took 3 % of the time of four pieces a side.
constexpr std::size_t kTimedEvery = 8;

using Clock = std::chrono::steady_clock;

// What a ply does; a ply of `wins` rules can do two of them.
enum class Pass : std::uint8_t { kStuck, kWon, kLost };

template <int N>
class Engine final : public RetrogradeEngine {
 public:
  Engine(const PlacementTable& table, const EngineOptions& options)
      : RetrogradeEngine(table, options),
        colourings_(N),
        states_(colourings_),
        kernel_(kernel(options.instructions, N)),
        orbit_size_(table.size()),
        newly_won_{frontier(), frontier()},
        newly_lost_{frontier(), frontier()} {
    constexpr auto kCompleted = completed_words<N>();
#pragma omp parallel for num_threads(options_.threads) schedule(static)
    for (std::size_t i = 0; i < table.size(); ++i) {
      const auto id = static_cast<PlacementId>(i);
      orbit_size_[i] = static_cast<std::uint8_t>(table.orbit_size(id));
      if (!holds(id)) continue;
      const std::size_t words = static_cast<std::size_t>(colourings_.count()) * kCompleted.size();
      std::fill_n(won_.blocks(id), words, std::uint64_t{0});
      for (std::size_t at = 0; at < words; at += kCompleted.size()) {
        std::copy(kCompleted.begin(), kCompleted.end(), lost_.blocks(id) + at);
      }
    }
    previous_lost().mark_incomplete();  // the completed positions are on no list
    last_found_.fill(table.size() * static_cast<std::uint64_t>(positions_per_placement(N)));
  }

  PlyEnd run_ply(const EngineCallbacks& callbacks, PlyCounts& counts) override {
    counts = {next_ply_, 0, 0};
    next_won().clear();
    next_lost().clear();
    bool done = true;
    defers_foreign_ = false;
    if (next_ply_ == 0) {
      next_lost().mark_incomplete();
      if (options_.stuck == StuckRule::kLoses) done = run_pass(Pass::kStuck, Outcome::kLoss, false, callbacks, counts);
      if (options_.stuck == StuckRule::kWins) done = run_pass(Pass::kStuck, Outcome::kWin, false, callbacks, counts);
    } else {
      // The lost pass reads what earlier plies won, so when both run, the winners of this one wait.
      const bool has_won_pass = any_lost_before_;
      const bool has_lost_pass = any_won_before_;
      defers_foreign_ = has_won_pass && has_lost_pass;
      if (has_won_pass) done = run_pass(Pass::kWon, Outcome::kWin, has_lost_pass, callbacks, counts);
      if (done && has_lost_pass) done = run_pass(Pass::kLost, Outcome::kLoss, false, callbacks, counts);
    }
    if (done && callbacks.settle) done = callbacks.settle(counts);
    if (done) apply_deferred();
    if (!done) return PlyEnd::kStopped;
    end_ply(counts);
    return PlyEnd::kDone;
  }

  std::optional<std::uint64_t> replay(Outcome outcome, std::size_t chunk,
                                      std::span<const std::uint8_t> segment) override {
    if (chunk >= chunk_count_) return std::nullopt;
    Plane& plane = outcome == Outcome::kWin ? won_ : lost_;
    SegmentDecoder decoder(N, segment);
    std::vector<std::uint64_t> scratch;
    DelayedBits bits;
    std::uint64_t positions = 0;
    for (std::size_t i = chunk_begin(chunk); i < chunk_end(chunk); ++i) {
      const auto id = static_cast<PlacementId>(i);
      std::uint64_t* const blocks = holds(id) ? plane.blocks(id) : nullptr;
      const auto take_words = [&](std::span<const std::uint64_t> words) {
        if (blocks == nullptr) return;
        for (std::size_t w = 0; w < words.size(); ++w) blocks[w] |= words[w];
      };
      const auto take_member = [&](std::uint32_t at) {
        if (blocks != nullptr) bits.set(blocks, bit_of_position<N>(at));
      };
      if (!decoder.list(scratch, take_words, take_member)) return std::nullopt;
      positions += std::uint64_t{decoder.count()} * orbit_size_[i];
    }
    if (!decoder.at_end()) return std::nullopt;
    return positions;
  }

  bool absorb(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) override {
    if (chunk >= chunk_count_) return false;
    if (!holds_any_of(chunk)) return true;
    if (!list_foreign(outcome, chunk, segment)) return false;
    if (!defers_foreign_) return replay(outcome, chunk, segment).has_value();
    const std::lock_guard lock(foreign_mutex_);
    foreign_.push_back({outcome, chunk, {segment.begin(), segment.end()}});
    return true;
  }

  bool is_decided(Outcome outcome, PlacementId id, std::uint32_t at) const override {
    return is_bit_set((outcome == Outcome::kWin ? won_ : lost_).blocks(id), bit_of_position<N>(at));
  }

  void end_replayed_ply(const PlyCounts& counts) override {
    next_won().mark_incomplete();
    next_lost().mark_incomplete();
    const auto images = static_cast<std::uint64_t>(table_.board().symmetry_count());
    if (counts.won != 0) last_found_[static_cast<std::size_t>(Outcome::kWin)] = counts.won / images;
    if (counts.lost != 0) last_found_[static_cast<std::size_t>(Outcome::kLoss)] = counts.lost / images;
    end_ply(counts);
  }

 private:
  // What one thread needs for a chunk.
  struct Worker {
    Worker(int number, const StepInput& input, const Kernel& kernel)
        : thread(number), step(input), output(kernel, input.states) {}
    int thread;
    PlacementStep<N> step;
    ChunkOutput<N> output;
    StepCost cost;
    std::uint64_t count = 0;      // decided, raw
    std::uint64_t positions = 0;  // of canonical placements
  };

  // A segment of another engine that the planes still lack.
  struct ForeignSegment {
    Outcome outcome;
    std::size_t chunk;
    std::vector<std::uint8_t> bytes;
  };

  // Lists what another engine decided for the sparse way of the next ply. False if it is no such segment.
  bool list_foreign(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
    Frontier& next = outcome == Outcome::kWin ? next_won() : next_lost();
    if (next.is_full()) return true;
    const std::size_t begin = chunk_begin(chunk);
    std::vector<PieceState> states;
    std::vector<std::uint32_t> ends(chunk_end(chunk) - begin, 0);
    const bool good = visit_segment(segment, ends.size(), N, [&](std::size_t n, std::uint32_t at) {
      if (!holds(static_cast<PlacementId>(begin + n))) return;
      states.push_back(states_.state(static_cast<ColouringRank>(at / positions_per_block(N)),
                                     static_cast<std::uint16_t>(at % positions_per_block(N))));
      ends[n] = static_cast<std::uint32_t>(states.size());
    });
    for (std::size_t n = 1; n < ends.size(); ++n) ends[n] = std::max(ends[n], ends[n - 1]);
    if (good) next.put(chunk, std::move(states), ends);
    return good;
  }

  bool holds_any_of(std::size_t chunk) const {
    for (std::size_t i = chunk_begin(chunk); i < chunk_end(chunk); ++i) {
      if (holds(static_cast<PlacementId>(i))) return true;
    }
    return false;
  }

  Frontier frontier() const {
    const std::uint64_t lists = options_.stuck == StuckRule::kWins ? 4 : 2;
    return Frontier(table_.size(), chunk_size_, options_.frontier_bytes / lists / sizeof(PieceState));
  }
  Frontier& previous_won() {
    return newly_won_[next_ply_ % 2 ^ 1];
  }
  Frontier& previous_lost() {
    return newly_lost_[next_ply_ % 2 ^ 1];
  }
  Frontier& next_won() {
    return newly_won_[next_ply_ % 2];
  }
  Frontier& next_lost() {
    return newly_lost_[next_ply_ % 2];
  }
  std::size_t chunk_begin(std::size_t chunk) const {
    return chunk * chunk_size_;
  }
  std::size_t chunk_end(std::size_t chunk) const {
    return std::min(table_.size(), (chunk + 1) * chunk_size_);
  }

  void end_ply(const PlyCounts& counts) {
    any_won_before_ = counts.won != 0;
    // The positions with a completed opponent count as lost in ply 0 under every rule.
    any_lost_before_ = counts.lost != 0 || next_ply_ == 0;
    finished_ = counts.empty() && next_ply_ != 0;
    ++next_ply_;
  }

  // Estimated by what the two ways have cost so far; zero states mean that there is nothing to do at all.
  bool is_sparse_cheaper(std::uint64_t states, Pass pass) const {
    if (options_.only_sparse) return true;
    if (options_.only_dense) return false;
    const auto kind = static_cast<std::size_t>(pass);
    return cost_[kind].sparse(static_cast<double>(states)) < cost_[kind].dense(colourings_.count());
  }

  std::uint64_t neighbouring_states(PlacementId id, const Frontier& frontier) const {
    std::uint64_t states = options_.stuck == StuckRule::kPasses ? frontier.count(id) : 0;
    for (const Transition& transition : table_.transitions(id)) states += frontier.count(transition.target);
    return states;
  }

  void decide(PlacementId id, Pass pass, Worker& worker) {
    if (pass == Pass::kStuck) {
      worker.step.stuck_positions(id);
      return;
    }
    const Frontier& frontier = pass == Pass::kWon ? previous_lost() : previous_won();
    bool sparse = false;
    if (frontier.is_complete()) {
      const std::uint64_t states = neighbouring_states(id, frontier);
      if (states == 0) {
        worker.step.new_bits().clear();
        return;
      }
      sparse = is_sparse_cheaper(states, pass);
    }
    const bool timed = index(id) % kTimedEvery == 0;
    const auto start = timed ? Clock::now() : Clock::time_point{};
    if (sparse) {
      pass == Pass::kWon ? worker.step.won_sparse(id, frontier) : worker.step.lost_sparse(id, frontier);
    } else {
      pass == Pass::kWon ? worker.step.won_dense(id) : worker.step.lost_dense(id);
    }
    if (timed) worker.cost.add(sparse, worker.step.work(), Clock::now() - start);
  }

  // What becomes of the positions that a pass decides.
  struct Sinks {
    const EngineCallbacks& callbacks;
    Outcome outcome;
    bool defer;  // the planes get them at the end of the ply
    Frontier& next;
    bool encode() const { return defer || callbacks.segment; }
  };

  // The chunk's segment, which is there until the worker's next chunk.
  std::span<const std::uint8_t> do_chunk(std::size_t chunk, Pass pass, const Sinks& sinks, Worker& worker) {
    Plane& plane = sinks.outcome == Outcome::kWin ? won_ : lost_;
    ChunkOutput<N>& output = worker.output;
    output.begin(sinks.encode(), !sinks.next.is_full());
    for (std::size_t i = chunk_begin(chunk); i < chunk_end(chunk); ++i) {
      const auto id = static_cast<PlacementId>(i);
      decide(id, pass, worker);
      const NewBits<N>& bits = worker.step.new_bits();
      const std::vector<ColouringRank>& touched = bits.touched();
      const std::uint32_t count =
          kernel_.merge(bits.words().data(), touched.data(), touched.size(), sinks.defer ? nullptr : plane.blocks(id));
      if (count != 0 && output.positions() == 0 && sinks.callbacks.lowest) {
        sinks.callbacks.lowest(sinks.outcome, id, bits.lowest());
      }
      output.add(bits, count);
      worker.positions += count;
      worker.count += std::uint64_t{count} * orbit_size_[i];
    }
    output.put_lists(chunk, sinks.next);
    return output.finish_segment();
  }

  // Lists are made only if the next ply could be done sparsely as a whole, by what the two ways have cost so far and by
  // how much the last pass of this outcome decided.
  bool is_list_worthwhile(Outcome outcome) const {
    if (options_.only_sparse) return true;
    const StepCost& cost = cost_[static_cast<std::size_t>(outcome == Outcome::kWin ? Pass::kLost : Pass::kWon)];
    const auto moves = static_cast<double>(table_.transition_count()) / static_cast<double>(table_.size());
    const double states = static_cast<double>(last_found_[static_cast<std::size_t>(outcome)]) * moves;
    const double blocks = static_cast<double>(own_chunks_.size() * chunk_size_) * colourings_.count();
    return cost.sparse(states) < cost.dense(blocks);
  }

  // False if it was stopped.
  bool run_pass(Pass pass, Outcome outcome, bool defer, const EngineCallbacks& callbacks, PlyCounts& counts) {
    const StepInput input{table_, colourings_, states_, won_, lost_, options_.stuck, options_.instructions};
    Frontier& next = outcome == Outcome::kWin ? next_won() : next_lost();
    std::atomic<std::size_t> chunks_done{0};
    std::atomic<std::uint64_t> found{0};
    if (defer) deferred_.resize(chunk_count_);
    if (!is_list_worthwhile(outcome)) next.mark_incomplete();
    const Sinks sinks{callbacks, outcome, defer, next};
    std::uint64_t positions = 0;
    StepCost cost;
    const auto one = [&](Worker& worker, std::size_t i) {
      const std::size_t chunk = own_chunks_[i];
      if (callbacks.cancel != nullptr && callbacks.cancel->load(std::memory_order_relaxed)) return false;
      const std::uint64_t before = worker.count;
      const std::span<const std::uint8_t> segment = do_chunk(chunk, pass, sinks, worker);
      if (!segment.empty() && callbacks.segment && !callbacks.segment(outcome, chunk, segment)) return false;
      if (callbacks.between_chunks && !callbacks.between_chunks()) return false;
      if (defer) deferred_[chunk].assign(segment.begin(), segment.end());
      found.fetch_add(worker.count - before, std::memory_order_relaxed);
      const std::size_t done = chunks_done.fetch_add(1, std::memory_order_relaxed) + 1;
      if (worker.thread == 0 && done % kReportEvery == 0 && callbacks.progress) {
        const std::uint64_t now = found.load(std::memory_order_relaxed);
        callbacks.progress({next_ply_, static_cast<double>(done) / static_cast<double>(own_chunks_.size()),
                            outcome == Outcome::kWin ? now : counts.won, outcome == Outcome::kWin ? 0 : now});
      }
      return true;
    };
    const auto finish = [&](const Worker& worker) {
      cost.add(worker.cost);
      positions += worker.positions;
    };
    const bool is_done = parallel_loop(
        {own_chunks_.size(), options_.threads}, [&](int thread) { return Worker(thread, input, kernel_); }, one,
        finish);
    last_found_[static_cast<std::size_t>(outcome)] = positions;
    if (pass != Pass::kStuck) cost_[static_cast<std::size_t>(pass)].update(cost);
    (outcome == Outcome::kWin ? counts.won : counts.lost) = found;
    return is_done;
  }

  void apply_deferred() {
    const auto apply = [this](int /*thread*/, std::size_t chunk) {
      if (!deferred_[chunk].empty()) replay(Outcome::kWin, chunk, deferred_[chunk]);
      return true;
    };
    parallel_loop(
        {deferred_.size(), options_.threads}, [](int thread) { return thread; }, apply);
    deferred_.clear();
    for (const ForeignSegment& late : foreign_) replay(late.outcome, late.chunk, late.bytes);
    foreign_.clear();
  }

  Colourings colourings_;
  PieceStates states_;
  const Kernel& kernel_;
  std::vector<std::uint8_t> orbit_size_;
  Frontier newly_won_[2];  // by parity of the ply
  Frontier newly_lost_[2];
  StepCost cost_[3];  // by Pass
  // By Outcome: how many positions of canonical placements its last pass has decided; at first as if it were all.
  std::array<std::uint64_t, 3> last_found_{};
  bool any_won_before_ = false;  // in the last ply
  bool any_lost_before_ = false;
  std::vector<std::vector<std::uint8_t>> deferred_;  // this ply's winners, by chunk, while the planes still lack them
  // A ply of two passes reads both planes; then what others decide waits until its end.
  bool defers_foreign_ = false;
  std::mutex foreign_mutex_;
  std::vector<ForeignSegment> foreign_;
};

}  // namespace

RetrogradeEngine::RetrogradeEngine(const PlacementTable& table, const EngineOptions& options)
    : table_(table),
      options_(options),
      chunk_size_(chunk_size_for(table.pieces())),
      chunk_count_((table.size() + chunk_size_ - 1) / chunk_size_),
      own_chunks_(options.part == nullptr ? std::vector<std::uint32_t>(chunk_count_) : options.part->chunks),
      won_(table.size(), table.pieces(), options.part),
      lost_(table.size(), table.pieces(), options.part) {
  if (options.part == nullptr) std::iota(own_chunks_.begin(), own_chunks_.end(), 0);
  // More threads than chunks would only wait for each other.
  options_.threads = static_cast<int>(
      std::clamp<std::size_t>(own_chunks_.size(), 1, static_cast<std::size_t>(std::max(options.threads, 1))));
}

std::size_t RetrogradeEngine::chunk_size_for(int pieces) {
  const std::size_t placements = kChunkPositions / static_cast<std::size_t>(positions_per_placement(pieces));
  return std::clamp<std::size_t>(placements, 1, 64);
}

std::unique_ptr<RetrogradeEngine> RetrogradeEngine::create(const PlacementTable& table, const EngineOptions& options) {
  return for_piece_count(table.pieces(), [&]<int N>() -> std::unique_ptr<RetrogradeEngine> {
    return std::make_unique<Engine<N>>(table, options);
  });
}

}  // namespace uisge
