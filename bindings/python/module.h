// Declarations that the files of the Python module share.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "uisge/database.h"
#include "uisge/notes.h"
#include "uisge/proof.h"
#include "uisge/review.h"

namespace uisge_python {

namespace py = pybind11;

std::string_view word(uisge::ErrorKind kind);

// Releases the GIL (Python's global lock) for as long as the object lives. When the interpreter ends, it waits some
// time for these objects to be destroyed (module.cpp). If a thread took the GIL later, Python would end the thread in
// the middle of its C++ code. Once the interpreter's end has begun, new objects do not release the GIL. REQUIRES: this
// thread holds the GIL when the object is made.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();  // NOLINT(bugprone-exception-escape): module.cpp says why
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  std::optional<py::gil_scoped_release> release_;
};
// True once the interpreter ends. Long work polls this flag and stops.
const std::atomic<bool>& is_ending();

// Converts between a Python path (str, bytes, or an object with __fspath__) and the bytes of the file's name.
std::string path_from(const py::object& path);
py::str path_to(const std::string& path);

// Defines a Python class. An object that was made without __init__ has no value; using such an object raises a
// TypeError.
template <class T, class... Options>
py::class_<T, Options...> checked_class(const py::module_& module, const char* name, const char* description) {
  py::class_<T, Options...> made(module, name, description);
  // pybind11 calls this function if Python code uses an object whose __init__ was never called.
  py::detail::get_type_info(typeid(T))->operator_new = [](std::size_t) -> void* {
    throw py::type_error("the object was made without __init__");
  };
  return made;
}

// A position together with the rule set that decides its moves. Immutable.
struct RuledPosition {
  uisge::Position position;
  uisge::Rules rules;
  bool operator==(const RuledPosition& other) const = default;
};

// Defines the properties that tell the game of a file. `identity` returns the game of an object.
template <class T, class... Options, class IdentityOf>
void add_game(py::class_<T, Options...>& made, const IdentityOf& identity) {
  made.def_property_readonly(
          "board", [identity](const T& self) { return identity(self).board.text(); }, "Files by ranks, '7x6'.")
      .def_property_readonly(
          "pieces", [identity](const T& self) { return identity(self).pieces_per_side; },
          "The number of pieces of each side.")
      .def_property_readonly(
          "stuck", [identity](const T& self) { return uisge::to_string(identity(self).rules.stuck); },
          "What a stuck player does: 'loses', 'wins', 'draws' or 'passes'.")
      .def_property_readonly(
          "diagonal_jumps", [identity](const T& self) { return identity(self).rules.diagonal_jumps; },
          "Whether crowns may jump diagonally.")
      .def_property_readonly(
          "start",
          [identity](const T& self) {
            const uisge::Identity game = identity(self);
            return RuledPosition{uisge::Position::start(game.board, game.pieces_per_side), game.rules};
          },
          "The start array of the board. Raises Error if there is none.");
}

uisge::Rules rules_from(const std::string& stuck, bool diagonal_jumps);
std::vector<std::string> texts_of(const uisge::Position& position, const std::vector<uisge::Move>& line,
                                  uisge::Rules rules);

// A move's text and its verdict for the player who makes it.
struct RankedText {
  std::string move;
  uisge::Verdict verdict;
  bool best = false;
};
struct AnalysisTexts {
  std::string fen;
  uisge::Verdict verdict;
  std::vector<RankedText> moves;
};
// The verdict in words, such as "win in 37" or "win within 103".
std::string in_words(const uisge::Verdict& verdict);
AnalysisTexts in_texts(const uisge::Position& position, const uisge::Analysis& analysis);

// The position to look up in a file about `game`. `given` is a Position, or a text under the rules of the game; the
// text "start" means the start of the game's board.
RuledPosition position_from(const py::object& given, const uisge::Identity& game);
// Does the same as position_from(), but throws if `given` is a Position whose rules are not those of the file at
// `path`.
uisge::Position position_under(const py::object& given, const uisge::Identity& game, const std::string& path);

// Wraps a callback, which may be called on any thread. At each report the wrapper also looks for Ctrl-C, even if the
// caller gave no callback. A Python exception stops the work. REQUIRES: `progress` outlives the work.
template <class Report>
std::function<void(const Report&)> callback(const py::object& progress) {
  return [&progress](const Report& report) {
    if (is_ending()) return;
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) progress(report);
  };
}

// Does `work` on another thread, since only Python's main thread, which may be this one, can look for Ctrl-C. After
// Ctrl-C, or once the interpreter ends, sets the flag that `work` gets, and waits until `work` has stopped. For work
// that has no callback. REQUIRES: `work` polls its flag, and uses no Python object.
template <class Work>
std::invoke_result_t<Work, const std::atomic<bool>&> interruptible(const Work& work) {
  constexpr std::chrono::milliseconds kBetweenLooks(50);  // too short to be felt, too long to cost time
  std::atomic<bool> stop{false};
  const Unlocked unlocked;
  std::future<std::invoke_result_t<Work, const std::atomic<bool>&>> result;  // its destructor waits for the thread
  try {
    result = std::async(std::launch::async, [&] { return work(stop); });
  } catch (const std::system_error&) {
    return work(is_ending());  // the system refuses threads, so nothing looks for Ctrl-C
  }
  while (result.wait_for(kBetweenLooks) != std::future_status::ready) {
    stop = is_ending().load();
    if (stop) continue;
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() == 0) continue;
    stop = true;
    throw py::error_already_set();
  }
  return result.get();
}

// The review of one move of a game. Moves are texts here.
struct ReviewTexts {
  RankedText played;
  RankedText best;
  std::string mark;
  int plies_given_away = 0;
};

void add_position(py::module_& module);
void add_verdicts(py::module_& module);
void add_database(py::module_& module);
void add_notes(py::module_& module);
void add_proofs(py::module_& module);
void add_records(py::module_& module);
void add_solver(py::module_& module);

}  // namespace uisge_python
