// Labels for test databases, from a small retrograde solver on explicit positions, for boards of some thousand
// positions. It uses core/'s moves, and neither the engine nor the oracle.
#pragma once

#include <string>
#include <vector>

#include "db/database.h"
#include "db/format.h"

namespace uisge::test {

struct NaiveLabels {
  DatabaseIdentity identity;
  std::vector<SquareSet> placements;           // canonical, ascending
  std::vector<std::vector<LabelCode>> labels;  // one list per placement, in index order
};

NaiveLabels naive_labels(const DatabaseIdentity& identity);

// Writes the labels with the product's writer; fails the test if that fails.
void write_database(const std::string& path, const NaiveLabels& labels, CodecId codec = CodecId::kCrownContexts);

// A temporary directory, which is removed with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Bytes read_bytes(const std::string& path);
void write_bytes(const std::string& path, ByteView bytes);

}  // namespace uisge::test
