// Instruction sets for which some functions have a version of their own, besides the portable version. The version is
// chosen at run time.
//
// A solve, perft and a search for reachable positions get an instruction set from their caller, and use it for the
// whole call. Code that gets no set, like the forward search, takes the best set. The code for a set is in files of its
// own (uisge_add_vector_sources in CMakeLists.txt). A function that has no code for the chosen set runs the code of a
// slower set or the portable code.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace uisge {

enum class InstructionSet : std::uint8_t {
  kPortable,
  kAvx2,    // with BMI 1 and 2: Haswell, Zen 1 and later
  kAvx512,  // all of kAvx2; F, BW, DQ, VL, VBMI 1 and 2, VPOPCNTDQ, GFNI: Ice Lake, Zen 4 and later
  kNeon     // every 64-bit ARM
};
// Slowest first. AVX2 and AVX-512 exist only on x86-64, NEON only on 64-bit ARM.
inline constexpr std::array<InstructionSet, 4> kAllInstructionSets{InstructionSet::kPortable, InstructionSet::kAvx2,
                                                                   InstructionSet::kAvx512, InstructionSet::kNeon};

// Whether this processor has the instruction set.
bool is_supported(InstructionSet set);
std::vector<InstructionSet> supported_instruction_sets();  // slowest first
InstructionSet best_instruction_set();                     // the fastest supported set
std::string_view to_string(InstructionSet set);            // "portable", "avx2", "avx512", "neon"

}  // namespace uisge
