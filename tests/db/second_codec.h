// A second decoder of units, written from docs/codec.md alone: slow, plain, and without a line of db/.
#pragma once

#include <cstdint>
#include <vector>

namespace second_reader {

using Bytes = std::vector<std::uint8_t>;

// Throws std::runtime_error with these words unless the condition holds.
void demand(bool condition, const char* what);

struct Symbol {
  unsigned base, shift, extra_bits, label_class;
};

class Codec {
 public:
  // Throws std::runtime_error if the tables are not what the page says.
  Codec(int pieces, const Bytes& tables);
  // The codes of all positions of so many blocks, 0 where not live. Throws likewise.
  std::vector<std::uint16_t> decode(std::size_t blocks, const Bytes& unit) const;

 private:
  using Block = std::vector<unsigned>;  // the symbol of each cell

  bool is_stored(unsigned o, unsigned m) const { return o != states_ - 1 && m != states_ - 1; }
  unsigned class_of(const Block& block, unsigned o, unsigned m) const;
  const std::vector<unsigned>& frequencies(const Block& block, unsigned o, unsigned m) const;

  unsigned n_;
  unsigned states_;              // of one side's crowns
  std::vector<Symbol> symbols_;  // with the escape
  unsigned classes_ = 0;
  std::vector<std::vector<unsigned>> tables_;
  std::vector<unsigned> table_of_context_;
};

}  // namespace second_reader
