// Prints what every kind of solve reports at its end, as rows and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/instruction_set.h"
#include "solver/answers/json.h"
#include "solver/cli/output.h"

namespace uisge::cli {

struct FinishedSolve {
  // `path` is empty if no file was written.
  template <class Request, class Found>
  FinishedSolve(const Request& request, const Found& result, std::string_view path, std::uint64_t positions)
      : file(path),
        bytes(result.bytes),
        cells(positions),
        threads(request.threads),
        kernel(request.instructions),
        seconds(result.seconds),
        solve_seconds(result.solve_seconds) {}

  std::string file;
  std::uint64_t bytes;
  std::uint64_t cells;
  std::size_t threads;
  InstructionSet kernel;
  double seconds;
  double solve_seconds;
};

// Parts of a solve's object in docs/json.md, with fields in the order of that page.
Json file_json(const FinishedSolve& report);     // "bytes" and "file"
Json time_json(const FinishedSolve& report);     // "seconds" and "solve_seconds"
Json machine_json(const FinishedSolve& report);  // "threads", "kernel" and "cells"

// "card" of docs/json.md.
Json card_json(std::string_view name, std::uint64_t card_bytes, std::uint64_t pinned_bytes);

// Prints a row with the time, the threads, the kernel, `work` ("12 sweeps") and the peak memory.
void print_time(const FinishedSolve& report, std::string_view work, Output& output);
// Prints a row with the file's name and size, followed by `details`; prints nothing if there is no file.
void print_file(const FinishedSolve& report, std::string_view details, Output& output);
// Calls print_file() with the file's bits per position as `details`. If `already_solved` is true, a line says that the
// database existed before.
void print_database_file(const FinishedSolve& report, bool already_solved, Output& output);

}  // namespace uisge::cli
