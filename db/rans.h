// Range coding by asymmetric numeral systems (Duda 2013), in the form of Giesen's "rans_word" (2014): a state of 32
// bits, 16 bits moved at a time, four states that take turns so that a processor can work on them at once.
//
// A stream is the four states, then 16-bit words in the order in which decoding needs them. Encoding runs backwards,
// from the last symbol to the first.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include "db/codec_model.h"

namespace uisge {

inline constexpr std::size_t kRansStates = 4;
inline constexpr std::size_t kRansStateBytes = 4 * kRansStates;
// Every state begins here, and a decoder of an undamaged stream ends here.
inline constexpr std::uint32_t kRansFloor = std::uint32_t{1} << 16;

class RansEncoder {
 public:
  // For at most so many symbols.
  void reset(std::size_t symbols) {
    words_.resize(symbols);
    next_ = symbols;
    states_.fill(kRansFloor);
  }
  // REQUIRES: range.frequency > 0.
  void put(std::size_t state, SymbolRange range) {
    assert(range.frequency > 0 && next_ > 0);
    std::uint32_t x = states_[state];
    if ((x >> (32 - kFrequencyBits)) >= range.frequency) {
      words_[--next_] = static_cast<std::uint16_t>(x);
      x >>= 16;
    }
    states_[state] = ((x / range.frequency) << kFrequencyBits) + x % range.frequency + range.start;
  }
  void append_to(Bytes& out) const {
    for (const std::uint32_t state : states_) put_number(out, state);
    for (std::size_t i = next_; i < words_.size(); ++i) put_number(out, words_[i]);
  }

 private:
  std::array<std::uint32_t, kRansStates> states_{};
  std::vector<std::uint16_t> words_;
  std::size_t next_ = 0;
};

// Takes any bytes: reads zeros beyond the end, and says at the end whether the stream was one.
class RansDecoder {
 public:
  // Of readable zeros that follow the bytes.
  static constexpr std::size_t kPadding = 2 * kRansStates;

  // REQUIRES: bytes.size() >= kRansStateBytes, kPadding readable bytes behind them.
  explicit RansDecoder(ByteView bytes) : at_(bytes.data() + kRansStateBytes), end_(bytes.data() + bytes.size()) {
    for (std::size_t i = 0; i < kRansStates; ++i) states_[i] = get_number<std::uint32_t>(bytes, 4 * i);
  }
  // At most kRansStates calls of get() between two of these.
  void stay_within() { at_ = std::min(at_, end_); }
  Symbol get(std::size_t state, const CodingTable& table) {
    const std::uint32_t x = states_[state];
    const std::uint32_t slot = x & (kFrequencySum - 1);
    const Symbol symbol = table.symbol_at[slot];
    const SymbolRange range = table.range[symbol];
    // Below 2^32 for any state: the frequency is at most 2^10, the rest below the frequency.
    const std::uint32_t next = range.frequency * (x >> kFrequencyBits) + slot - range.start;
    // Without a branch: whether a word is needed cannot be foretold.
    const std::uint32_t is_low = next < kRansFloor ? 1 : 0;
    const std::uint32_t word = std::to_integer<std::uint32_t>(at_[0]) | std::to_integer<std::uint32_t>(at_[1]) << 8;
    states_[state] = (next << (16 * is_low)) | (word & (0 - is_low));
    at_ += 2 * is_low;
    return symbol;
  }
  bool is_at_start_of_encoding() const {
    return std::all_of(states_.begin(), states_.end(), [](std::uint32_t x) { return x == kRansFloor; });
  }
  // What follows the words that were needed.
  std::size_t rest() const { return static_cast<std::size_t>(end_ - std::min(at_, end_)); }

 private:
  std::array<std::uint32_t, kRansStates> states_;
  const std::byte* at_;
  const std::byte* end_;
};

}  // namespace uisge
