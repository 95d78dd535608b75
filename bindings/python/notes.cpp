#include "uisge/notes.h"

#include <mutex>
#include <type_traits>

#include "bindings/python/module.h"

namespace uisge_python {

namespace {

// A list of noted positions that one thread at a time can use.
class PythonNotes {
 public:
  explicit PythonNotes(const std::string& path) : notes_(uisge::Notes::open(path)) {}

  const uisge::Notes& get() const { return notes_; }

  uisge::Verdict verdict(const py::object& position) {
    return with(position, [this](const uisge::Position& asked) { return notes_.verdict(asked); });
  }
  AnalysisTexts analyse(const py::object& position) {
    return with(position, [this](const uisge::Position& asked) { return in_texts(asked, notes_.analyse(asked)); });
  }
  std::vector<std::string> line(const py::object& position) {
    return with(position, [this](const uisge::Position& asked) {
      return texts_of(asked, notes_.line(asked), notes_.identity().rules);
    });
  }

 private:
  // Calls `ask` with the position while no other thread uses the list.
  template <class Ask>
  std::invoke_result_t<Ask, const uisge::Position&> with(const py::object& given, const Ask& ask) {
    const uisge::Position position = position_under(given, notes_.identity(), notes_.path());
    const Unlocked unlocked;
    const std::lock_guard lock(mutex_);
    return ask(position);
  }

  std::mutex mutex_;
  uisge::Notes notes_;
};

}  // namespace

void add_notes(py::module_& module) {
  auto made =
      checked_class<PythonNotes>(module, "Notes",
                                 "An open list of noted positions. Positions that are not on the list are undecided. "
                                 "Any number of threads may use it; they take turns.");
  add_game(made, [](const PythonNotes& self) { return self.get().identity(); });
  made.def(py::init([](const py::object& path) {
             const std::string name = path_from(path);
             const Unlocked unlocked;
             return std::make_unique<PythonNotes>(name);
           }),
           py::arg("path"), "Reads and checks a list.")
      .def_property_readonly(
          "path", [](const PythonNotes& self) { return path_to(self.get().path()); }, "The path that was given.")
      .def("__len__", [](const PythonNotes& self) { return self.get().size(); })
      .def("verdict", &PythonNotes::verdict, py::arg("position"), "Value and distance of a Position, or of its fen.")
      .def("analyse", &PythonNotes::analyse, py::arg("position"), "The verdict and every move ranked.")
      .def("line", &PythonNotes::line, py::arg("position"), "The line of best play as far as the list knows it.")
      .def("__repr__", [](const PythonNotes& self) {
        return path_to("<uisge.Notes " + self.get().path() + ": " + std::to_string(self.get().size()) + " positions>");
      });
}

}  // namespace uisge_python
