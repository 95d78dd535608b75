// The codec of a unit: labels of some blocks of one placement to bytes and back.
//
// This is a seam. Everything that knows how labels are laid out before compression is behind these two classes; the
// file names its codec (CodecId) and carries the tables that the codec wants, and the rest of db/ sees bytes.
// Encoder and decoder own scratch memory and compression contexts: one of each per thread, reused for every unit.
//
// Labels of positions that are not live are neither read by the encoder nor stored; they decode to 0. Equal labels
// give equal bytes (for one version of zstd). The decoder trusts nothing: any bytes give labels up to kMaxLabelCode
// or an error, never a read or write out of bounds, although a reader has compared the unit's checksum before.
#pragma once

#include <memory>
#include <span>

#include "core/board.h"
#include "core/error.h"
#include "core/rules.h"
#include "db/bytes.h"
#include "db/label_code.h"

namespace uisge {

// The numbers are part of the file format.
enum class CodecId : std::uint8_t {
  kZstdBytes = 1  // low bytes, then high bytes of the live labels' codes, as one zstd frame
};

// What a codec may depend on: constant for a file. `tables` is stored in the file as it is.
struct CodecParameters {
  CodecId id = CodecId::kZstdBytes;
  BoardSize board;
  int pieces = 0;
  RuleSet rules;
  Bytes tables;
};

// The codec of new files.
CodecParameters standard_codec(BoardSize board, int pieces, RuleSet rules);
// Refuses a codec or tables that this program does not know, in words that follow a file name and a colon.
Result<void> check_codec(const CodecParameters& parameters);

// Which blocks of which placement a unit holds, for codecs that predict from the squares.
struct UnitPlace {
  SquareSet occupied_bb;  // canonical
  int first_block = 0;    // a colouring rank
  int blocks = 0;
};

class UnitEncoder {
 public:
  explicit UnitEncoder(const CodecParameters& parameters);
  ~UnitEncoder();
  UnitEncoder(UnitEncoder&&) noexcept;
  UnitEncoder& operator=(UnitEncoder&&) noexcept;
  // Appends the unit to `out`. REQUIRES: codes.size() == place.blocks * positions_per_block.
  void encode(const UnitPlace& place, std::span<const LabelCode> codes, Bytes& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

class UnitDecoder {
 public:
  // REQUIRES: check_codec accepts the parameters.
  explicit UnitDecoder(const CodecParameters& parameters);
  ~UnitDecoder();
  UnitDecoder(UnitDecoder&&) noexcept;
  UnitDecoder& operator=(UnitDecoder&&) noexcept;
  // Fills all of `codes`. An error says what is wrong with the bytes; `codes` is then unspecified.
  // REQUIRES: codes.size() == place.blocks * positions_per_block.
  Result<void> decode(const UnitPlace& place, ByteView unit, std::span<LabelCode> codes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace uisge
