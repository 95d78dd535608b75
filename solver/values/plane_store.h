// The interface to a plane that an engine keeps in a plane file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/error.h"

namespace uisge {

class PlaneStore {
 public:
  // A callback that gets a line for the user about each damaged tile.
  using Note = std::function<void(const std::string&)>;

  virtual ~PlaneStore() = default;
  // Writes all changes and waits until they are on the disk. REQUIRES: no tile changes during the call.
  virtual Result<void> save() = 0;
  // Whether the file still has its name: someone may have removed or replaced it.
  virtual bool has_its_name() const = 0;
  // Removes the plane's file, unless it does not have its name any more. Afterwards the plane cannot be used.
  virtual Result<void> remove_file() = 0;
  virtual const std::string& path() const = 0;

  // The bytes that were read and written since the object was made.
  virtual std::uint64_t bytes_read() const = 0;
  virtual std::uint64_t bytes_written() const = 0;
};

}  // namespace uisge
