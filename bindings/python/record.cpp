#include "uisge/record.h"

#include "bindings/python/module.h"

namespace uisge_python {

namespace {

using uisge::GameRecord;

// Plays the moves on a board; an impossible move is an error.
GameRecord make_record(const RuledPosition& start, const std::vector<std::string>& moves, const std::string& white,
                       const std::string& black, const std::string& date, const std::string& result) {
  GameRecord record{start.position, start.rules, white, black, date, result, {}};
  uisge::Position position = start.position;
  for (const std::string& text : moves) {
    record.moves.push_back(position.parse_move(start.rules, text));
    position = position.play(start.rules, record.moves.back());
  }
  (void)uisge::record_text(record);  // checks the result
  return record;
}

// Every position of the game, the start first.
std::vector<RuledPosition> positions(const GameRecord& self) {
  std::vector<RuledPosition> passed{{self.start, self.rules}};
  for (const uisge::Move move : self.moves) {
    passed.push_back({passed.back().position.play(self.rules, move), self.rules});
  }
  return passed;
}

}  // namespace

void add_records(py::module_& module) {
  checked_class<GameRecord>(module, "Record", "A recorded game; it never changes.")
      .def(py::init(&make_record), py::arg("start"), py::arg("moves"), py::kw_only(), py::arg("white") = "",
           py::arg("black") = "", py::arg("date") = "", py::arg("result") = "*",
           "A game from `start` by moves like 'd2d4'. `date` is as '2026.11.23', `result` '1-0', '0-1', '1/2-1/2' or "
           "'*'. Raises Error, which names what is wrong.")
      .def_property_readonly(
          "start",
          [](const GameRecord& self) {
            return RuledPosition{self.start, self.rules};
          },
          "The position in which the game begins.")
      .def_property_readonly(
          "moves", [](const GameRecord& self) { return texts_of(self.start, self.moves, self.rules); },
          "The moves, as texts.")
      .def_property_readonly("positions", &positions, "All positions of the game, the start first.")
      .def_readonly("white", &GameRecord::white, "White's name; empty if unknown.")
      .def_readonly("black", &GameRecord::black, "Black's name.")
      .def_readonly("date", &GameRecord::date, "As '2026.11.23'; empty if unknown.")
      .def_readonly("result", &GameRecord::result, "'1-0', '0-1', '1/2-1/2', or '*' if unknown.")
      .def("__str__", &uisge::record_text)
      .def("__repr__", [](const GameRecord& self) {
        return "<Record: " + std::to_string(self.moves.size()) + " moves, " + self.result + ">";
      });
  module.def("read_records", &uisge::read_records, py::arg("text"),
             "All games of a text of game records. Comments and variations are not kept. Raises Error.");

  checked_class<ReviewTexts>(module, "MoveReview", "A move of a game, and what it gave away.")
      .def_readonly("played", &ReviewTexts::played, "The move, and what it led to.")
      .def_readonly("best", &ReviewTexts::best, "A best move of that position.")
      .def_readonly("mark", &ReviewTexts::mark,
                    "'?\?' if the move gave the value away, '?!' if it gave plies away, '!' if it was the only move "
                    "that kept the value; '' otherwise.")
      .def_readonly("plies_given_away", &ReviewTexts::plies_given_away, "The plies that a move marked '?!' gave away.")
      .def("__repr__", [](const ReviewTexts& self) {
        return "<MoveReview " + self.played.move + self.mark + ": " + in_words(self.played.verdict) + ">";
      });
}

}  // namespace uisge_python
