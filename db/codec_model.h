// The model by which a file's units are compressed: the symbols that stand for labels, and how often each symbol occurs
// in each context.
//
// The model is made from a sample of the labels (codec_trainer.h) before the first unit is written. The file stores the
// model once, as its codec tables. docs/formats/codec.md specifies the bytes. A model is const after construction, so
// threads may share it. A model takes less than 1 MiB.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "db/context_clusters.h"
#include "db/crown_contexts.h"
#include "db/label_alphabet.h"

namespace uisge {

// The frequencies of a context sum to 2^10. With a sum of 2^12, files would be 0.3 % smaller, but the look-up tables
// four times as large.
inline constexpr int kFrequencyBits = 10;
inline constexpr std::uint32_t kFrequencySum = std::uint32_t{1} << kFrequencyBits;

// The numbers that stand for a symbol in a context: `frequency` successive numbers below kFrequencySum, from `start`
// on. If the frequency is 0, the symbol is coded as an escape in this context.
struct SymbolRange {
  std::uint16_t frequency = 0;
  std::uint16_t start = 0;
};

// The look-up tables of a context, for decoding and encoding.
struct CodingTable {
  std::array<SymbolRange, LabelAlphabet::kMaxSymbols + 1> range;  // indexed by symbol
  std::array<Symbol, kFrequencySum> symbol_at;                    // the symbol whose range holds the index
};

class CodecModel {
 public:
  static constexpr std::size_t kMaxTables = 512;

  // REQUIRES: `table_of_context` has contexts().count() entries, each an index into `tables`; if the codec is
  // kLostValues, `alphabet` is lost_values().
  CodecModel(CodecId codec, int pieces, LabelAlphabet alphabet, const std::vector<FrequencyTable>& tables,
             std::vector<std::uint16_t> table_of_context);

  static Result<std::unique_ptr<const CodecModel>> parse(CodecId codec, int pieces, ByteView bytes);
  const Bytes& bytes() const { return bytes_; }

  CodecId codec() const { return codec_; }
  int pieces() const { return contexts_.pieces(); }
  const LabelAlphabet& alphabet() const { return alphabet_; }
  // The label that a symbol stands for. Empty if the symbol stands for several labels, or for a label that the codec
  // does not store.
  std::optional<LabelCode> label_of(Symbol symbol) const;
  const CrownContexts& contexts() const { return contexts_; }

  // Similar contexts share a table.
  std::span<const std::uint16_t> table_of_context() const { return table_of_context_; }
  std::span<const CodingTable> tables() const { return tables_; }

 private:
  CodecId codec_;
  LabelAlphabet alphabet_;
  CrownContexts contexts_;
  std::vector<std::uint16_t> table_of_context_;
  std::vector<CodingTable> tables_;
  Bytes bytes_;
};

}  // namespace uisge
