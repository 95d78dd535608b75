// An independent decoder of units, written from docs/formats/codec.md alone: slow, simple, and without any code of db/.
#pragma once

#include <cstdint>
#include <vector>

namespace independent_reader {

using Bytes = std::vector<std::uint8_t>;

// Throws std::runtime_error with the text `what` if the condition does not hold.
void demand(bool condition, const char* what);

struct Symbol {
  unsigned base, shift, extra_bits, label_class;
};

// The details of decoding one symbol, as the examples of docs/formats/codec.md show them.
struct Step {
  unsigned o, m;      // the cell: the opponent's crowns, the mover's crowns
  std::size_t block;  // in the unit
  unsigned p, q;      // the neighbours' classes
  unsigned context, table;
  std::uint64_t r;  // x mod 1024; x is the coder's state with the index `block` mod 4, before this step
  unsigned symbol;
  bool operator==(const Step&) const = default;
};

// The sizes and places of a unit's parts, and the coder's states after the last symbol.
struct UnitParts {
  std::size_t words = 0;        // W
  std::size_t first_extra = 0;  // where the extra bits begin
  std::size_t extra_bits = 0;
  std::vector<std::uint64_t> states;  // after the last symbol
};

class Codec {
 public:
  // Throws std::runtime_error if the tables contradict docs/formats/codec.md.
  Codec(unsigned codec, int pieces, const Bytes& tables);
  // Returns the codes of all positions of `blocks` blocks in the order of the file; 0 for positions that are not live.
  // Throws std::runtime_error if the unit contradicts docs/formats/codec.md.
  std::vector<std::uint16_t> decode(std::size_t blocks, const Bytes& unit, std::vector<Step>* steps = nullptr,
                                    UnitParts* parts = nullptr) const;

  std::size_t symbol_count() const { return symbols_.size() - 1; }  // S
  unsigned class_count() const { return classes_; }                 // K
  std::size_t table_count() const { return tables_.size(); }        // T
  const Symbol& symbol(std::size_t number) const { return symbols_[number]; }

 private:
  using Block = std::vector<unsigned>;  // the symbol of each cell

  bool is_stored(unsigned o, unsigned m) const { return o != states_ - 1 && m != states_ - 1; }
  unsigned class_of(const Block& block, unsigned o, unsigned m) const;
  // Returns the numbers p and q of a cell (docs/formats/codec.md), its context, and the table of that context.
  // REQUIRES: the cells that determine p and q are decoded.
  Step context_of(const Block& block, unsigned o, unsigned m) const;

  unsigned codec_;
  unsigned n_;
  unsigned states_;              // of one side's crowns
  std::vector<Symbol> symbols_;  // with the escape
  unsigned classes_ = 0;
  std::vector<std::vector<unsigned>> tables_;
  std::vector<unsigned> table_of_context_;
};

}  // namespace independent_reader
