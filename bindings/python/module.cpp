// The Python module uisge._uisge: the library's types and calls under Python's names. bindings/python/uisge/__init__.py
// has the names that users import, and __init__.pyi has the types of these names.
#include "bindings/python/module.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace uisge_python {

namespace {

// Counts work that runs without the GIL, and says whether more work may begin.
struct UnlockedWork {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t count = 0;
  std::atomic<bool> is_ending{false};
};
UnlockedWork& unlocked_work() {
  static UnlockedWork& work = *new UnlockedWork;  // never destroyed, since threads may outlive this library's statics
  return work;
}

// When the interpreter ends, it waits at most this long for work that runs without the GIL. Some work, such as the
// review of a long game, looks at no flag.
constexpr std::chrono::seconds kEndPatience(5);

void end_work() {
  UnlockedWork& work = unlocked_work();
  work.is_ending = true;
  const py::gil_scoped_release release;
  std::unique_lock lock(work.mutex);
  work.changed.wait_for(lock, kEndPatience, [&] { return work.count == 0; });
}

}  // namespace

Unlocked::Unlocked() {
  UnlockedWork& work = unlocked_work();
  if (work.is_ending) return;
  {
    const std::lock_guard lock(work.mutex);
    ++work.count;
  }
  release_.emplace();
}

// If the mutex cannot be locked, an invariant is broken, so std::terminate is right.
Unlocked::~Unlocked() {  // NOLINT(bugprone-exception-escape)
  if (!release_) return;
  release_.reset();
  UnlockedWork& work = unlocked_work();
  const std::lock_guard lock(work.mutex);
  --work.count;
  work.changed.notify_all();
}

const std::atomic<bool>& is_ending() {
  return unlocked_work().is_ending;
}

// path_from (for str and bytes) and path_to run no Python bytecode. In bytecode a thread may give up the GIL, and when
// the interpreter ends, Python ends that thread there; pybind11's catch (...) around the call then aborts the process.
std::string path_from(const py::object& path) {
  auto name = py::reinterpret_steal<py::object>(PyOS_FSPath(path.ptr()));
  if (name && PyUnicode_Check(name.ptr())) {
    name = py::reinterpret_steal<py::object>(PyUnicode_EncodeFSDefault(name.ptr()));
  }
  if (!name) throw py::error_already_set();
  return name.cast<std::string>();
}

py::str path_to(const std::string& path) {
  const auto size = static_cast<Py_ssize_t>(path.size());
  auto name = py::reinterpret_steal<py::str>(PyUnicode_DecodeFSDefaultAndSize(path.data(), size));
  if (!name) throw py::error_already_set();
  return name;
}

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

// Defines uisge.Error, which has the error's kind as an attribute.
void add_error(py::module_& module) {
  static py::object& error = *new py::object;  // never destroyed, since the interpreter's last calls may need it
  error = py::reinterpret_steal<py::object>(
      PyErr_NewExceptionWithDoc("uisge.Error",
                                "A failure, with the program's message; `kind` is 'usage', 'bad_file', 'resource', "
                                "'verification' or 'interrupted'.",
                                nullptr, nullptr));
  module.add_object("Error", error);
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 demands this signature
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const uisge::Error& caught) {
      py::object value = error(path_to(caught.what()));  // a path in the message need not be UTF-8
      value.attr("kind") = word(caught.kind());
      PyErr_SetObject(error.ptr(), value.ptr());
    }
  });
}

}  // namespace

}  // namespace uisge_python

PYBIND11_MODULE(_uisge, module) {
  // Imports NumPy now. pybind11 would import it at the first array, under pybind11's own lock. A thread that waits for
  // pybind11's lock and a thread that waits for the GIL could then wait for each other.
  pybind11::dtype::of<std::uint16_t>();
  module.attr("__version__") = uisge::version();
  uisge_python::add_error(module);
  uisge_python::add_position(module);
  uisge_python::add_verdicts(module);
  uisge_python::add_database(module);
  uisge_python::add_notes(module);
  uisge_python::add_proofs(module);
  uisge_python::add_records(module);
  uisge_python::add_solver(module);
  pybind11::module_::import("atexit").attr("register")(pybind11::cpp_function(&uisge_python::end_work));
}
