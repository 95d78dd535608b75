// Instruction sets for which some code is compiled besides the portable version. Which version runs is chosen when the
// program runs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace uisge {

enum class InstructionSet : std::uint8_t { kPortable, kAvx2, kAvx512, kNeon };
// Slowest first. AVX2 and AVX-512 exist on x86-64 alone, NEON on 64-bit ARM alone.
inline constexpr std::array<InstructionSet, 4> kAllInstructionSets{InstructionSet::kPortable, InstructionSet::kAvx2,
                                                                   InstructionSet::kAvx512, InstructionSet::kNeon};

// Whether this processor has it.
bool is_supported(InstructionSet set);
std::vector<InstructionSet> supported_instruction_sets();  // slowest first
std::string_view to_string(InstructionSet set);            // "portable", "avx2", "avx512", "neon"

}  // namespace uisge
