// `uisge extract`: everything that it writes is compared with the oracle, and its check must find false extracts. Long
// because it makes a false extract for each fault that the check finds.
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"

using namespace uisge::test;

namespace {

// An extract, read without the product's code.
struct ReadExtract {
  std::map<std::string, std::string> header;
  std::vector<std::string> opening;  // lines
  std::vector<std::string> draws;    // lines
};

void write_lines(const std::string& path, const std::vector<std::string>& lines) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  for (const std::string& line : lines) out << line << '\n';
}

constexpr std::size_t kHeaderLines = 10;

ReadExtract read_extract(const std::string& path) {
  ReadExtract extract;
  const std::vector<std::string> lines = lines_of(text_of_file(path));
  REQUIRE(lines.size() > kHeaderLines);
  REQUIRE(lines.front() == "uisge-extract 1");
  REQUIRE(lines.back() == "end");
  for (std::size_t i = 1; i < kHeaderLines; ++i) {
    const std::size_t blank = lines[i].find(' ');
    extract.header[lines[i].substr(0, blank)] = lines[i].substr(blank + 1);
  }
  const std::size_t draws = std::stoul(extract.header.at("draws"));
  const auto first_draw = lines.end() - 1 - static_cast<std::ptrdiff_t>(draws);
  extract.opening.assign(lines.begin() + kHeaderLines, first_draw);
  extract.draws.assign(first_draw, lines.end() - 1);
  return extract;
}

struct ValueLine {
  oracle::Position position;
  std::string value;
  std::string moves;  // a letter for the value of each move; empty for positions of the first plies
};
ValueLine parse_line(const std::string& line) {
  std::istringstream in(line);
  std::string placement, side;
  ValueLine parsed;
  in >> placement >> side >> parsed.value >> parsed.moves;
  parsed.position = oracle::parse(placement + " " + side);
  return parsed;
}

std::string letter(oracle::Outcome outcome) {
  return outcome == oracle::Outcome::kWin ? "w" : outcome == oracle::Outcome::kLoss ? "l" : "d";
}
// The letter for the value of a position, and the letters for its moves, sorted by the moves' texts. An unfinished
// plane does not know that a position is drawn, unless the position has no moves. If the plane knows the values of all
// moves, the position's value follows from them.
struct Letters {
  std::string value;
  std::string moves;
};
Letters letters_of(const oracle::SolvedGame& solved, const oracle::Position& position, bool is_plane) {
  Letters letters{letter(solved.label(position).outcome), {}};
  for (const auto& [move, after] : solved.moves(position)) {
    const oracle::Outcome worth = solved.label_by_move(after).outcome;
    const bool is_open = is_plane && worth == oracle::Outcome::kDraw && !solved.moves(after).empty();
    letters.moves += is_open ? "?" : letter(worth);
  }
  if (letters.value == "d" && contains(letters.moves, "?")) letters.value = "?";
  return letters;
}

void hold_against_oracle(const ReadExtract& extract, const oracle::SolvedGame& solved, const oracle::Position& start,
                         int plies, bool is_plane) {
  std::map<std::string, int> missing = oracle::plies_from(solved.game(), start, plies);
  std::vector<int> by_ply(static_cast<std::size_t>(plies) + 1);
  for (const auto& [position, ply] : missing) ++by_ply[static_cast<std::size_t>(ply)];
  std::string counts;
  for (const int classes : by_ply) counts += (counts.empty() ? "" : " ") + std::to_string(classes);
  CHECK(extract.header.at("positions") == counts);
  for (const std::string& line : extract.opening) {
    CAPTURE(line);
    const ValueLine parsed = parse_line(line);
    CHECK(parsed.moves.empty());
    CHECK(missing.erase(oracle::class_of(parsed.position)) == 1);
    CHECK(parsed.value == letters_of(solved, parsed.position, is_plane).value);
  }
  CHECK(missing.empty());
  for (const std::string& line : extract.draws) {
    CAPTURE(line);
    const ValueLine parsed = parse_line(line);
    const Letters expected_letters = letters_of(solved, parsed.position, is_plane);
    CHECK(parsed.value == expected_letters.value);
    CHECK(parsed.moves == (expected_letters.moves.empty() ? "-" : expected_letters.moves));
  }
}

std::vector<std::string> extract_line(const std::string& file, const std::string& out, int plies, int draws, int seed) {
  return {"extract", file,
          "--out",   out,
          "--plies", std::to_string(plies),
          "--draws", std::to_string(draws),
          "--seed",  std::to_string(seed)};
}

}  // namespace

TEST_CASE("an extract agrees with the oracle, under any rules, and passes its check", "[cli][extract]") {
  const TemporaryDirectory directory;
  const std::vector<oracle::Game> games{{4, 3, 2, oracle::Stuck::kLoses, false},
                                        {4, 3, 2, oracle::Stuck::kPasses, false},
                                        {3, 3, 2, oracle::Stuck::kWins, true},
                                        {3, 3, 2, oracle::Stuck::kDraws, false}};
  for (const oracle::Game& game : games) {
    CAPTURE(file_name(game));
    const oracle::SolvedGame solved(game);
    const oracle::Position start = oracle::parse(game.files == 4 ? "4/bb2/1ww1 w" : "3/bb1/1ww w");
    for (const bool has_distances : {true, false}) {
      const std::string file = directory.file((has_distances ? "d" : "v") + file_name(game));
      solve_into(file, game, has_distances ? std::vector<std::string>{} : std::vector<std::string>{"--values"});
      const std::string out = directory.file("x.extract");
      run_well(extract_line(file, out, 4, 300, 7));
      const ReadExtract extract = read_extract(out);
      hold_against_oracle(extract, solved, start, 4, false);
      const auto info = run_json("info", {file});
      CHECK(extract.header.at("raw") == std::to_string(info["won"].get<int>()) + " " +
                                            std::to_string(info["lost"].get<int>()) + " " +
                                            std::to_string(info["drawn"].get<int>()));
      const auto checked = run_json("extract", {"--check", out, "--depth", "4"});
      check_fields(checked, "holds", true, "start_value", to_string(solved.label(start).outcome), "searched", 300);
      std::size_t decided = 0;
      for (const std::string& line : extract.draws) {
        const oracle::Position position = parse_line(line).position;
        const oracle::Label label = solved.label(position);
        decided += solved.moves(position).empty() || (label.outcome != oracle::Outcome::kDraw && label.distance <= 4);
      }
      CHECK(checked["decided"] == decided);
      // A database with distances and a database without distances give the same bytes.
      if (has_distances) std::filesystem::copy_file(out, directory.file(file_name(game) + ".extract"));
      if (!has_distances) CHECK(text_of_file(out) == text_of_file(directory.file(file_name(game) + ".extract")));
      // At most a thousand are searched.
      run_well(extract_line(file, out, 0, 1500, 7));
      check_fields(run_json("extract", {"--check", out, "--depth", "4"}), "holds", true, "searched", 750);
    }
  }
}

TEST_CASE("an extract of a plane has the decided values and leaves the rest open", "[cli][extract][values]") {
  const TemporaryDirectory directory;
  const oracle::SolvedGame solved({4, 3, 2, oracle::Stuck::kDraws, false});
  const std::string plane = directory.file("x.plane");
  run_json("solve",
           {"--board", "4x3", "--pieces", "2", "--stuck", "draws", "--values", "--summary-only", "--plane", plane});
  const std::string out = directory.file("x.extract");
  run_well(extract_line(plane, out, 3, 200, 1));
  const ReadExtract extract = read_extract(out);
  CHECK(extract.header.at("raw") == "open");
  CHECK(extract.header.at("canonical") == "open");
  hold_against_oracle(extract, solved, oracle::parse("4/bb2/1ww1 w"), 3, true);
  const auto checked = run_json("extract", {"--check", out});
  check_fields(checked, "holds", true, "raw", nullptr);
  CHECK(checked["draws"]["open"].get<int>() > 0);
}

TEST_CASE("the positions of an extract are drawn uniformly over all raw positions, and follow from the seed",
          "[cli][extract]") {
  const oracle::SolvedGame solved({3, 3, 2});
  const SolvedFile database({3, 3, 2});
  constexpr int kDraws = 50'000;
  const std::string out = database.file("x.extract");
  run_well(extract_line(database.path(), out, 0, kDraws, 3));
  std::map<std::string, double> sizes;
  for (std::size_t i = 0; i < solved.universe().size(); ++i)
    ++sizes[oracle::least_image(solved.universe().position(i))];
  std::map<std::string, double> drawn;
  for (const std::string& line : read_extract(out).draws) ++drawn[oracle::least_image(parse_line(line).position)];
  double chi_square = 0;
  for (const auto& [name, size] : sizes) {
    const double expected = kDraws * size / static_cast<double>(solved.universe().size());
    chi_square += std::pow(drawn[name] - expected, 2) / expected;
  }
  CHECK(drawn.size() == sizes.size());
  const double freedom = static_cast<double>(sizes.size()) - 1;
  CHECK(std::abs(chi_square - freedom) < 6 * std::sqrt(2 * freedom));

  const auto bytes = [&](int seed) {
    run_well(extract_line(database.path(), out, 2, 50, seed));
    return text_of_file(out);
  };
  const std::string once = bytes(1);
  CHECK(bytes(1) == once);
  CHECK(bytes(2) != once);
}

TEST_CASE("false statements in an extract are found", "[cli][extract][bad]") {
  const oracle::SolvedGame solved({4, 3, 2});
  const SolvedFile database({4, 3, 2});
  const std::string good = database.file("good.extract");
  run_well(extract_line(database.path(), good, 2, 25, 5));
  const std::vector<std::string> lines = lines_of(text_of_file(good));
  const std::string path = database.file("lie.extract");
  const auto check = [&](const std::vector<std::string>& told) {
    write_lines(path, told);
    return run_uisge({"extract", "--check", path});
  };
  const auto changed = [&](std::size_t line, const std::string& text) {
    std::vector<std::string> told = lines;
    told[line] = text;
    return told;
  };
  REQUIRE(check(lines).exit_code == 0);

  const std::size_t first_draw = lines.size() - 26;
  std::size_t by_search = 0;
  for (std::size_t i = first_draw; i + 1 < lines.size(); ++i) {
    CAPTURE(lines[i]);
    const ValueLine told = parse_line(lines[i]);
    const std::size_t value = lines[i].find(' ', lines[i].find(' ') + 1) + 1;
    for (const char other : std::string("wld")) {
      if (lines[i][value] == other) continue;
      std::string lie = lines[i];
      lie[value] = other;
      const ProgramRun run = check(changed(i, lie));
      CHECK(run.exit_code == 5);
      CHECK(contains(run.err, "line " + std::to_string(i + 1) + ":"));
      // In this false line of the extract the position's value follows from the values of its moves, which are false
      // too. So only the forward search finds the fault.
      const oracle::Label label = solved.label(told.position);
      if (told.moves == "-" || label.outcome == oracle::Outcome::kDraw || label.distance > 6) continue;
      lie = lines[i].substr(0, value) + other + " " + std::string(told.moves.size(), other);
      const ProgramRun searched = check(changed(i, lie));
      CHECK(searched.exit_code == 5);
      CHECK(contains(searched.err, "forward search"));
      write_lines(path, changed(i, lie));
      run_well({"extract", "--check", path, "--depth", "0"});
      ++by_search;
    }
    std::string open = lines[i];
    open[value] = '?';
    CHECK(check(changed(i, open)).exit_code == 5);
    if (told.moves != "-") {
      std::string unsaid = lines[i];  // one move has no value, although the game is solved
      unsaid.back() = '?';
      CHECK(check(changed(i, unsaid)).exit_code == 5);
    }
    CHECK(check(changed(i, lines[i] + "w")).exit_code == 3);
    CHECK(check(changed(i, lines[i == first_draw ? i + 1 : i - 1])).exit_code ==
          (lines[i] == lines[i == first_draw ? i + 1 : i - 1] ? 0 : 3));
  }
  CHECK(by_search > 5);
  // In this extract the game is over in some positions of the last ply.
  run_well(extract_line(database.path(), path, 4, 1, 5));
  std::vector<std::string> ended = lines_of(text_of_file(path));
  const auto over = std::ranges::find_if(ended, [&](const std::string& line) {
    return contains(line, "/") && solved.moves(parse_line(line).position).empty();
  });
  REQUIRE(over != ended.end());
  over->back() = over->back() == 'l' ? 'w' : 'l';
  CHECK(check(ended).exit_code == 5);
  // The start's value must follow from the values of the positions after its moves; here it does not.
  std::string start = lines[first_draw - 1];
  start.back() = start.back() == 'w' ? 'l' : 'w';
  CHECK(check(changed(first_draw - 1, start)).exit_code == 5);
  // These counts are false: in some, the shares of wins, losses and draws are wrong; others do not add up to the game's
  // positions, or contradict the symmetries.
  const auto counts = [&](std::size_t line) {
    std::istringstream in(lines[line]);
    std::string name;
    std::array<std::uint64_t, 3> numbers{};
    in >> name >> numbers[0] >> numbers[1] >> numbers[2];
    return numbers;
  };
  const auto [won, lost, drawn] = counts(4);
  const auto [won_classes, lost_classes, drawn_classes] = counts(5);
  const auto told = [](std::string name, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return name + " " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c);
  };
  const std::vector<std::pair<std::size_t, std::string>> impossible{
      {4, "raw 10 2000000 10"},
      {4, told("raw", won + 1, lost, drawn)},
      {4, told("raw", won, lost - 1, drawn)},
      {4, told("raw", won + (std::uint64_t{1} << 63), lost + (std::uint64_t{1} << 63), drawn)},
      {5, "canonical 0 0 0"},
      {5, told("canonical", won_classes, lost_classes, drawn_classes + 1)},
      {5, told("canonical", won_classes + lost_classes, 0, drawn_classes)},
  };
  for (const auto& [line, text] : impossible) {
    CAPTURE(text);
    const ProgramRun run = check(changed(line, text));
    CHECK(run.exit_code == 5);
    CHECK(contains(run.err, "line " + std::to_string(line + 1) + ": "));
  }
}

// A position drawn at random may have a rare value. About one position in 40 is drawn where stuck players win.
TEST_CASE("a rare value among the random positions is no fault, and counts that make many of them unlikely are one",
          "[cli][extract][bad]") {
  const SolvedFile database({3, 3, 2, oracle::Stuck::kWins, false});
  const std::string path = database.file("x.extract");
  run_well(extract_line(database.path(), path, 2, 1, 35));
  REQUIRE(parse_line(read_extract(path).draws.at(0)).value == "d");
  run_well({"extract", "--check", path});

  // With the numbers of wins and losses exchanged, the counts still add up.
  run_well(extract_line(database.path(), path, 2, 1000, 1));
  run_well({"extract", "--check", path});
  std::vector<std::string> lines = lines_of(text_of_file(path));
  for (const std::size_t line : {std::size_t{4}, std::size_t{5}}) {
    std::istringstream in(lines.at(line));
    std::string name, won, lost, drawn;
    in >> name >> won >> lost >> drawn;
    lines[line] = name + " " + lost + " " + won + " " + drawn;
  }
  write_lines(path, lines);
  const ProgramRun run = run_uisge({"extract", "--check", path});
  CHECK(run.exit_code == 5);
  CHECK(contains(run.err, "line 5: "));
  CHECK(contains(run.err, " of the 1000 draws are won, the counts make "));
}

TEST_CASE("a file that is not a whole extract is refused with the line", "[cli][extract][bad]") {
  const SolvedFile database({3, 3, 2});
  const std::string good = database.file("good.extract");
  run_well(extract_line(database.path(), good, 2, 5, 5));
  const std::vector<std::string> lines = lines_of(text_of_file(good));
  const std::string path = database.file("bad.extract");
  const auto refused = [&](const std::vector<std::string>& told) {
    write_lines(path, told);
    const ProgramRun run = run_uisge({"extract", "--check", path});
    CAPTURE(run.err);
    CHECK(contains(run.err, "line "));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    return run.exit_code;
  };
  for (std::size_t kept = 0; kept < lines.size(); ++kept) {
    CAPTURE(kept);
    CHECK(refused({lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(kept)}) == 3);
  }
  std::vector<std::string> longer = lines;
  longer.emplace_back("end");
  CHECK(refused(longer) == 3);
  const std::vector<std::pair<std::size_t, std::vector<std::string>>> wrong{
      {0, {"uisge-extract 2", "uisge-extract 1 ", "", "x"}},
      {1, {"rules", "rules ", "rules none", "rule loses"}},
      {2, {"board 1x1", "board 99x99", "board 3x3 ", "board"}},
      {3, {"pieces 0", "pieces 7", "pieces -1", "pieces 02", "pieces 3"}},
      {4, {"raw", "raw 1 2", "raw 1 2 3 4", "raw 1 2 3 ", "raw -1 2 3", "raw open", "raw 1 2 99999999999999999999"}},
      {5, {"canonical open", "canonical 1"}},
      {6, {"plies 9", "plies 1", "plies"}},
      {7, {"positions 1", "positions"}},
      {8, {"draws 10000001", "draws 4", "draws x"}},
      {9, {"seed 6", "seed", "seed 18446744073709551616"}},
      {10, {"", "3/bb1/1ww w w", lines[10].substr(0, lines[10].size() - 1) + "x", lines[10] + " w"}},
      {lines.size() - 1, {"End", "end "}}};
  for (const auto& [line, texts] : wrong) {
    for (const std::string& text : texts) {
      CAPTURE(line, text);
      std::vector<std::string> told = lines;
      told[line] = text;
      CHECK(refused(told) == 3);
    }
  }
}

TEST_CASE("an extract that cannot be made leaves nothing", "[cli][extract][bad]") {
  const SolvedFile database({3, 2, 1});
  const std::string one = database.path();
  const std::string out = database.file("x.extract");
  check_refused(extract_line(one, out, 2, 5, 5), 2, "start");
  CHECK(!std::filesystem::exists(out));
  CHECK(!std::filesystem::exists(out + ".part"));
  // The command refuses to write the extract to the database's own path.
  CHECK(run_uisge(extract_line(one, one, 2, 5, 5)).exit_code == 2);
}
