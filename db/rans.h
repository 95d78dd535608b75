// Range coding by asymmetric numeral systems (Duda 2013), in the form of Giesen's "rans_word" (2014). The coder has
// four states of 32 bits. Each state exchanges 16 bits at a time with the stream. Symbol i of a call of
// RansEncoder::put() belongs to state i mod 4. The four coder states are independent, so a processor can work on them
// in parallel.
//
// A stream begins with the encoder's four final states. Then come 16-bit words in the order in which the decoder reads
// them. Encoding runs backwards, from the last symbol to the first.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <vector>

#include "db/codec_model.h"

namespace uisge {

inline constexpr std::size_t kRansStates = 4;
inline constexpr std::size_t kRansStateBytes = 4 * kRansStates;
// Normally every state of an encoder is kRansFloor at the beginning. Every state of a decoder is then kRansFloor at the
// end, if the stream is undamaged. An encoder may instead begin each state with the sum of kRansFloor and a 16-bit
// number. The decoder's state then ends with this sum, which tells the decoder the number.
inline constexpr std::uint32_t kRansFloor = std::uint32_t{1} << 16;
inline constexpr std::size_t kStateExtraBytes = 2 * kRansStates;

// x / frequency equals x * reciprocal >> kReciprocalBits, without overflow of 64 bits, for all x < frequency << 22.
// Proof: let r = reciprocal * frequency - 2^42, so r < frequency <= 2^10. The computed quotient exceeds the true
// quotient by x * r / (frequency << 42) < frequency / 2^20 <= 1 / frequency. The product x * reciprocal is at most
// (2^22 - 1 / frequency) * (2^42 + r). This is below 2^64, since r * frequency < 2^20.
inline constexpr int kReciprocalBits = 32 + kFrequencyBits;
inline constexpr auto kReciprocals = [] {
  std::array<std::uint64_t, kFrequencySum + 1> reciprocals{};
  for (std::uint64_t frequency = 1; frequency <= kFrequencySum; ++frequency) {
    reciprocals[frequency] = ((std::uint64_t{1} << kReciprocalBits) + frequency - 1) / frequency;
  }
  return reciprocals;
}();

class RansEncoder {
 public:
  using States = std::array<std::uint16_t, kRansStates>;
  // Begins a stream of at most `symbols` symbols. State i is set to kRansFloor + first[i].
  void reset(std::size_t symbols, const States& first) {
    words_.resize(symbols);
    next_ = words_.data() + symbols;
    for (std::size_t state = 0; state < kRansStates; ++state) states_[state] = kRansFloor + first[state];
  }
  // Encodes symbols. Each symbol is given by its SymbolRange: its part of the coder's frequency table. The decoder gets
  // the symbols of the last call first, but the symbols of each call in the order given here. REQUIRES: every frequency
  // > 0.
  void put(std::span<const SymbolRange> ranges) {
    std::size_t block = ranges.size();
    for (; block % kRansStates != 0; --block) put(block % kRansStates - 1, ranges[block - 1]);
    // The inner loop has a constant length, so that the compiler unrolls it and keeps the states in registers.
    for (; block > 0; block -= kRansStates) {
      for (std::size_t state = kRansStates; state-- > 0;) put(state, ranges[block - kRansStates + state]);
    }
  }
  void append_to(Bytes& out) const {
    for (const std::uint32_t state : states_) put_number(out, state);
    std::size_t at = out.size();
    const std::uint16_t* const end = words_.data() + words_.size();
    out.resize(at + 2 * static_cast<std::size_t>(end - next_));
    for (const std::uint16_t* word = next_; word != end; ++word, at += 2) {
      out[at] = static_cast<std::byte>(*word & 0xFF);
      out[at + 1] = static_cast<std::byte>(*word >> 8);
    }
  }

 private:
  void put(std::size_t state, SymbolRange range) {
    assert(range.frequency > 0 && next_ > words_.data());
    const std::uint32_t x = states_[state];
    // The processor could not predict a branch on whether a word is moved, so the code has no such branch.
    next_[-1] = static_cast<std::uint16_t>(x);
    const bool is_full = (x >> (32 - kFrequencyBits)) >= range.frequency;
    next_ -= is_full ? 1 : 0;
    const std::uint32_t left = is_full ? x >> 16 : x;
    const auto quotient = static_cast<std::uint32_t>(left * kReciprocals[range.frequency] >> kReciprocalBits);
    states_[state] = left + quotient * (kFrequencySum - range.frequency) + range.start;
  }

  std::array<std::uint32_t, kRansStates> states_{};
  std::vector<std::uint16_t> words_;
  std::uint16_t* next_ = nullptr;  // the word that was written last; words_ is filled from its end
};

// Decodes any bytes. Reads zeros beyond the end; is_at_start_of_encoding() finds most damaged streams.
class RansDecoder {
 public:
  // The number of zero bytes that must be readable after the end of the stream.
  static constexpr std::size_t kPadding = 2 * kRansStates;

  // Where a decoder stands in its stream.
  struct Point {
    std::array<std::uint32_t, kRansStates> states;
    std::size_t rest;
  };

  // REQUIRES: bytes.size() >= kRansStateBytes, and kPadding readable bytes follow `bytes`.
  explicit RansDecoder(ByteView bytes) : at_(bytes.data() + kRansStateBytes), end_(bytes.data() + bytes.size()) {
    for (std::size_t i = 0; i < kRansStates; ++i) states_[i] = get_number<std::uint32_t>(bytes, 4 * i);
  }
  // A decoder that goes on at `point`, which a decoder of the same bytes returned. REQUIRES: as above.
  RansDecoder(ByteView bytes, const Point& point)
      : states_(point.states),
        at_(bytes.data() + bytes.size() - std::min(point.rest, bytes.size())),
        end_(bytes.data() + bytes.size()) {}
  Point point() const { return {states_, rest()}; }
  // Call stay_within() at least once in every kRansStates calls of get().
  void stay_within() { at_ = std::min(at_, end_); }
  Symbol get(std::size_t state, const CodingTable& table) {
    const std::uint32_t x = states_[state];
    const std::uint32_t slot = x & (kFrequencySum - 1);
    const Symbol symbol = table.symbol_at[slot];
    const SymbolRange range = table.range[symbol];
    // The result is below 2^32 for any state: the frequency is at most 2^10, and `slot - range.start` is below the
    // frequency.
    const std::uint32_t next = range.frequency * (x >> kFrequencyBits) + slot - range.start;
    // Whether a word is needed is unpredictable, so this code has no branch.
    const std::uint32_t is_low = next < kRansFloor ? 1 : 0;
    const std::uint32_t word = std::to_integer<std::uint32_t>(at_[0]) | std::to_integer<std::uint32_t>(at_[1]) << 8;
    states_[state] = (next << (16 * is_low)) | (word & (0 - is_low));
    at_ += 2 * is_low;
    return symbol;
  }
  bool is_at_start_of_encoding(bool allow_low_halves) const {
    const std::uint32_t least_bits = allow_low_halves ? ~std::uint32_t{0} << 16 : ~std::uint32_t{0};
    return std::all_of(states_.begin(), states_.end(), [&](std::uint32_t x) { return (x & least_bits) == kRansFloor; });
  }
  // Stores the lower 16 bits of each state: kStateExtraBytes bytes in all.
  void store_low_halves(std::byte* to) const {
    for (const std::uint32_t state : states_) {
      *to++ = static_cast<std::byte>(state & 0xFF);
      *to++ = static_cast<std::byte>(state >> 8 & 0xFF);
    }
  }
  // The number of bytes after the last decoded word.
  std::size_t rest() const { return static_cast<std::size_t>(end_ - std::min(at_, end_)); }

 private:
  std::array<std::uint32_t, kRansStates> states_;
  const std::byte* at_;
  const std::byte* end_;
};

}  // namespace uisge
