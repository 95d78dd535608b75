#include "solver/cli/findable_file.h"

#include <utility>

#include "db/find_noted.h"
#include "solver/cli/open_database.h"
#include "solver/exact/note_labels.h"

namespace uisge::cli {

namespace {

class FindableDatabase final : public FindableFile {
 public:
  explicit FindableDatabase(Database database) : database_(std::move(database)) {}

  const std::string& path() const override { return database_.path(); }
  const DatabaseIdentity& identity() const override { return database_.identity(); }
  const Board& board() const override { return database_.board(); }
  Position position(PositionCell cell) const override { return database_.position(cell); }
  std::uint64_t most_positions() const override { return database_.summary().canonical.live(); }
  const Database* database() const override { return &database_; }

  Result<Counts> count(const PositionProperties& properties, const FindOptions& options,
                       const Parallel& parallel) const override {
    const auto found = UISGE_TRY(count_positions(database_, properties, options, parallel));
    return Counts{found, database_.summary().raw.live()};
  }
  Result<void> visit(const PositionProperties& properties, const FindOptions& options, const Parallel& parallel,
                     const VisitFound& visit) const override {
    return visit_positions(database_, properties, options, parallel, visit);
  }
  Result<std::vector<FoundPosition>> sample(const PositionProperties& properties, std::size_t size, std::uint64_t seed,
                                            const FindOptions& options, const Parallel& parallel) const override {
    auto drawn = UISGE_TRY(sample_positions(database_, properties, size, seed, options, parallel));
    return std::move(drawn.positions);
  }

 private:
  Database database_;
};

class FindableNotes final : public FindableFile {
 public:
  explicit FindableNotes(std::unique_ptr<NoteLabels> labels) : labels_(std::move(labels)) {}

  const std::string& path() const override { return labels_->path(); }
  const DatabaseIdentity& identity() const override { return labels_->identity(); }
  const Board& board() const override { return labels_->board(); }
  Position position(PositionCell cell) const override {
    return position_at(labels_->board(), labels_->colourings(), labels_->placements()[cell.placement], cell.index);
  }
  std::uint64_t most_positions() const override { return labels_->notes().positions(); }
  const Database* database() const override { return nullptr; }

  Result<Counts> count(const PositionProperties& properties, const FindOptions& options,
                       const Parallel& /*parallel*/) const override {
    const NotedCounts counts = visit_noted(list(), properties, options, {});
    return Counts{counts.found, counts.live};
  }
  Result<void> visit(const PositionProperties& properties, const FindOptions& options, const Parallel& /*parallel*/,
                     const VisitFound& visit) const override {
    visit_noted(list(), properties, options, visit);
    return {};
  }
  Result<std::vector<FoundPosition>> sample(const PositionProperties& properties, std::size_t size, std::uint64_t seed,
                                            const FindOptions& options, const Parallel& /*parallel*/) const override {
    return sample_noted(list(), properties, size, seed, options);
  }

 private:
  NotedPositions list() const { return {labels_->notes(), labels_->board(), labels_->placements()}; }

  std::unique_ptr<NoteLabels> labels_;
};

}  // namespace

Result<std::unique_ptr<FindableFile>> FindableFile::open(const std::string& path) {
  if (begins_as(path, kNoteFile)) {
    auto labels = UISGE_TRY(NoteLabels::open(path));
    return std::make_unique<FindableNotes>(std::move(labels));
  }
  auto database = UISGE_TRY(open_database(path));
  return std::make_unique<FindableDatabase>(std::move(database));
}

}  // namespace uisge::cli
