#include "solver/refused_threads.h"

#include <atomic>

namespace uisge {

namespace {

// The variable is global: libraries call the function that reads it, and cannot pass an object to that function.
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
