#include "bindings/python/module.h"

namespace uisge_python {

uisge::Rules rules_from(const std::string& stuck, bool diagonal_jumps) {
  return {uisge::parse_stuck_rule(stuck), diagonal_jumps};
}

std::vector<std::string> texts_of(const uisge::Position& position, const std::vector<uisge::Move>& line,
                                  uisge::Rules rules) {
  std::vector<std::string> texts;
  uisge::Position here = position;
  for (const uisge::Move move : line) {
    texts.push_back(here.move_text(move));
    here = here.play(rules, move);
  }
  return texts;
}

RuledPosition position_from(const py::object& given, const uisge::Identity& game) {
  try {
    if (!py::isinstance<py::str>(given)) return given.cast<const RuledPosition&>();
    const auto text = given.cast<std::string>();
    return {text == "start" ? uisge::Position::start(game.board, game.pieces_per_side) : uisge::Position::parse(text),
            game.rules};
  } catch (const py::cast_error&) {  // would become a RuntimeError with C++ names
    throw py::type_error("position: expected a Position or its text (str)");
  }
}

uisge::Position position_under(const py::object& given, const uisge::Identity& game, const std::string& path) {
  const RuledPosition ruled = position_from(given, game);
  if (ruled.rules == game.rules) return ruled.position;
  throw uisge::Error(uisge::ErrorKind::kUsage,
                     "position: it is under other rules than " + path + "; give its fen instead");
}

namespace {

RuledPosition from_fen(const std::string& fen, const std::string& stuck, bool diagonal_jumps) {
  return {uisge::Position::parse(fen), rules_from(stuck, diagonal_jumps)};
}

RuledPosition start(const std::string& board, int pieces, const std::string& stuck, bool diagonal_jumps) {
  return {uisge::Position::start(uisge::BoardSize::parse(board), pieces), rules_from(stuck, diagonal_jumps)};
}

std::vector<std::string> legal_moves(const RuledPosition& self) {
  std::vector<std::string> texts;
  for (const uisge::Move move : self.position.moves(self.rules)) texts.push_back(self.position.move_text(move));
  return texts;
}

RuledPosition push(const RuledPosition& self, const std::string& move) {
  return {self.position.play(self.rules, self.position.parse_move(self.rules, move)), self.rules};
}

std::string square_name(const uisge::BoardSize& board, int square) {
  return std::string(1, static_cast<char>('a' + square % board.files)) + std::to_string(square / board.files + 1);
}

// The number of a square with a name such as "d2". Throws if the board has no square `name`.
int square_from(const RuledPosition& self, const std::string& name) {
  const uisge::BoardSize board = self.position.board();
  const int file = name.size() == 2 ? name[0] - 'a' : -1;
  const int rank = name.size() == 2 ? name[1] - '1' : -1;
  if (file < 0 || file >= board.files || rank < 0 || rank >= board.ranks) {
    throw uisge::Error(uisge::ErrorKind::kUsage, "square: '" + name + "' is not on the " + board.text() + " board");
  }
  return rank * board.files + file;
}

bool has(std::uint64_t squares, int square) {
  return (squares >> square & 1) != 0;
}

// The letter that stands for the square's piece in a position's text; None for an empty square.
std::optional<std::string> piece_at(const RuledPosition& self, const std::string& name) {
  const int square = square_from(self, name);
  const bool is_crown = has(self.position.crowns(), square);
  if (has(self.position.white(), square)) return is_crown ? "W" : "w";
  if (has(self.position.black(), square)) return is_crown ? "B" : "b";
  return std::nullopt;
}

// The squares of one colour's pieces; without `color`, the squares of all pieces.
std::uint64_t squares_of(const RuledPosition& self, const std::optional<std::string>& color) {
  if (!color) return self.position.white() | self.position.black();
  if (*color == "white") return self.position.white();
  if (*color == "black") return self.position.black();
  throw uisge::Error(uisge::ErrorKind::kUsage, "color: '" + *color + "' is none, 'white' and 'black' are");
}

std::vector<std::string> names_of(const RuledPosition& self, std::uint64_t squares) {
  const uisge::BoardSize board = self.position.board();
  std::vector<std::string> names;
  for (int square = 0; square < board.squares(); ++square) {
    if (has(squares, square)) names.push_back(square_name(board, square));
  }
  return names;
}

// The winner's colour, or "draw"; None while the game goes on.
std::optional<std::string> winner(const RuledPosition& self) {
  const bool is_white = self.position.side_to_move() == uisge::Side::kWhite;
  const auto mover = is_white ? "white" : "black";
  const auto other = is_white ? "black" : "white";
  switch (self.position.end(self.rules)) {
    case uisge::GameEnd::kNotOver: return std::nullopt;
    case uisge::GameEnd::kMoverCompleted: return mover;
    case uisge::GameEnd::kOpponentCompleted: return other;
    case uisge::GameEnd::kBothStuck: return "draw";
    case uisge::GameEnd::kMoverStuck: break;
  }
  if (self.rules.stuck == uisge::StuckRule::kDraws) return "draw";
  return self.rules.stuck == uisge::StuckRule::kWins ? mover : other;
}

std::uint64_t perft_of(const RuledPosition& self, int plies) {
  return interruptible(
      [&](const std::atomic<bool>& stop) { return uisge::perft(self.position, self.rules, plies, &stop); });
}

std::string repr(const RuledPosition& self) {
  std::string text = "Position.from_fen('" + self.position.text() + "'";
  if (self.rules.stuck != uisge::StuckRule::kLoses) {
    text += ", stuck='" + std::string(uisge::to_string(self.rules.stuck)) + "'";
  }
  if (self.rules.diagonal_jumps) text += ", diagonal_jumps=True";
  return text + ")";
}

}  // namespace

void add_position(py::module_& module) {
  checked_class<RuledPosition>(
      module, "Position", "A position under one rule set; it never changes. Position() is the start of the real game.")
      .def(py::init([] { return RuledPosition{}; }))
      .def(py::init([](const std::string& /*fen*/) -> RuledPosition {
        throw py::type_error("Position: Position.from_fen(...) reads a text");
      }))
      .def_static("from_fen", &from_fen, py::arg("fen"), py::kw_only(), py::arg("stuck") = "loses",
                  py::arg("diagonal_jumps") = false,
                  "Reads '7/2bb3/1bbbb2/2wwww1/3ww2/7 w', or 'start'. Raises Error, which names what is wrong.")
      .def_static("start", &start, py::arg("board") = "7x6", py::arg("pieces") = 6, py::kw_only(),
                  py::arg("stuck") = "loses", py::arg("diagonal_jumps") = false,
                  "The start array of a board with this number of pieces a side. Raises Error if there is none.")
      .def_property_readonly(
          "fen", [](const RuledPosition& self) { return self.position.text(); }, "The text that from_fen() reads.")
      .def_property_readonly(
          "board", [](const RuledPosition& self) { return self.position.board().text(); }, "Files by ranks, '7x6'.")
      .def_property_readonly(
          "pieces", [](const RuledPosition& self) { return self.position.pieces_per_side(); },
          "The number of pieces of each side.")
      .def_property_readonly(
          "side_to_move",
          [](const RuledPosition& self) {
            return self.position.side_to_move() == uisge::Side::kWhite ? "white" : "black";
          },
          "'white' or 'black'.")
      .def_property_readonly(
          "stuck", [](const RuledPosition& self) { return uisge::to_string(self.rules.stuck); },
          "What a stuck player does: 'loses', 'wins', 'draws' or 'passes'.")
      .def_property_readonly(
          "diagonal_jumps", [](const RuledPosition& self) { return self.rules.diagonal_jumps; },
          "Whether crowns may jump diagonally.")
      .def_property_readonly(
          "is_over",
          [](const RuledPosition& self) { return self.position.end(self.rules) != uisge::GameEnd::kNotOver; },
          "Whether the game has ended.")
      .def_property_readonly("winner", &winner, "'white', 'black' or 'draw'; None while the game goes on.")
      .def("legal_moves", &legal_moves,
           "The moves that may be played, as texts like 'd2d4'; 'pass' for a stuck side "
           "that passes. Empty when the game is over.")
      .def("push", &push, py::arg("move"),
           "The position after a move. Raises Error with the reason if it cannot be played.")
      .def(
          "canonical",
          [](const RuledPosition& self) {
            return RuledPosition{self.position.canonical(), self.rules};
          },
          "The same position for all positions that are equal up to symmetry and an exchange of colours.")
      .def(
          "mirror",
          [](const RuledPosition& self) {
            return RuledPosition{self.position.mirrored(), self.rules};
          },
          "The mirror image, in which the first file becomes the last. It has the same value.")
      .def("piece_at", &piece_at, py::arg("square"),
           "The piece on a square like 'd2': 'w' or 'b', a crown 'W' or 'B'; None if it is empty.")
      .def(
          "squares",
          [](const RuledPosition& self, const std::optional<std::string>& color) {
            return names_of(self, squares_of(self, color));
          },
          py::arg("color") = py::none(), "The squares of one colour's pieces, or of all pieces, from a1 on.")
      .def(
          "crowns",
          [](const RuledPosition& self, const std::optional<std::string>& color) {
            return names_of(self, squares_of(self, color) & self.position.crowns());
          },
          py::arg("color") = py::none(), "The squares of one colour's crowns, or of all crowns, from a1 on.")
      .def("perft", &perft_of, py::arg("plies"), "The number of sequences of exactly `plies` plies (0 to 32).")
      .def("__str__", [](const RuledPosition& self) { return self.position.drawing(); })
      .def("__repr__", &repr)
      .def(
          "__eq__", [](const RuledPosition& self, const RuledPosition& other) { return self == other; },
          py::is_operator())
      .def("__hash__",
           [](const RuledPosition& self) {
             return py::hash(py::make_tuple(self.position.white(), self.position.black(), self.position.crowns(),
                                            static_cast<int>(self.position.side_to_move()), self.position.board().files,
                                            static_cast<int>(self.rules.stuck), self.rules.diagonal_jumps));
           })
      .def("__reduce__", [](const py::object& self) {
        const auto& position = self.cast<const RuledPosition&>();
        const py::object restore = py::module_::import("uisge").attr("_restore_position");
        return py::make_tuple(restore, py::make_tuple(position.position.text(), uisge::to_string(position.rules.stuck),
                                                      position.rules.diagonal_jumps));
      });
}

}  // namespace uisge_python
