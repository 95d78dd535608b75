#include "solver/refused_threads.h"

#include <atomic>

namespace uisge {

namespace {

// A global variable, because the C library calls the function that reads the variable, and passes no object to it.
std::atomic<int> ending_scopes{0};
thread_local int error_scopes = 0;

}  // namespace

RefusedThreadsEndProcess::RefusedThreadsEndProcess() {
  ++ending_scopes;
}

RefusedThreadsEndProcess::~RefusedThreadsEndProcess() {
  --ending_scopes;
}

RefusedThreadsAreErrors::RefusedThreadsAreErrors() {
  ++error_scopes;
}

RefusedThreadsAreErrors::~RefusedThreadsAreErrors() {
  --error_scopes;
}

bool refused_thread_ends_process() {
  return ending_scopes > 0 && error_scopes == 0;
}

}  // namespace uisge
