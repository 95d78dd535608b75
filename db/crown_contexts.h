// The order in which the cells of blocks are coded, and the context of each cell: what is known about the cell's label
// before the label is coded.
//
// A cell is the place of a position in a block: opponent_crowns * 2^n + mover_crowns. Here n is the number of pieces a
// side, and a side's crowns are a number with one bit per piece. One more crown brings a side nearer to its win. A
// label is rarely better for the mover than the worst label among the cells in which the opponent has one crown fewer.
// A label is rarely worse than the best label among the cells in which the mover has one crown fewer. Cells are
// therefore coded in ascending order of their number of crowns. Let M be the cells that arise from a cell if one of the
// mover's crowns becomes a blank, and O those that arise if one of the opponent's crowns becomes a blank. The context
// of the cell consists of
//
//   the number of the opponent's crowns,
//   the number of the mover's crowns,
//   the class of the label in M that is best for the mover,
//   the class of the label in O that is worst for the mover.
//
// A codec that stores only lost positions gives all other cells class 0, "not lost", so the best class would mostly be
// 0. In such a codec the third entry is therefore the number of cells in M that are not lost, or the best class in M if
// all are lost. In a values database the third entry is the number of lost cells in M, and the fourth that in O.
//
// Cells in which a side has only crowns are not coded. A cell is coded in all blocks of a unit before the next cell is
// coded. So no context depends on another block's symbol, and vector instructions find the contexts of 16 blocks at
// once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/colouring.h"
#include "core/piece_count.h"
#include "db/codec_id.h"
#include "db/label_alphabet.h"

namespace uisge {

using ContextId = std::uint16_t;

// A table with a row per cell and a column per block of a unit. Each entry is a byte: the symbol of that cell in that
// block, or the symbol's class (label_alphabet.h).
class CellRows {
 public:
  explicit CellRows(int pieces) : cells_(positions_per_block(pieces)) {}
  // Prepares the rows for another unit and keeps their memory.
  void reset(std::size_t blocks) {
    stride_ = (blocks + kLanes - 1) / kLanes * kLanes;
    bytes_.resize(cells_ * stride_);
  }
  std::uint8_t* row(std::size_t cell) { return bytes_.data() + cell * stride_; }
  const std::uint8_t* row(std::size_t cell) const { return bytes_.data() + cell * stride_; }
  // The bytes of a row: the number of blocks, rounded up to a multiple of kLanes. The added bytes have no meaning.
  std::size_t stride() const { return stride_; }

  static constexpr std::size_t kLanes = 16;

 private:
  std::size_t cells_;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> bytes_;
};

class CrownContexts {
 public:
  struct Cell {
    std::uint16_t index = 0;
    std::uint8_t mover_crowns = 0;  // how many
    std::uint8_t opponent_crowns = 0;
  };

  // `classes` does not count the class that stands for "no symbol". REQUIRES: if the codec is kLostValues, there are 2
  // classes: not lost, and lost.
  CrownContexts(CodecId codec, int pieces, int classes);

  int pieces() const { return pieces_; }
  // The cells in which neither side has only crowns, in coding order.
  const std::vector<Cell>& cells() const { return cells_; }
  // The place of a cell in coding order; kNotLive if a side has only crowns in the cell. REQUIRES: cell <
  // positions_per_block(pieces()).
  std::size_t place(std::size_t cell) const { return places_[cell]; }
  static constexpr std::size_t kNotLive = 0xFFFF;
  // The number of cells that have no more crowns than the cell at `place`.
  std::size_t cells_up_to(std::size_t place) const;
  // The number of contexts; contexts are numbered from 0.
  std::size_t count() const { return static_cast<std::size_t>(pieces_ * pieces_) * pair_weight_; }
  // Finds the contexts of a cell in all blocks, and writes classes.stride() contexts. `classes` has the classes of the
  // symbols of all cells that are coded before this cell.
  void find(const CellRows& classes, Cell cell, ContextId* contexts) const;

  static constexpr std::size_t kMaxContexts =
      std::size_t{36} * (LabelAlphabet::kMaxClasses + kMaxPieces) * (LabelAlphabet::kMaxClasses + 1);

 private:
  template <bool kCountsNotLost>
  void find_extremes(const CellRows& classes, Cell cell, ContextId* contexts) const;
  void find_counts(const CellRows& classes, Cell cell, ContextId* contexts) const;
  ContextId first_context(Cell cell) const {
    return static_cast<ContextId>(static_cast<std::size_t>(cell.opponent_crowns * pieces_ + cell.mover_crowns) *
                                  pair_weight_);
  }

  CodecId codec_;
  int pieces_;
  std::uint8_t no_class_;    // the class that stands for "no symbol"
  std::size_t pair_weight_;  // the number of contexts per pair (mover's crowns, opponent's crowns)
  std::vector<Cell> cells_;
  std::vector<std::uint16_t> places_;  // by cell
};

}  // namespace uisge
