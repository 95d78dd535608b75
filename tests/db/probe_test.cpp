// Asks a database about every live position of a small board, under every rule set.
#include "db/probe.h"
#include "core/notation.h"
#include "db/position_cell.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

template <class Visit>
void for_each_position(const Database& database, Visit visit) {
  const auto positions = static_cast<std::uint32_t>(positions_per_placement(database.identity().pieces));
  for (std::uint32_t p = 0; p < database.placements().size(); ++p) {
    for (std::uint32_t i = 0; i < positions; ++i) {
      if (is_live_index(database.identity().pieces, i)) visit(database.position({p, i}));
    }
  }
}

Position with_black_to_move(const Position& position) {
  return Position::unchecked(position.size(), position.mover_bb(), position.opponent_bb(), position.crowns_bb(),
                             Side::kBlack);
}

}  // namespace

TEST_CASE("moves are ranked, and the line is best play to the end", "[db][probe]") {
  for (const RuleSet rules : kAllRuleSets) {
    CAPTURE(to_string(rules));
    const WrittenDatabase database({{4, 3}, 2, rules});
    Probe probe(*database);
    for_each_position(*database, [&](const Position& position) {
      const Analysis analysis = probe.analyse(position).value();
      const MoveList moves = playable_moves(database->board(), rules, position);
      REQUIRE(analysis.moves.size() == moves.size());
      for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
        const RankedMove& here = analysis.moves[i];
        REQUIRE(here.best == (here.verdict == analysis.verdict));
        if (i == 0) continue;
        const RankedMove& before = analysis.moves[i - 1];
        REQUIRE(!is_better(here.verdict, before.verdict));
        const std::string text_before = to_text(database->board(), before.move);
        if (here.verdict == before.verdict) REQUIRE(text_before < to_text(database->board(), here.move));
      }
      if (!moves.empty()) REQUIRE(analysis.moves.front().best);

      // Every move of the line must be the first best one by text.
      Position end = position;
      const std::vector<Move> line = probe.main_line(position).value();
      for (const Move move : line) {
        REQUIRE(probe.analyse(end).value().moves.front().move == move);
        end = play(database->board(), end, move);
      }
      if (analysis.verdict.is_draw()) {
        REQUIRE(line.size() <= Probe::kMaxDrawnLine);
      } else {
        REQUIRE(line.size() == analysis.verdict.plies);
        const GameEnd how = game_end(database->board(), rules, end);
        REQUIRE(how != GameEnd::kNotOver);
        const Outcome for_last = outcome_of(how, rules.stuck);
        const bool same_mover = line.size() % 2 == 0;
        REQUIRE((same_mover ? for_last : opposite(for_last)) == analysis.verdict.outcome);
      }
    });
  }
}

TEST_CASE("colours and symmetries do not matter, a small cache neither", "[db][probe][law]") {
  const WrittenDatabase database({{4, 4}, 2, {StuckRule::kDraws, true}});
  Probe probe(*database);
  Probe forgetful(*database, 1);
  for_each_position(*database, [&](const Position& position) {
    const Label label = probe.label(position).value();
    REQUIRE(probe.label(with_black_to_move(position)).value() == label);
    for (int s = 0; s < database->board().symmetry_count(); ++s) {
      REQUIRE(forgetful.label(image(database->board(), Symmetry(s), position)).value() == label);
    }
  });
}

TEST_CASE("positions that are over are answered from the rules", "[db][probe]") {
  const WrittenDatabase database({{4, 3}, 2, {}});
  Probe probe(*database);
  for (const auto& [text, verdict] :
       {std::pair{"4/WW2/bb2 w", Verdict::win(0)}, std::pair{"4/WW2/bb2 b", Verdict::loss(0)}}) {
    const Analysis analysis = probe.analyse(parse_position(text).value()).value();
    CHECK(analysis.verdict == verdict);
    CHECK(analysis.moves.empty());
    CHECK(probe.main_line(parse_position(text).value()).value().empty());
  }
}

TEST_CASE("a position that the file cannot answer is refused by name", "[db][probe]") {
  const WrittenDatabase database({{4, 3}, 2, {}});
  Probe probe(*database);
  for (const char* text : {"3/ww1/bb1 w", "4/w3/b3 w"}) {
    check_error(probe.analyse(parse_position(text).value()), ErrorKind::kUsage, "4x3 with 2 pieces a side, loses");
  }
}

TEST_CASE("a line through false labels ends in an error and not in a wrong line", "[db][probe]") {
  NaiveLabels labels = naive_labels({{4, 3}, 2, {}});
  for (auto& placement : labels.labels) {
    for (LabelCode& code : placement) code = encode_label({Outcome::kWin, 3});
  }
  const WrittenDatabase database(labels);
  Probe probe(*database);
  check_error(probe.main_line(parse_position("4/bb2/1ww1 w").value()), ErrorKind::kBadFile);
}
