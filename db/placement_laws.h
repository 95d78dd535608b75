// Checks the labels of one placement against those that its moves lead to, a block at a time.
//
// Moves come from core/moves.h, two positions a colouring: in one, all of the mover's pieces but the first are crowns,
// in the other only the first is, so that every piece is asked both as a blank and as a crown, and what a move does to
// the piece's crown is read off the position after it. What is taken for granted is what the rules say: the crowns of
// other pieces neither matter for a move nor change with it. (A sampled verification does not even take that.)
//
// Such a move takes all crown states of a block along with it, so a block's best replies are maxima over rows of its
// successors' keys. About 0.3 ns a position and move, decoding apart. One object per thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/colouring.h"
#include "core/moves.h"
#include "db/placement_key_cache.h"

namespace uisge {

class PlacementLaws {
 public:
  PlacementLaws(const Database& database, PlacementKeyCache& cache);

  struct Outcome {
    std::optional<PositionCell> first_broken;  // in index order
    std::uint64_t moves = 0;                   // of all live positions of the placement
  };
  // Errors: the file cannot be read, or a move leads to a placement that it does not have (kVerification).
  Result<Outcome> check(std::uint32_t placement);

  // The keys of the placement checked last.
  const std::vector<ReplyKey>& keys() const { return *keys_; }

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
  };

  void gather_moves(SquareSet mover_bb);
  Result<const Successor*> successor(Move move);
  template <std::size_t kPieces>
  Result<Outcome> check_blocks();
  template <std::size_t kPieces>
  void take_replies(PieceMask mover, const BlockMove& move, const Successor& successor);
  template <std::size_t kPieces>
  void take_end_of_game(PieceMask mover);
  template <std::size_t kPieces>
  std::optional<std::uint32_t> first_difference(ColouringRank block) const;

  const Database* database_;
  PlacementKeyCache* cache_;
  UnitReader reader_;
  std::uint32_t placement_ = 0;
  SquareSet occupied_bb_;
  PlacementKeys keys_;
  std::vector<Successor> successors_;
  std::vector<BlockMove> moves_;
  // Of the block at hand: by the mover's crowns, then the opponent's, so that rows are rows of the successors.
  std::vector<ReplyKey> best_;
  std::vector<std::uint32_t> move_count_;  // by the mover's crowns
};

}  // namespace uisge
