#include "bindings/python/module.h"

#include "uisge/known.h"

namespace uisge_python {

AnalysisTexts in_texts(const uisge::Position& position, const uisge::Analysis& analysis) {
  AnalysisTexts result{position.text(), analysis.verdict, {}};
  result.moves.reserve(analysis.moves.size());
  for (const uisge::RankedMove& move : analysis.moves) {
    result.moves.push_back({position.move_text(move.move), move.verdict, move.best});
  }
  return result;
}

namespace {

std::optional<std::string_view> word(uisge::Value value) {
  switch (value) {
    case uisge::Value::kWin: return "win";
    case uisge::Value::kLoss: return "loss";
    case uisge::Value::kDraw: return "draw";
    case uisge::Value::kUndecided: break;
  }
  return std::nullopt;
}

std::optional<std::string_view> value_of(const uisge::Verdict& verdict) {
  return word(verdict.value);
}

std::optional<int> open_plies(const uisge::Verdict& verdict) {
  return verdict.value == uisge::Value::kUndecided ? std::optional(verdict.no_forced_win_within) : std::nullopt;
}

void add_known(py::module_& module) {
  checked_class<uisge::Known>(module, "Known", "What is known of a start without any file.")
      .def_property_readonly(
          "value", [](const uisge::Known& self) { return word(self.value); },
          "'win', 'loss' or 'draw', from the side to move; None while nobody knows.")
      .def_property_readonly("distance", &uisge::Known::distance, "Plies to the end, if both bounds are the same.")
      .def_readonly(
          "at_least", &uisge::Known::at_least,
          "The fewest plies that the win or loss can take; if the value is None, neither side can win in fewer.")
      .def_readonly("within", &uisge::Known::within, "The most plies that the win or loss can take.")
      .def_property_readonly(
          "source",
          [](const uisge::Known& self) { return self.source.empty() ? std::nullopt : std::optional(self.source); },
          "What the value rests on: 'proof', 'distances', 'processors' or 'card'.")
      .def("__str__", [](const uisge::Known& self) { return self.text; })
      .def("__repr__", [](const uisge::Known& self) { return "<Known: " + self.text + ">"; });
  module.def(
      "known", [](const RuledPosition& position) { return uisge::known(position.position, position.rules); },
      py::arg("position"), "What is known of a position that is the start of its game, as a Known; otherwise None.");
}

}  // namespace

std::string in_words(const uisge::Verdict& verdict) {
  const auto value = value_of(verdict);
  if (!value) return "nothing forced within " + std::to_string(verdict.no_forced_win_within);
  if (verdict.within) return std::string(*value) + " within " + std::to_string(*verdict.within);
  return verdict.distance ? std::string(*value) + " in " + std::to_string(*verdict.distance) : std::string(*value);
}

void add_verdicts(py::module_& module) {
  add_known(module);
  checked_class<uisge::Verdict>(module, "Verdict", "What a position is worth to the side to move.")
      .def_property_readonly("value", &value_of, "'win', 'loss' or 'draw'; None if a search has not decided it.")
      .def_readonly("distance", &uisge::Verdict::distance,
                    "Plies to the end when the winner hurries and the loser delays; None for a draw and where only the "
                    "value is known.")
      .def_readonly(
          "within", &uisge::Verdict::within,
          "Where a bound is known, but no distance, as in a proof: the most plies to the end. Otherwise None.")
      .def_property_readonly(
          "no_forced_win_within", &open_plies,
          "Of an undecided position: the number of plies within which neither side can force a win. Otherwise None.")
      .def(
          "__eq__", [](const uisge::Verdict& self, const uisge::Verdict& other) { return self == other; },
          py::is_operator())
      .def("__hash__",
           [](const uisge::Verdict& self) {
             return py::hash(
                 py::make_tuple(static_cast<int>(self.value), self.distance, self.no_forced_win_within, self.within));
           })
      .def("__str__", &in_words)
      .def("__repr__", [](const uisge::Verdict& self) { return "<Verdict: " + in_words(self) + ">"; });

  checked_class<RankedText>(module, "RankedMove", "A move, and what the player who makes it gets.")
      .def_readonly("move", &RankedText::move, "The move's text, such as 'd2d4'.")
      .def_readonly("verdict", &RankedText::verdict,
                    "The verdict for the player who makes the move; plies count from before the move.")
      .def_property_readonly(
          "value", [](const RankedText& self) { return value_of(self.verdict); }, "The verdict's value.")
      .def_property_readonly(
          "distance", [](const RankedText& self) { return self.verdict.distance; }, "The verdict's distance.")
      .def_property_readonly(
          "within", [](const RankedText& self) { return self.verdict.within; }, "The verdict's bound.")
      .def("__str__", [](const RankedText& self) { return self.move + ": " + in_words(self.verdict); })
      .def_readonly("best", &RankedText::best,
                    "Whether the move keeps the position's value and distance, or has the best bound.")
      .def("__repr__", [](const RankedText& self) {
        return "<RankedMove " + self.move + ": " + in_words(self.verdict) + (self.best ? ", best>" : ">");
      });

  checked_class<AnalysisTexts>(module, "Analysis", "A position's verdict and its moves.")
      .def_readonly("fen", &AnalysisTexts::fen, "The position.")
      .def_readonly("verdict", &AnalysisTexts::verdict, "The position's verdict.")
      .def_readonly(
          "moves", &AnalysisTexts::moves,
          "The moves: wins, shortest first; undecided moves; draws; losses, longest first. Equally good moves "
          "are in the order of their texts.")
      .def("__repr__", [](const AnalysisTexts& self) {
        return "<Analysis: " + in_words(self.verdict) + ", " + std::to_string(self.moves.size()) + " moves>";
      });
}

}  // namespace uisge_python
