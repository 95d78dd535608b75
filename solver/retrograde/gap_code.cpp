#include "solver/retrograde/gap_code.h"

namespace uisge {

#if defined(__x86_64__)
namespace {

const bool kHasBmi2 = __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;

}  // namespace
#endif

[[gnu::always_inline]] inline void GapEncoder::add_members(std::uint32_t first,
                                                           std::span<const std::uint16_t> offsets) {
  BitSink sink = sink_;  // a copy, which the compiler can keep in registers
  const int parameter = parameter_;
  const std::uint32_t low_bits = (std::uint32_t{1} << parameter) - 1;
  std::uint32_t next = next_;
  for (const std::uint16_t offset : offsets) {
    const std::uint32_t gap = first + offset - next;
    next = first + offset + 1;
    const std::uint32_t quotient = gap >> parameter;
    if (quotient < kMaxUnary) {
      sink.put((std::uint64_t{gap & low_bits} << 1 | 1) << quotient, quotient + 1 + static_cast<unsigned>(parameter));
    } else {
      sink.put(std::uint64_t{gap} << kMaxUnary, kMaxUnary + kEscapedGapBits);
    }
  }
  next_ = next;
  sink_ = sink;
}

[[gnu::always_inline]] inline bool GapDecoder::decode_members(std::size_t count, std::uint32_t* members) {
  GapDecoder at = *this;  // a copy, which the compiler can keep in registers
  const int parameter = at.parameter_;
  std::uint64_t window = at.peek();
  int valid = kPeekedBits;  // of the window: several codes are taken from it before it is loaded again
  for (std::size_t i = 0; i < count; ++i) {
    int length = std::countr_zero(window) + 1 + parameter;
    if (length > valid) {
      window = at.peek();
      valid = kPeekedBits;
      length = std::countr_zero(window) + 1 + parameter;
    }
    const int quotient = length - 1 - parameter;
    std::uint64_t gap;
    if (quotient < kMaxUnary) {
      gap = static_cast<std::uint64_t>(quotient) << parameter |
            (window >> (quotient + 1) & ((std::uint64_t{1} << parameter) - 1));
    } else {
      window = at.peek();
      valid = kPeekedBits;
      length = kMaxUnary + kEscapedGapBits;
      gap = window >> kMaxUnary & (kMaxUniverse - 1);
    }
    window >>= length;
    valid -= length;
    at.skip(length);
    at.next_ += gap;
    if (at.next_ >= at.universe_ || at.overrun()) return false;
    members[i] = static_cast<std::uint32_t>(at.next_);
    ++at.next_;
  }
  *this = at;
  return true;
}

void GapEncoder::add_portable(std::uint32_t first, std::span<const std::uint16_t> offsets) {
  add_members(first, offsets);
}

bool GapDecoder::decode_portable(std::size_t count, std::uint32_t* members) {
  return decode_members(count, members);
}

// Shifts by a variable count, five a member, are one instruction each with BMI2 and three without.
#if defined(__x86_64__)
__attribute__((target("bmi,bmi2"))) void GapEncoder::add_bmi2(std::uint32_t first,
                                                              std::span<const std::uint16_t> offsets) {
  add_members(first, offsets);
}

__attribute__((target("bmi,bmi2"))) bool GapDecoder::decode_bmi2(std::size_t count, std::uint32_t* members) {
  return decode_members(count, members);
}

void GapEncoder::add(std::uint32_t first, std::span<const std::uint16_t> offsets) {
  kHasBmi2 ? add_bmi2(first, offsets) : add_portable(first, offsets);
}
bool GapDecoder::decode(std::size_t count, std::uint32_t* members) {
  return kHasBmi2 ? decode_bmi2(count, members) : decode_portable(count, members);
}
#else
bool GapDecoder::decode(std::size_t count, std::uint32_t* members) {
  return decode_portable(count, members);
}
void GapEncoder::add(std::uint32_t first, std::span<const std::uint16_t> offsets) {
  add_portable(first, offsets);
}
#endif

}  // namespace uisge
