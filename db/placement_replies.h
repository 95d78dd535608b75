// Computes the key of every position of a placement from the positions after its moves, one block at a time. A key is
// a label as a number: the greater it is, the better for the player whose move led to the position (reply_key.h). The
// greatest key among the positions after the moves determines a position's own key.
//
// Verification compares the computed keys with the labels of a file. If a file stores only lost positions, its readers
// compute the keys of all other positions with this class. `uisge find` counts moves with it.
//
// Moves are generated (core/moves.h) in only two positions per colouring. In one position all of the mover's pieces
// except piece 0 are crowns; in the other, only piece 0 is a crown. So every piece is tried both as a blank and as a
// crown. This suffices, since a move of a piece does not depend on which other pieces are crowns, and does not turn
// other pieces over. (A sampled verification does not use this shortcut.)
//
// It also follows that a legal move of a blank is legal in all crown states in which the piece is a blank. The same is
// true of a crown's move. So whole rows of crown states are processed at once. Without the time to decode labels,
// each move of each position takes about 0.3 ns. Use one object per thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/colouring.h"
#include "core/moves.h"
#include "core/piece_count.h"
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
  // The keys of the positions of the chosen placement, as the KeySource gave them.
  const PlacementKeys& keys() const { return keys_; }

  struct Block {
    // The computed key of each position, from the greatest key of the positions after its moves: key_before() of it, or
    // value_before() if the file has no distances. If the side to move is stuck, the stuck rule determines the key. The
    // keys are ordered by the mover's crown state, then by the opponent's. Keys of positions in which a side has only
    // crowns have no meaning. The span is valid until the next call.
    std::span<const ReplyKey> keys;
    std::uint64_t moves = 0;  // the number of moves of all live positions of the block
  };
  // Errors: those of the KeySource; kBadFile if a move leads to a placement that the file does not have.
  Result<Block> block(ColouringRank rank);

  // The numbers of winning moves, losing moves and so on, indexed like Block::keys. `all` is indexed by the mover's
  // crowns alone. A pass counts as a move, even if the other side is stuck too and the game is over. Valid until the
  // next call.
  struct CountedBlock {
    std::span<const ReplyKey> winning;
    std::span<const ReplyKey> losing;
    std::span<const ReplyKey> losing_at_once;  // moves after which the opponent wins within a ply; needs distances
    std::span<const ReplyKey> best;            // moves of best play
    std::span<const std::uint32_t> all;
  };
  // Takes about three times as long as block(), and has the same errors.
  Result<CountedBlock> counted_block(ColouringRank rank);

 private:
  // The placement after a move between two squares: each piece's number there, and the keys of its positions.
  struct Successor {
    Square from;
    Square to;
    std::array<std::uint8_t, 2 * kMaxPieces> piece_map{};  // maps a piece's number before the move to its new number
    PlacementKeys keys;
  };
  // A move of one piece of a block's mover. If crown_before is true, it is played in all crown states in which the
  // piece is a crown; otherwise, in all crown states in which the piece is a blank.
  struct BlockMove {
    Move move;
    bool crown_before = false;
    bool crown_after = false;
    std::size_t successor = 0;          // an index of successors_
    PieceMask mover_there = 0;          // the colouring of the block that the move leads to
    const ReplyKey* replies = nullptr;  // the keys of the block that the move leads to
  };

  void gather_moves(SquareSet mover_bb);
  // Bit sets of the pieces of a side that can move as a crown, or as a blank.
  struct MobilePieces {
    unsigned as_crown = 0;
    unsigned as_blank = 0;
  };
  // Returns the side's pieces that can move. Overwrites moves_.
  MobilePieces pieces_that_move(PieceMask side);
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
  // One element per position of the block. While block() runs, it is the greatest key of the positions after the moves
  // tried so far. When block() ends, it is the position's own key, and Block::keys refers to it. The elements are
  // ordered by the mover's crown state, then by the opponent's. After a move the sides have swapped, and a block has a
  // row per state of its opponent's crowns. So the keys of the block after the move have the same order.
  std::vector<ReplyKey> best_;
  std::vector<ReplyKey> winning_count_;
  std::vector<ReplyKey> losing_count_;
  std::vector<ReplyKey> at_once_count_;
  std::vector<ReplyKey> best_count_;
  std::vector<std::uint32_t> move_count_;  // by the mover's crowns
};

}  // namespace uisge
