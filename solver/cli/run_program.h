// The whole program but for the name `main`, in a header that is read in no time.
#pragma once

namespace uisge::cli {

// Runs `uisge` with its arguments and returns its exit code. Called once, from main.
int run_program(int argc, char** argv);

}  // namespace uisge::cli
