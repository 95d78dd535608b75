// How much memory this process may still take: what the machine, its cgroup and its limits leave.
//
// For refusing work that cannot fit before it starts. An estimate by nature: other programs come and go. Reads a few
// small files of /proc and /sys; what cannot be read does not limit.
#pragma once

#include <cstdint>
#include <string>

#include "core/error.h"

namespace uisge {

std::uint64_t available_memory();  // bytes

// Nothing if `bytes` are available; otherwise an error (resource) "WHAT: needs ..., ... are available".
Result<void> require_memory(const std::string& what, std::uint64_t bytes);

}  // namespace uisge
