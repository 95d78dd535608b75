// Decides what happens when the system refuses a thread although GrantedThreads could start one.
//
// GrantedThreads tries threads before work is divided, but does not hold them, so another program may take the last one
// before a library starts it. Then GCC's OpenMP library ends the process with code 1, and TBB throws an exception out
// of its own code, also in threads of its own. Neither can be handled. So the program replaces pthread_create
// (cli/thread_start.cpp), through which all libraries start their threads. If a thread is refused, this replacement
// ends the process at once, like `kill -9`, but with one line and exit code 4. A solve keeps its complete plies, and no
// partly written file has its final name.
#pragma once

namespace uisge {

// While an object of this class lives, a refused thread ends the process, whichever thread asked for it.
class RefusedThreadsEndProcess {
 public:
  RefusedThreadsEndProcess();
  ~RefusedThreadsEndProcess();
  RefusedThreadsEndProcess(const RefusedThreadsEndProcess&) = delete;
  RefusedThreadsEndProcess& operator=(const RefusedThreadsEndProcess&) = delete;
};

// While an object of this class lives, this thread gets an error for a refused thread and handles it.
class RefusedThreadsAreErrors {
 public:
  RefusedThreadsAreErrors();
  ~RefusedThreadsAreErrors();
  RefusedThreadsAreErrors(const RefusedThreadsAreErrors&) = delete;
  RefusedThreadsAreErrors& operator=(const RefusedThreadsAreErrors&) = delete;
};

// Whether a refusal in this thread now ends the process. Thread-safe.
bool refused_thread_ends_process();

}  // namespace uisge
