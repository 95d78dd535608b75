// The codec of a unit: converts the labels of some blocks (core/colouring.h) of one placement to bytes and back.
//
// A label's context is made from the labels of the same block that were coded before it (crown_contexts.h). A range
// coder (rans.h) codes the label with the frequencies that the file's model holds for the context (codec_model.h).
// docs/formats/codec.md specifies the bytes.
//
// Encoders and decoders own scratch memory: use one of each per thread, for all units. Encoders and decoders share the
// model, which must outlive them. Labels of positions in which a side has only crowns are neither read nor stored; they
// decode to 0. The bytes depend only on the labels and the model. The decoder does not rely on checksums: for any bytes
// it gives valid labels or an error, takes no longer than for intact bytes, and never reads or writes out of bounds.
#pragma once

#include <span>

#include "core/error.h"
#include "db/bytes.h"
#include "db/codec_model.h"
#include "db/rans.h"

namespace uisge {

class UnitEncoder {
 public:
  explicit UnitEncoder(const CodecModel& model);
  // Appends the unit to `out`. The unit takes at most 26 bits per label plus 17 bytes. `codes` has a label for every
  // position; the caller may pass kDrawCode in place of a label that the codec does not store. REQUIRES: `codes`
  // consists of whole blocks, at least one; the labels have distances if the codec stores distances.
  void encode(std::span<const LabelCode> codes, Bytes& out);

 private:
  void find_ranges(std::span<const LabelCode> codes, std::size_t blocks);
  void find_extras(std::span<const LabelCode> codes);

  const CodecModel* model_;
  std::vector<SpelledCode> spelled_;           // by label
  std::vector<SymbolRange> ranges_of_tables_;  // table by table, without gaps, so that the ranges stay in the cache
  CellRows symbols_;
  CellRows classes_;
  std::vector<ContextId> contexts_;         // of one cell
  std::vector<SymbolRange> ranges_;         // the ranges of the symbols of all cells, in coding order
  std::vector<std::uint32_t> with_extras_;  // positions whose symbol has extra bits, ascending
  std::vector<std::uint32_t> escaped_;      // positions whose symbol cannot be coded in its context
  Bytes extras_;
  RansEncoder rans_;
};

// A unit of which the first cells are decoded.
struct BegunUnit {
  // One symbol per cell and block: first those of the first cell in coding order, block by block, then those of the
  // second cell, and so on. Empty before the unit is decoded.
  std::vector<Symbol> symbols;
  RansDecoder::Point point{};  // of the next symbol to decode
};

class UnitDecoder {
 public:
  explicit UnitDecoder(const CodecModel& model) : model_(&model), symbols_(model.pieces()), classes_(model.pieces()) {}
  // Fills all of `codes` with the labels that the codec stores (codec_id.h). Decodes only the cells that `begun` lacks.
  // An error says what is wrong with the bytes; `codes` then has unspecified contents. REQUIRES: `codes` has one
  // element for each position of the unit; the unit has at least one block; `begun` is empty or belongs to this unit.
  Result<void> decode(ByteView unit, std::span<LabelCode> codes, const BegunUnit& begun = {});
  // Extends `begun` to the first `cells` cells in coding order, which are the cells with the fewest crowns. An error
  // leaves `begun` as it was; an exception leaves it useless. REQUIRES: the unit has `blocks` blocks, at least one;
  // `begun` is empty or belongs to this unit; `cells` <= model.contexts().cells().size().
  Result<void> decode_symbols(ByteView unit, std::size_t blocks, std::size_t cells, BegunUnit& begun);

 private:
  // Copies the unit, so that zeros follow it, as the readers of bits and words need them.
  Result<ByteView> pad(ByteView unit);
  // Decodes the symbols of the cells from `first` to `end`. Cells are numbered in coding order. `row(i)` returns the
  // address at which the symbols of cell number i are stored.
  template <class Row>
  void decode_cells(RansDecoder& rans, std::size_t blocks, std::size_t first, std::size_t end, Row row);

  const CodecModel* model_;
  CellRows symbols_;
  CellRows classes_;
  std::vector<ContextId> contexts_;  // of one cell
  Bytes padded_;
  std::vector<std::uint32_t> with_extras_;  // packed: a position whose symbol has extra bits, and this symbol
};

}  // namespace uisge
