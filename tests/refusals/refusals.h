// Makes the system refuse the nth request for memory, or for a thread.
//
// The test program has its own operator new (refused_memory.cpp) and its own pthread_create (refused_requests.cpp).
// Both count requests and can refuse them. The tested program has a pthread_create too (solver/cli/thread_start.cpp),
// which calls the pthread_create of the shared libraries. That is the tests' function, since it is in a shared library
// before the C library. refuse() starts the count, which is shared with the parent process. Only refuse() is not
// thread-safe.
#pragma once

#include <cstdint>

namespace uisge::test {

enum class Request : std::uint8_t { kMemory, kThread };

// Refuses the nth request of the kind from now on (1: the next request). With `for_good`, also refuses all later
// requests. If `nth` is 0, no request is refused, and requests are only counted.
void refuse(Request request, std::uint64_t nth, bool for_good);

// The number of requests of the refused kind since the last call of refuse(). Requests of a child process count too, if
// the refusal is armed there.
std::uint64_t requests_made();

// Counts a request and returns whether it is refused. Both functions that replace the system's functions call
// is_refused().
bool is_refused(Request request);

}  // namespace uisge::test
