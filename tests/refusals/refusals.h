// A system that says no at a chosen moment: to the nth request for memory, or for a thread.
//
// The functions are the program's own (refusals.cpp): operator new, and pthread_create, of this program and of the
// libraries it uses, stand before the system's. Counting begins when a refusal is armed. What is counted is shared with
// the process that forked this one. Safe to use from any thread once armed.
#pragma once

#include <cstdint>

namespace uisge::test {

enum class Request : std::uint8_t { kMemory, kThread };

// Refuses the nth request of the kind from now on, counted from 1, and all that follow it if `for_good`. 0 refuses none
// and only counts.
void refuse(Request request, std::uint64_t nth, bool for_good);

// Requests since then, of this process or of a child that has armed the refusal.
std::uint64_t requests_made();

}  // namespace uisge::test
