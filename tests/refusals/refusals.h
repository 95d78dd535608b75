// Makes the system refuse the nth request for memory, or for a thread.
//
// Two functions replace the system's functions in this program and its libraries: operator new (refused_memory.cpp) and
// pthread_create (refused_requests.cpp). The replacement of pthread_create is in a shared library, so that it does not
// displace the program's own pthread_create (solver/cli/thread_start.cpp), which calls it. Counting begins when a
// refusal is armed. The counts are shared with the parent process. Thread-safe once armed.
#pragma once

#include <cstdint>

namespace uisge::test {

enum class Request : std::uint8_t { kMemory, kThread };

// Refuses the nth request of the kind from now on (1: the next request). With `for_good`, also refuses all later
// requests. If `nth` is 0, no request is refused, and requests are only counted.
void refuse(Request request, std::uint64_t nth, bool for_good);

// The number of requests that this process, or a child that has armed the refusal, has made since the last call of
// refuse().
std::uint64_t requests_made();

// Counts a request and returns whether it is refused. Both functions that replace the system's functions call
// is_refused().
bool is_refused(Request request);

}  // namespace uisge::test
