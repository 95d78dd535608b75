#include "solver/reach/key_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/colouring.h"
#include "core/movegen.h"
#include "core/piece_count.h"
#include "db/bit_mix.h"
#include "solver/parallel_loop.h"
#include "solver/ratio.h"
#include "solver/reach/key_list.h"
#include "solver/reach/position_orbit.h"

namespace uisge {

namespace {

constexpr std::size_t kPartitions = 256;
constexpr std::size_t kSlicePositions = 1024;
// The least size of a buffer: room for all moves of any position.
constexpr std::size_t kLeastBufferKeys = 2 * kMaxPieces * 16;
constexpr std::uint64_t kBufferShare = 4;  // buffers take a quarter of the memory of keys
// What the program takes without keys, as measured, with one thread and for each further thread.
constexpr std::uint64_t kProgramBytes = std::uint64_t{12} << 20;
constexpr std::uint64_t kBytesPerThread = std::uint64_t{3} << 20;
std::uint64_t bytes_beside_keys(std::size_t threads) {
  return kProgramBytes + (threads - 1) * kBytesPerThread;
}
// While lists grow and are merged, the allocator keeps some freed memory: a quarter of the keys' memory, as measured.
std::uint64_t key_bytes_of(std::uint64_t memory_bytes, std::size_t threads) {
  return (memory_bytes - std::min(memory_bytes, bytes_beside_keys(threads))) / 5 * 4;
}

std::size_t partition_of(const PositionKey& key) {
  // The hash (Fibonacci hashing) depends on the squares alone, so that the positions of a placement stay together.
  return key.occupied_bits * kGoldenRatio >> 56;
}
static_assert(kPartitions == 256, "eight bits of the hash");

PositionKey key_of(const KeyMaker& keys, const Pieces& pieces) {
  return keys.key_of(pieces, Attacker::kMover).key;
}

Pieces pieces_of(const PositionKey& key) {
  const SquareSet occupied_bb(key.occupied_bits);
  const SquareSet mover_bb = deposit(key.piece_bits & 0xFFF, occupied_bb);
  return {mover_bb, occupied_bb - mover_bb, deposit(key.piece_bits >> 12 & 0xFFF, occupied_bb)};
}
static_assert(2 * kMaxPieces == 12, "the fields of a key");

template <bool kDiagonalJumps>
class KeyReach final : public ReachEngine {
 public:
  KeyReach(const Board& board, const Position& start, bool passes, InstructionSet instructions, std::uint64_t key_bytes,
           std::size_t threads)
      : board_(board),
        keys_(board, instructions),
        passes_(passes),
        threads_(threads),
        buffer_keys_(key_bytes / kBufferShare / sizeof(PositionKey) / kPartitions / threads),
        // While a thread merges a list, the list exists twice.
        list_bytes_limit_(key_bytes / kBufferShare * (kBufferShare - 1) / (kPartitions + 2 * threads) * kPartitions),
        partitions_(kPartitions) {
    const PositionKey first = key_of(keys_, pieces_of(start));
    partitions_[partition_of(first)].latest = KeyList({&first, 1});
  }

  std::size_t buffer_keys() const { return buffer_keys_; }

  ReachStop run_ply(const ReachCallbacks& callbacks, ReachPly& counts) override {
    counts = {};
    cut_slices();
    stop_ = false;
    full_ = false;
    if (workers_.empty()) workers_ = std::vector<Worker>(threads_);
    for (Worker& worker : workers_) worker.counts = {};
    bool more = true;
    while (more && !stop_ && !full_) {
      more = run_round(callbacks, counts);
      if (callbacks.progress && !slices_.empty()) {
        callbacks.progress(ratio(next_slice_, slices_.size()), counts.reached.canonical);
      }
    }
    if (full_) return ReachStop::kMemory;
    if (stop_) return ReachStop::kCancelled;
    list_bytes_ = 0;
    parallel([&](std::size_t i, Worker&) {
      Partition& partition = partitions_[i];
      partition.earlier.merge(std::move(partition.latest));
      partition.latest = std::move(partition.next);
      partition.next = {};
      list_bytes_ += partition.earlier.bytes() + partition.latest.bytes();
    });
    return ReachStop::kNone;
  }

 private:
  struct Partition {
    KeyList earlier;  // the keys reached before the last ply
    KeyList latest;   // the keys reached in the last ply
    KeyList next;     // the keys reached in the current ply
  };
  struct Slice {
    std::size_t partition;
    std::size_t begin;
    std::size_t end;
  };
  struct Worker {
    std::array<std::vector<PositionKey>, kPartitions> buffers;
    Slice slice{0, 0, 0};
    bool is_full = false;
    std::vector<PositionKey> sorted;
    ReachPly counts;
  };

  // Runs body(i, worker) for every partition i, on all threads.
  template <class Body>
  void parallel(Body&& body) {
    parallel_for_each({kPartitions, active_threads_},
                      [&](std::size_t thread, std::size_t i) { body(i, workers_[thread]); });
  }

  void cut_slices() {
    slices_.clear();
    next_slice_ = 0;
    for (std::size_t p = 0; p < kPartitions; ++p) {
      const std::size_t size = partitions_[p].latest.size();
      for (std::size_t begin = 0; begin < size; begin += kSlicePositions) {
        slices_.push_back({p, begin, std::min(size, begin + kSlicePositions)});
      }
    }
    active_threads_ = std::min(threads_, slices_.size());
  }

  // Each thread plays moves until one of its buffers is full, or no moves are left. Then the new positions of all
  // buffers go into the lists. Returns false when all moves have been played.
  bool run_round(const ReachCallbacks& callbacks, ReachPly& counts) {
    on_threads(active_threads_, [&](std::size_t thread) {
      Worker& worker = workers_[thread];
      worker.is_full = false;
      while (!worker.is_full && !stop_ && has_slice(worker)) {
        if (callbacks.cancelled()) stop_ = true;
        play_slice(worker);
      }
    });
    parallel([&](std::size_t i, Worker& worker) {
      if (callbacks.cancelled()) stop_ = true;
      if (!stop_ && !full_) take_in(i, worker);
    });
    bool more = next_slice_ < slices_.size();
    counts = {};
    for (Worker& worker : workers_) {
      more = more || worker.slice.begin < worker.slice.end;
      counts.add(worker.counts);
    }
    return more;
  }

  // If the worker has no positions left, gives it the next slice of positions. Returns false if no slice is left.
  bool has_slice(Worker& worker) {
    if (worker.slice.begin < worker.slice.end) return true;
    const std::size_t mine = next_slice_.fetch_add(1, std::memory_order_relaxed);
    if (mine >= slices_.size()) return false;
    worker.slice = slices_[mine];
    return true;
  }

  void play_slice(Worker& worker) {
    Slice& slice = worker.slice;
    partitions_[slice.partition].latest.visit_some(slice.begin, slice.end, [&](const PositionKey& key) {
      play_all(pieces_of(key), worker);
      ++slice.begin;
      return !worker.is_full;
    });
  }

  void play_all(const Pieces& pieces, Worker& worker) {
    if (pieces.opponent_all_crowns()) return;  // the game is over
    bool has_moves = false;
    visit_moves<kDiagonalJumps>(board_, pieces, [&]<MoveKind kKind>(auto from, SquareSet targets_bb) {
      for (const Square to : targets_bb) {
        has_moves = true;
        put(pieces.after<kKind>(from(to), to), worker);
      }
    });
    if (!has_moves && passes_ && !is_stuck<kDiagonalJumps>(board_, pieces.passed())) put(pieces.passed(), worker);
  }

  void put(const Pieces& pieces, Worker& worker) {
    const PositionKey key = key_of(keys_, pieces);
    std::vector<PositionKey>& buffer = worker.buffers[partition_of(key)];
    if (buffer.empty()) buffer.reserve(buffer_keys_);
    buffer.push_back(key);
    if (buffer.size() + kMaxPieces * 16 > buffer_keys_) worker.is_full = true;
  }

  // Takes a partition's positions from the buffers of all threads, and adds the new positions to the partition's list
  // of this ply.
  void take_in(std::size_t number, Worker& worker) {
    Partition& partition = partitions_[number];
    std::vector<PositionKey>& keys = worker.sorted;
    keys.clear();
    for (Worker& source : workers_) {
      std::vector<PositionKey>& buffer = source.buffers[number];
      keys.insert(keys.end(), buffer.begin(), buffer.end());
      buffer.clear();
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    partition.earlier.remove_members_from(keys);
    partition.latest.remove_members_from(keys);
    partition.next.remove_members_from(keys);
    if (keys.empty()) return;
    KeyList fresh{std::span<const PositionKey>(keys)};
    if (list_bytes_ + fresh.bytes() > list_bytes_limit_) {
      full_ = true;
      return;
    }
    count(keys, worker.counts);
    const std::uint64_t before = partition.next.bytes();
    partition.next.merge(std::move(fresh));
    list_bytes_ += partition.next.bytes() - before;
  }

  void count(const std::vector<PositionKey>& keys, ReachPly& counts) const {
    const std::uint64_t symmetry_count = board_.symmetry_count();
    boost::container::static_vector<Symmetry, kMaxSymmetries> symmetries;
    std::uint64_t occupied_bits = 0;
    for (const PositionKey& key : keys) {
      if (key.occupied_bits != occupied_bits) {
        occupied_bits = key.occupied_bits;
        symmetries = stabiliser(board_, SquareSet(occupied_bits));
      }
      std::uint64_t images = symmetry_count;
      if (symmetries.size() > 1) {
        images /= fixing_symmetries(board_, {symmetries.data(), symmetries.size()}, pieces_of(key));
      }
      counts.reached.add({1, images});
      const std::uint32_t opponent = ~key.piece_bits & all_pieces(key);
      if ((key.piece_bits >> 12 & opponent) == opponent) counts.completed.add({1, images});
    }
  }
  static std::uint32_t all_pieces(const PositionKey& key) {
    return (std::uint32_t{1} << std::popcount(key.occupied_bits)) - 1;
  }

  const Board& board_;
  KeyMaker keys_;
  bool passes_;
  std::size_t threads_;
  std::size_t active_threads_ = 1;  // the number of threads that have work in this ply
  std::size_t buffer_keys_;
  std::uint64_t list_bytes_limit_;
  std::vector<Partition> partitions_;
  std::vector<Worker> workers_;
  std::vector<Slice> slices_;  // parts of the last ply's positions
  std::atomic<std::size_t> next_slice_{0};
  std::atomic<std::uint64_t> list_bytes_{0};
  std::atomic<bool> stop_{false};
  std::atomic<bool> full_{false};
};

template <bool kDiagonalJumps>
Result<std::unique_ptr<ReachEngine>> make_for(const Board& board, const Position& start, bool passes,
                                              InstructionSet instructions, std::uint64_t memory_bytes,
                                              std::size_t threads) {
  auto engine = std::make_unique<KeyReach<kDiagonalJumps>>(board, start, passes, instructions,
                                                           key_bytes_of(memory_bytes, threads), threads);
  if (engine->buffer_keys() < kLeastBufferKeys) {
    const std::uint64_t least_key_bytes = kBufferShare * kLeastBufferKeys * sizeof(PositionKey) * kPartitions * threads;
    const std::uint64_t least = bytes_beside_keys(threads) + least_key_bytes / 4 * 5;
    return resource_error(fmt::format("memory: {} MiB are too little for {} threads, {} MiB are the least",
                                      memory_bytes >> 20, threads, (least >> 20) + 1),
                          {{Remedy::kMoreMemory}, {Remedy::kFewerThreads}});
  }
  return std::unique_ptr<ReachEngine>(std::move(engine));
}

}  // namespace

Result<std::unique_ptr<ReachEngine>> make_key_reach(const Board& board, const Position& start, RuleSet rules,
                                                    InstructionSet instructions, std::uint64_t memory_bytes,
                                                    std::size_t threads) {
  const bool passes = rules.stuck == StuckRule::kPasses;
  return rules.diagonal_jumps ? make_for<true>(board, start, passes, instructions, memory_bytes, threads)
                              : make_for<false>(board, start, passes, instructions, memory_bytes, threads);
}

}  // namespace uisge
