// The symbols that stand for labels in a compressed unit. The context of a symbol contains classes of symbols that were
// coded before it (crown_contexts.h).
//
// Symbols are numbered from the best label for the mover to the worst: quick wins, slow wins, draw, slow losses, quick
// losses. A frequent label has a symbol of its own. A rare label shares a symbol with its neighbours, and a few extra
// bits distinguish these labels. The last symbol is the escape: its 16 extra bits are the label's code, so any label
// can be stored.
//
// A *class* is a run of consecutively numbered symbols that contexts do not distinguish. The escape belongs to the last
// class.
#pragma once

#include <cstdint>
#include <vector>

#include "core/error.h"
#include "db/bit_stream.h"
#include "db/codec_id.h"
#include "db/label_code.h"

namespace uisge {

using Symbol = std::uint8_t;

// A symbol stands for every label whose code is the sum base + (extra << shift); `extra` is any number of `extra_bits`
// bits.
struct LabelSymbol {
  LabelCode base = 0;
  std::uint8_t shift = 0;
  std::uint8_t extra_bits = 0;
  std::uint8_t label_class = 0;
  bool operator==(const LabelSymbol&) const = default;
};

// The symbol and the extra bits that an encoder writes for a label's code.
struct SpelledCode {
  std::uint16_t extra = 0;
  std::uint8_t extra_bits = 0;
  Symbol symbol = 0;
};

class LabelAlphabet {
 public:
  static constexpr std::size_t kMaxSymbols = 127;  // without the escape
  static constexpr int kMaxClasses = 24;
  static constexpr int kMaxExtraBits = 12;
  static constexpr int kEscapeBits = 16;

  // REQUIRES: `symbols` are all symbols but the escape, in the order of their numbers; label_class begins at 0 and
  // grows by at most 1 from symbol to symbol; the limits above hold; no code exceeds kMaxLabelCode.
  explicit LabelAlphabet(std::vector<LabelSymbol> symbols);
  // The alphabet that suits labels with the frequencies in `count_of_code`. REQUIRES: `count_of_code` has 2^16 entries,
  // indexed by coded label (coded_label()).
  static LabelAlphabet of_counts(CodecId codec, const std::vector<std::uint64_t>& count_of_code);
  // Returns the alphabet of a values database. It has two symbols, "not lost" and "lost", each in a class of its own.
  static LabelAlphabet lost_values();

  // All symbols; the last one is the escape.
  const std::vector<LabelSymbol>& symbols() const { return symbols_; }
  std::size_t size() const { return symbols_.size(); }
  Symbol escape() const { return static_cast<Symbol>(symbols_.size() - 1); }
  int classes() const { return classes_; }  // without the class that stands for "no symbol"
  // Returns the symbol and extra bits of every 16-bit label code. The result takes 256 KiB.
  std::vector<SpelledCode> spelled_codes() const;
  SpelledCode escaped(LabelCode code) const { return {code, kEscapeBits, escape()}; }
  std::uint8_t class_of(Symbol symbol) const { return symbols_[symbol].label_class; }

  bool operator==(const LabelAlphabet&) const = default;

  void append_to(Bytes& out) const;
  // Reads an alphabet from the front of `bytes`, and removes the alphabet from `bytes`.
  static Result<LabelAlphabet> parse(ByteView& bytes);

 private:
  std::vector<LabelSymbol> symbols_;
  int classes_ = 1;
};

}  // namespace uisge
