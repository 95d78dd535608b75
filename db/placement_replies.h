// Finds, for every position of a placement, the greatest reply key (reply_key.h) among the positions after its moves,
// one block at a time. The greatest reply key of a position determines the position's own key.
//
// Verification compares these keys with the labels of a file. Readers of files that store only lost positions derive
// all other labels from these keys. The search by properties uses this class to count moves.
//
// Moves are generated (core/moves.h) in only two positions per colouring. In one position all of the mover's pieces
// except piece 0 are crowns; in the other, only piece 0 is a crown. So every piece is tried both as a blank and as a
// crown. This suffices, since a move of a piece does not depend on which other pieces are crowns, and does not turn
// other pieces over. (A sampled verification does not use this shortcut.)
//
// For the same reason a legal move of a blank is legal in all crown states in which the piece is a blank. The same is
// true of a crown's move. So whole rows of crown states are processed at once. A position and move take about 0.3 ns,
// besides the time to decode labels. Use one object per thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/colouring.h"
#include "core/moves.h"
#include "db/database.h"
#include "db/placement_key_cache.h"

namespace uisge {

class PlacementReplies {
 public:
  using KeySource = std::function<Result<PlacementKeys>(std::size_t placement)>;

  explicit PlacementReplies(const Database& database);

  // Chooses the placement to which the next calls of block() refer. The source gives the keys of the placement's
  // positions and of the positions after their moves. The source must stay valid until the next call of enter().
  // Errors: those of the source.
  Result<void> enter(std::size_t placement, const KeySource& source);
  // The reply keys of the placement itself, which the KeySource has given.
  const PlacementKeys& keys() const { return keys_; }

  struct Block {
    // The key that each position must have: key_before(the greatest key of the positions after its moves), or the key
    // by the rules if the side to move is stuck. The keys are ordered by the mover's crown state, then by the
    // opponent's. They are meaningless for positions in which a side has only crowns, and valid until the next call.
    std::span<const ReplyKey> keys;
    std::uint64_t moves = 0;  // the number of moves of all live positions of the block
  };
  // Returns an error of reading keys, or kVerification if a move leads to a placement that the file does not have.
  Result<Block> block(ColouringRank rank);

  // The numbers of winning moves, losing moves and so on, indexed like Block::keys. `all` is indexed by the mover's
  // crowns alone. A pass counts as a move, even if the other side is stuck too and the game is over. Valid until the
  // next call.
  struct CountedBlock {
    std::span<const ReplyKey> winning;
    std::span<const ReplyKey> losing;
    std::span<const ReplyKey> losing_at_once;  // moves to a loss within a ply; meaningless without distances
    std::span<const ReplyKey> best;            // moves that keep value and distance
    std::span<const std::uint32_t> all;
  };
  // Takes about three times as long as block(), and has the same errors.
  Result<CountedBlock> counted_block(ColouringRank rank);

 private:
  // What a move from `from` to `to` leads to: the new numbers of the pieces, and the keys of the placement after it.
  struct Successor {
    Square from;
    Square to;
    std::array<std::uint8_t, 2 * kMaxPieces> piece_map{};  // maps a piece's number before the move to its new number
    PlacementKeys keys;
  };
  // A move of one piece of a block's mover in every crown state in which the piece is a crown before the move, or a
  // blank if crown_before is false.
  struct BlockMove {
    Move move;
    bool crown_before = false;
    bool crown_after = false;
    std::size_t successor = 0;          // an index of successors_
    PieceMask mover_there = 0;          // the colouring of the block that the move leads to
    const ReplyKey* replies = nullptr;  // the keys of the block that the move leads to
  };

  void gather_moves(SquareSet mover_bb);
  // Returns the successor's index in successors_.
  Result<std::size_t> successor(Move move);
  template <std::size_t kPieces, bool kCounted>
  Result<void> take_block(ColouringRank rank);
  template <bool kCounted>
  Result<void> take_block_of_pieces(ColouringRank rank);
  template <std::size_t kPieces>
  void aim(PieceMask mover, BlockMove& move) const;
  template <std::size_t kPieces, bool kCounted>
  void take_replies(PieceMask mover, const BlockMove& move);
  template <std::size_t kPieces, bool kCounted>
  void take_row(std::size_t at, const ReplyKey* replies);
  template <std::size_t kPieces, bool kCounted>
  void take_end_of_game(PieceMask mover);

  const Database* database_;
  bool has_distances_;
  const KeySource* source_ = nullptr;
  SquareSet occupied_bb_;
  PlacementKeys keys_;
  std::vector<Successor> successors_;
  std::vector<BlockMove> moves_;
  // While block() runs: the greatest key after the moves of each position of the block. At its end: Block::keys. The
  // elements are ordered by the mover's crown state, then by the opponent's. After a move the mover is the opponent,
  // whose crowns number the rows of a block. So the keys of the block after the move have the same order.
  std::vector<ReplyKey> best_;
  std::vector<ReplyKey> winning_count_;
  std::vector<ReplyKey> losing_count_;
  std::vector<ReplyKey> at_once_count_;
  std::vector<ReplyKey> best_count_;
  std::vector<std::uint32_t> move_count_;  // by the mover's crowns
};

}  // namespace uisge
