// A plane that is kept in a plane file, whoever works on it: what a solve needs of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/error.h"

namespace uisge {

class StoredPlane {
 public:
  // Takes a line for the user about each tile that is damaged.
  using Note = std::function<void(const std::string&)>;

  virtual ~StoredPlane() = default;
  // Writes what has changed and waits until it is on the disk. REQUIRES: nobody changes a tile meanwhile.
  virtual Result<void> save() = 0;
  // The file goes; the plane is of no more use.
  virtual Result<void> remove_file() = 0;
  virtual const std::string& path() const = 0;

  // Since it was made.
  virtual std::uint64_t bytes_read() const = 0;
  virtual std::uint64_t bytes_written() const = 0;
};

}  // namespace uisge
