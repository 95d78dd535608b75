// Labels for test databases, from a small retrograde solver on explicit positions, for boards of some thousand
// positions. The solver uses core/'s moves, and neither the engine nor the oracle.
#pragma once

#include "db/database.h"
#include "db/format.h"
#include "db/position_cell.h"
#include "tests/test.h"

namespace uisge::test {

struct NaiveLabels {
  DatabaseIdentity identity;
  std::vector<SquareSet> placements;           // canonical, ascending
  std::vector<std::vector<LabelCode>> labels;  // one list per placement, in index order
};

NaiveLabels naive_labels(const DatabaseIdentity& identity);

// Writes the labels with the product's writer; fails the test if the writing fails.
void write_database(const std::string& path, const NaiveLabels& labels, CodecId codec = CodecId::kCrownContexts);

// An open database with the given labels, in a folder of its own.
class WrittenDatabase {
 public:
  explicit WrittenDatabase(const NaiveLabels& labels, CodecId codec = CodecId::kCrownContexts);
  explicit WrittenDatabase(const DatabaseIdentity& identity, CodecId codec = CodecId::kCrownContexts)
      : WrittenDatabase(naive_labels(identity), codec) {}
  const Database& operator*() const { return *database_; }
  const Database* operator->() const { return &*database_; }
  std::string path() const { return directory_.file("x.uisge"); }
  std::string file(const std::string& name) const { return directory_.file(name); }

 private:
  TemporaryDirectory directory_;
  std::optional<Database> database_;
};

inline constexpr std::array kAllCodecs{CodecId::kCrownContexts, CodecId::kLostPositions, CodecId::kLostValues};

// Calls visit(PositionCell, Label) for every live position, in the order of a database file.
template <class Visit>
void for_each_live_cell_of(const NaiveLabels& labels, Visit visit) {
  for (std::uint32_t p = 0; p < labels.labels.size(); ++p) {
    for (std::uint32_t i = 0; i < labels.labels[p].size(); ++i) {
      if (is_live_index(labels.identity.pieces, i)) visit(PositionCell{p, i}, decode_label(labels.labels[p][i]));
    }
  }
}

// Handles the indices in descending order, an unusual order that threads of different speeds could cause. Worker
// i % workers handles index i.
inline Parallel backwards(std::size_t workers) {
  return {workers, [workers](std::size_t count, const Parallel::Body& body) {
            for (std::size_t i = count; i-- > 0;) body(i % workers, i);
          }};
}
inline const Parallel kBackwards = backwards(2);

Bytes read_bytes(const std::string& path);
void write_bytes(const std::string& path, ByteView bytes);
inline void write_text(const std::string& path, const std::string& text) {
  write_bytes(path, std::as_bytes(std::span(text)));
}

}  // namespace uisge::test
