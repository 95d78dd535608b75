// Reads files of the program with a reader that was written from docs/formats/database.md and docs/formats/codec.md
// alone. Every value, every distance and all statistics must agree with the oracle. This file is long because it
// compares the examples of the pages byte by byte.
#include "core/notation.h"
#include "core/placement.h"
#include "db/position_cell.h"
#include "db/probe.h"
#include "tests/core/grown_position.h"
#include "tests/core/oracle_bridge.h"
#include "tests/db/file_against_oracle.h"
#include "tests/db/forged_file.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// The lines of a listing in docs/formats/examples.txt, which begins with the line "```" followed by `name`.
std::vector<std::string> listing_of_the_page(const std::string& name) {
  std::ifstream page(UISGE_FORMAT_EXAMPLES);
  std::vector<std::string> lines;
  bool in_listing = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      in_listing = line == "```" + name;
    } else if (in_listing && !line.empty()) {
      lines.push_back(line);
    }
  }
  return lines;
}

// The bytes of a hex listing, whose lines look like "0000 89 55 ... ; words".
independent_reader::Bytes example_of_the_page(const std::string& name) {
  independent_reader::Bytes bytes;
  for (const std::string& line : listing_of_the_page(name)) {
    std::istringstream words(line.substr(0, line.find(';')));
    std::string word;
    words >> word;
    CHECK(std::stoul(word, nullptr, 16) == bytes.size());
    while (words >> word) bytes.push_back(static_cast<std::uint8_t>(std::stoul(word, nullptr, 16)));
  }
  return bytes;
}

// Decodes a file and makes from it the lines of docs/formats/examples.txt that show the decoding.
class CodecExample {
 public:
  CodecExample(const std::string& file, std::size_t unit_of_steps)
      : file_(independent_reader::file_bytes(std::string(UISGE_TEST_DATA) + "/" + file)),
        reader_(file_),
        unit_of_steps_(unit_of_steps) {
    std::size_t at = 88 + reader_.header().table_bytes;
    for (std::size_t unit = 0; unit < reader_.unit_sizes().size(); ++unit) {
      const std::size_t size = reader_.unit_sizes()[unit];
      const auto begin = file_.begin() + static_cast<std::ptrdiff_t>(at);
      Unit& here = units_.emplace_back();
      here.at = at;
      here.blocks = unit % reader_.units_per_placement() == 0 ? reader_.header().colourings_per_unit
                                                              : 20 - reader_.header().colourings_per_unit;
      here.codes = reader_.codec().decode(here.blocks, {begin, begin + static_cast<std::ptrdiff_t>(size - 8)},
                                          &here.steps, &here.parts);
      at += size;
    }
  }
  // `of_the_page` is a line of examples.txt, whose first words say which part of the decoded file it describes. Returns
  // that line, but with this file's numbers.
  std::string line(const std::string& of_the_page) const {
    std::istringstream words(of_the_page);
    std::string kind;
    std::size_t number = 0;
    words >> kind >> number;
    std::ostringstream out;
    if (kind == "tables:") {
      const independent_reader::Codec& codec = reader_.codec();
      out << "tables: S " << codec.symbol_count() << ", K " << codec.class_count() << ", T " << codec.table_count();
    } else if (kind == "symbol") {
      const independent_reader::Symbol& symbol = reader_.codec().symbol(number);
      out << "symbol " << number << ": base " << symbol.base << ", shift " << symbol.shift << ", extra bits "
          << symbol.extra_bits << ", class " << symbol.label_class;
    } else if (kind == "unit") {
      const Unit& unit = units_.at(number);
      out << "unit " << number << ": at " << unit.at << ", " << reader_.unit_sizes()[number] << " bytes, "
          << unit.blocks << " colourings, W " << unit.parts.words << ", extra bits from "
          << unit.at + unit.parts.first_extra << ", " << unit.parts.extra_bits << " of them";
    } else if (kind == "states") {
      out << "states " << number << ":";
      for (const std::uint64_t state : units_.at(number).parts.states) out << " " << state;
    } else if (kind == "step") {
      const independent_reader::Step& step = units_.at(unit_of_steps_).steps.at(number);
      out << "step " << number << ": o " << step.o << ", m " << step.m << ", block " << step.block << ", p " << step.p
          << ", q " << step.q << ", context " << step.context << ", table " << step.table << ", r " << step.r
          << ", symbol " << step.symbol << ", code "
          << units_.at(unit_of_steps_).codes.at(step.block * 64 + step.o * 8 + step.m);  // three a side: 8 x 8 cells
    }
    return out.str();
  }

 private:
  struct Unit {
    std::size_t at = 0;
    std::size_t blocks = 0;
    std::vector<std::uint16_t> codes;
    std::vector<independent_reader::Step> steps;
    independent_reader::UnitParts parts;
  };
  independent_reader::Bytes file_;
  independent_reader::Reader reader_;
  std::size_t unit_of_steps_;
  std::vector<Unit> units_;
};

// Whether each position of the universe is the least of its images, so that it stands for its class.
std::vector<bool> least_positions(const oracle::Universe& universe) {
  std::vector<bool> are_least;
  for (std::size_t i = 0; i < universe.size(); ++i) {
    const oracle::Position position = universe.position(i);
    are_least.push_back(oracle::least_image(position) == oracle::print(position));
  }
  return are_least;
}

void check_statistics(const independent_reader::Reader& reader, const std::vector<bool>& are_least,
                      const std::vector<oracle::Label>& labels) {
  std::array<std::uint64_t, 3> raw{};
  std::array<std::uint64_t, 3> canonical{};
  std::vector<std::array<std::uint64_t, 2>> by_distance;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::size_t kind = labels[i].outcome == oracle::Outcome::kWin    ? 0
                             : labels[i].outcome == oracle::Outcome::kLoss ? 1
                                                                           : 2;
    ++raw[kind];
    canonical[kind] += are_least[i];
    if (kind == 2) continue;
    if (by_distance.size() <= labels[i].distance) by_distance.resize(std::size_t{labels[i].distance} + 1);
    ++by_distance[labels[i].distance][kind];
  }
  const auto codec = static_cast<CodecId>(reader.header().codec);
  if (!stores_distances(codec)) by_distance.clear();
  const independent_reader::Statistics& statistics = reader.statistics();
  CHECK(statistics.raw == raw);
  CHECK(statistics.canonical == canonical);
  CHECK(statistics.by_distance == by_distance);

  if (codec != CodecId::kCrownContexts) return;  // the first position with the longest distance may have no code
  std::optional<independent_reader::Cell> first;
  for (std::uint32_t placement = 0; placement < reader.placements().size() && !first; ++placement) {
    for (std::uint32_t index = 0; index < reader.positions_per_placement() && !first; ++index) {
      const oracle::Label label = independent_reader::Reader::label_of_code(reader.code({placement, index}));
      const bool decided = label.outcome != oracle::Outcome::kDraw;
      if (decided && label.distance + 1U == by_distance.size()) first = {placement, index};
    }
  }
  CHECK(statistics.longest == first);
}

}  // namespace

TEST_CASE("the pages' example files are the product's to the byte, and hold what the pages say", "[db][format][lost]") {
  const NaiveLabels labels = naive_labels({{3, 2}, 1, {}});
  // docs/formats/database.md derives these labels.
  using Row = std::vector<LabelCode>;
  CHECK(labels.labels ==
        std::vector<Row>{{3, 0, 0, 0, 2, 0, 0, 0}, {2, 0, 0, 0, 2, 0, 0, 0}, {2, 0, 0, 0, 2, 0, 0, 0}});
  struct Example {
    std::string listing;
    CodecId codec;
    unsigned code_of_win;  // the code that is stored for a win in one ply
  };
  for (const auto& [listing, codec, code_of_win] :
       {Example{"hex", CodecId::kCrownContexts, 3}, Example{"hex lost", CodecId::kLostPositions, 0},
        Example{"hex values", CodecId::kLostValues, 0}}) {
    CAPTURE(listing);
    const independent_reader::Bytes bytes = example_of_the_page(listing);
    CHECK((independent_reader::file_bytes(WrittenDatabase(labels, codec).path()) == bytes));
    const independent_reader::Reader reader(bytes);
    CHECK(reader.header().program == "uisge 0.2.0");
    CHECK(reader.header().codec == static_cast<unsigned>(codec));
    CHECK(reader.code(reader.cell(oracle::parse("3/wb1 w"))) == code_of_win);
    CHECK(reader.code(reader.cell(oracle::parse("3/bw1 w"))) == 2);
    CHECK(!reader.statistics().start);
    if (!stores_distances(codec)) continue;
    CHECK(reader.label(oracle::parse("3/wb1 w")) == oracle::Label{oracle::Outcome::kWin, 1});
    CHECK(reader.label(oracle::parse("1wb/3 b")) == oracle::Label{oracle::Outcome::kWin, 1});
    CHECK(reader.label(oracle::parse("3/bw1 w")) == oracle::Label{oracle::Outcome::kLoss, 0});
    CHECK(reader.label(oracle::parse("2w/2b w")) == oracle::Label{oracle::Outcome::kLoss, 0});
  }
}

TEST_CASE("the longer examples of the codec page are decoded as the page says", "[db][format][lost]") {
  for (const auto& [name, file, unit] :
       {std::tuple{"steps", "2x5-3-draws-all.uisge", 0U}, {"steps lost", "2x5-3-draws.uisge", 10U}}) {
    const CodecExample example(file, unit);
    const std::vector<std::string> lines = listing_of_the_page(name);
    CHECK(lines.size() > 20);
    for (const std::string& line : lines) CHECK(line == example.line(line));
  }
}

TEST_CASE("a wrong label of a file is found", "[db][format]") {
  const DatabaseIdentity identity{{3, 3}, 2, {}};
  const oracle::Universe universe(3, 3, 2);
  for (const CodecId codec : kAllCodecs) {
    CAPTURE(static_cast<int>(codec));
    const WrittenDatabase database(naive_labels(identity), codec);
    const independent_reader::Reader reader(independent_reader::file_bytes(database.path()));
    auto labels = independent_reader::oracle_labels(reader, universe);
    ++labels.back().distance;
    CHECK(independent_reader::wrong_labels(reader, universe, labels).size() == (stores_distances(codec) ? 1 : 0));
  }
}

TEST_CASE("files of every codec store what the pages say, under every rule set", "[db][format][lost][oracle]") {
  struct Size {
    int files, ranks, pieces;
    std::string start;  // from docs/rules.md; empty if the board has none
  };
  for (const Size& size :
       {Size{3, 2, 1, ""}, Size{3, 3, 2, "3/bb1/1ww w"}, Size{4, 3, 2, "4/bb2/1ww1 w"}, Size{4, 4, 2, "4/bb2/1ww1/4 w"},
        Size{2, 5, 3, "2/b1/bb/ww/1w w"}, Size{2, 4, 4, ""}, Size{9, 7, 1, ""}, Size{7, 9, 1, ""}, Size{8, 8, 1, ""}}) {
    const oracle::Universe universe(size.files, size.ranks, size.pieces);
    const std::vector<bool> are_least = least_positions(universe);
    const std::array graphs{oracle::MoveGraph(universe, false), oracle::MoveGraph(universe, true)};
    std::vector<independent_reader::Cell> cells;  // of the universe's positions, the same in all files of the board
    for (const RuleSet rules : kAllRuleSets) {
      const DatabaseIdentity identity{{size.files, size.ranks}, size.pieces, rules};
      const NaiveLabels naive = naive_labels(identity);
      const auto labels = oracle::solve(graphs[rules.diagonal_jumps ? 1 : 0], to_oracle(rules.stuck));
      for (const CodecId codec : kAllCodecs) {
        CAPTURE(to_string(identity), static_cast<int>(codec));
        const WrittenDatabase database(naive, codec);
        const independent_reader::Reader reader(independent_reader::file_bytes(database.path()));
        CHECK(reader.header().game == oracle_game(identity.board, size.pieces, rules));

        CHECK(independent_reader::wrong_labels(reader, universe, labels).empty());
        REQUIRE(reader.placements().size() == naive.placements.size());
        for (std::size_t i = cells.size(); i < universe.size(); ++i) cells.push_back(reader.cell(universe.position(i)));
        std::size_t wrong_codes = 0;
        for (std::size_t i = 0; i < labels.size() && codec != CodecId::kCrownContexts; ++i) {
          const bool is_lost = labels[i].outcome == oracle::Outcome::kLoss;
          const int plies = stores_distances(codec) ? labels[i].distance : 0;
          if (reader.code(cells[i]) != (is_lost ? 2 + 2 * plies : 0)) ++wrong_codes;
        }
        CHECK(wrong_codes == 0);
        check_statistics(reader, are_least, labels);

        REQUIRE(reader.statistics().start.has_value() == !size.start.empty());
        if (size.start.empty()) continue;
        const oracle::Label expected = labels[universe.index(oracle::parse(size.start))];
        const auto start = independent_reader::Reader::label_of_code(reader.statistics().start_label);
        CHECK(start.outcome == expected.outcome);
        if (stores_distances(codec)) CHECK(start == expected);
        if (codec != CodecId::kCrownContexts) continue;
        CHECK(reader.code(*reader.statistics().start) == reader.statistics().start_label);
      }
    }
  }
}

TEST_CASE("a symbol stands for no code above 64,002, and both readers refuse tables in which one would",
          "[db][format][damage]") {
  const WrittenDatabase database(naive_labels({{4, 3}, 2, {}}));
  const Bytes intact = read_bytes(database.path());
  const std::string path = database.file("forged.uisge");
  const auto tables_end = static_cast<std::ptrdiff_t>(kHeaderBytes + get_number<std::uint64_t>(intact, 32));
  const auto second_reader_accepts = [&](std::size_t symbol, unsigned base) {
    const independent_reader::Bytes file = independent_reader::file_bytes(path);
    try {
      const independent_reader::Codec codec(
          1, 2, {file.begin() + static_cast<std::ptrdiff_t>(kHeaderBytes), file.begin() + tables_end});
      return codec.symbol(symbol).base == base;
    } catch (const std::runtime_error&) {
      return false;
    }
  };
  const auto check_symbol = [&](std::size_t symbol, unsigned base, unsigned shift, unsigned extra_bits, bool is_good) {
    CAPTURE(symbol, base, shift, extra_bits);
    const std::size_t at = kHeaderBytes + 1 + 5 * symbol;
    Bytes bytes = intact;
    set_number(bytes, at, static_cast<std::uint16_t>(base));
    set_number(bytes, at + 2, static_cast<std::uint8_t>(shift));
    set_number(bytes, at + 3, static_cast<std::uint8_t>(extra_bits));
    write_bytes(path, resealed(std::move(bytes)));
    const auto opened = Database::open(path);
    CHECK(opened.has_value() == is_good);
    if (!opened) check_error(opened, ErrorKind::kBadFile, "codec tables with an impossible symbol");
    CHECK(second_reader_accepts(symbol, base) == is_good);
  };
  // 64,002 = 63,987 + 15 = 59,907 + 4,095 = 63,942 + 4 * 15 = 47,622 + 4 * 4,095
  struct Most {
    unsigned base, shift, extra_bits;
  };
  for (const Most& most :
       {Most{64'002, 0, 0}, {64'002, 2, 0}, {63'987, 0, 4}, {59'907, 0, 12}, {63'942, 2, 4}, {47'622, 2, 12}}) {
    for (std::size_t symbol = 0; symbol < std::to_integer<std::size_t>(intact[kHeaderBytes]); ++symbol) {
      check_symbol(symbol, most.base, most.shift, most.extra_bits, true);
      check_symbol(symbol, most.base + 1, most.shift, most.extra_bits, false);
    }
  }
}

// Complete files of these boards would be too large. So these files have only one to three placements with made-up
// labels, which every reader must find.
TEST_CASE("files with 63 and 64 squares and five and six pieces are read alike by the product and the second reader",
          "[db][format]") {
  struct Kind {
    BoardSize size;
    int pieces, placements;
    CodecId codec;
  };
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.uisge");
  FixedDice dice(63);
  for (const Kind& kind : {Kind{{9, 7}, 6, 1, CodecId::kCrownContexts}, Kind{{8, 8}, 5, 3, CodecId::kCrownContexts},
                           Kind{{7, 9}, 5, 2, CodecId::kLostPositions}, Kind{{8, 8}, 6, 1, CodecId::kLostPositions},
                           Kind{{8, 8}, 6, 1, CodecId::kLostValues}, Kind{{9, 7}, 5, 2, CodecId::kLostValues}}) {
    CAPTURE(to_string(kind.size), kind.pieces, static_cast<int>(kind.codec));
    const Board board(kind.size);
    NaiveLabels made_up{{kind.size, kind.pieces, {StuckRule::kDraws, false}}, {}, {}};
    std::set<SquareSet> placements;
    while (placements.size() < static_cast<std::size_t>(kind.placements)) {
      placements.insert(canonical_placement(board, grown_placement(board, 2 * kind.pieces, dice)).occupied_bb);
    }
    made_up.placements.assign(placements.begin(), placements.end());
    const auto positions = static_cast<std::uint32_t>(positions_per_placement(kind.pieces));
    for (std::uint32_t p = 0; p < made_up.placements.size(); ++p) {
      std::vector<LabelCode>& codes = made_up.labels.emplace_back(positions, kDrawCode);
      for (std::uint32_t i = 0; i < positions; ++i) {
        if (is_live_index(kind.pieces, i)) codes[i] = static_cast<LabelCode>((i + p) * 2654435761U >> 29);
      }
    }
    write_database(path, made_up, kind.codec);

    const Database database = Database::open(path).value();
    Probe probe(database);
    const independent_reader::Reader reader(independent_reader::file_bytes(path));
    CHECK(std::equal(reader.placements().begin(), reader.placements().end(), placements.begin(), placements.end(),
                     [](std::uint64_t bits, SquareSet placement_bb) { return bits == placement_bb.bits(); }));
    int stored = 0;
    for (int i = 0; i < 200; ++i) {
      const PositionCell cell{static_cast<std::uint32_t>(dice(kind.placements)),
                              static_cast<std::uint32_t>(dice(static_cast<int>(positions)))};
      if (!is_live_index(kind.pieces, cell.index)) continue;
      // An image has the same label as its position. If a symmetry maps the placement onto itself, the image may be
      // another cell of the placement.
      const Position canonical = database.position(cell);
      const Position asked = image(board, Symmetry(dice(board.symmetry_count())), canonical);
      const auto is_symmetric = stabiliser(board, made_up.placements[cell.placement]).size() > 1;
      const oracle::Position asked_of_reader = oracle::parse(to_text(board, asked));
      CAPTURE(to_text(board, asked));
      const LabelCode code = made_up.labels[cell.placement][cell.index];
      const bool is_lost = code != 0 && code % 2 == 0;
      const int lost_code = kind.codec == CodecId::kLostValues ? 2 : code;
      const int in_file = kind.codec == CodecId::kCrownContexts ? code : is_lost ? lost_code : 0;
      if (!is_symmetric) CHECK(reader.code(reader.cell(asked_of_reader)) == in_file);
      CHECK(reader.code({cell.placement, cell.index}) == in_file);
      // These codecs store only labels of lost positions. All other labels follow from the labels after each move. The
      // made-up file lacks placements to which moves lead, so labels that are not stored cannot be checked.
      if (kind.codec != CodecId::kCrownContexts && !is_lost) continue;
      ++stored;
      const Label expected = stores_distances(kind.codec) ? decode_label(code) : without_distance(decode_label(code));
      if (!is_symmetric) CHECK(probe.label(asked).value() == expected);
      CHECK(probe.label(canonical).value() == expected);
    }
    CHECK(stored > 30);
  }
}
