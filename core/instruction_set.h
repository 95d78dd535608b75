// Instruction sets that some code is compiled for a second and third time; which one runs is chosen at run time.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace uisge {

enum class InstructionSet : std::uint8_t { kPortable, kAvx2, kAvx512, kNeon };
// Slowest first; a processor has those of x86-64 or the one of 64-bit ARM.
inline constexpr std::array<InstructionSet, 4> kAllInstructionSets{InstructionSet::kPortable, InstructionSet::kAvx2,
                                                                   InstructionSet::kAvx512, InstructionSet::kNeon};

// Whether this processor has it.
bool is_supported(InstructionSet set);
std::vector<InstructionSet> supported_instruction_sets();  // slowest first
std::string_view to_string(InstructionSet set);            // "portable", "avx2", "avx512", "neon"

}  // namespace uisge
