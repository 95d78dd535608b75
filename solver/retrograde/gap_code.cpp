#include "solver/retrograde/gap_code.h"

namespace uisge {

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

void GapEncoder::add_portable(std::uint32_t first, std::span<const std::uint16_t> offsets) {
  add_members(first, offsets);
}

#if defined(__x86_64__)
// Five shifts by a variable count a member: one instruction each here, three without.
__attribute__((target("bmi2"))) void GapEncoder::add_bmi2(std::uint32_t first, std::span<const std::uint16_t> offsets) {
  add_members(first, offsets);
}

void GapEncoder::add(std::uint32_t first, std::span<const std::uint16_t> offsets) {
  static const bool kHasBmi2 = __builtin_cpu_supports("bmi2") != 0;
  kHasBmi2 ? add_bmi2(first, offsets) : add_portable(first, offsets);
}
#else
void GapEncoder::add(std::uint32_t first, std::span<const std::uint16_t> offsets) {
  add_portable(first, offsets);
}
#endif

}  // namespace uisge
