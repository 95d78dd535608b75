#include "db/label_alphabet.h"

#include <array>
#include <numeric>

namespace uisge {

namespace {

constexpr std::size_t kSymbolBytes = 5;

using Counts = std::vector<std::uint64_t>;

// Makes the symbols of the labels of wins (or losses), from the shortest distance to the longest. Each symbol first
// stands for a single code. Then the symbol's range of codes is doubled again and again, as long as the labels in the
// doubled range occur at most `rare` times in all. If all distances are odd, or all are even, the symbols stand only
// for such distances.
std::vector<LabelSymbol> symbols_of_outcome(const Counts& counts, LabelCode distance_0, std::uint64_t rare) {
  std::array<bool, 2> has_parity{};
  int longest = -1;
  const auto count = [&](int distance) { return counts[static_cast<std::size_t>(distance_0 + 2 * distance)]; };
  for (int distance = 0; distance <= kMaxPlies; ++distance) {
    if (count(distance) == 0) continue;
    has_parity[distance & 1] = true;
    longest = distance;
  }
  const int step = has_parity[0] && has_parity[1] ? 1 : 2;
  std::vector<LabelSymbol> symbols;
  for (int first = step == 2 && has_parity[1] ? 1 : 0; first <= longest;) {
    int extra_bits = 0;
    for (;; ++extra_bits) {
      const int end = first + (step << (extra_bits + 1));
      if (extra_bits == LabelAlphabet::kMaxExtraBits || first + (step << extra_bits) > longest || end > kMaxPlies)
        break;
      std::uint64_t sum = 0;
      for (int distance = first; distance < end; distance += step) sum += count(distance);
      if (sum > rare) break;
    }
    symbols.push_back({static_cast<LabelCode>(distance_0 + 2 * first), static_cast<std::uint8_t>(step),
                       static_cast<std::uint8_t>(extra_bits), 0});
    first += step << extra_bits;
  }
  return symbols;
}

std::vector<LabelSymbol> symbols_of_counts(const Counts& counts, std::uint64_t rare) {
  std::vector<LabelSymbol> symbols = symbols_of_outcome(counts, 1, rare);
  symbols.push_back({kDrawCode, 0, 0, 0});
  const std::vector<LabelSymbol> losses = symbols_of_outcome(counts, 2, rare);
  symbols.insert(symbols.end(), losses.rbegin(), losses.rend());
  return symbols;
}

// Divides the symbols into classes, so that about 1 / `parts` of all labels belong to the symbols of each class.
// Returns the number of classes.
int assign_classes(std::vector<LabelSymbol>& symbols, const Counts& counts, std::uint64_t total, std::uint64_t parts) {
  std::uint64_t in_class = 0;
  std::uint8_t label_class = 0;
  for (LabelSymbol& symbol : symbols) {
    std::uint64_t count = 0;
    for (unsigned extra = 0; extra < 1U << symbol.extra_bits; ++extra) {
      count += counts[symbol.base + (extra << symbol.shift)];
    }
    if (in_class > 0 && (2 * in_class + count) * parts > 2 * total) {
      ++label_class;
      in_class = 0;
    }
    in_class += count;
    symbol.label_class = label_class;
  }
  return label_class + 1;
}

}  // namespace

LabelAlphabet::LabelAlphabet(std::vector<LabelSymbol> symbols)
    : symbols_(std::move(symbols)), classes_(symbols_.back().label_class + 1) {
  assert(symbols_.size() <= kMaxSymbols && classes_ <= kMaxClasses);
  symbols_.push_back({0, 0, kEscapeBits, symbols_.back().label_class});
}

std::vector<SpelledCode> LabelAlphabet::spelled_codes() const {
  std::vector<SpelledCode> spelled(std::size_t{1} << 16);
  for (std::size_t code = 0; code < spelled.size(); ++code) spelled[code] = escaped(static_cast<LabelCode>(code));
  for (std::size_t symbol = 0; symbol < escape(); ++symbol) {
    const LabelSymbol& one = symbols_[symbol];
    for (unsigned extra = 0; extra < 1U << one.extra_bits; ++extra) {
      spelled[one.base + (extra << one.shift)] = {static_cast<std::uint16_t>(extra), one.extra_bits,
                                                  static_cast<Symbol>(symbol)};
    }
  }
  return spelled;
}

LabelAlphabet LabelAlphabet::of_counts(CodecId codec, const std::vector<std::uint64_t>& count_of_code) {
  const bool is_of_lost = stores_lost_only(codec);
  // If only lost positions are stored, all other positions share one code, the most frequent. `total` does not count
  // that code. Otherwise most labels of lost positions would count as rare and share a symbol.
  const std::uint64_t total = std::accumulate(count_of_code.begin(), count_of_code.end(), std::uint64_t{0}) -
                              (is_of_lost ? count_of_code[kDrawCode] : 0);
  // The divisors 128 and 256 gave the smallest files in measurements. A greater divisor makes more symbols: the tables
  // grow by more than the units shrink. A smaller divisor makes fewer symbols: the units grow (docs/lab/codec.md).
  std::uint64_t rare = total / (is_of_lost ? 128 : 256);
  std::vector<LabelSymbol> symbols = symbols_of_counts(count_of_code, rare);
  while (symbols.size() > kMaxSymbols) {
    rare = 2 * rare + 1;
    symbols = symbols_of_counts(count_of_code, rare);
  }
  std::uint64_t parts = is_of_lost ? 24 : 32;
  while (assign_classes(symbols, count_of_code, total, parts) > kMaxClasses) --parts;
  return LabelAlphabet(std::move(symbols));
}

LabelAlphabet LabelAlphabet::lost_values() {
  return LabelAlphabet({{kDrawCode, 0, 0, 0}, {kCodedLoss, 0, 0, 1}});
}

void LabelAlphabet::append_to(Bytes& out) const {
  put_number<std::uint8_t>(out, size() - 1);
  for (std::size_t symbol = 0; symbol < escape(); ++symbol) {
    const LabelSymbol& one = symbols_[symbol];
    put_number(out, one.base);
    put_number(out, one.shift);
    put_number(out, one.extra_bits);
    put_number(out, one.label_class);
  }
}

Result<LabelAlphabet> LabelAlphabet::parse(ByteView& bytes) {
  if (bytes.empty()) return bad_file("codec tables are cut off");
  const auto count = get_number<std::uint8_t>(bytes, 0);
  if (count == 0 || count > kMaxSymbols) return bad_file("codec tables with an impossible number of symbols");
  if (bytes.size() < 1 + count * kSymbolBytes) return bad_file("codec tables are cut off");
  std::vector<LabelSymbol> symbols;
  for (std::size_t at = 1; at < 1 + count * kSymbolBytes; at += kSymbolBytes) {
    const LabelSymbol one{get_number<std::uint16_t>(bytes, at), get_number<std::uint8_t>(bytes, at + 2),
                          get_number<std::uint8_t>(bytes, at + 3), get_number<std::uint8_t>(bytes, at + 4)};
    const int before = symbols.empty() ? -1 : int{symbols.back().label_class};
    const bool is_class_good = one.label_class == before + 1 || (one.label_class == before && before >= 0);
    if (one.shift > 2 || one.extra_bits > kMaxExtraBits || !is_class_good || one.label_class >= kMaxClasses ||
        one.base + (((1U << one.extra_bits) - 1) << one.shift) > kMaxLabelCode) {
      return bad_file("codec tables with an impossible symbol");
    }
    symbols.push_back(one);
  }
  bytes = bytes.subspan(1 + count * kSymbolBytes);
  return LabelAlphabet(std::move(symbols));
}

}  // namespace uisge
