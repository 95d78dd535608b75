// The best replies of whole placements, a block at a time: what the labels that moves lead to make of a position.
//
// Two ask for it: verification, which holds the labels of a file against it, and readers of files that store lost
// positions alone, which find the others with it.
//
// Moves come from core/moves.h, two positions a colouring: in one, all of the mover's pieces but the first are crowns,
// in the other only the first is, so that every piece is asked both as a blank and as a crown, and what a move does to
// the piece's crown is read off the position after it. What is taken for granted is what the rules say: the crowns of
// other pieces neither matter for a move nor change with it. (A sampled verification does not even take that.)
//
// Such a move takes all crown states of a block along with it, so a block's best replies are maxima over rows of its
// successors' keys. About 0.3 ns a position and move, decoding apart. One object per thread.
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
  using KeySource = std::function<Result<PlacementKeys>(std::uint32_t placement)>;

  explicit PlacementReplies(const Database& database);

  // Blocks are of this placement from here on, replies from `source`, which must stay until the next call.
  // Errors: those of the source.
  Result<void> enter(std::uint32_t placement, const KeySource& source);
  // What the source says of the placement itself.
  const PlacementKeys& keys() const { return keys_; }

  struct Block {
    // What replies and rules make of each position, by the mover's crowns, then the opponent's: key_before the best
    // reply, for stuck sides what the rules say. Meaningless where a side is all crowns. Good until the next call.
    std::span<const ReplyKey> keys;
    std::uint64_t moves = 0;  // of all its live positions
  };
  // Errors: those of the source, or a move leads to a placement that the file does not have (kVerification).
  Result<Block> block(ColouringRank rank);

 private:
  // Where the pieces of the placement are after a move from `from` to `to`.
  struct Successor {
    Square from;
    Square to;
    std::array<std::uint8_t, 2 * kMaxPieces> piece_map{};  // piece numbers here to piece numbers there
    PlacementKeys keys;
  };
  // A move of one piece of a block's mover, for the crown states in which the piece is a blank or a crown.
  struct BlockMove {
    Move move;
    bool crown_before = false;
    bool crown_after = false;
    std::size_t successor = 0;          // in successors_
    PieceMask mover_there = 0;          // the colouring of the block that it leads to
    const ReplyKey* replies = nullptr;  // that block
  };

  void gather_moves(SquareSet mover_bb);
  // Its place in successors_.
  Result<std::size_t> successor(Move move);
  template <std::size_t kPieces>
  Result<Block> block_of(ColouringRank rank);
  template <std::size_t kPieces>
  void aim(PieceMask mover, BlockMove& move) const;
  template <std::size_t kPieces>
  void take_replies(PieceMask mover, const BlockMove& move);
  template <std::size_t kPieces>
  void take_end_of_game(PieceMask mover);

  const Database* database_;
  bool has_distances_;
  const KeySource* source_ = nullptr;
  SquareSet occupied_bb_;
  PlacementKeys keys_;
  std::vector<Successor> successors_;
  std::vector<BlockMove> moves_;
  // Of the block at hand: by the mover's crowns, then the opponent's, so that rows are rows of the successors.
  std::vector<ReplyKey> best_;
  std::vector<std::uint32_t> move_count_;  // by the mover's crowns
};

}  // namespace uisge
