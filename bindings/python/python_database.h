// An open database that several Python objects share.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bindings/python/module.h"

namespace uisge_python {

// An open file, with one probe for each thread that uses it at the same time.
class PythonDatabase {
 public:
  PythonDatabase(const std::string& path, std::size_t cache_bytes)
      : path_(path), cache_bytes_(cache_bytes), database_(uisge::Database::open(path)) {}

  const std::string& path() const { return path_; }

  uisge::Database get() const {
    const std::lock_guard lock(mutex_);
    if (!database_) throw uisge::Error(uisge::ErrorKind::kUsage, path_ + ": the database is closed");
    return *database_;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    database_.reset();
    probes_.clear();
  }

  // Calls `ask` with a probe that no other thread uses meanwhile. REQUIRES: this thread does not hold the GIL.
  template <class Ask>
  auto with_probe(const Ask& ask) {
    std::unique_ptr<uisge::Probe> probe = take_probe();
    struct Return {
      PythonDatabase& database;
      std::unique_ptr<uisge::Probe>& probe;
      ~Return() { database.put_back(std::move(probe)); }
    } on_return{*this, probe};
    return ask(*probe);
  }

 private:
  std::unique_ptr<uisge::Probe> take_probe() {
    const uisge::Database database = get();
    {
      const std::lock_guard lock(mutex_);
      if (!probes_.empty()) {
        auto probe = std::move(probes_.back());
        probes_.pop_back();
        return probe;
      }
    }
    return std::make_unique<uisge::Probe>(database, cache_bytes_);
  }

  void put_back(std::unique_ptr<uisge::Probe> probe) {
    const std::lock_guard lock(mutex_);
    if (database_) probes_.push_back(std::move(probe));
  }

  std::string path_;
  std::size_t cache_bytes_;
  mutable std::mutex mutex_;  // guards the members below
  std::optional<uisge::Database> database_;
  std::vector<std::unique_ptr<uisge::Probe>> probes_;
};

using Shared = std::shared_ptr<PythonDatabase>;

// Adds to the module's Database the methods that iterate over positions and find them by property.
void add_database_positions(py::module_& module);

}  // namespace uisge_python
