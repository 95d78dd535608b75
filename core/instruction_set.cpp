#include "core/instruction_set.h"

namespace uisge {

bool is_supported(InstructionSet set) {
  switch (set) {
    case InstructionSet::kPortable: return true;
#if defined(__x86_64__)
    case InstructionSet::kAvx2:
      return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
             __builtin_cpu_supports("bmi2") != 0;
    case InstructionSet::kAvx512:
      return is_supported(InstructionSet::kAvx2) && __builtin_cpu_supports("avx512f") != 0 &&
             __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
             __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512vbmi") != 0 &&
             __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("avx512vpopcntdq") != 0 &&
             __builtin_cpu_supports("gfni") != 0;
#else
    case InstructionSet::kAvx2:
    case InstructionSet::kAvx512: break;
#endif
#if defined(__aarch64__)
    case InstructionSet::kNeon: return true;  // part of the architecture
#else
    case InstructionSet::kNeon: break;
#endif
  }
  return false;
}

std::vector<InstructionSet> supported_instruction_sets() {
  std::vector<InstructionSet> sets;
  for (const InstructionSet set : kAllInstructionSets) {
    if (is_supported(set)) sets.push_back(set);
  }
  return sets;
}

InstructionSet best_instruction_set() {
  return supported_instruction_sets().back();
}

std::string_view to_string(InstructionSet set) {
  switch (set) {
    case InstructionSet::kAvx2: return "avx2";
    case InstructionSet::kAvx512: return "avx512";
    case InstructionSet::kNeon: return "neon";
    case InstructionSet::kPortable: break;
  }
  return "portable";
}

}  // namespace uisge
