// What becomes of a thread that the system refuses after it was granted.
//
// GrantedThreads asks before work is divided, but does not hold the threads: between its asking and a library's start
// of the thread another program may have taken the last one. GCC's OpenMP library ends the process with code 1 then,
// and TBB throws out of its own bookkeeping, also in threads of its own. Nothing can be done in their place. So the
// program has a pthread_create of its own (cli/thread_start.cpp), through which all libraries start their threads. It
// ends the process with one line and exit code 4, at once and as `kill -9` would: a solve keeps its complete plies, and
// no file under its final name is half-made.
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

// While an object of this class lives, this thread gets an error for a refused thread and deals with it.
class RefusedThreadsAreErrors {
 public:
  RefusedThreadsAreErrors();
  ~RefusedThreadsAreErrors();
  RefusedThreadsAreErrors(const RefusedThreadsAreErrors&) = delete;
  RefusedThreadsAreErrors& operator=(const RefusedThreadsAreErrors&) = delete;
};

// Whether a refusal that this thread meets now ends the process. Thread-safe.
bool refused_thread_ends_process();

}  // namespace uisge
