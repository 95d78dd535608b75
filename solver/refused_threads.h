// Decides what happens when the system refuses a thread although GrantedThreads could start one.
//
// GrantedThreads starts threads as a trial before work is divided, and ends them again. Later a library starts its own
// threads. In between, another program may have taken the system's last threads. Then GCC's OpenMP library ends the
// process with code 1, and TBB throws an exception, even in its own threads. The program cannot prevent either of
// these. So it replaces pthread_create (solver/cli/thread_start.cpp), through which all libraries start their threads.
// If a thread is refused, this replacement ends the process at once, like `kill -9`, but with one line and exit code 4.
// Even then a solve keeps its complete plies, and no partly written file has its final name.
#pragma once

namespace uisge {

// While an object of this class lives, the process ends if the system refuses a thread, whichever thread asked for it.
class RefusedThreadsEndProcess {
 public:
  RefusedThreadsEndProcess();
  ~RefusedThreadsEndProcess();
  RefusedThreadsEndProcess(const RefusedThreadsEndProcess&) = delete;
  RefusedThreadsEndProcess& operator=(const RefusedThreadsEndProcess&) = delete;
};

// An object of this class exempts the thread that made the object from RefusedThreadsEndProcess. While the object
// lives, the process does not end if the system refuses this thread's call of pthread_create: the call gives an error,
// which its caller handles.
class RefusedThreadsAreErrors {
 public:
  RefusedThreadsAreErrors();
  ~RefusedThreadsAreErrors();
  RefusedThreadsAreErrors(const RefusedThreadsAreErrors&) = delete;
  RefusedThreadsAreErrors& operator=(const RefusedThreadsAreErrors&) = delete;
};

// Whether the process would end if the system now refused a thread that the calling thread asks for. Thread-safe.
bool refused_thread_ends_process();

}  // namespace uisge
