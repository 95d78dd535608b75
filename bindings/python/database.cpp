#include <algorithm>
#include <memory>
#include <span>

#include "bindings/python/python_database.h"

namespace uisge_python {

namespace {

uisge::Position position_in(const PythonDatabase& database, const py::object& given) {
  return position_under(given, database.get().identity(), database.path());
}

uisge::Verdict verdict(PythonDatabase& self, const py::object& given) {
  const uisge::Position position = position_in(self, given);
  const Unlocked unlocked;
  return self.with_probe([&](uisge::Probe& probe) { return probe.verdict(position); });
}

AnalysisTexts analyse(PythonDatabase& self, const py::object& given) {
  const uisge::Position position = position_in(self, given);
  const Unlocked unlocked;
  return self.with_probe([&](uisge::Probe& probe) { return in_texts(position, probe.analyse(position)); });
}

// Analyses the positions in batches. Between two batches Ctrl-C raises KeyboardInterrupt, and the interpreter's end
// stops the work.
std::vector<AnalysisTexts> analyse_many(PythonDatabase& self, const py::iterable& given) {
  constexpr std::size_t kPiece = 1024;
  std::vector<uisge::Position> positions;
  for (const py::handle& one : given) positions.push_back(position_in(self, py::reinterpret_borrow<py::object>(one)));
  std::vector<AnalysisTexts> answers;
  answers.reserve(positions.size());
  while (answers.size() < positions.size()) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (is_ending()) throw uisge::Error(uisge::ErrorKind::kInterrupted, "analyse_many: interrupted");
    const std::size_t first = answers.size();
    const auto piece = std::span(positions).subspan(first, std::min(kPiece, positions.size() - first));
    const Unlocked unlocked;
    self.with_probe([&](uisge::Probe& probe) {
      for (const uisge::Analysis& analysis : probe.analyse_many(piece)) {
        answers.push_back(in_texts(positions[answers.size()], analysis));
      }
    });
  }
  return answers;
}

std::vector<std::string> line(PythonDatabase& self, const py::object& given) {
  const uisge::Position position = position_in(self, given);
  const Unlocked unlocked;
  return self.with_probe(
      [&](uisge::Probe& probe) { return texts_of(position, probe.line(position), self.get().identity().rules); });
}

const char* mark_text(const uisge::MoveReview& review) {
  switch (review.mark) {
    case uisge::MoveMark::kMistake: return "??";
    case uisge::MoveMark::kSlow: return "?!";
    case uisge::MoveMark::kNone: break;
  }
  return review.is_only ? "!" : "";
}

std::vector<ReviewTexts> annotate(PythonDatabase& self, const uisge::GameRecord& record) {
  const Unlocked unlocked;
  return self.with_probe([&](uisge::Probe& probe) {
    const auto in_text = [&](const uisge::RankedMove& move) {
      return RankedText{record.start.move_text(move.move), move.verdict, move.best};
    };
    std::vector<ReviewTexts> reviews;
    for (const uisge::MoveReview& one : uisge::review(probe, record)) {
      reviews.push_back({in_text(one.played), in_text(one.best), mark_text(one), one.plies_given_away});
    }
    return reviews;
  });
}

template <class T>
py::array_t<T> owned_by_python(std::vector<T>&& values, std::vector<py::ssize_t> shape) {
  auto* const kept = new std::vector<T>(std::move(values));
  const py::capsule owner(kept, [](void* pointer) { delete static_cast<std::vector<T>*>(pointer); });
  return py::array_t<T>(std::move(shape), kept->data(), owner);
}

py::array_t<uisge::Label> labels(PythonDatabase& self, std::size_t placement) {
  std::vector<uisge::Label> found;
  {
    const Unlocked unlocked;
    const uisge::Database database = self.get();
    found.resize(database.positions_per_placement());
    uisge::LabelReader(database).read(placement, found);
  }
  const auto size = static_cast<py::ssize_t>(found.size());
  return owned_by_python(std::move(found), {size});
}

py::array_t<bool> live(PythonDatabase& self) {
  const uisge::Database database = self.get();
  py::array_t<bool> result(static_cast<py::ssize_t>(database.positions_per_placement()));
  for (std::size_t i = 0; i < database.positions_per_placement(); ++i) {
    result.mutable_at(static_cast<py::ssize_t>(i)) = database.is_live(i);
  }
  return result;
}

py::array_t<std::uint64_t> by_distance(PythonDatabase& self) {
  std::vector<std::uint64_t> flat;
  for (const uisge::DistanceCounts& counts : self.get().by_distance()) {
    flat.push_back(counts.won);
    flat.push_back(counts.lost);
  }
  const auto rows = static_cast<py::ssize_t>(flat.size() / 2);
  return owned_by_python(std::move(flat), {rows, 2});
}

}  // namespace

void add_database(py::module_& module) {
  const auto count = [](std::uint64_t (*number)(const uisge::Counts&)) {
    return [number](PythonDatabase& self) { return number(self.get().counts()); };
  };
  auto made =
      checked_class<PythonDatabase, Shared>(module, "Database",
                                            "An open database file. Any number of threads may use it. Closed by "
                                            "close(), by the end of a `with`, or with its last use.");
  add_game(made, [](const PythonDatabase& self) { return self.get().identity(); });
  made.def(py::init([](const py::object& path, std::size_t cache_bytes) {
             const std::string name = path_from(path);
             const Unlocked unlocked;
             return std::make_shared<PythonDatabase>(name, cache_bytes);
           }),
           py::arg("path"), py::kw_only(), py::arg("cache_bytes") = uisge::Probe::kStandardCacheBytes,
           "Opens and checks a file. `cache_bytes`: the memory for decoded labels of each thread.")
      .def_property_readonly(
          "path", [](PythonDatabase& self) { return path_to(self.path()); }, "The path that was given.")
      .def_property_readonly(
          "has_distances", [](PythonDatabase& self) { return self.get().has_distances(); },
          "Whether the file has distances; a values database has none.")
      .def_property_readonly(
          "won", count([](const uisge::Counts& counts) { return counts.won; }),
          "Live positions of the board that the side to move wins; images under its symmetries count.")
      .def_property_readonly("lost", count([](const uisge::Counts& counts) { return counts.lost; }),
                             "Live positions that the side to move loses.")
      .def_property_readonly("drawn", count([](const uisge::Counts& counts) { return counts.drawn; }),
                             "Live positions that are drawn.")
      .def_property_readonly("live", count([](const uisge::Counts& counts) { return counts.live(); }),
                             "All live positions: those in which each side has a blank.")
      .def_property_readonly(
          "by_distance", &by_distance,
          "Array of shape (longest + 1, 2): row d counts the positions that are won and lost in d plies.")
      .def("verdict", &verdict, py::arg("position"), "Value and distance of a Position, or of its fen.")
      .def("analyse", &analyse, py::arg("position"), "The verdict and every move ranked.")
      .def("analyse_many", &analyse_many, py::arg("positions"),
           "A list with the Analysis of each position, in less time than calls of analyse() take.")
      .def("line", &line, py::arg("position"),
           "The moves of best play to the end, as texts. A draw's line ends when a position repeats, or after 40 "
           "plies. The line of a win or loss is empty if its distance is not known.")
      .def("annotate", &annotate, py::arg("record"),
           "A MoveReview of every move of a Record, which must be of this board and these rules.")
      .def(
          "__len__", [](PythonDatabase& self) { return self.get().placement_count(); }, "The number of placements.")
      .def(
          "placement", [](PythonDatabase& self, std::size_t number) { return self.get().placement(number); },
          py::arg("number"),
          "The occupied squares of a placement, as a number with the bit rank * files + file for each.")
      .def("labels", &labels, py::arg("placement"),
           "The labels of a placement, an array of uint16 by index: 0 draw or not live, 1 + 2 d won and 2 + 2 d lost "
           "in d plies; without distances 65533 won and 65534 lost.")
      .def_property_readonly("live_indices", &live, "Array of bool: which indices of a placement are live.")
      .def(
          "position",
          [](PythonDatabase& self, std::size_t placement, std::size_t index) {
            const uisge::Database database = self.get();
            return RuledPosition{database.position(placement, index), database.identity().rules};
          },
          py::arg("placement"), py::arg("index"), "The position at an index of a placement, White to move.")
      .def("close", &PythonDatabase::close, "Closes the file; every later call raises Error.")
      .def("__enter__", [](const py::object& self) { return self; })
      .def("__exit__", [](PythonDatabase& self, const py::args&) { self.close(); })
      .def("__repr__", [](PythonDatabase& self) { return path_to("<uisge.Database " + self.path() + ">"); });
  add_database_positions(module);
}

}  // namespace uisge_python
