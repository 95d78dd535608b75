#include "uisge/proof.h"

#include <filesystem>
#include <mutex>
#include <type_traits>

#include "bindings/python/module.h"

namespace uisge_python {

namespace {

// A proof; only one thread at a time can use it.
class PythonProof {
 public:
  PythonProof(const std::string& path, std::size_t cache_bytes)
      : proof_(uisge::Proof::open(path, cache_bytes)), file_(std::filesystem::absolute(path)) {}

  const uisge::Proof& get() const { return proof_; }
  // The file's absolute path, which still names the file after a change of the current folder.
  const std::string& file() const { return file_; }

  uisge::Verdict verdict(const py::object& position) {
    return with(position, [this](const RuledPosition& asked) { return proof_.verdict(asked.position, asked.rules); });
  }
  AnalysisTexts analyse(const py::object& position) {
    return with(position, [this](const RuledPosition& asked) {
      return in_texts(asked.position, proof_.analyse(asked.position, asked.rules));
    });
  }
  std::vector<std::string> line(const py::object& position) {
    return with(position, [this](const RuledPosition& asked) {
      return texts_of(asked.position, proof_.line(asked.position, asked.rules), asked.rules);
    });
  }

 private:
  // Locks the proof and calls `ask` with the position and its rules.
  template <class Ask>
  std::invoke_result_t<Ask, const RuledPosition&> with(const py::object& given, const Ask& ask) {
    const RuledPosition position = position_from(given, proof_.identity());
    const Unlocked unlocked;
    const std::lock_guard lock(mutex_);
    return ask(position);
  }

  std::mutex mutex_;
  uisge::Proof proof_;
  std::string file_;
};

std::uint64_t check(const PythonProof& self, const std::optional<std::string>& stuck, int threads) {
  uisge::CheckOptions options;
  if (stuck) options.stuck = uisge::parse_stuck_rule(*stuck);
  options.threads = threads;
  return interruptible([&](const std::atomic<bool>& stop) {
    options.cancel = &stop;
    return uisge::check_proof(self.file(), options);
  });
}

uisge::ProveReport prove(const RuledPosition& position, const py::object& output, bool compact, const py::object& state,
                         const py::object& guide, std::optional<double> seconds, int threads, std::uint64_t memory,
                         const py::object& progress) {
  uisge::ProveOptions options;
  if (!output.is_none()) options.output = path_from(output);
  options.compact = compact;
  if (!state.is_none()) options.state = path_from(state);
  if (!guide.is_none()) options.guide = path_from(guide);
  options.seconds = seconds;
  options.threads = threads;
  options.memory_bytes = memory;
  options.progress = callback<uisge::ProveProgress>(progress);
  options.cancel = &is_ending();
  const Unlocked unlocked;
  return uisge::prove(position.position, position.rules, options);
}

void add_prove(py::module_& module) {
  checked_class<uisge::ProveProgress>(module, "ProveProgress", "How far prove() is.")
      .def_readonly("nodes", &uisge::ProveProgress::nodes, "Positions visited.")
      .def_readonly("seconds", &uisge::ProveProgress::seconds, "Seconds since prove() began.")
      .def_readonly("table_load", &uisge::ProveProgress::table_load, "How full the search's tables are: 0 to 1.")
      .def("__repr__", [](const uisge::ProveProgress& self) {
        return "<ProveProgress: " + std::to_string(self.nodes) + " positions>";
      });
  checked_class<uisge::ProveReport>(module, "ProveReport", "What prove() has proved.")
      .def_readonly("verdict", &uisge::ProveReport::verdict,
                    "A win or loss with its bound `within`; undecided if prove() found no proof.")
      .def_readonly("positions", &uisge::ProveReport::positions,
                    "Positions of the proof in which the winner is to move, up to symmetry; 0 without a proof.")
      .def_readonly("nodes", &uisge::ProveReport::nodes, "Positions visited.")
      .def_readonly("seconds", &uisge::ProveReport::seconds, "The seconds that prove() took.")
      .def_readonly(
          "stopped", &uisge::ProveReport::stopped,
          "Whether prove() was stopped, for example since its time was up, before it found an answer or its proof.")
      .def("__repr__", [](const uisge::ProveReport& self) {
        return "<ProveReport: " + in_words(self.verdict) + ", " + std::to_string(self.nodes) + " positions>";
      });
  module.def("prove", &prove, py::arg("position"), py::kw_only(), py::arg("output") = py::none(),
             py::arg("compact") = true, py::arg("state") = py::none(), py::arg("guide") = py::none(),
             py::arg("seconds") = py::none(), py::arg("threads") = 0, py::arg("memory") = std::uint64_t{1} << 30,
             py::arg("progress") = py::none(),
             "Proves who wins, up to 500 plies ahead, without a database, and writes the proof to `output`, "
             "compact or as text. The search saves its results in the file `state`, and the next call goes on from "
             "there; it follows the moves of the file `guide`, or takes the wins of this proof as known. `progress` is "
             "called now and then with a ProveProgress; an exception in it, or Ctrl-C, ends the work. Raises Error.");
}

}  // namespace

void add_proofs(py::module_& module) {
  checked_class<PythonProof>(module, "Proof",
                             "An open proof. Positions that it covers have a bound `within`, and no distance; all "
                             "others are undecided. Any number of threads may use it; they take turns.")
      .def(py::init([](const py::object& path, std::size_t cache_bytes) {
             const std::string name = path_from(path);
             const Unlocked unlocked;
             return std::make_unique<PythonProof>(name, cache_bytes);
           }),
           py::arg("path"), py::kw_only(), py::arg("cache_bytes") = uisge::Proof::kStandardCacheBytes,
           "Opens a proof, compact or as text. `cache_bytes`: the memory for parts of the proof that were read.")
      .def_property_readonly(
          "path", [](const PythonProof& self) { return path_to(self.get().path()); }, "The path that was given.")
      .def_property_readonly(
          "position",
          [](const PythonProof& self) {
            return RuledPosition{self.get().position(), self.get().identity().rules};
          },
          "The position whose value the proof shows, under the proof's rules.")
      .def_property_readonly(
          "claim", [](const PythonProof& self) { return self.get().claim(); }, "The verdict on that position.")
      .def(
          "holds_under",
          [](const PythonProof& self, const std::string& stuck, bool diagonal_jumps) {
            return self.get().holds_under(rules_from(stuck, diagonal_jumps));
          },
          py::arg("stuck"), py::kw_only(), py::arg("diagonal_jumps") = false,
          "Whether the proof answers under these rules. It answers under its own; a proof under 'draws' answers under "
          "all four rules for stuck players.")
      .def("verdict", &PythonProof::verdict, py::arg("position"),
           "The value and bound of a Position, or of a fen under the proof's rules.")
      .def("analyse", &PythonProof::analyse, py::arg("position"),
           "The verdict, and the moves ranked as far as the proof knows them.")
      .def("line", &PythonProof::line, py::arg("position"),
           "The moves to the end if the winner follows the proof and the loser delays; empty if the position is "
           "undecided.")
      .def("check", &check, py::kw_only(), py::arg("stuck") = py::none(), py::arg("threads") = 0,
           "Checks every line of the proof by the rules alone, under another rule for stuck players if `stuck` is "
           "given. Returns the number of positions checked. Raises Error if the file is not a proof.")
      .def("__repr__", [](const PythonProof& self) {
        return path_to("<uisge.Proof " + self.get().path() + ": " + in_words(self.get().claim()) + ">");
      });
  add_prove(module);
}

}  // namespace uisge_python
