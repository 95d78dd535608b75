#include "solver/cli/solve_report.h"

#include "solver/answers/wording.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge::cli {

Json file_json(const FinishedSolve& report) {
  return {{"bytes", json_integer(report.bytes)}, {"file", report.file.empty() ? Json() : Json(report.file)}};
}

Json time_json(const FinishedSolve& report) {
  return {{"seconds", report.seconds}, {"solve_seconds", report.solve_seconds}};
}

Json machine_json(const FinishedSolve& report) {
  return {{"threads", report.threads}, {"kernel", to_string(report.kernel)}, {"cells", json_integer(report.cells)}};
}

Json card_json(std::string_view name, std::uint64_t card_bytes, std::uint64_t pinned_bytes) {
  return {{"name", name}, {"memory", json_integer(card_bytes)}, {"pinned_memory", json_integer(pinned_bytes)}};
}

void print_time(const FinishedSolve& report, std::string_view work, Output& output) {
  output.print_row("time", 10,
                   fmt::format("{} on {} ({}), {}, {} of memory", format_duration(report.seconds),
                               format_number_of(report.threads, "thread"), to_string(report.kernel), work,
                               format_size(peak_memory())));
}

void print_file(const FinishedSolve& report, std::string_view details, Output& output) {
  if (report.file.empty()) return;
  output.print_row("file", 10, fmt::format("{}, {}{}", printable(report.file), format_size(report.bytes), details));
}

void print_database_file(const FinishedSolve& report, bool already_solved, Output& output) {
  print_file(report, bits_in_words(report.bytes, report.cells), output);
  if (already_solved) output.write("It was solved before; --restart solves it anew.\n");
}

}  // namespace uisge::cli
