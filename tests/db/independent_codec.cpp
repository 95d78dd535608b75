#include "tests/db/independent_codec.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace independent_reader {

void demand(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

namespace {

class Source {
 public:
  explicit Source(const Bytes& bytes) : bytes_(bytes) {}
  unsigned byte() {
    demand(at_ < bytes_.size(), "bytes of a unit or of the codec tables");
    return bytes_[at_++];
  }
  unsigned u16() {
    const unsigned low = byte();
    return low | byte() << 8;
  }
  unsigned u32() {
    const unsigned low = u16();
    return low | u16() << 16;
  }
  unsigned bit() {
    if (bits_left_ == 0) {
      bits_ = byte();
      bits_left_ = 8;
    }
    const unsigned bit = bits_ & 1;
    bits_ >>= 1;
    --bits_left_;
    return bit;
  }
  unsigned bits(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) value |= bit() << i;
    return value;
  }
  unsigned gamma() {
    unsigned zeros = 0;
    while (bit() == 0) ++zeros;
    demand(zeros < 16, "gamma code");
    return 1U << zeros | bits(zeros);
  }
  // The offset of the next byte.
  std::size_t position() const { return at_; }
  void end() const { demand(at_ == bytes_.size() && bits_ == 0, "end of a unit or of the codec tables"); }

 private:
  const Bytes& bytes_;
  std::size_t at_ = 0;
  unsigned bits_ = 0;
  int bits_left_ = 0;
};

unsigned crowns(unsigned set) {
  unsigned count = 0;
  for (; set != 0; set >>= 1) count += set & 1;
  return count;
}

unsigned decode_symbol(std::uint64_t& x, const std::vector<unsigned>& frequencies, Source& source) {
  const std::uint64_t r = x % 1024;
  unsigned symbol = 0;
  std::uint64_t start = 0;
  while (r >= start + frequencies[symbol]) start += frequencies[symbol++];
  x = frequencies[symbol] * (x / 1024) + r - start;
  if (x < 65'536) x = 65'536 * x + source.u16();
  return symbol;
}

}  // namespace

Codec::Codec(unsigned codec, int pieces, const Bytes& tables)
    : codec_(codec), n_(static_cast<unsigned>(pieces)), states_(1U << n_) {
  Source source(tables);
  const unsigned s = source.byte();
  demand(s >= 1 && s <= 127, "number of symbols");
  for (unsigned i = 0; i < s; ++i) {
    const unsigned base = source.u16();
    const unsigned shift = source.byte();
    const unsigned extra_bits = source.byte();
    const unsigned label_class = source.byte();
    demand(shift <= 2 && extra_bits <= 12 && base + (((1U << extra_bits) - 1) << shift) <= 64'002, "symbol");
    demand(label_class == (i == 0 ? 0 : symbols_[i - 1].label_class) ||
               (i > 0 && label_class == symbols_[i - 1].label_class + 1),
           "class");
    symbols_.push_back({base, shift, extra_bits, label_class});
  }
  if (codec_ == 3) {
    const auto is = [](const Symbol& symbol, unsigned base, unsigned label_class) {
      return symbol.base == base && symbol.shift == 0 && symbol.extra_bits == 0 && symbol.label_class == label_class;
    };
    demand(s == 2 && is(symbols_[0], 0, 0) && is(symbols_[1], 2, 1), "symbols of codec 3");
  }
  symbols_.push_back({0, 0, 16, symbols_.back().label_class});
  classes_ = symbols_.back().label_class + 1;
  demand(classes_ <= 24, "number of classes");
  const unsigned t = source.u16();
  demand(t >= 1 && t <= 512, "number of tables");
  for (unsigned i = 0; i < t; ++i) {
    std::vector<unsigned> table;
    unsigned sum = 0;
    for (unsigned symbol = 0; symbol <= s; ++symbol) {
      table.push_back(source.gamma() - 1);
      sum += table.back();
    }
    demand(sum == 1024 && table[s] > 0, "frequencies");
    tables_.push_back(table);
  }
  const unsigned pairs = codec_ == 1   ? (classes_ + 1) * (classes_ + 1)
                         : codec_ == 2 ? (classes_ + n_) * (classes_ + 1)
                                       : (n_ + 1) * (n_ + 1);
  for (unsigned i = 0; i < n_ * n_ * pairs; ++i) {
    table_of_context_.push_back(source.gamma() - 1);
    demand(table_of_context_.back() < t, "table of a context");
  }
  source.end();
}

unsigned Codec::class_of(const Block& block, unsigned o, unsigned m) const {
  return symbols_[block[o * states_ + m]].label_class;
}

Step Codec::context_of(const Block& block, unsigned o, unsigned m) const {
  std::optional<unsigned> p;
  std::optional<unsigned> q;
  for (unsigned bit = 1; bit < states_; bit *= 2) {
    if ((m & bit) != 0) p = std::min(p.value_or(classes_), class_of(block, o, m - bit));
    if ((o & bit) != 0) q = std::max(q.value_or(0), class_of(block, o - bit, m));
  }
  unsigned s = 0;
  unsigned t = 0;
  unsigned z = 0;
  for (unsigned bit = 1; bit < states_; bit *= 2) {
    if ((m & bit) != 0 && class_of(block, o, m - bit) == 0) ++z;
    if ((m & bit) != 0 && class_of(block, o, m - bit) == 1) ++s;
    if ((o & bit) != 0 && class_of(block, o - bit, m) == 1) ++t;
  }
  Step step{o, m, 0, p.value_or(classes_), q.value_or(classes_), 0, 0, 0, 0};
  const unsigned pair = crowns(o) * n_ + crowns(m);
  if (codec_ == 2) step.p = z > 0 ? n_ - z : n_ - 1 + step.p;
  if (codec_ == 1) step.context = (pair * (classes_ + 1) + step.p) * (classes_ + 1) + step.q;
  if (codec_ == 2) step.context = (pair * (classes_ + n_) + step.p) * (classes_ + 1) + step.q;
  if (codec_ == 3) step.context = (pair * (n_ + 1) + s) * (n_ + 1) + t;
  step.table = table_of_context_[step.context];
  return step;
}

std::vector<std::uint16_t> Codec::decode(std::size_t blocks, const Bytes& unit, std::vector<Step>* steps,
                                         UnitParts* parts) const {
  std::vector<Block> symbols(blocks, Block(states_ * states_));
  Source source(unit);
  std::vector<std::uint64_t> x;
  for (int i = 0; i < 4; ++i) x.push_back(source.u32());
  for (unsigned total = 0; total <= 2 * n_; ++total) {
    for (unsigned cell = 0; cell < states_ * states_; ++cell) {
      const unsigned o = cell / states_;
      const unsigned m = cell % states_;
      if (!is_stored(o, m) || crowns(o) + crowns(m) != total) continue;
      for (std::size_t block = 0; block < blocks; ++block) {
        Step step = context_of(symbols[block], o, m);
        step.block = block;
        step.r = x[block % 4] % 1024;
        step.symbol = decode_symbol(x[block % 4], tables_[step.table], source);
        symbols[block][cell] = step.symbol;
        if (steps != nullptr) steps->push_back(step);
      }
    }
  }
  UnitParts here{(source.position() - 16) / 2, source.position(), 0, x};
  Bytes extras;
  for (const std::uint64_t state : x) {
    demand(codec_ == 2 ? state / 65'536 == 1 : state == 65'536, "last states");
    if (codec_ != 2) continue;
    extras.push_back(static_cast<std::uint8_t>(state % 256));
    extras.push_back(static_cast<std::uint8_t>(state / 256 % 256));
  }
  extras.insert(extras.end(), unit.begin() + static_cast<std::ptrdiff_t>(here.first_extra), unit.end());
  Source rest(extras);
  std::vector<std::uint16_t> codes;
  for (const Block& block : symbols) {
    for (unsigned cell = 0; cell < states_ * states_; ++cell) {
      codes.push_back(0);
      if (!is_stored(cell / states_, cell % states_)) continue;
      const Symbol& symbol = symbols_[block[cell]];
      here.extra_bits += symbol.extra_bits;
      codes.back() = static_cast<std::uint16_t>(symbol.base + (rest.bits(symbol.extra_bits) << symbol.shift));
      demand(codes.back() <= 64'002, "label");
      demand(codec_ == 1 || codes.back() % 2 == 0, "label of a lost position");
      demand(codec_ != 3 || codes.back() <= 2, "label without a distance");
    }
  }
  // In codec 2 the first 64 extra bits lie in the 8 bytes of the coder's states. If there are fewer extra bits, the
  // rest of these 8 bytes must be zero.
  while (codec_ == 2 && rest.position() < 8) demand(rest.bit() == 0, "zeros after the extra bits");
  rest.end();
  if (parts != nullptr) *parts = here;
  return codes;
}

}  // namespace independent_reader
