// Published files in a folder of this machine.
#pragma once

#include <string>
#include <utility>

#include "solver/fetch/file_source.h"

namespace uisge {

class FolderSource final : public FileSource {
 public:
  explicit FolderSource(std::string folder) : folder_(std::move(folder)) {}
  std::string place_of(const std::string& name) const override { return folder_ + "/" + name; }
  Result<void> read(const std::string& name, std::uint64_t offset, const Take& take) override;

 private:
  std::string folder_;
};

}  // namespace uisge
