#include <tuple>
#include <variant>

#include "bindings/python/python_database.h"

namespace uisge_python {

namespace {

// Iterates over the classes of positions of a database, and decodes one placement at a time.
class Classes {
 public:
  explicit Classes(Shared database) : shared_(std::move(database)), database_(shared_->get()), reader_(database_) {}

  uisge::Rules rules() const { return database_.identity().rules; }
  void check_open() const { (void)shared_->get(); }

  // The next class, valid until the next call; null at the end. Throws Error if the database was closed meanwhile.
  const uisge::PositionClass* next() {
    check_open();
    while (place_ == classes_.size()) {
      if (placement_ == database_.placement_count()) return nullptr;
      // The GIL is not released while labels are read here, so that two threads may use one iterator in turn.
      classes_ = reader_.classes(placement_++);
      place_ = 0;
    }
    return &classes_[place_++];
  }

 private:
  Shared shared_;
  uisge::Database database_;
  uisge::LabelReader reader_;
  std::vector<uisge::PositionClass> classes_;
  std::size_t place_ = 0;
  std::size_t placement_ = 0;
};

// Iterates over all live positions, with their verdicts.
class PositionIterator {
 public:
  explicit PositionIterator(Shared database) : classes_(std::move(database)) {}

  std::pair<RuledPosition, uisge::Verdict> next() {
    classes_.check_open();
    if (images_.empty()) {
      const uisge::PositionClass* const found = classes_.next();
      if (found == nullptr) throw py::stop_iteration();
      images_ = found->position.images();
      verdict_ = found->verdict;
    }
    const RuledPosition position{images_.back(), classes_.rules()};
    images_.pop_back();
    return {position, verdict_};
  }

 private:
  Classes classes_;
  std::vector<uisge::Position> images_;  // the images of the current class
  uisge::Verdict verdict_;
};

using WeightedPosition = std::tuple<RuledPosition, uisge::Verdict, std::uint64_t>;

WeightedPosition weighted(const uisge::PositionClass& found, uisge::Rules rules) {
  return {{found.position.canonical(), rules}, found.verdict, found.weight};
}

// Iterates over the classes under the board's symmetries: gives one position of each class, and the number of positions
// in the class.
class ClassIterator {
 public:
  explicit ClassIterator(Shared database) : classes_(std::move(database)) {}

  WeightedPosition next() {
    const uisge::PositionClass* const found = classes_.next();
    if (found == nullptr) throw py::stop_iteration();
    return weighted(*found, classes_.rules());
  }

 private:
  Classes classes_;
};

// A number, or a pair of the least and the greatest number, each of which may be None.
using RangeArgument =
    std::optional<std::variant<std::uint32_t, std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>>>;

std::optional<uisge::CountRange> range_from(const RangeArgument& given) {
  if (!given) return std::nullopt;
  if (const auto* const number = std::get_if<std::uint32_t>(&*given)) return uisge::CountRange{*number, *number};
  const auto& [least, most] = std::get<1>(*given);
  uisge::CountRange range;
  range.least = least.value_or(range.least);
  range.most = most.value_or(range.most);
  return range;
}

uisge::Value value_from(const std::string& word) {
  if (word == "win") return uisge::Value::kWin;
  if (word == "loss") return uisge::Value::kLoss;
  if (word == "draw") return uisge::Value::kDraw;
  throw uisge::Error(uisge::ErrorKind::kUsage, "value: '" + word + "' is none, 'win', 'loss' and 'draw' are");
}

std::vector<WeightedPosition> find(PythonDatabase& self, const std::optional<std::string>& value,
                                   const RangeArgument& distance, const RangeArgument& mover_crowns,
                                   const RangeArgument& opponent_crowns, const RangeArgument& mover_moves,
                                   const RangeArgument& opponent_moves, const RangeArgument& winning_moves,
                                   const RangeArgument& drawing_moves, const RangeArgument& losing_moves,
                                   const RangeArgument& keeping_moves, const RangeArgument& best_moves,
                                   std::optional<std::size_t> limit, const py::object& progress) {
  uisge::Properties wanted;
  if (value) wanted.value = value_from(*value);
  wanted.distance = range_from(distance);
  wanted.mover_crowns = range_from(mover_crowns);
  wanted.opponent_crowns = range_from(opponent_crowns);
  wanted.mover_moves = range_from(mover_moves);
  wanted.opponent_moves = range_from(opponent_moves);
  wanted.winning_moves = range_from(winning_moves);
  wanted.drawing_moves = range_from(drawing_moves);
  wanted.losing_moves = range_from(losing_moves);
  wanted.keeping_moves = range_from(keeping_moves);
  wanted.best_moves = range_from(best_moves);
  const uisge::Database database = self.get();
  std::vector<WeightedPosition> found;
  if (limit == std::size_t{0}) return found;
  const auto report = callback<double>(progress);
  const Unlocked unlocked;
  database.find(
      wanted,
      [&](const uisge::PositionClass& one) {
        found.push_back(weighted(one, database.identity().rules));
        return found.size() != limit;
      },
      [&](double share) {
        if (is_ending()) throw uisge::Error(uisge::ErrorKind::kInterrupted, "find: interrupted");
        report(share);
      });
  return found;
}

}  // namespace

void add_database_positions(py::module_& module) {
  checked_class<PositionIterator>(module, "PositionIterator", "Iterates over all live positions of a database.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &PositionIterator::next);
  checked_class<ClassIterator>(module, "ClassIterator", "Iterates over all classes of live positions of a database.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &ClassIterator::next);

  py::class_<PythonDatabase, Shared>(module.attr("Database"))
      .def(
          "__iter__", [](const Shared& self) { return PositionIterator(self); },
          "Every live position with its verdict, White to move; `live` is their number.")
      .def(
          "canonical", [](const Shared& self) { return ClassIterator(self); },
          "One live position of each class under the board's symmetries, its verdict, and the number of positions in "
          "the class.")
      .def("find", &find, py::kw_only(), py::arg("value") = py::none(), py::arg("distance") = py::none(),
           py::arg("mover_crowns") = py::none(), py::arg("opponent_crowns") = py::none(),
           py::arg("mover_moves") = py::none(), py::arg("opponent_moves") = py::none(),
           py::arg("winning_moves") = py::none(), py::arg("drawing_moves") = py::none(),
           py::arg("losing_moves") = py::none(), py::arg("keeping_moves") = py::none(),
           py::arg("best_moves") = py::none(), py::arg("limit") = py::none(), py::arg("progress") = py::none(),
           "The classes of positions that have all these properties, as canonical() gives them, at most `limit` in the "
           "order of the file. Each property is a number or a pair (least, most), in which None is no limit. "
           "`progress` is called with the share that is done.");
}

}  // namespace uisge_python
