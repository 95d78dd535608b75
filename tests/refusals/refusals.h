// Makes the system refuse the nth request for memory, or for a thread.
//
// Two functions replace the system's functions in this program and its libraries: operator new (refused_memory.cpp) and
// pthread_create (refused_requests.cpp). The program itself replaces pthread_create too (solver/cli/thread_start.cpp),
// and calls the system's. The tests' replacement is in a shared library, so the program's function calls the tests'
// function. Counting begins when a refusal is armed. The counts are shared with the parent process. Thread-safe once
// armed.
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
