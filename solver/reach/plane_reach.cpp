// This file is long because one class does a whole ply, from the moves of a block to the counts of the board.
#include "solver/reach/plane_reach.h"

#include <atomic>
#include <utility>

#include "core/bits.h"
#include "core/colouring.h"
#include "core/piece_count.h"
#include "solver/blocks/block_moves.h"
#include "solver/blocks/plane.h"
#include "solver/kernel/crown_order.h"
#include "solver/parallel_loop.h"
#include "solver/ratio.h"
#include "solver/reach/block_marks.h"
#include "solver/reach/position_orbit.h"

namespace uisge {

namespace {

constexpr std::size_t kPlacementsAtOnce = 8;
constexpr std::uint64_t kReportEvery = 256;  // placements

template <int N>
using Words = std::array<std::uint64_t, block_words(N)>;

// The positions in which the side to move still has a blank. Planes here have the sides exchanged (plane_reach.h), so
// `opponent` has the crowns of the side to move. If the side to move had only crowns, the game would have been over
// before the last move, so such positions cannot be reached.
template <int N>
constexpr Words<N> open_words() {
  Words<N> words{};
  for (unsigned opponent = 0; opponent + 1 < (1u << N); ++opponent) {
    for (unsigned mover = 0; mover < (1u << N); ++mover) set_bit(words.data(), bit_of_index<N>(opponent << N | mover));
  }
  return words;
}

template <int N>
std::uint64_t popcount(const Words<N>& words) {
  std::uint64_t count = 0;
  for (const std::uint64_t word : words) count += bit_count(word);
  return count;
}

template <int N>
Words<N> operator_and(const Words<N>& a, const Words<N>& b) {
  Words<N> result;
  for (std::size_t w = 0; w < result.size(); ++w) result[w] = a[w] & b[w];
  return result;
}

// Replaces `gather.rows`, the rows from which a move is made, by the rows to which the move leads. A diagonal jump
// turns a crown into a blank, so it leads to the rows in which the piece is a blank. A step leads from crowns to
// crowns, and an orthogonal jump from all rows to all rows, so neither changes `gather.rows`.
template <int N>
void take_back(Gather& gather) {
  const bool is_diagonal_jump = gather.flip != 0 && gather.rows != all_rows(N);
  if (is_diagonal_jump) gather.rows = all_rows(N) & ~gather.rows;
}

template <int N>
class PlaneReach final : public PlaneReachEngine {
 public:
  PlaneReach(const PlacementTable& table, const Position& start, RuleSet rules, InstructionSet instructions,
             std::size_t threads)
      : table_(table),
        colourings_(N),
        kernel_(kernel(instructions, N)),
        passes_(rules.stuck == StuckRule::kPasses),
        // Threads take kPlacementsAtOnce placements at a time, so more threads would have no work.
        threads_(std::min(threads, table.size() / kPlacementsAtOnce + 1)),
        now_(table.size(), N),
        next_(table.size(), N),
        changed_(table.size() * kColourings),
        changed_next_(table.size() * kColourings),
        placement_changed_(table.size()),
        placement_changed_next_(table.size()) {
    enter_images(start);
  }

  ReachStop run_ply(const ReachCallbacks& callbacks, ReachPly& counts) override {
    counts = {};
    changed_next_.clear();
    std::fill(placement_changed_next_.begin(), placement_changed_next_.end(), std::uint8_t{0});
    std::atomic<std::uint64_t> done{0};
    std::atomic<std::uint64_t> found{0};
    const auto one = [&](Worker& worker, std::size_t i) {
      if (callbacks.cancelled()) return false;
      const std::uint64_t before = worker.counts.reached.canonical;
      step(placement_id(i), worker);
      found.fetch_add(worker.counts.reached.canonical - before, std::memory_order_relaxed);
      const std::uint64_t now = done.fetch_add(1, std::memory_order_relaxed) + 1;
      if (worker.thread == 0 && callbacks.progress && now % kReportEvery < kPlacementsAtOnce) {
        callbacks.progress(ratio(now, table_.size()), found);
      }
      return true;
    };
    const bool is_done = parallel_loop(
        {table_.size(), threads_, kPlacementsAtOnce},
        [&](std::size_t thread) { return Worker(thread, table_, colourings_); }, one,
        [&](const Worker& worker) { counts.add(worker.counts); });
    std::swap(now_, next_);
    std::swap(changed_, changed_next_);
    std::swap(placement_changed_, placement_changed_next_);
    return is_done ? ReachStop::kNone : ReachStop::kCancelled;
  }

  bool has_reached(PositionCell cell) const override {
    // The planes have the sides exchanged (plane_reach.h). `seen` is the position's index with the sides exchanged.
    const IndexParts parts = index_parts(N, cell.index);
    const ColouringRank rank = colourings_.rank(colourings_.opponent(colourings_.mask(parts.rank)));
    const std::uint32_t seen = position_index(N, rank, parts.mover_crowns, parts.opponent_crowns);
    return is_bit_set(now_.blocks(PlacementId{cell.placement}), bit_of_position<N>(seen));
  }

 private:
  static constexpr std::size_t kColourings = colouring_count(N);
  static constexpr Words<N> kOpen = open_words<N>();
  // The positions of kOpen in which each side has a blank. In the other positions of kOpen the side that has just moved
  // has completed.
  static constexpr Words<N> kLive = live_words<N>();

  struct Worker {
    Worker(std::size_t number, const PlacementTable& table, const Colourings& colourings)
        : thread(number), moves(table, colourings) {}
    std::size_t thread;
    BlockMoves<N> moves;
    BlockPlan plan;
    boost::container::static_vector<Gather, kMaxBlockMoves> gathers;
    ReachPly counts;
  };

  // Marks the start as reached, and with it the images of the start that lie on the same placement. If several
  // symmetries make a placement canonical, they can map a position to different images on the canonical placement. A
  // ply may use any of these symmetries. So all images of a position on one placement must be marked together.
  void enter_images(const Position& start) {
    const Board& board = table_.board();
    const CanonicalPlacement canonical = canonical_placement(board, start.occupied_bb());
    const PlacementId id = table_.find(canonical.occupied_bb).value();
    const SquareSet occupied_bb = canonical.occupied_bb;
    const SquareSet just_moved_bb = board.image(canonical.symmetry, start.opponent_bb());
    const SquareSet crowns_bb = board.image(canonical.symmetry, start.crowns_bb());
    for (const Symmetry symmetry : stabiliser(board, occupied_bb)) {
      const SquareSet mover_bb = board.image(symmetry, just_moved_bb);
      const SquareSet image_crowns_bb = board.image(symmetry, crowns_bb);
      const SquareSet opponent_bb = occupied_bb - mover_bb;
      const ColouringRank rank = colourings_.rank(extract(mover_bb, occupied_bb));
      const std::uint32_t position = position_index(N, rank, extract(image_crowns_bb & opponent_bb, opponent_bb),
                                                    extract(image_crowns_bb & mover_bb, mover_bb));
      set_bit(now_.blocks(id), bit_of_position<N>(position));
      changed_.mark(block_number(id, rank));
    }
    placement_changed_[index(id)] = 1;
  }

  static std::size_t block_number(PlacementId id, ColouringRank rank) { return index(id) * kColourings + rank; }
  // Returns the number of the block that begins at this address in now_.
  std::size_t block_number(const std::uint64_t* block) const {
    return static_cast<std::size_t>(block - now_.blocks(PlacementId{0})) / block_words(N);
  }

  bool has_changed_neighbour(PlacementId id) const {
    if (passes_ && placement_changed_[index(id)] != 0) return true;
    for (const Transition& transition : table_.transitions(id)) {
      if (placement_changed_[index(transition.target)] != 0) return true;
    }
    return false;
  }

  void step(PlacementId id, Worker& worker) {
    const bool search = has_changed_neighbour(id);
    if (!search && placement_changed_[index(id)] == 0) return;
    if (search) worker.moves.enter(id, now_);
    const std::uint64_t* current = now_.blocks(id);
    std::uint64_t* next = next_.blocks(id);
    const auto symmetries = stabiliser(table_.board(), table_.occupied_bb(id));
    std::uint64_t fixed = 0;  // positions of this placement, each counted once per symmetry that leaves it unchanged
    std::uint64_t completed = 0;  // of the positions that `fixed` counts, those in which the game is over
    ReachPly raw;
    for (ColouringRank rank = 0; rank < kColourings; ++rank, current += block_words(N), next += block_words(N)) {
      Words<N> fresh{};
      const bool any = search && find_new(id, rank, current, worker, fresh);
      // next_ still lacks the positions that the last ply and this ply have added.
      if (any || changed_.contains(block_number(id, rank))) {
        for (std::size_t w = 0; w < fresh.size(); ++w) next[w] = current[w] | fresh[w];
      }
      if (!any) continue;
      changed_next_.mark(block_number(id, rank));
      placement_changed_next_[index(id)] = 1;
      const std::uint64_t count = popcount<N>(fresh);
      const std::uint64_t live = popcount<N>(operator_and<N>(fresh, kLive));
      raw.reached.raw += count;
      raw.completed.raw += count - live;
      if (symmetries.size() > 1) {
        add_fixed(id, rank, symmetries, fresh, fixed, completed);
      }
    }
    const std::uint64_t orbit = table_.board().symmetry_count() / symmetries.size();
    worker.counts.reached.raw += raw.reached.raw * orbit;
    worker.counts.completed.raw += raw.completed.raw * orbit;
    // Burnside's lemma: the number of orbits is the mean, over all symmetries, of the number of positions that the
    // symmetry leaves unchanged.
    const bool is_asymmetric = symmetries.size() == 1;
    worker.counts.reached.canonical += is_asymmetric ? raw.reached.raw : fixed / symmetries.size();
    worker.counts.completed.canonical += is_asymmetric ? raw.completed.raw : completed / symmetries.size();
  }

  // Finds the positions of this block that are reached for the first time from positions of the last ply. Returns
  // whether there are any.
  bool find_new(PlacementId id, ColouringRank rank, const std::uint64_t* current, Worker& worker,
                Words<N>& fresh) const {
    Words<N> open;
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < open.size(); ++w) any |= open[w] = kOpen[w] & ~current[w];
    if (any == 0) return false;
    const PieceMask mover = colourings_.mask(rank);
    worker.moves.plan(mover, worker.plan);
    for (const GatherGroup& group : worker.plan.groups) add_group(group, worker, fresh);
    if (passes_ && worker.plan.stuck_rows != 0) add_passes(id, mover, worker, fresh);
    any = 0;
    for (std::size_t w = 0; w < fresh.size(); ++w) any |= fresh[w] &= open[w];
    return any != 0;
  }

  void add_group(const GatherGroup& group, Worker& worker, Words<N>& reached) const {
    worker.gathers.clear();
    for (std::size_t g = group.first; g < group.first + group.count; ++g) {
      Gather gather = worker.plan.gathers[g];
      if (!changed_.contains(block_number(gather.source))) continue;
      take_back<N>(gather);
      worker.gathers.push_back(gather);
    }
    if (worker.gathers.empty()) return;
    Words<N> rows{};
    kernel_.or_rows(rows.data(), worker.gathers.data(), worker.gathers.size());
    Words<N> turned;
    kernel_.transpose(rows.data(), turned.data());
    const Gather renumber{turned.data(), group.is_identity ? kMoveOrders<N>.order(0, 0) : group.opponent.state.data(),
                          all_rows(N), 0};
    kernel_.or_rows(reached.data(), &renumber, 1);
  }

  // Adds the positions that are reached by a pass. A pass is possible if the mover is stuck and the other side is not.
  void add_passes(PlacementId id, PieceMask mover, Worker& worker, Words<N>& reached) const {
    const PieceMask opponent = colourings_.opponent(mover);
    const ColouringRank before = colourings_.rank(opponent);
    if (!changed_.contains(block_number(id, before))) return;
    const Gather pass{now_.blocks(id) + std::size_t{before} * block_words(N), kMoveOrders<N>.order(0, 0),
                      worker.plan.stuck_rows, 0};
    Words<N> rows{};
    kernel_.or_rows(rows.data(), &pass, 1);
    Words<N> turned;
    kernel_.transpose(rows.data(), turned.data());
    const Gather can_move{turned.data(), kMoveOrders<N>.order(0, 0), all_rows(N) & ~worker.moves.stuck_rows(opponent),
                          0};
    kernel_.or_rows(reached.data(), &can_move, 1);
  }

  template <class Symmetries>
  void add_fixed(PlacementId id, ColouringRank rank, const Symmetries& symmetries, const Words<N>& fresh,
                 std::uint64_t& fixed, std::uint64_t& completed) const {
    const SquareSet occupied_bb = table_.occupied_bb(id);
    const SquareSet mover_bb = deposit(colourings_.mask(rank), occupied_bb);
    const SquareSet opponent_bb = occupied_bb - mover_bb;
    for (unsigned w = 0; w < fresh.size(); ++w) {
      for (std::uint64_t rest = fresh[w]; rest != 0; rest &= rest - 1) {
        const IndexParts at = index_parts(N, index_of_bit<N>(w * 64 + lowest_bit(rest)));
        const Pieces pieces{mover_bb, opponent_bb,
                            deposit(at.mover_crowns, mover_bb) | deposit(at.opponent_crowns, opponent_bb)};
        const std::uint64_t count = fixing_symmetries(table_.board(), {symmetries.data(), symmetries.size()}, pieces);
        fixed += count;
        if (pieces.mover_all_crowns()) completed += count;
      }
    }
  }

  const PlacementTable& table_;
  Colourings colourings_;
  const Kernel& kernel_;
  bool passes_;
  std::size_t threads_;
  Plane now_;           // the positions reached so far
  Plane next_;          // before a ply, a plane that is one ply behind now_; after the ply, one ply ahead of now_
  BlockMarks changed_;  // the blocks to which the last ply added something
  BlockMarks changed_next_;
  std::vector<std::uint8_t> placement_changed_;  // by placement: whether any of its blocks is marked
  std::vector<std::uint8_t> placement_changed_next_;
};

}  // namespace

std::uint64_t plane_reach_bytes(std::size_t placements, int pieces) {
  const std::size_t blocks = placements * colouring_count(pieces);
  return 2 * (Plane::bytes_for(placements, pieces) + BlockMarks::bytes_for(blocks) + placements);
}

std::unique_ptr<PlaneReachEngine> make_plane_reach(const PlacementTable& table, const Position& start, RuleSet rules,
                                                   InstructionSet instructions, std::size_t threads) {
  return for_piece_count(table.pieces(), [&]<int N>() -> std::unique_ptr<PlaneReachEngine> {
    return std::make_unique<PlaneReach<N>>(table, start, rules, instructions, threads);
  });
}

}  // namespace uisge
