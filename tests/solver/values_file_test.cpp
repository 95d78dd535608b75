// A values database that is written from planes has the same bytes as a values database that is written from labels,
// with any number of threads.
#include "db/probe.h"
#include "db/verification.h"
#include "solver/assemble/write_values_database.h"
#include "solver/kernel/block_shape.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// A source of planes that are made from labels. Positions that are not live have bits too, as in an engine's planes.
class LabelPlanes final : public ValueSource {
 public:
  explicit LabelPlanes(const NaiveLabels& labels) {
    const int pieces = labels.identity.pieces;
    const std::size_t words = colouring_count(pieces) * block_words(pieces);
    for (const auto& of_placement : labels.labels) {
      won_.emplace_back(words);
      lost_.emplace_back(words);
      for (std::uint32_t i = 0; i < of_placement.size(); ++i) {
        const Outcome outcome = decode_label(of_placement[i]).outcome;
        const bool is_live = is_live_index(pieces, i);
        const std::uint32_t bit = bit_of_position(pieces, i);
        const std::uint64_t word = std::uint64_t{1} << (bit % 64);
        if (is_live && outcome == Outcome::kWin) won_.back()[bit / 64] |= word;
        if (!is_live || outcome == Outcome::kLoss) lost_.back()[bit / 64] |= word;
      }
    }
  }
  Result<ValueBits> read(std::size_t, std::size_t placement) override {
    if (placement == fails_at) return resource_error("source: no such placement");
    return ValueBits{won_[placement], lost_[placement]};
  }

  std::optional<std::uint32_t> fails_at;

 private:
  std::vector<std::vector<std::uint64_t>> won_;
  std::vector<std::vector<std::uint64_t>> lost_;
};

LabelSummary counts_of(const NaiveLabels& labels) {
  const Board board(labels.identity.board);
  LabelStatistics statistics(board, labels.identity.pieces, std::nullopt);
  for (std::size_t p = 0; p < labels.placements.size(); ++p) {
    statistics.add(p, labels.placements[p], labels.labels[p]);
  }
  return statistics.summary();
}

Result<AssembledDatabase> write_values(const NaiveLabels& labels, LabelPlanes& planes, const std::string& path,
                                       std::size_t threads, bool cancelled = false) {
  const DatabaseIdentity& identity = labels.identity;
  const auto table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  const std::atomic<bool> cancel = cancelled;
  const auto place = OutputPlace::claim(path, kDatabaseFile);
  if (!place) return tl::unexpected(place.error());
  return write_values_database(
      table, identity.rules, planes, counts_of(labels), *place, threads, [](double) {}, cancel);
}

}  // namespace

TEST_CASE("planes become the values database of their labels, with any number of threads", "[solve][lost][parallel]") {
  const TemporaryDirectory directory;
  for (const RuleSet rules : kAllRuleSets) {
    for (const DatabaseIdentity& identity : {DatabaseIdentity{{4, 3}, 2, rules}, DatabaseIdentity{{3, 3}, 3, rules}}) {
      CAPTURE(to_string(identity));
      const NaiveLabels labels = naive_labels(identity);
      LabelPlanes planes(labels);
      const auto written = write_values(labels, planes, directory.file("one.uisge"), 1);
      REQUIRE(written);
      const auto database = Database::open(directory.file("one.uisge"));
      REQUIRE(database);
      CHECK(database->summary() == written->summary);
      CHECK(database->file().bytes() == written->bytes);
      CHECK(!verify_database(*database, {}, {}).value().broken);
      Probe probe(*database);
      for_each_live_cell_of(labels, [&](PositionCell cell, Label label) {
        REQUIRE(probe.label(database->position(cell)).value() == without_distance(label));
      });
      REQUIRE(write_values(labels, planes, directory.file("three.uisge"), 3));
      CHECK(read_bytes(directory.file("three.uisge")) == read_bytes(directory.file("one.uisge")));
    }
  }
}

TEST_CASE("a source that fails and a stopped solve leave no file behind", "[solve][lost]") {
  const TemporaryDirectory directory;
  const NaiveLabels labels = naive_labels({{4, 3}, 2, {}});
  LabelPlanes planes(labels);
  check_error(write_values(labels, planes, directory.file("x.uisge"), 2, true), ErrorKind::kInterrupted);
  planes.fails_at = 7;
  check_error(write_values(labels, planes, directory.file("x.uisge"), 2), ErrorKind::kResource);
  CHECK(std::filesystem::is_empty(directory.path()));
}

TEST_CASE("planes that have changed since they were counted become no database", "[solve][lost][bad]") {
  const TemporaryDirectory directory;
  const NaiveLabels labels = naive_labels({{4, 3}, 2, {}});
  NaiveLabels changed = labels;
  std::optional<PositionCell> lost;
  for_each_live_cell_of(labels, [&](PositionCell cell, Label label) {
    if (label.outcome == Outcome::kLoss) lost = cell;
  });
  changed.labels[lost.value().placement][lost->index] = kDrawCode;
  LabelPlanes planes(changed);
  const auto refused = write_values(labels, planes, directory.file("x.uisge"), 2);
  check_error(refused, ErrorKind::kBadFile, "x.uisge: the last sweep counted ");
  CHECK(advises(refused.error(), Remedy::kRestart));
  CHECK(std::filesystem::is_empty(directory.path()));
}
