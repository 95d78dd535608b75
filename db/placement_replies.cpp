#include "db/placement_replies.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/bits.h"
#include "core/notation.h"
#include "core/piece_count.h"
#include "core/placement.h"
#include "db/reply_rows.h"

namespace uisge {

namespace {

// Returns, for every set of a side's crowns, the set that it becomes when the side's pieces are permuted.
template <std::size_t kPieces>
std::array<std::uint8_t, std::size_t{1} << kPieces> crown_table(const std::array<std::uint8_t, kPieces>& permutation) {
  std::array<std::uint8_t, std::size_t{1} << kPieces> table{};
  for (unsigned crowns = 1; crowns < table.size(); ++crowns) {
    const unsigned lowest = lowest_bit(crowns);
    table[crowns] = static_cast<std::uint8_t>(table[crowns & (crowns - 1)] | 1U << permutation[lowest]);
  }
  return table;
}

}  // namespace

PlacementReplies::PlacementReplies(const Database& database)
    : database_(&database),
      has_distances_(stores_distances(database.header().codec)),
      best_(positions_per_block(database.identity().pieces)),
      winning_count_(best_.size()),
      losing_count_(best_.size()),
      at_once_count_(best_.size()),
      best_count_(best_.size()),
      move_count_(crown_states(database.identity().pieces)) {}

Result<void> PlacementReplies::enter(std::size_t placement, const KeySource& source) {
  source_ = &source;
  occupied_bb_ = database_->placements()[placement];
  successors_.clear();
  keys_ = UISGE_TRY(source(placement));
  return {};
}

Result<PlacementReplies::Block> PlacementReplies::block(ColouringRank rank) {
  UISGE_TRY(take_block_of_pieces<false>(rank));
  Block block{best_, 0};
  const std::uint64_t live_rows = move_count_.size() - 1;
  for (const std::uint32_t moves : move_count_) block.moves += moves * live_rows;
  return block;
}

Result<PlacementReplies::CountedBlock> PlacementReplies::counted_block(ColouringRank rank) {
  for (std::vector<ReplyKey>* counts : {&winning_count_, &losing_count_, &at_once_count_, &best_count_}) {
    std::fill(counts->begin(), counts->end(), ReplyKey{0});
  }
  UISGE_TRY(take_block_of_pieces<true>(rank));
  return CountedBlock{winning_count_, losing_count_, at_once_count_, best_count_, move_count_};
}

template <bool kCounted>
Result<void> PlacementReplies::take_block_of_pieces(ColouringRank rank) {
  return for_piece_count(database_->identity().pieces, [&]<int N>() { return take_block<N, kCounted>(rank); });
}

template <std::size_t kPieces, bool kCounted>
Result<void> PlacementReplies::take_block(ColouringRank rank) {
  const PieceMask mover = database_->colourings().mask(rank);
  std::fill(best_.begin(), best_.end(), kNoReplyKey);
  std::fill(move_count_.begin(), move_count_.end(), 0U);
  gather_moves(deposit(mover, occupied_bb_));
  for (BlockMove& move : moves_) {
    move.successor = UISGE_TRY(successor(move.move));
    aim<kPieces>(mover, move);
  }
  for (const BlockMove& move : moves_) take_replies<kPieces, kCounted>(mover, move);
  take_end_of_game<kPieces, kCounted>(mover);
  return {};
}

void PlacementReplies::gather_moves(SquareSet mover_bb) {
  const Board& board = database_->board();
  const SquareSet opponent_bb = occupied_bb_ - mover_bb;
  const SquareSet first_bb(mover_bb.first());
  moves_.clear();
  for (const SquareSet crowns_bb : {mover_bb - first_bb, first_bb}) {
    // With one piece a side, the game is over when the mover's piece is a crown.
    if (crowns_bb == mover_bb) continue;
    const Position position = Position::unchecked(board.size(), mover_bb, opponent_bb, crowns_bb, Side::kWhite);
    for (const Move move : legal_moves(board, database_->identity().rules, position)) {
      const Position after = play(board, position, move);
      moves_.push_back({move, crowns_bb.contains(move.from), after.crowns_bb().contains(move.to), 0, 0, nullptr});
    }
  }
}

PlacementReplies::MobilePieces PlacementReplies::pieces_that_move(PieceMask side) {
  gather_moves(deposit(side, occupied_bb_));
  MobilePieces mobile;
  for (const BlockMove& each : moves_) {
    unsigned& pieces = each.crown_before ? mobile.as_crown : mobile.as_blank;
    pieces |= 1U << number_in_side(side, occupied_bb_.rank_of(each.move.from));
  }
  return mobile;
}

Result<std::size_t> PlacementReplies::successor(Move move) {
  const auto known = std::find_if(successors_.begin(), successors_.end(),
                                  [&](const Successor& s) { return s.from == move.from && s.to == move.to; });
  if (known != successors_.end()) return static_cast<std::size_t>(known - successors_.begin());
  const Board& board = database_->board();
  const SquareSet moved_bb = occupied_bb_.without(move.from).with(move.to);
  const auto [next_bb, symmetry] = canonical_placement(board, moved_bb);
  const auto placement = find_placement(database_->placements(), next_bb);
  if (!placement) {
    return bad_file(fmt::format("{}: the placement after {} is missing", database_->path(), to_text(board, move)));
  }
  Successor next{move.from, move.to, {}, nullptr};
  std::size_t piece = 0;
  for (const Square square : occupied_bb_) {
    const Square moved = square == move.from ? move.to : square;
    next.piece_map[piece++] = next_bb.rank_of(board.image(symmetry, moved));
  }
  next.keys = UISGE_TRY((*source_)(*placement));
  successors_.push_back(std::move(next));
  return successors_.size() - 1;
}

// Finds the block that a move leads to, and prefetches it. All moves are prepared before the keys of any block are
// read.
template <std::size_t kPieces>
void PlacementReplies::aim(PieceMask mover, BlockMove& move) const {
  constexpr std::size_t kBlock = std::size_t{1} << (2 * kPieces);
  // Only the beginning of a block is prefetched here: the processor recognises sequential reads and prefetches the
  // rest.
  constexpr std::size_t kAskedBytes = std::min<std::size_t>(kBlock * sizeof(ReplyKey), 512);
  const Successor& successor = successors_[move.successor];
  // The sides swap: this block's opponent is the successor's mover.
  const Colourings& colourings = database_->colourings();
  move.mover_there = 0;
  for (unsigned rest = colourings.opponent(mover); rest != 0; rest &= rest - 1) {
    move.mover_there |= piece_bit(successor.piece_map[lowest_bit(rest)]);
  }
  move.replies = successor.keys->data() + std::size_t{colourings.rank(move.mover_there)} * kBlock;
  for (std::size_t at = 0; at < kAskedBytes; at += 64) __builtin_prefetch(move.replies + at / sizeof(ReplyKey));
}

// `replies` are the keys after one move, for a row of positions that begins at `at`. Updates best_, the greatest reply
// key of each position so far, with these keys.
template <std::size_t kPieces, bool kCounted>
void PlacementReplies::take_row(std::size_t at, const ReplyKey* replies) {
  constexpr std::size_t kStates = std::size_t{1} << kPieces;
  if constexpr (kCounted) {
    count_replies<kStates>(
        {winning_count_.data() + at, losing_count_.data() + at, at_once_count_.data() + at, best_count_.data() + at},
        best_.data() + at, replies);
  }
  take_best<kStates>(best_.data() + at, replies);
}

template <std::size_t kPieces, bool kCounted>
void PlacementReplies::take_replies(PieceMask mover, const BlockMove& move) {
  constexpr std::size_t kStates = std::size_t{1} << kPieces;
  const Successor& successor = successors_[move.successor];
  const PieceMask mover_there = move.mover_there;
  const PieceMask opponent_there = database_->colourings().opponent(mover_there);
  std::array<std::uint8_t, kPieces> mover_permutation{};
  std::array<std::uint8_t, kPieces> opponent_permutation{};
  std::size_t mover_piece = 0;
  std::size_t opponent_piece = 0;
  bool keeps_order = true;
  for (std::size_t piece = 0; piece < 2 * kPieces; ++piece) {
    const unsigned there = successor.piece_map[piece];
    if ((mover >> piece & 1) != 0) {
      mover_permutation[mover_piece++] = number_in_side(opponent_there, there);
    } else {
      const std::uint8_t number = number_in_side(mover_there, there);
      keeps_order = keeps_order && number == opponent_piece;
      opponent_permutation[opponent_piece++] = number;
    }
  }
  const auto rows = crown_table<kPieces>(mover_permutation);
  const unsigned moved = 1U << number_in_side(mover, occupied_bb_.rank_of(move.move.from));
  const auto for_each_row = [&](auto&& take) {
    for (unsigned crowns = 0; crowns + 1 < kStates; ++crowns) {
      if (((crowns & moved) != 0) != move.crown_before) continue;
      ++move_count_[crowns];
      const unsigned after = move.crown_after ? crowns | moved : crowns & ~moved;
      take(crowns * kStates, move.replies + rows[after] * kStates);
    }
  };
  if (keeps_order) {
    return for_each_row([this](std::size_t at, const ReplyKey* row) { take_row<kPieces, kCounted>(at, row); });
  }
  // A symmetry was applied, so the columns of the row have another order.
  const auto columns = crown_table<kPieces>(opponent_permutation);
  for_each_row([&](std::size_t at, const ReplyKey* row) {
    std::array<ReplyKey, kStates> ordered;
    for (std::size_t i = 0; i < kStates; ++i) ordered[i] = row[columns[i]];
    take_row<kPieces, kCounted>(at, ordered.data());
  });
}

// A position's key (reply_key.h) is greater, the better the position is for the side that moved to it. At first, best_
// has the greatest key among the successors of each position. Replaces this key by the key that the position itself
// must have. If the side to move is stuck, the rules give the key.
template <std::size_t kPieces, bool kCounted>
void PlacementReplies::take_end_of_game(PieceMask mover) {
  constexpr std::size_t kStates = std::size_t{1} << kPieces;
  const Colourings& colourings = database_->colourings();
  const ReplyKey lost = has_distances_ ? kLossInZeroKey : kUncountedLossKey;
  const ReplyKey won = has_distances_ ? kWinInZeroKey : kUncountedWinKey;
  std::optional<MobilePieces> can_move;  // the opponent's pieces, once they are needed
  for (unsigned crowns = 0; crowns + 1 < kStates; ++crowns) {
    ReplyKey* const best = best_.data() + crowns * kStates;
    if (move_count_[crowns] == 0) {
      switch (database_->identity().rules.stuck) {
        case StuckRule::kLoses: std::fill_n(best, kStates, lost); continue;
        case StuckRule::kWins: std::fill_n(best, kStates, won); continue;
        case StuckRule::kDraws: std::fill_n(best, kStates, kDrawKey); continue;
        case StuckRule::kPasses: break;
      }
      // A pass leads to the same position with the sides swapped. If the other side is stuck too, the position is
      // drawn. Labels without distances do not show this: a loss and a win would also fit each other.
      const PieceMask opponent = colourings.opponent(mover);
      const std::size_t row = std::size_t{colourings.rank(opponent)} * kStates + crowns;
      take_row<kPieces, kCounted>(crowns * kStates, keys_->data() + row * kStates);
      move_count_[crowns] = 1;
      if (!can_move) can_move = pieces_that_move(opponent);
      for (unsigned others = 0; others + 1 < kStates; ++others) {
        if (((can_move->as_crown & others) | (can_move->as_blank & ~others)) == 0) best[others] = kDrawKey;
      }
    }
    if (has_distances_) {
      step_back<kStates>(best);
    } else {
      for (std::size_t i = 0; i < kStates; ++i) best[i] = value_before(best[i]);
    }
  }
}

}  // namespace uisge
