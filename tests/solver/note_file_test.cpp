// Tests which positions are noted, and that reading a note file gives the notes that were written, or an error.
#include "db/note_file.h"

#include "core/moves.h"
#include "core/notation.h"
#include "core/start.h"
#include "db/writer.h"
#include "solver/exact/note_labels.h"
#include "solver/exact/note_list.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/plane_board.h"

using namespace uisge;
using namespace uisge::test;

namespace {

const DatabaseIdentity kNoted{{3, 3}, 3, {StuckRule::kPasses, true}};

struct RandomNotes {
  std::vector<PositionCell> cells;
  std::vector<LabelCode> codes;
};
// Makes a list of noted positions: on average every `step`-th live cell, with a random label.
RandomNotes random_notes(const PlacementTable& table, unsigned step) {
  RandomNotes list;
  std::mt19937 dice(step);
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::uint32_t at = 0; at < positions_per_placement(table.pieces()); ++at) {
      if (!is_live_index(table.pieces(), at) || dice() % step != 0) continue;
      list.cells.push_back(cell_at(i, at));
      list.codes.push_back(static_cast<LabelCode>(dice() % 3 == 0 ? kMaxLabelCode : dice() % 200));
    }
  }
  return list;
}

std::string written_notes(const TemporaryDirectory& directory, const PlacementTable& table, const RandomNotes& list) {
  const std::string path = directory.file("x.notes");
  const auto place = OutputPlace::claim(path, kNoteFile);
  REQUIRE(place);
  const auto bytes = write_notes(*place, kNoted, table.size(), list.cells, list.codes);
  REQUIRE(bytes);
  CHECK(text_of_file(path).size() == *bytes);
  return path;
}

// Returns the cells of all positions that arise within `plies` plies of the start. The function uses only the moves of
// core/moves.h.
std::set<PositionCell> cells_by_rules(const PlacementTable& table, RuleSet rules, int plies) {
  const Colourings colourings(table.pieces());
  std::set<PositionCell> all;
  std::vector<Position> latest{start_position(table.board(), table.pieces()).value()};
  for (int ply = 0; ply <= plies; ++ply) {
    std::vector<Position> next;
    for (const Position& position : latest) {
      if (game_end(table.board(), rules, position) != GameEnd::kNotOver && position.opponent_all_crowns()) continue;
      // Adds the position with its images, which may have cells of their own.
      for (int s = 0; s < table.board().symmetry_count(); ++s) {
        const auto image = [&](SquareSet bb) { return table.board().image(Symmetry(s), bb); };
        const Position turned =
            Position::unchecked(position.size(), image(position.mover_bb()), image(position.opponent_bb()),
                                image(position.crowns_bb()), position.side_to_move());
        all.insert(find_cell(table.board(), table.all_occupied_bb(), colourings, turned).value());
      }
      for (const Move move : playable_moves(table.board(), rules, position)) {
        next.push_back(play(table.board(), position, move));
      }
    }
    latest = next;
  }
  return all;
}

}  // namespace

TEST_CASE("a list of noted positions gives back each of them and knows no other", "[exact][notes][law]") {
  const TemporaryDirectory directory;
  const PlacementTable table = PlacementTable::build(kNoted.board, kNoted.pieces, true);
  for (const unsigned step : {1U, 2U, 50U, 3000U}) {
    CAPTURE(step);
    const RandomNotes list = random_notes(table, step);
    const auto notes = NoteFile::open(written_notes(directory, table, list));
    REQUIRE(notes);
    CHECK(notes->identity() == kNoted);
    CHECK(notes->positions() == list.cells.size());
    std::size_t wrong = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < table.size(); ++i) {
      for (std::uint32_t k = 0; k < positions_per_placement(kNoted.pieces); ++k) {
        const bool is_noted = at < list.cells.size() && list.cells[at] == cell_at(i, k);
        if (notes->find(cell_at(i, k)) != (is_noted ? list.codes[at] : kOpenCode)) ++wrong;
        at += is_noted ? 1 : 0;
      }
    }
    CHECK(wrong == 0);
    CHECK(at == list.cells.size());
  }
}

// The bytes of the example in docs/formats/notes.md.
TEST_CASE("the bytes of a list are those of its specification", "[exact][notes]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.notes");
  const PositionCell cells[] = {{2, 68}, {2, 84}, {3, 0}};
  const LabelCode loss = encode_label({Outcome::kLoss, 10});
  const LabelCode codes[] = {loss, loss, encode_label({Outcome::kWin, 11})};
  REQUIRE(write_notes(OutputPlace::claim(path, kNoteFile).value(), {{3, 3}, 2, {}}, 6, cells, codes));
  const std::string bytes = text_of_file(path);
  CHECK(bytes.substr(0, 40) ==
        std::string("UISGENOT\1\0\3\3\2\0\0\0\6\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\7\0\0\0\0\0\0\0", 40));
  CHECK(bytes.substr(56, bytes.size() - 64) == "\x84\x02\x16\x0f\x16\x0b\x17");
}

TEST_CASE("a list that was changed or cut anywhere is refused", "[exact][notes][bad]") {
  const TemporaryDirectory directory;
  const PlacementTable table = PlacementTable::build(kNoted.board, kNoted.pieces, true);
  const std::string path = written_notes(directory, table, random_notes(table, 500));
  const std::string good = text_of_file(path);
  REQUIRE(NoteFile::open(path));
  const auto is_refused = [&](const std::string& bytes) {
    write_text(path, bytes);
    const auto notes = NoteFile::open(path);
    return !notes && notes.error().kind == ErrorKind::kBadFile && notes.error().message.starts_with(path);
  };
  for (std::size_t i = 0; i < good.size(); ++i) {
    CAPTURE(i);
    CHECK(is_refused(flipped(good, i)));
    CHECK(is_refused(good.substr(0, i)));
  }
  CHECK(is_refused(good + "x"));
}

TEST_CASE("the positions within some plies are those that moves lead to", "[exact][notes][law]") {
  for (const RuleSet rules : kAllRuleSets) {
    const PlacementTable table = PlacementTable::build({4, 3}, 2, rules.diagonal_jumps);
    const PositionCell start = start_cell(table.board(), 2, table.all_occupied_bb()).value();
    for (const Plies plies : {Plies{0}, Plies{1}, Plies{2}, Plies{5}}) {
      CAPTURE(to_string(rules), plies);
      const std::set<PositionCell> expected = cells_by_rules(table, rules, plies);
      for (const std::size_t threads : {1U, 3U}) {
        const auto cells = noted_by_plies(start, plies, table, rules.stuck, threads, 1'000'000);
        REQUIRE(cells);
        CHECK(std::set(cells->begin(), cells->end()) == expected);
        CHECK(cells->size() == expected.size());
        CHECK(std::is_sorted(cells->begin(), cells->end()));
      }
      const auto refused = noted_by_plies(start, plies, table, rules.stuck, 1, expected.size() - 1);
      CHECK(refused.has_value() == (plies == 0));
    }
  }
}

TEST_CASE("positions of a text are noted in any order, and a bad line is named", "[exact][notes][bad]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("list");
  const PlacementTable table = PlacementTable::build({4, 3}, 2, false);
  const auto read = [&](const std::string& text, std::size_t at_most = 100) {
    write_text(path, text);
    return noted_by_text(path, table, at_most);
  };
  const std::string start = "4/bb2/1ww1 w\n";
  CHECK(read("").value().empty());
  // The list has the start twice, two further positions, and a position in which the game is over.
  CHECK(read(start + "1bb1/2ww/4 w\n" + start + "4/wb2/1wb1 w\n4/BB2/1ww1 w\n").value().size() == 3);
  // The list may be the output of `find --csv`, and an editor may have written it.
  CHECK(read("\xEF\xBB\xBFposition,value\r\n4/bb2/1ww1 w,win\r\n\r\n# a comment\r\n1bb1/2ww/4 w  loss\r\n")
            .value()
            .size() == 2);
  const std::pair<std::string, const char*> bad[] = {
      {start + "nonsense\n", "line 2: "},
      {start + start + "4/b3/w3 w\n", "line 3: a position of another board"},
      {"5/bb3/1ww2 w\n", "line 1: a position of another board"},
      {start + std::string(100'000, 'b'), "line 2"}};
  for (const auto& [text, message] : bad) {
    const auto cells = read(text);
    REQUIRE_FALSE(cells);
    CHECK_THAT(cells.error().message, Catch::StartsWith(path + ": ") && Catch::Contains(message));
  }
  CHECK(read(start + start + start, 2).error().kind == ErrorKind::kResource);
}
