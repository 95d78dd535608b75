// Perft of many positions at once, one in each lane, for any width of vector register (core/lane_perft.h).
//
// Positions wait in queues, one for each number of plies left. When a queue is full, the moves of all its positions are
// played at once, one position per lane. The positions after the moves go to the next queue, which is emptied first if
// it has no room. With queues nearly all lanes are in use, and the memory grows only with the number of plies.
//
// A square is *cut* if the removal of its piece would disconnect the other pieces. A step from a cut square is first
// judged by the eight squares around that square (core/lane_board.h). These eight squares decide whether some of the
// steps are legal. Other steps, and all jumps from a cut square, wait in a queue of doubtful moves. A flood fill
// decides whether a doubtful move is legal, one move per lane: the fill begins at the target and must reach all pieces.
// This file is long because lanes stay in registers while moves are generated and judged: one class does both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/lane_board.h"
#include "core/lane_perft.h"

namespace uisge {

namespace {

template <class Lanes, bool kDiagonalJumps>
class LanePerft {
 public:
  LanePerft(const LaneGame& game, std::size_t plies)
      : game_(game),
        board_{game.files, game.squares, game.first_file, game.last_file},
        levels_(new Level[plies]),
        plies_(plies) {}

  std::uint64_t run(const LanePosition& position) {
    put(levels_[0], position);
    for (std::size_t depth = 0; depth < plies_; ++depth) advance(depth);
    std::uint64_t leaves = leaves_;
    for (std::size_t lane = 0; lane < kLanes; ++lane) leaves += lane_leaves_[lane];
    return leaves;
  }

 private:
  using Word = typename Lanes::Word;
  static constexpr std::size_t kLanes = Lanes::kCount;
  static constexpr std::size_t kPositions = 256;
  static constexpr std::size_t kMoves = 128;

  // Positions that all have the same number of plies left to play.
  struct Queue {
    std::size_t count = 0;
    std::uint64_t mover[kPositions + kLanes];
    std::uint64_t opponent[kPositions + kLanes];
    std::uint64_t crowns[kPositions + kLanes];
    std::uint64_t moved[kPositions + kLanes];  // not zero if the position has a move
  };
  // Moves that may disconnect the pieces.
  struct DoubtfulMoves {
    std::size_t count = 0;
    std::uint64_t rest[kMoves + kLanes];  // all pieces except the moving one
    std::uint64_t target[kMoves + kLanes];
    std::uint64_t position[kMoves + kLanes];  // the position's place in the queue
    // The positions after the moves, seen from the other side; not used in the last ply.
    std::uint64_t mover[kMoves + kLanes];
    std::uint64_t opponent[kMoves + kLanes];
    std::uint64_t crowns[kMoves + kLanes];
  };
  struct Level {
    Queue queue;
    DoubtfulMoves doubtful;
  };
  struct Positions {
    Word mover;
    Word opponent;
    Word crowns;
  };

  static std::size_t size(unsigned members) { return static_cast<std::size_t>(__builtin_popcount(members)); }
  static Word load(const std::uint64_t* words) {
    Word word;
    __builtin_memcpy(&word, words, sizeof(word));
    return word;
  }
  static void store(std::uint64_t* words, Word word) { __builtin_memcpy(words, &word, sizeof(word)); }
  static Word lane_numbers(std::size_t first) {
    Word numbers;
    for (std::size_t lane = 0; lane < kLanes; ++lane) numbers[lane] = first + lane;
    return numbers;
  }

  static void put(Level& level, const LanePosition& position) {
    Queue& queue = level.queue;
    queue.mover[queue.count] = position.mover;
    queue.opponent[queue.count] = position.opponent;
    queue.crowns[queue.count] = position.crowns;
    ++queue.count;
  }

  // Plays all moves of the positions in the queue at `depth`, and empties the queue.
  void advance(std::size_t depth) {
    if (depth + 1 == plies_) {
      move_all<true>(depth);
    } else {
      move_all<false>(depth);
    }
  }

  // Makes room in the queue of `depth` for one more position from each lane.
  void make_room(std::size_t depth) {
    if (levels_[depth].queue.count > kPositions - kLanes) advance(depth);
  }

  template <bool kLast>
  [[gnu::noinline]] void move_all(std::size_t depth) {
    Queue& queue = levels_[depth].queue;
    const Word none{};
    store(queue.mover + queue.count, none);
    store(queue.opponent + queue.count, none);
    store(queue.crowns + queue.count, none);
    for (std::size_t first = 0; first < queue.count; first += kLanes) move_lanes<kLast>(depth, first);
    flood<kLast>(depth);
    if (game_.can_pass != nullptr) pass_stuck<kLast>(depth);
    queue.count = 0;
  }

  // The positions in the lanes, and the sets of squares that are used for all moves of these positions.
  struct Turn {
    std::size_t depth;
    Word numbers;  // the positions' places in the queue
    Positions positions;
    LaneRing<Lanes> ring;
    Word occupied;
    Word empty;
    Word crowns;  // the mover's
    // The mover's pieces whose removal would disconnect the other pieces. Only the eight squares around each piece are
    // examined, so the set is right unless the pieces enclose a hole.
    Word cuts;
    Word split;      // squares with several groups of pieces among the eight squares around
    Word touching;   // empty squares that touch a piece
    Word with_hole;  // all bits set in lanes whose pieces enclose a hole
    Word moved;      // not zero if the position has a move
  };

  template <bool kLast>
  void move_lanes(std::size_t depth, std::size_t first) {
    Queue& queue = levels_[depth].queue;
    store(queue.moved + first, Word{});
    const Positions positions{load(queue.mover + first), load(queue.opponent + first), load(queue.crowns + first)};
    Turn turn = turn_of(positions);
    turn.depth = depth;
    turn.numbers = lane_numbers(first);

    jump<kLast, LaneMove::kJump, Direction::kNorth>(turn, positions.mover);
    jump<kLast, LaneMove::kJump, Direction::kEast>(turn, positions.mover);
    jump<kLast, LaneMove::kJump, Direction::kSouth>(turn, positions.mover);
    jump<kLast, LaneMove::kJump, Direction::kWest>(turn, positions.mover);
    if (Lanes::members(turn.crowns) != 0) {
      if constexpr (kDiagonalJumps) {
        jump<kLast, LaneMove::kDiagonalJump, Direction::kNorthEast>(turn, turn.crowns);
        jump<kLast, LaneMove::kDiagonalJump, Direction::kSouthEast>(turn, turn.crowns);
        jump<kLast, LaneMove::kDiagonalJump, Direction::kSouthWest>(turn, turn.crowns);
        jump<kLast, LaneMove::kDiagonalJump, Direction::kNorthWest>(turn, turn.crowns);
      }
      step<kLast, Direction::kNorth>(turn);
      step<kLast, Direction::kNorthEast>(turn);
      step<kLast, Direction::kEast>(turn);
      step<kLast, Direction::kSouthEast>(turn);
      step<kLast, Direction::kSouth>(turn);
      step<kLast, Direction::kSouthWest>(turn);
      step<kLast, Direction::kWest>(turn);
      step<kLast, Direction::kNorthWest>(turn);
    }
    store(queue.moved + first, load(queue.moved + first) | turn.moved);
  }

  Turn turn_of(const Positions& positions) const {
    Turn turn;
    turn.positions = positions;
    turn.occupied = positions.mover | positions.opponent;
    turn.empty = game_.squares & ~turn.occupied;
    turn.crowns = positions.crowns & positions.mover;
    turn.moved = Word{};
    turn.ring = board_.ring(turn.occupied);
    turn.split = turn.ring.split();
    turn.cuts = positions.mover & turn.split;
    turn.touching = turn.empty & turn.ring.one();
    turn.with_hole = turn.ring.with_hole(turn.occupied);
    return turn;
  }

  template <bool kLast, LaneMove kMove, Direction kDirection>
  void jump(Turn& turn, Word movers) {
    const Word over = board_.template shifted<kDirection>(movers) & turn.occupied;
    const Word landing = board_.template shifted<kDirection>(over);
    const Word from_cuts = board_.template shifted<kDirection>(board_.template shifted<kDirection>(turn.cuts));
    legal<kLast, kMove, kDirection>(turn, landing & turn.touching & ~from_cuts);
    doubtful<kLast, kMove, kDirection>(turn, landing & from_cuts & turn.touching & (turn.split | turn.with_hole));
  }

  template <bool kLast, Direction kDirection>
  void step(Turn& turn) {
    constexpr bool kIsOrthogonal = place_in_ring(kDirection) % 2 == 0;
    // Empty squares that touch another piece besides the moving one. The target of an orthogonal step touches the
    // moving piece too, so it needs a second neighbour.
    const Word open = kIsOrthogonal ? turn.empty & turn.ring.two() : turn.touching;
    const Word doubtful_crowns = turn.crowns & turn.cuts & ~turn.ring.template joins<kDirection>();
    legal<kLast, LaneMove::kStep, kDirection>(
        turn, board_.template shifted<kDirection>(turn.crowns & ~doubtful_crowns) & open);
    const Word may_join = turn.ring.template may_join<kDirection>() | turn.with_hole;
    doubtful<kLast, LaneMove::kStep, kDirection>(
        turn, board_.template shifted<kDirection>(doubtful_crowns) & open & may_join);
  }

  // The positions after one move in each lane, seen by the side that is then to move.
  template <LaneMove kMove>
  static Positions after(const Positions& positions, Word from, Word to) {
    Word crowns = positions.crowns & ~from;
    if constexpr (kMove == LaneMove::kStep) crowns |= to;
    if constexpr (kMove == LaneMove::kJump) crowns |= to & ~reinterpret_cast<Word>((positions.crowns & from) != 0);
    return {positions.opponent, positions.mover ^ from ^ to, crowns};
  }

  template <bool kLast, LaneMove kMove, Direction kDirection>
  void legal(Turn& turn, Word targets) {
    turn.moved |= targets;
    if constexpr (kLast) {
      lane_leaves_ += Lanes::sizes(targets);
    } else {
      for (unsigned members = Lanes::members(targets); members != 0; members = Lanes::members(targets)) {
        const Word to = targets & -targets;
        append(turn.depth + 1, after<kMove>(turn.positions, board_.template origins<kMove, kDirection>(to), to),
               members);
        targets ^= to;
      }
    }
  }

  template <bool kLast, LaneMove kMove, Direction kDirection>
  void doubtful(Turn& turn, Word targets) {
    DoubtfulMoves& moves = levels_[turn.depth].doubtful;
    for (unsigned members = Lanes::members(targets); members != 0; members = Lanes::members(targets)) {
      const Word to = targets & -targets;
      const Word from = board_.template origins<kMove, kDirection>(to);
      Lanes::compress(moves.rest + moves.count, turn.occupied ^ from, members);
      Lanes::compress(moves.target + moves.count, to, members);
      Lanes::compress(moves.position + moves.count, turn.numbers, members);
      if constexpr (!kLast) {
        const Positions next = after<kMove>(turn.positions, from, to);
        Lanes::compress(moves.mover + moves.count, next.mover, members);
        Lanes::compress(moves.opponent + moves.count, next.opponent, members);
        Lanes::compress(moves.crowns + moves.count, next.crowns, members);
      }
      moves.count += size(members);
      if (moves.count > kMoves - kLanes) flood<kLast>(turn.depth);
      targets ^= to;
    }
  }

  // Appends the positions of the lanes in `members` (one bit per lane) to the next queue, except positions in which the
  // side that has just moved has only crowns.
  void append(std::size_t depth, const Positions& positions, unsigned members) {
    members &= Lanes::members(positions.opponent & ~positions.crowns);
    make_room(depth);
    Queue& queue = levels_[depth].queue;
    Lanes::compress(queue.mover + queue.count, positions.mover, members);
    Lanes::compress(queue.opponent + queue.count, positions.opponent, members);
    Lanes::compress(queue.crowns + queue.count, positions.crowns, members);
    queue.count += size(members);
  }

  // Decides whether each doubtful move is legal: whether all pieces are connected with its target.
  template <bool kLast>
  void flood(std::size_t depth) {
    DoubtfulMoves& moves = levels_[depth].doubtful;
    store(moves.target + moves.count, Word{});
    for (std::size_t first = 0; first < moves.count; first += kLanes) {
      const Word target = load(moves.target + first);
      const Word all = load(moves.rest + first) | target;
      Word part = target;
      Word grew;
      do {
        const Word before = part;
        part = board_.grown(board_.grown(part) & all) & all;
        grew = part ^ before;
      } while (Lanes::members(grew) != 0);
      const unsigned legal = Lanes::members(target & reinterpret_cast<Word>(part == all));
      if constexpr (kLast) {
        leaves_ += size(legal);
      } else {
        append(depth + 1, {load(moves.mover + first), load(moves.opponent + first), load(moves.crowns + first)}, legal);
      }
      if (game_.can_pass == nullptr) continue;
      for (unsigned rest = legal; rest != 0; rest &= rest - 1) {
        levels_[depth].queue.moved[moves.position[first + static_cast<unsigned>(__builtin_ctz(rest))]] = 1;
      }
    }
    moves.count = 0;
  }

  template <bool kLast>
  void pass_stuck(std::size_t depth) {
    const Queue& queue = levels_[depth].queue;
    for (std::size_t i = 0; i < queue.count; ++i) {
      if (queue.moved[i] != 0) continue;
      if (!game_.can_pass(game_.context, {queue.mover[i], queue.opponent[i], queue.crowns[i]})) continue;
      if constexpr (kLast) {
        ++leaves_;
      } else {
        make_room(depth + 1);
        put(levels_[depth + 1], {queue.opponent[i], queue.mover[i], queue.crowns[i]});
      }
    }
  }

  LaneGame game_;
  LaneBoard<Lanes> board_;
  std::unique_ptr<Level[]> levels_;
  std::size_t plies_;
  std::uint64_t leaves_ = 0;
  Word lane_leaves_{};
};

template <class Lanes>
std::uint64_t lane_perft(const LaneGame& game, const LanePosition& position, int plies) {
  if (game.diagonal_jumps) return LanePerft<Lanes, true>(game, static_cast<std::size_t>(plies)).run(position);
  return LanePerft<Lanes, false>(game, static_cast<std::size_t>(plies)).run(position);
}

}  // namespace

}  // namespace uisge
