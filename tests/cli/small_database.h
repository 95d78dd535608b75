// A database of 4x3 with two a side, whose labels come from the tests' own solver (naive_labels.h), and a position of
// that database.
#pragma once

#include "tests/db/naive_labels.h"

namespace uisge::test {

inline const DatabaseIdentity kSmall{{4, 3}, 2, {StuckRule::kLoses, false}};

// A position of the database. Tests that ask about this position check only the form of the answer, or take the
// expected value from the labels.
inline const std::string kPosition = "4/1bb1/1ww1 w";

class SmallDatabase {
 public:
  explicit SmallDatabase(const DatabaseIdentity& identity = kSmall) : labels_(naive_labels(identity)) {
    write_database(path(), labels_);
  }
  std::string path() const { return directory_.file("small.uisge"); }
  std::string file(const std::string& name) const { return directory_.file(name); }
  NaiveLabels& labels() { return labels_; }
  void rewrite() const { write_database(path(), labels_); }

 private:
  TemporaryDirectory directory_;
  NaiveLabels labels_;
};

}  // namespace uisge::test
