// What the files of the Python module share.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <string_view>

#include "uisge/database.h"

namespace uisge_python {

namespace py = pybind11;

std::string_view word(uisge::ErrorKind kind);

// A position under one rule set, which its moves depend on. Immutable.
struct RuledPosition {
  uisge::Position position;
  uisge::Rules rules;
  bool operator==(const RuledPosition& other) const = default;
};

uisge::Rules rules_from(const std::string& stuck, bool diagonal_jumps);
std::vector<std::string> texts_of(const uisge::Position& position, const std::vector<uisge::Move>& line,
                                  uisge::Rules rules);

// A move's text and what it leads to.
struct RankedText {
  std::string move;
  uisge::Verdict verdict;
  bool best = false;
};
struct AnalysisTexts {
  uisge::Verdict verdict;
  std::vector<RankedText> moves;
};
AnalysisTexts in_texts(const uisge::Position& position, const uisge::Analysis& analysis);

void add_position(py::module_& module);
void add_verdicts(py::module_& module);
void add_database(py::module_& module);
void add_solver(py::module_& module);

}  // namespace uisge_python
