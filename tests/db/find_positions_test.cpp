// Compares the search by property with the oracle: every property, every rule set, every kind of file. This file
// is long because samples and puzzles are tested with it.
#include "db/find_positions.h"
#include "core/notation.h"
#include "db/codec_trainer.h"
#include "db/drawn_positions.h"
#include "db/puzzle_lines.h"
#include "db/puzzles.h"
#include "db/writer.h"
#include "tests/core/oracle_bridge.h"
#include "tests/db/allocation_watch.h"
#include "tests/db/forged_file.h"
#include "tests/db/naive_labels.h"
#include "tests/db/position_facts.h"

using namespace uisge;
using namespace uisge::test;

namespace {

bool is_in(const std::optional<CountRange>& range, std::uint32_t count) {
  return !range || (range->least <= count && count <= range->most);
}

bool side_has(const SideProperties& properties, int pieces, std::uint32_t crowns, std::uint32_t moves,
              std::uint32_t pinned) {
  return is_in(properties.crowns, crowns) && is_in(properties.blanks, static_cast<std::uint32_t>(pieces) - crowns) &&
         is_in(properties.moves, moves) && is_in(properties.pinned, pinned);
}

bool has(const PositionProperties& properties, int pieces, const PositionFacts& facts) {
  const bool is_drawn = facts.label.outcome == oracle::Outcome::kDraw;
  if (!properties.outcomes[static_cast<std::size_t>(from_oracle(facts.label.outcome))]) return false;
  if (properties.distance && (is_drawn || !is_in(properties.distance, facts.label.distance))) return false;
  const MoveProperties& asked = properties.moves;
  return side_has(properties.mover, pieces, facts.mover_crowns, facts.mover_moves, facts.mover_pinned) &&
         side_has(properties.opponent, pieces, facts.opponent_crowns, facts.opponent_moves, facts.opponent_pinned) &&
         is_in(asked.winning, facts.winning) && is_in(asked.drawing, facts.drawing()) &&
         is_in(asked.losing, facts.losing) && is_in(asked.keeping, facts.keeping()) && is_in(asked.best, facts.best) &&
         is_in(asked.plausible_others, facts.moves - facts.winning - facts.losing_at_once);
}

using Random = std::mt19937;

std::optional<CountRange> random_range(Random& random, std::uint32_t most) {
  CountRange range;
  range.least = static_cast<std::uint32_t>(random() % (most + 1));
  if (random() % 2 == 0) range.most = range.least + static_cast<std::uint32_t>(random() % (most + 1 - range.least));
  return range;
}

// Chooses one to three properties.
PositionProperties random_properties(Random& random, bool with_distances) {
  PositionProperties properties;
  for (auto more = 1 + random() % 3; more > 0; --more) {
    switch (random() % (with_distances ? 17 : 14)) {
      case 0: properties.outcomes = {random() % 2 == 0, random() % 2 == 0, true}; break;
      case 1: properties.outcomes = {true, false, random() % 2 == 0}; break;
      case 2: properties.mover.crowns = random_range(random, 2); break;
      case 3: properties.mover.blanks = random_range(random, 2); break;
      case 4: properties.mover.moves = random_range(random, 6); break;
      case 5: properties.mover.pinned = random_range(random, 2); break;
      case 6: properties.opponent.crowns = random_range(random, 2); break;
      case 7: properties.opponent.blanks = random_range(random, 2); break;
      case 8: properties.opponent.moves = random_range(random, 6); break;
      case 9: properties.opponent.pinned = random_range(random, 2); break;
      case 10: properties.moves.winning = random_range(random, 3); break;
      case 11: properties.moves.drawing = random_range(random, 3); break;
      case 12: properties.moves.losing = random_range(random, 3); break;
      case 13: properties.moves.keeping = random_range(random, 4); break;
      case 14: properties.moves.best = random_range(random, 3); break;
      case 15: properties.moves.plausible_others = random_range(random, 4); break;
      default: properties.distance = random_range(random, 9); break;
    }
  }
  return properties;
}

struct Expected {
  std::uint64_t raw = 0;
  std::map<std::string, std::uint64_t> classes;  // class sizes; the key is the class's alphabetically first text
};

Expected expected(const PositionProperties& properties, int pieces, const std::vector<PositionFacts>& all) {
  Expected result;
  for (const PositionFacts& facts : all) {
    if (!has(properties, pieces, facts)) continue;
    ++result.raw;
    ++result.classes[facts.class_text];
  }
  return result;
}

std::string class_of(const Database& database, PositionCell cell) {
  return oracle::least_image(oracle::parse(to_text(database.board(), database.position(cell))));
}

// The texts of classes by cell. Making a text takes longer than finding the cell.
using ClassTexts = std::map<PositionCell, std::string>;

void check_against_oracle(const Database& database, const std::vector<PositionFacts>& all, ClassTexts& texts,
                          Random& random) {
  const int pieces = database.identity().pieces;
  const bool with_distances = stores_distances(database.header().codec);
  for (int round = 0; round < 40; ++round) {
    const PositionProperties properties = random_properties(random, with_distances);
    const Expected right = expected(properties, pieces, all);
    // The order of the search depends on the size of the caches.
    const std::size_t cache_bytes = round % 2 == 0 ? std::size_t{1} << 24 : 1;
    const auto counts = count_positions(database, properties, {.cache_bytes = cache_bytes}, {});
    REQUIRE(counts);
    CHECK(counts->raw == right.raw);
    CHECK(counts->canonical == right.classes.size());
    std::map<std::string, std::uint64_t> listed;
    const auto visited =
        visit_positions(database, properties, {.cache_bytes = cache_bytes}, {}, [&](const FoundPosition& found) {
          std::string& text = texts[found.cell];
          if (text.empty()) text = class_of(database, found.cell);
          listed[text] += found.positions;
          return true;
        });
    REQUIRE(visited);
    CHECK(listed == right.classes);
  }
}

}  // namespace

TEST_CASE("positions found by property are those of the oracle, under every rule", "[find]") {
  Random random(24);
  for (const RuleSet rules : kAllRuleSets) {
    for (const BoardSize board : {BoardSize{3, 3}, BoardSize{4, 3}}) {
      const DatabaseIdentity identity{board, 2, rules};
      CAPTURE(to_string(identity));
      const FactsOfBoard board_facts(oracle_game(identity.board, identity.pieces, identity.rules));
      const NaiveLabels labels = naive_labels(identity);
      ClassTexts texts;  // every codec has the same cells
      for (const CodecId codec : kAllCodecs) {
        check_against_oracle(*WrittenDatabase(labels, codec), board_facts.all(), texts, random);
      }
    }
  }
}

TEST_CASE("positions wait for the caller in the memory that is allowed", "[find]") {
  const WrittenDatabase database(naive_labels({{4, 4}, 3, {}}));
  // The memory that the positions of a batch of placements take when the first of them is handed on.
  const auto waiting_bytes = [&](std::size_t cache_bytes) {
    const std::size_t before = allocated_bytes();
    std::size_t at_first = 0;
    REQUIRE(visit_positions(*database, {}, {.cache_bytes = cache_bytes}, {}, [&](const FoundPosition&) {
      at_first = allocated_bytes() - before;
      return false;
    }));
    return at_first;
  };
  const std::size_t least = waiting_bytes(1);
  CHECK((4 * least < waiting_bytes(std::size_t{1} << 30) || allocated_bytes() == 0));  // 0: see allocation_watch.h
}

TEST_CASE("moves are counted as the oracle counts them", "[find]") {
  for (const RuleSet rules : kAllRuleSets) {
    const DatabaseIdentity identity{{2, 5}, 3, rules};
    const FactsOfBoard board_facts(oracle_game(identity.board, identity.pieces, identity.rules));
    std::map<std::string, const PositionFacts*> by_class;
    for (const PositionFacts& facts : board_facts.all()) by_class[facts.class_text] = &facts;
    const WrittenDatabase written(identity, CodecId::kLostPositions);
    const Database& database = *written;
    PositionProperties anything;
    anything.moves.best = CountRange{};
    std::size_t listed = 0;
    const auto visited = visit_positions(database, anything, {}, {}, [&](const FoundPosition& found) {
      const PositionFacts& facts = *by_class.at(class_of(database, found.cell));
      CHECK(found.label.outcome == from_oracle(facts.label.outcome));
      CHECK(found.label.distance == facts.label.distance);
      CHECK(found.moves.all == facts.moves);
      CHECK(found.moves.winning == facts.winning);
      CHECK(found.moves.losing == facts.losing);
      CHECK(found.moves.losing_at_once == facts.losing_at_once);
      CHECK(found.moves.best == facts.best);
      ++listed;
      return true;
    });
    REQUIRE(visited);
    CHECK(listed == by_class.size());
  }
}

TEST_CASE("a sample is uniform, and the beginning of a larger one", "[find]") {
  const WrittenDatabase written({{3, 3}, 2, {}}, CodecId::kLostPositions);
  const Database& database = *written;
  PositionProperties won;
  won.outcomes = {false, true, false};
  const auto counts = count_positions(database, won, {}, {});
  REQUIRE(counts);
  constexpr std::size_t kSize = 10;
  constexpr std::uint64_t kSeeds = 4000;
  std::map<PositionCell, int> drawn;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto sample = sample_positions(database, won, kSize, seed, {}, {});
    REQUIRE(sample);
    REQUIRE(sample->positions.size() == kSize);
    CHECK(sample->all.canonical == counts->canonical);
    std::set<PositionCell> different;
    for (const FoundPosition& found : sample->positions) {
      CHECK(found.label.outcome == Outcome::kWin);
      different.insert(found.cell);
      ++drawn[found.cell];
    }
    CHECK(different.size() == kSize);
    if (seed % 100 != 0) continue;
    const auto larger = sample_positions(database, won, kSize + 7, seed, {}, {});
    REQUIRE(larger);
    for (std::size_t i = 0; i < kSize; ++i) CHECK(larger->positions[i].cell == sample->positions[i].cell);
  }
  // Pearson's chi-square over the classes. A sample has each class at most once. So `times`, the number of samples that
  // have a class, has the variance mean * (1 - share).
  const auto classes = static_cast<double>(counts->canonical);
  const double mean = static_cast<double>(kSize * kSeeds) / classes;
  const double share = static_cast<double>(kSize) / classes;
  double chi_square = (classes - static_cast<double>(drawn.size())) * mean / (1 - share);
  for (const auto& [cell, times] : drawn) chi_square += (times - mean) * (times - mean) / (mean * (1 - share));
  const double freedom = classes - 1;
  CHECK(chi_square < freedom + 5 * std::sqrt(2 * freedom));
  CHECK(chi_square > freedom - 5 * std::sqrt(2 * freedom));

  const auto all = sample_positions(database, won, 1'000'000, 1, {}, {});
  REQUIRE(all);
  CHECK(all->positions.size() == counts->canonical);
}

TEST_CASE("positions drawn at random are those that are found by reading the file", "[find]") {
  constexpr std::uint64_t kDraws = 12'000;  // a dozen for each cell
  Random random(5);
  for (const RuleSet rules : kAllRuleSets) {
    const NaiveLabels labels = naive_labels({{3, 3}, 2, rules});
    for (const CodecId codec : kAllCodecs) {
      const WrittenDatabase written(labels, codec);
      PositionProperties properties = random_properties(random, stores_distances(codec));
      properties.moves.winning = random_range(random, 1);
      std::map<PositionCell, FoundPosition> right;
      REQUIRE(visit_positions(*written, properties, {}, {},
                              [&](const FoundPosition& found) { return right.emplace(found.cell, found).second; }));
      DrawnPositions drawn(*written, properties, random(), std::size_t{1} << 20);
      std::set<PositionCell> different;
      for (std::uint64_t i = 0; i < kDraws; ++i) {
        const auto found = drawn.look_up(i);
        REQUIRE(found);
        if (!*found) continue;
        const FoundPosition& same = right.at((*found)->cell);
        CHECK((*found)->label == same.label);
        CHECK((*found)->positions == same.positions);
        CHECK((*found)->moves == same.moves);
        different.insert(same.cell);
      }
      CHECK(different.size() == right.size());
    }
  }
}

TEST_CASE("puzzles are different, and a smaller sample is the beginning of a larger one", "[find]") {
  const WrittenDatabase written({{4, 4}, 3, {}}, CodecId::kLostPositions);
  PositionProperties rare = puzzle_properties();  // too rare for random choice; the whole file is searched
  rare.moves.plausible_others = CountRange{.least = 2};
  const auto sample_of = [&](const PuzzleSample& sample) {
    const auto puzzles = sample_puzzles(*written, rare, sample, {}, {});
    REQUIRE(puzzles);
    std::vector<PositionCell> cells;
    for (const FoundPosition& puzzle : *puzzles) cells.push_back(puzzle.cell);
    return cells;
  };
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto larger = sample_of({100, seed});
    CHECK(std::set(larger.begin(), larger.end()).size() == 100);
    const auto smaller = sample_of({30, seed});
    CHECK(std::equal(smaller.begin(), smaller.end(), larger.begin(), larger.begin() + 30));
    const auto drawn = sample_of({.size = 100, .seed = seed, .most_draws = 20'000});
    const auto fewer = sample_of({.size = 100, .seed = seed, .most_draws = 1000});
    CHECK(fewer.size() < drawn.size());
    CHECK(std::equal(fewer.begin(), fewer.end(), drawn.begin()));
  }
  // All puzzles of the file are found, even if a sample of this size needs more candidates than the first reading
  // takes.
  const auto all = sample_of({100'000, 1});
  CHECK(sample_of({all.size(), 1}) == all);
}

TEST_CASE("a forged file without placements has no puzzles, whatever its counts say", "[find]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.uisge");
  const OutputPlace place = OutputPlace::claim(path, kDatabaseFile).value();
  auto writer =
      DatabaseWriter::create(place, {{3, 3}, 2, {}}, {}, CodecTrainer(CodecId::kLostPositions, 2, 0).finish());
  REQUIRE(writer);
  LabelSummary counts;
  counts.raw.won = 1'000'000;
  REQUIRE(writer->finish(counts));
  const auto database = Database::open(path);
  REQUIRE(database);
  for (const auto most_draws : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(100)}) {
    const auto puzzles = sample_puzzles(*database, puzzle_properties(), {.most_draws = most_draws}, {}, {});
    REQUIRE(puzzles);
    CHECK(puzzles->empty());
  }
}

TEST_CASE("a search in a file that lacks a placement says that the file is bad", "[find][damage]") {
  NaiveLabels fewer = naive_labels({{3, 3}, 2, {}});
  fewer.placements.erase(fewer.placements.begin() + 3);
  fewer.labels.erase(fewer.labels.begin() + 3);
  PositionProperties properties;
  properties.moves.winning = CountRange{};
  for (const CodecId codec : kAllCodecs) {
    CAPTURE(static_cast<int>(codec));
    const WrittenDatabase database(fewer, codec);
    check_error(count_positions(*database, properties, {}, {}), ErrorKind::kBadFile, "is missing");
  }
}

TEST_CASE("forged counts do not make a file's puzzles take longer", "[find]") {
  const WrittenDatabase written({{3, 3}, 2, {}});
  const auto looks_at = [](const Database& database) {
    std::size_t looks = 0;
    PositionProperties none;
    none.also = [&](PositionCell) {
      ++looks;
      return false;
    };
    CHECK(sample_puzzles(database, none, {}, {}, {}).value().empty());
    return looks;
  };
  Bytes bytes = read_bytes(written.path());
  const std::size_t statistics = get_number<std::uint64_t>(bytes, bytes.size() - kFooterBytes + 8);
  set_number(bytes, statistics, std::uint64_t{100'000'000});
  write_bytes(written.file("forged.uisge"), resealed_but_units(bytes));
  const Database forged = Database::open(written.file("forged.uisge")).value();
  CHECK(looks_at(forged) == looks_at(*written));
}

TEST_CASE("no two puzzles come from one line of play", "[find]") {
  const WrittenDatabase written({{4, 3}, 2, {}}, CodecId::kLostPositions);
  const Database& database = *written;
  PositionProperties won;
  won.outcomes = {false, true, false};
  won.moves.winning = CountRange{1, 1};
  won.distance = CountRange{3, 100};
  PuzzleLines lines(database, std::size_t{1} << 20);
  std::map<std::string, bool> taken;  // by class
  const auto visited = visit_positions(database, won, {}, {}, [&](const FoundPosition& found) {
    const auto take = lines.take(found);
    REQUIRE(take);
    taken[class_of(database, found.cell)] = *take;
    return true;
  });
  REQUIRE(visited);
  Probe probe(database);
  std::size_t lines_with_another = 0;
  for (const auto& [text, was_taken] : taken) {
    const Position start = parse_position(text).value();
    Position position = start;
    bool meets_a_taken_one = false;
    const auto line = probe.main_line(start);
    REQUIRE(line);
    for (const Move move : *line) {
      position = play(database.board(), position, move);
      if (position.opponent_all_crowns()) break;
      const auto other = taken.find(oracle::class_of(oracle::parse(to_text(database.board(), position))));
      meets_a_taken_one |= other != taken.end() && other->second && other->first != text;
    }
    if (was_taken) CHECK_FALSE(meets_a_taken_one);
    lines_with_another += meets_a_taken_one ? 1U : 0U;
  }
  CHECK(lines_with_another > 0);
}
