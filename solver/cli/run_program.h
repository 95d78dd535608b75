// The whole program as one function. The file with main() needs only this small header.
#pragma once

namespace uisge::cli {

// Runs `uisge` with its arguments and returns its exit code. Called once, from main.
int run_program(int argc, char** argv);

}  // namespace uisge::cli
