// The whole program as one function.
#pragma once

namespace uisge::cli {

// Runs `uisge` with its arguments and returns its exit code. Call it once, from main.
int run_program(int argc, char** argv);

}  // namespace uisge::cli
