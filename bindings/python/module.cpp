// The Python module uisge._uisge: the library's types and calls under Python's names. bindings/python/uisge/__init__.py
// has what users import, __init__.pyi its types.
#include "bindings/python/module.h"

namespace uisge_python {

std::string_view word(uisge::ErrorKind kind) {
  switch (kind) {
    case uisge::ErrorKind::kUsage: return "usage";
    case uisge::ErrorKind::kBadFile: return "bad_file";
    case uisge::ErrorKind::kResource: return "resource";
    case uisge::ErrorKind::kVerification: return "verification";
    case uisge::ErrorKind::kInterrupted: break;
  }
  return "interrupted";
}

namespace {

// uisge.Error, with the kind as an attribute.
void add_error(py::module_& module) {
  static py::object& error = *new py::object;  // must outlive the interpreter's last call
  error = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
      "uisge.Error",
      "What the program would refuse, without advice about its options; `kind` is one of usage, bad_file, resource, "
      "verification and interrupted.",
      nullptr, nullptr));
  module.add_object("Error", error);
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 wants it so
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const uisge::Error& caught) {
      py::object value = error(caught.what());
      value.attr("kind") = word(caught.kind());
      PyErr_SetObject(error.ptr(), value.ptr());
    }
  });
}

}  // namespace

}  // namespace uisge_python

PYBIND11_MODULE(_uisge, module) {
  module.attr("__version__") = uisge::version();
  uisge_python::add_error(module);
  uisge_python::add_position(module);
  uisge_python::add_verdicts(module);
  uisge_python::add_database(module);
  uisge_python::add_solver(module);
}
