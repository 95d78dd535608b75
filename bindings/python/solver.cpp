#include "uisge/solver.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "bindings/python/module.h"

namespace uisge_python {

namespace {

const char* word(uisge::SolveProgress::Phase phase) {
  switch (phase) {
    case uisge::SolveProgress::Phase::kEnumerate: return "enumerate";
    case uisge::SolveProgress::Phase::kResume: return "resume";
    case uisge::SolveProgress::Phase::kPlies: return "plies";
    case uisge::SolveProgress::Phase::kSweeps: return "sweeps";
    case uisge::SolveProgress::Phase::kWrite: break;
  }
  return "write";
}

uisge::SolveReport solve(const std::string& board, int pieces, const std::string& stuck, bool diagonal_jumps,
                         const py::object& output, int threads, std::optional<std::uint64_t> memory, bool resume,
                         bool restart, bool values_only, const py::object& progress) {
  uisge::SolveOptions options;
  options.identity = {uisge::BoardSize::parse(board), pieces, rules_from(stuck, diagonal_jumps)};
  if (!output.is_none()) options.output = path_from(output);
  options.threads = threads;
  options.memory_bytes = memory;
  options.resume = resume;
  options.restart = restart;
  options.values_only = values_only;
  options.progress = callback<uisge::SolveProgress>(progress);
  options.cancel = &is_ending();
  const Unlocked unlocked;
  return uisge::solve(options);
}

uisge::SearchOptions search_options(int plies, std::optional<double> seconds, int threads, std::uint64_t memory,
                                    const py::object& progress) {
  uisge::SearchOptions options;
  options.max_plies = plies;
  options.seconds = seconds;
  options.threads = threads;
  options.memory_bytes = memory;
  options.progress = callback<uisge::SearchProgress>(progress);
  options.cancel = &is_ending();
  return options;
}

// The report of a search. `line` has the moves of the report's line as texts.
struct SearchTexts {
  uisge::SearchReport report;
  std::vector<std::string> line;
};

SearchTexts search(const RuledPosition& position, int plies, std::optional<double> seconds, int threads,
                   std::uint64_t memory, const py::object& progress) {
  const auto options = search_options(plies, seconds, threads, memory, progress);
  const Unlocked unlocked;
  uisge::SearchReport report = uisge::search(position.position, position.rules, options);
  return {report, texts_of(position.position, report.line, position.rules)};
}

AnalysisTexts search_moves(const RuledPosition& position, int plies, std::optional<double> seconds, int threads,
                           std::uint64_t memory, const py::object& progress) {
  const auto options = search_options(plies, seconds, threads, memory, progress);
  const Unlocked unlocked;
  return in_texts(position.position, uisge::search_moves(position.position, position.rules, options));
}

std::string in_seconds(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g s", seconds);
  return text.data();
}

}  // namespace

void add_solver(py::module_& module) {
  checked_class<uisge::SolveProgress>(module, "SolveProgress", "How far a solve is.")
      .def_property_readonly(
          "phase", [](const uisge::SolveProgress& self) { return word(self.phase); },
          "'enumerate', 'resume', 'plies', 'sweeps' or 'write'.")
      .def_readonly("ply", &uisge::SolveProgress::ply, "The ply or the sweep that is being computed.")
      .def_readonly("share", &uisge::SolveProgress::share, "The share of the ply, sweep or phase that is done: 0 to 1.")
      .def_readonly("won", &uisge::SolveProgress::won,
                    "Positions found won in finished plies, or in this call's sweeps so far.")
      .def_readonly("lost", &uisge::SolveProgress::lost,
                    "Positions found lost in finished plies; 0 in sweeps, which do not count them.")
      .def("__repr__", [](const uisge::SolveProgress& self) {
        return "<SolveProgress: " + std::string(word(self.phase)) + " " + std::to_string(self.ply) + ", " +
               std::to_string(std::lround(100 * self.share)) + " %>";
      });

  checked_class<uisge::SolveReport>(module, "SolveReport", "What a solve found.")
      .def_property_readonly(
          "won", [](const uisge::SolveReport& self) { return self.counts.won; },
          "Live positions of the board that the side to move wins; images under its symmetries count.")
      .def_property_readonly(
          "lost", [](const uisge::SolveReport& self) { return self.counts.lost; },
          "Live positions that the side to move loses.")
      .def_property_readonly(
          "drawn", [](const uisge::SolveReport& self) { return self.counts.drawn; }, "Live positions that are drawn.")
      .def_property_readonly(
          "live", [](const uisge::SolveReport& self) { return self.counts.live(); }, "All live positions.")
      .def_property_readonly(
          "longest",
          [](const uisge::SolveReport& self) { return static_cast<std::int64_t>(self.by_distance.size()) - 1; },
          "The longest distance; -1 if no position has a distance.")
      .def_readonly("file_bytes", &uisge::SolveReport::file_bytes,
                    "The size of the database file in bytes; 0 without a file.")
      .def_readonly("seconds", &uisge::SolveReport::seconds,
                    "The seconds that the solve took; 0 if the database existed already.")
      .def("__repr__", [](const uisge::SolveReport& self) {
        return "<SolveReport: " + std::to_string(self.counts.won) + " won, " + std::to_string(self.counts.lost) +
               " lost, " + std::to_string(self.counts.drawn) + " drawn, " + in_seconds(self.seconds) + ">";
      });

  checked_class<uisge::SearchProgress>(module, "SearchProgress", "How far a search is.")
      .def_readonly("plies", &uisge::SearchProgress::plies,
                    "The number of plies that is being searched; all smaller numbers are done.")
      .def_readonly("nodes", &uisge::SearchProgress::nodes, "Positions visited.")
      .def_readonly("seconds", &uisge::SearchProgress::seconds, "Seconds since the search began.")
      .def("__repr__", [](const uisge::SearchProgress& self) {
        return "<SearchProgress: " + std::to_string(self.plies) + " plies, " + std::to_string(self.nodes) +
               " positions, " + in_seconds(self.seconds) + ">";
      });

  checked_class<SearchTexts>(module, "SearchReport", "What a search has proved.")
      .def_property_readonly(
          "verdict", [](const SearchTexts& self) { return self.report.verdict; },
          "A win or loss with its exact distance, or the plies within which neither side can force a win.")
      .def_readonly("line", &SearchTexts::line, "Best play of both sides to the end of a win or loss.")
      .def_property_readonly(
          "nodes", [](const SearchTexts& self) { return self.report.nodes; }, "Positions visited.")
      .def_property_readonly(
          "seconds", [](const SearchTexts& self) { return self.report.seconds; }, "The seconds that the search took.")
      .def_property_readonly(
          "stopped", [](const SearchTexts& self) { return self.report.stopped; },
          "Whether the search ended early, for example since its time was up.")
      .def("__repr__", [](const SearchTexts& self) {
        return "<SearchReport: " + in_words(self.report.verdict) + ", " + std::to_string(self.report.nodes) +
               " positions, " + in_seconds(self.report.seconds) + ">";
      });

  module.def("solve", &solve, py::arg("board"), py::arg("pieces"), py::kw_only(), py::arg("stuck") = "loses",
             py::arg("diagonal_jumps") = false, py::arg("output") = py::none(), py::arg("threads") = 0,
             py::arg("memory") = py::none(), py::arg("resume") = false, py::arg("restart") = false,
             py::arg("values_only") = false, py::arg("progress") = py::none(),
             "Solves a board completely and writes its database to `output`; without `output` it only counts. With "
             "`values_only` it finds values without distances, in a fraction of the memory; if the memory is "
             "smaller still, name `output`: a file beside it holds the rest. `progress` is called now and then with a "
             "SolveProgress; an exception in it, or Ctrl-C, stops the solve. A call with `resume` goes on with a "
             "stopped solve. Raises Error.");
  module.def("search", &search, py::arg("position"), py::kw_only(), py::arg("plies") = 24,
             py::arg("seconds") = py::none(), py::arg("threads") = 0, py::arg("memory") = std::uint64_t{256} << 20,
             py::arg("progress") = py::none(),
             "Proves a win, a loss, or that neither side can force a win within `plies` plies. Raises Error.");
  module.def("search_moves", &search_moves, py::arg("position"), py::kw_only(), py::arg("plies") = 24,
             py::arg("seconds") = py::none(), py::arg("threads") = 0, py::arg("memory") = std::uint64_t{256} << 20,
             py::arg("progress") = py::none(),
             "Searches the position after every move, and ranks the moves. Once a move wins, the other moves are "
             "searched only four plies further. Raises Error.");
}

}  // namespace uisge_python
