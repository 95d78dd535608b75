// Files that store lost positions alone, with and without distances: whoever asks gets what a file of all labels says.
#include <catch2/catch.hpp>

#include "core/notation.h"
#include "db/file_check.h"
#include "db/placement_key_reader.h"
#include "db/probe.h"
#include "db/value_changes.h"
#include "db/verification.h"
#include "db/writer.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr std::array kLostCodecs{CodecId::kLostPositions, CodecId::kLostValues};

// What a file of that codec can say of a label.
Label told(CodecId codec, Label label) {
  return stores_distances(codec) ? label : without_distance(label);
}

template <class Visit>
void for_each_live_cell_of(const NaiveLabels& labels, Visit visit) {
  for (std::uint32_t p = 0; p < labels.labels.size(); ++p) {
    for (std::uint32_t i = 0; i < labels.labels[p].size(); ++i) {
      if (is_live_index(labels.identity.pieces, i)) visit(PositionCell{p, i}, decode_label(labels.labels[p][i]));
    }
  }
}

struct LostFile {
  LostFile(const NaiveLabels& labels, CodecId codec) {
    write_database(directory.file("x.uisge"), labels, codec);
    database.emplace(Database::open(directory.file("x.uisge")).value());
  }
  TemporaryDirectory directory;
  std::optional<Database> database;
};

std::vector<DatabaseIdentity> boards_of(RuleSet rules) {
  return {{{4, 3}, 2, rules}, {{4, 4}, 2, rules}, {{3, 3}, 3, rules}, {{5, 2}, 1, rules}};
}

}  // namespace

TEST_CASE("a file of lost positions answers as one of all labels, under every rule set", "[db][lost]") {
  for (const RuleSet rules : kAllRuleSets) {
    for (const DatabaseIdentity& identity : boards_of(rules)) {
      const NaiveLabels labels = naive_labels(identity);
      const LostFile whole(labels, CodecId::kCrownContexts);
      Probe expected(*whole.database);
      for (const CodecId codec : kLostCodecs) {
        CAPTURE(to_string(identity), static_cast<int>(codec));
        const LostFile file(labels, codec);
        CHECK(file.database->header().codec == codec);
        Probe probe(*file.database);
        Probe forgetful(*file.database, 1);
        for_each_live_cell_of(labels, [&](PositionCell cell, Label label) {
          const Position position = file.database->position(cell);
          REQUIRE(probe.label(position).value() == told(codec, label));
          // All moves two moves deep are slow enough for one position in seven.
          if ((cell.index + cell.placement) % 7 != 0) return;
          const Analysis analysis = probe.analyse(position).value();
          const Analysis right = expected.analyse(position).value();
          REQUIRE(analysis.label == (right.moves.empty() ? right.label : told(codec, right.label)));
          REQUIRE(analysis.moves.size() == right.moves.size());
          for (const RankedMove& move : analysis.moves) {
            const auto same = std::find_if(right.moves.begin(), right.moves.end(),
                                           [&](const RankedMove& other) { return other.move == move.move; });
            REQUIRE(same != right.moves.end());
            REQUIRE(move.label == told(codec, same->label));
            REQUIRE(move.best == (told(codec, same->label) == told(codec, right.label)));
          }
          REQUIRE(forgetful.analyse(position).value().label == analysis.label);
          if (stores_distances(codec)) {
            REQUIRE(probe.main_line(position).value() == expected.main_line(position).value());
          }
        });
      }
    }
  }
}

TEST_CASE("whole placements read alike, whatever is stored", "[db][lost]") {
  for (const RuleSet rules : kAllRuleSets) {
    const NaiveLabels labels = naive_labels({{4, 3}, 2, rules});
    for (const CodecId codec : {CodecId::kCrownContexts, CodecId::kLostPositions, CodecId::kLostValues}) {
      const LostFile file(labels, codec);
      SharedKeys shared(*file.database, 0);
      PlacementKeyReader reader(*file.database, shared);
      std::vector<LabelCode> codes(static_cast<std::size_t>(positions_per_placement(2)));
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

TEST_CASE("files of lost positions pass verification with the counts of the whole", "[db][lost][verify]") {
  for (const RuleSet rules : kAllRuleSets) {
    for (const DatabaseIdentity& identity : boards_of(rules)) {
      const NaiveLabels labels = naive_labels(identity);
      const LostFile whole(labels, CodecId::kCrownContexts);
      for (const CodecId codec : kLostCodecs) {
        CAPTURE(to_string(identity), static_cast<int>(codec));
        const LostFile file(labels, codec);
        CHECK(check_file(*file.database, {}));
        const auto right = verify_database(*whole.database, {}, {}).value();
        const auto report = verify_database(*file.database, {}, {}).value();
        CHECK(!report.broken);
        CHECK(report.positions == right.positions);
        CHECK(report.moves == right.moves);
        CHECK(!verify_sample(*file.database, 50, 1, {}, {}).value().broken);
        CHECK(file.database->summary().raw == whole.database->summary().raw);
        CHECK(file.database->summary().canonical == whole.database->summary().canonical);
        if (stores_distances(codec)) CHECK(file.database->summary() == whole.database->summary());
        // Against the file of all labels nothing changes.
        const auto changes = compare_values(*whole.database, *file.database, {}).value();
        for (const Outcome a : {Outcome::kWin, Outcome::kLoss, Outcome::kDraw}) {
          for (const Outcome b : {Outcome::kWin, Outcome::kLoss, Outcome::kDraw}) {
            if (a != b) CHECK(changes.from_to(a, b).positions == 0);
          }
        }
        CHECK(changes.longer_or_shorter == 0);
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
        // What is lost is said not to be, and the other way round.
        LabelCode& code = wrong.labels[cell.placement][cell.index];
        code = label.outcome == Outcome::kLoss ? kDrawCode : encode_label({Outcome::kLoss, 2});
        const LostFile file(wrong, codec);
        REQUIRE(verify_database(*file.database, {}, {}).value().broken);
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
  CHECK(verify_database(*LostFile(wrong, CodecId::kLostPositions).database, {}, {}).value().broken);
  CHECK(!verify_database(*LostFile(wrong, CodecId::kLostValues).database, {}, {}).value().broken);
}
