// Files that store only lost positions, with and without distances, give the same answers as files of all labels. The
// file is long because every reader of labels is tested again on such files.
#include "core/notation.h"
#include "core/placement.h"
#include "db/file_check.h"
#include "db/label_cache.h"
#include "db/placement_key_reader.h"
#include "db/probe.h"
#include "db/value_changes.h"
#include "db/verification.h"
#include "db/writer.h"
#include "tests/db/forged_file.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr std::array kLostCodecs{CodecId::kLostPositions, CodecId::kLostValues};

// Returns the part of a label or verdict that a file of the codec can tell: the value alone if the codec stores no
// distances.
template <class Known>
Known told(CodecId codec, Known known) {
  return stores_distances(codec) ? known : without_distance(known);
}

std::vector<DatabaseIdentity> boards_of(RuleSet rules) {
  return {{{4, 3}, 2, rules}, {{4, 4}, 2, rules}, {{3, 3}, 3, rules}, {{5, 2}, 1, rules}};
}

// Compares the files by asking both about every position.
ValueChanges changes_by_question(const NaiveLabels& labels, const Database& first, const Database& second) {
  ValueChanges changes;
  Probe first_probe(first);
  Probe second_probe(second);
  for_each_live_cell_of(labels, [&](PositionCell cell, Label) {
    const Label a = first_probe.label(first.position(cell)).value();
    const Label b = second_probe.label(first.position(cell)).value();
    const SquareSet placement_bb = labels.placements[cell.placement];
    const std::uint64_t weight = first.board().symmetry_count() / stabiliser(first.board(), placement_bb).size();
    if (a.outcome == b.outcome) {
      if (a.has_distance() && b.has_distance() && a.distance != b.distance) changes.longer_or_shorter += weight;
      return;
    }
    ValueChange& change = changes.by_outcome[static_cast<std::size_t>(a.outcome)][static_cast<std::size_t>(b.outcome)];
    change.positions += weight;
    if (!change.example) change.example = cell;
  });
  return changes;
}

}  // namespace

TEST_CASE("a file of lost positions answers like a file of all labels, under every rule set", "[db][lost]") {
  for (const RuleSet rules : kAllRuleSets) {
    for (const DatabaseIdentity& identity : boards_of(rules)) {
      const NaiveLabels labels = naive_labels(identity);
      const WrittenDatabase whole(labels, CodecId::kCrownContexts);
      Probe expected(*whole);
      for (const CodecId codec : kLostCodecs) {
        CAPTURE(to_string(identity), static_cast<int>(codec));
        const WrittenDatabase file(labels, codec);
        CHECK(file->header().codec == codec);
        Probe probe(*file);
        Probe forgetful(*file, 1);
        for_each_live_cell_of(labels, [&](PositionCell cell, Label label) {
          const Position position = file->position(cell);
          REQUIRE(probe.label(position).value() == told(codec, label));
          // Looking two moves deep is slow, so only one position in seven is checked.
          if ((cell.index + cell.placement) % 7 != 0) return;
          const Analysis analysis = probe.analyse(position).value();
          const Analysis right = expected.analyse(position).value();
          REQUIRE(analysis.verdict == (right.moves.empty() ? right.verdict : told(codec, right.verdict)));
          REQUIRE(analysis.moves.size() == right.moves.size());
          for (const RankedMove& move : analysis.moves) {
            const auto same = std::ranges::find(right.moves, move.move, &RankedMove::move);
            REQUIRE(same != right.moves.end());
            REQUIRE(move.verdict == told(codec, same->verdict));
            REQUIRE(move.best == (told(codec, same->verdict) == told(codec, right.verdict)));
          }
          REQUIRE(forgetful.analyse(position).value().verdict == analysis.verdict);
          if (stores_distances(codec)) {
            REQUIRE(probe.main_line(position).value() == expected.main_line(position).value());
          }
        });
      }
    }
  }
}

TEST_CASE("questions asked together get the same answers as one by one, with any cache and any workers", "[db][lost]") {
  const DatabaseIdentity identity{{4, 4}, 2, {StuckRule::kPasses, true}};
  const NaiveLabels labels = naive_labels(identity);
  for (const CodecId codec : kAllCodecs) {
    CAPTURE(static_cast<int>(codec));
    const WrittenDatabase file(labels, codec);
    std::vector<PositionCell> cells;
    std::vector<Position> positions;
    for_each_live_cell_of(labels, [&](PositionCell cell, Label) {
      if ((cell.index + 3 * cell.placement) % 5 != 0) return;
      cells.insert(cells.begin(), cell);
      if (cell.index % 3 == 0) cells.push_back(cell);  // this cell is looked up twice
      positions.push_back(file->position(cell));
    });
    for (const std::size_t cache_bytes : {std::size_t{1}, std::size_t{3000}, Probe::kStandardCacheBytes}) {
      const auto together = labels_of(*file, cache_bytes, kBackwards);
      std::vector<LabelCode> codes(cells.size());
      REQUIRE(together->codes(cells, codes));
      for (std::size_t i = 0; i < cells.size(); ++i) {
        REQUIRE(decode_label(codes[i]) == told(codec, decode_label(labels.labels[cells[i].placement][cells[i].index])));
      }
      Probe prepared(*file, cache_bytes, kBackwards);
      Probe one_by_one(*file);
      REQUIRE(prepared.prepare(positions));
      for (const Position& position : positions) {
        const Analysis a = prepared.analyse(position).value();
        const Analysis b = one_by_one.analyse(position).value();
        REQUIRE(a.verdict == b.verdict);
        REQUIRE(a.moves.size() == b.moves.size());
        for (std::size_t i = 0; i < a.moves.size(); ++i) {
          REQUIRE(a.moves[i].move == b.moves[i].move);
          REQUIRE(a.moves[i].verdict == b.moves[i].verdict);
        }
      }
    }
  }
}

TEST_CASE("a damaged unit is an error each time it is asked for, alone or among others", "[db][lost][damage]") {
  const NaiveLabels labels = naive_labels({{4, 3}, 2, {StuckRule::kLoses, false}});
  const WrittenDatabase file(labels, CodecId::kLostPositions);
  const Bytes bytes = read_bytes(file.path());
  const std::string damaged = file.file("y.uisge");
  write_bytes(damaged, resealed_but_units(flipped(bytes, unit_bytes(bytes).front().begin)));
  const Database database = Database::open(damaged).value();
  const auto source = labels_of(database, Probe::kStandardCacheBytes, kBackwards);
  std::vector<PositionCell> cells;
  for (std::uint32_t p = 0; p < database.placements().size(); ++p) cells.push_back({p, 0});
  std::vector<LabelCode> codes(cells.size());
  CHECK(!source->codes(cells, codes));
  CHECK(!source->codes(cells, codes));
  const auto of_damaged = source->has_code({0, 0}, encode_label({Outcome::kLoss, 2}));
  CHECK(contains(of_damaged.error().message, "unit 0 is damaged"));
  const LabelCode lost = encode_label({Outcome::kLoss, 2});
  CHECK(source->has_code({1, 0}, lost).value() == (decode_label(labels.labels[1][0]) == decode_label(lost)));
}

TEST_CASE("asking whether a label has a given code agrees with asking for the label, whatever was asked before",
          "[db][lost]") {
  for (const RuleSet rules : kAllRuleSets) {
    const NaiveLabels labels = naive_labels({{4, 3}, 2, rules});
    for (const CodecId codec : kAllCodecs) {
      CAPTURE(to_string(rules), static_cast<int>(codec));
      const WrittenDatabase file(labels, codec);
      const auto source = labels_of(*file, Probe::kStandardCacheBytes);
      int right = 0;
      int wrong = 0;
      for_each_live_cell_of(labels, [&](PositionCell cell, Label label) {
        const LabelCode code = encode_label(told(codec, label));
        std::vector<LabelCode> questions{kDrawCode, encode_label(told(codec, Label{Outcome::kWin, 1})),
                                         encode_label(told(codec, Label{Outcome::kLoss, 2})), code};
        if (stores_distances(codec) && code > 4) {
          questions.insert(questions.begin(), {static_cast<LabelCode>(code - 2), static_cast<LabelCode>(code + 2)});
        }
        for (const LabelCode question : questions) {
          if (label.outcome == Outcome::kLoss && !is_loss_code(question)) continue;  // this label must not be asked for
          const bool is_it = question == code;
          REQUIRE(source->has_code(cell, question).value() == is_it);
          ++(is_it ? right : wrong);
        }
      });
      CHECK(right > 1000);
      CHECK(wrong > 1000);
    }
  }
}

TEST_CASE("whole placements are read alike from every codec", "[db][lost]") {
  for (const RuleSet rules : kAllRuleSets) {
    const NaiveLabels labels = naive_labels({{4, 3}, 2, rules});
    for (const CodecId codec : kAllCodecs) {
      const WrittenDatabase file(labels, codec);
      SharedKeys shared(*file, 0);
      PlacementKeyReader reader(*file, shared);
      std::vector<LabelCode> codes(positions_per_placement(2));
      for (std::uint32_t p = 0; p < labels.placements.size(); ++p) {
        REQUIRE(reader.codes(p, codes));
        const PlacementKeys keys = reader.keys(p).value();
        for (std::uint32_t i = 0; i < codes.size(); ++i) {
          if (!is_live_index(2, i)) continue;
          REQUIRE(decode_label(codes[i]) == told(codec, decode_label(labels.labels[p][i])));
          REQUIRE((*keys)[i] == reply_key(codes[i]));
        }
      }
    }
  }
}

TEST_CASE("files of lost positions pass verification, with the counts of all positions", "[db][lost][verify]") {
  for (const RuleSet rules : kAllRuleSets) {
    for (const DatabaseIdentity& identity : boards_of(rules)) {
      const NaiveLabels labels = naive_labels(identity);
      const WrittenDatabase whole(labels, CodecId::kCrownContexts);
      for (const CodecId codec : kLostCodecs) {
        CAPTURE(to_string(identity), static_cast<int>(codec));
        const WrittenDatabase file(labels, codec);
        CHECK(check_file(*file, {}));
        const auto right = verify_database(*whole, {}, {}).value();
        const auto report = verify_database(*file, {}, {}).value();
        CHECK(!report.broken);
        CHECK(report.positions == right.positions);
        CHECK(report.moves == right.moves);
        CHECK(!verify_sample(*file, 50, 1, {}, {}).value().broken);
        CHECK(file->summary().raw == whole->summary().raw);
        CHECK(file->summary().canonical == whole->summary().canonical);
        if (stores_distances(codec)) CHECK(file->summary() == whole->summary());
        // Compared with the file of all labels, no value changes.
        CHECK(compare_values(*whole, *file, {}).value() == ValueChanges{});
      }
    }
  }
}

TEST_CASE("one wrong label of a lost position anywhere is found", "[db][lost][verify]") {
  for (const RuleSet rules : {RuleSet{StuckRule::kPasses, true}, RuleSet{StuckRule::kLoses, false}}) {
    const NaiveLabels solution = naive_labels({{3, 3}, 2, rules});
    for (const CodecId codec : kLostCodecs) {
      int number = 0;
      for_each_live_cell_of(solution, [&](PositionCell cell, Label label) {
        if (++number % 11 != 0) return;
        NaiveLabels wrong = solution;
        // The wrong label says that a lost position is not lost, or that a position that is not lost is lost.
        LabelCode& code = wrong.labels[cell.placement][cell.index];
        code = label.outcome == Outcome::kLoss ? kDrawCode : encode_label({Outcome::kLoss, 2});
        const WrittenDatabase file(wrong, codec);
        REQUIRE(verify_database(*file, {}, {}).value().broken);
      });
    }
  }
}

TEST_CASE("a wrong distance of a lost position is found", "[db][lost][verify]") {
  NaiveLabels wrong = naive_labels({{4, 3}, 2, {StuckRule::kLoses, false}});
  bool changed = false;
  for (auto& placement : wrong.labels) {
    for (LabelCode& code : placement) {
      if (changed || !is_loss_code(code) || decode_label(code).distance < 4) continue;
      code = static_cast<LabelCode>(code + 4);
      changed = true;
    }
  }
  REQUIRE(changed);
  CHECK(verify_database(*WrittenDatabase(wrong, CodecId::kLostPositions), {}, {}).value().broken);
  CHECK(!verify_database(*WrittenDatabase(wrong, CodecId::kLostValues), {}, {}).value().broken);
}

TEST_CASE("files of one rule set are compared by their lost positions, and counted in full where these differ",
          "[db][lost][diff]") {
  const NaiveLabels labels = naive_labels({{4, 3}, 2, {StuckRule::kDraws, false}});
  for (const CodecId one : kLostCodecs) {
    for (const CodecId other : kLostCodecs) {
      CAPTURE(static_cast<int>(one), static_cast<int>(other));
      const bool by_distance = stores_distances(one) && stores_distances(other);
      const WrittenDatabase right(labels, one);
      const auto same = compare_values(*right, *WrittenDatabase(labels, other), {}).value();
      CHECK(same == ValueChanges{});
      int number = 0;
      for_each_live_cell_of(labels, [&](PositionCell cell, Label label) {
        if (label.outcome != Outcome::kLoss || ++number % 50 != 0) return;
        for (const LabelCode code : {kDrawCode, static_cast<LabelCode>(encode_label(label) + 2)}) {
          NaiveLabels changed = labels;
          changed.labels[cell.placement][cell.index] = code;
          const WrittenDatabase wrong(changed, other);
          const auto found = compare_values(*right, *wrong, {}).value();
          REQUIRE(found == changes_by_question(labels, *right, *wrong));
          REQUIRE((found == ValueChanges{}) == (code != kDrawCode && !by_distance));
        }
      });
      REQUIRE(number > 50);
    }
  }
}
