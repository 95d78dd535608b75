// A system that refuses at a chosen moment: the nth request for memory, or for a thread.
//
// Two functions stand before the system's, for this program and the libraries it uses: operator new
// (refused_memory.cpp) and, in a shared library so that the program's own comes first, pthread_create
// (refused_requests.cpp). Counting begins when a refusal is armed. What is counted is shared with the process that
// forked this one. Safe to use from any thread once armed.
#pragma once

#include <cstdint>

namespace uisge::test {

enum class Request : std::uint8_t { kMemory, kThread };

// Refuses the nth request of the kind from now on, counted from 1, and all that follow it if `for_good`. 0 refuses none
// and only counts.
void refuse(Request request, std::uint64_t nth, bool for_good);

// The number of requests since the last call of refuse(), of this process or of a child that has armed the refusal.
std::uint64_t requests_made();

// Counts a request and returns whether it is refused. The two functions call it.
bool is_refused(Request request);

}  // namespace uisge::test
