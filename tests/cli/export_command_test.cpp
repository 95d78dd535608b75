// `uisge export`: every written label is compared with the oracle, and every count with these labels. This file is long
// because it has separate readers for the tables and arrays.
#include "tests/cli/injected_fault.h"
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"
#include "tests/db/position_facts.h"

using namespace uisge::test;

namespace {

struct ExportedBoard : SolvedFile {
  using SolvedFile::SolvedFile;
  void export_all() const { run_well({"export", file, "--csv", csv, "--counts", counts, "--npy", arrays}); }

  std::string file = path();
  std::string csv = SolvedFile::file("labels.csv");
  std::string counts = SolvedFile::file("counts.csv");
  std::string arrays = SolvedFile::file("arrays");
};

std::vector<std::vector<std::string>> table_in(const std::string& path) {
  std::vector<std::vector<std::string>> table;
  for (const std::string& line : lines_of(text_of_file(path))) table.push_back(parts_of(line, ','));
  return table;
}

// Reads a .npy file by the specification of that format, without the program's code.
template <class T>
struct NumpyArray {
  std::string header;
  std::vector<T> elements;
};
template <class T>
NumpyArray<T> numpy_array(const std::string& path) {
  const std::string bytes = text_of_file(path);
  REQUIRE(bytes.size() >= 64);
  REQUIRE(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length = static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  const std::size_t begin = 10 + length;
  REQUIRE(begin % 64 == 0);
  REQUIRE(bytes.size() >= begin);
  REQUIRE(bytes[begin - 1] == '\n');
  REQUIRE((bytes.size() - begin) % sizeof(T) == 0);
  NumpyArray<T> array{bytes.substr(10, length), std::vector<T>((bytes.size() - begin) / sizeof(T))};
  std::memcpy(array.elements.data(), bytes.data() + begin, bytes.size() - begin);
  return array;
}

std::string outcome_text(oracle::Label label) {
  return to_string(label.outcome);
}

std::string distance_text(oracle::Label label, bool has_distances) {
  return has_distances && label.outcome != oracle::Outcome::kDraw ? std::to_string(label.distance) : "";
}

// The code of a label, as labels.json describes it.
int array_code(oracle::Label label, bool has_distances) {
  if (label.outcome == oracle::Outcome::kDraw) return 0;
  const bool is_win = label.outcome == oracle::Outcome::kWin;
  if (!has_distances) return is_win ? 65533 : 65534;
  return (is_win ? 1 : 2) + 2 * label.distance;
}

void check_csv(const ExportedBoard& board, const FactsOfBoard& facts, bool has_distances) {
  std::map<std::string, int> sizes;  // the size of each class; the key is the least image
  std::map<std::string, oracle::Label> labels;
  for (const PositionFacts& fact : facts.all()) {
    ++sizes[fact.class_text];
    labels[fact.class_text] = fact.label;
  }
  const auto table = table_in(board.csv);
  REQUIRE(table.size() == sizes.size() + 1);
  CHECK(table[0] == std::vector<std::string>{"position", "value", "distance", "positions"});
  std::set<std::string> seen;
  std::size_t wrong = 0;
  for (std::size_t i = 1; i < table.size(); ++i) {
    const std::string name = oracle::least_image(oracle::parse(table[i].at(0)));
    seen.insert(name);
    const oracle::Label label = labels.at(name);
    const std::vector<std::string> expected{table[i][0], outcome_text(label), distance_text(label, has_distances),
                                            std::to_string(sizes.at(name))};
    if (table[i] != expected) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK(seen.size() == sizes.size());
}

void check_counts(const ExportedBoard& board, const FactsOfBoard& facts, bool has_distances) {
  struct Count {
    int positions = 0;
    std::set<std::string> classes;
  };
  std::map<std::vector<std::string>, Count> expected;
  for (const PositionFacts& fact : facts.all()) {
    Count& count = expected[{outcome_text(fact.label), distance_text(fact.label, has_distances),
                             std::to_string(fact.mover_crowns), std::to_string(fact.opponent_crowns)}];
    ++count.positions;
    count.classes.insert(fact.class_text);
  }
  const auto table = table_in(board.counts);
  REQUIRE(table.size() == expected.size() + 1);
  CHECK(table[0] ==
        std::vector<std::string>{"value", "distance", "mover_crowns", "opponent_crowns", "positions", "canonical"});
  for (std::size_t i = 1; i < table.size(); ++i) {
    REQUIRE(table[i].size() == 6);
    const auto found = expected.find({table[i].begin(), table[i].begin() + 4});
    REQUIRE(found != expected.end());
    CHECK(table[i][4] == std::to_string(found->second.positions));
    CHECK(table[i][5] == std::to_string(found->second.classes.size()));
    expected.erase(found);
  }
}

// The position that labels.json assigns to a cell of the array of labels. White is to move.
oracle::Position position_of_cell(const oracle::Game& game, std::uint64_t placement, unsigned colouring,
                                  unsigned opponent, unsigned mover) {
  oracle::Position position = oracle::Position::empty(game.files, game.ranks);
  unsigned piece = 0;
  unsigned mover_piece = 0;
  unsigned opponent_piece = 0;
  for (unsigned square = 0; square < static_cast<unsigned>(game.cells()); ++square) {
    if (((placement >> square) & 1) == 0) continue;
    const bool is_mover = ((colouring >> piece++) & 1) != 0;
    const unsigned crown = is_mover ? (mover >> mover_piece++) & 1 : (opponent >> opponent_piece++) & 1;
    position.cells[square] = is_mover ? (crown != 0 ? 'W' : 'w') : (crown != 0 ? 'B' : 'b');
  }
  return position;
}

void check_arrays(const ExportedBoard& board, const oracle::Game& game, const FactsOfBoard& facts, bool has_distances) {
  const auto placements = numpy_array<std::uint64_t>(board.arrays + "/placements.npy");
  const auto colourings = numpy_array<std::uint16_t>(board.arrays + "/colourings.npy");
  const auto labels = numpy_array<std::uint16_t>(board.arrays + "/labels.npy");
  const unsigned states = 1U << game.pieces;
  const auto shape = [](const std::string& numbers) { return "'fortran_order': False, 'shape': (" + numbers + "), }"; };
  CHECK(placements.header.find("{'descr': '<u8', " + shape(std::to_string(placements.elements.size()) + ",")) == 0);
  CHECK(colourings.header.find("{'descr': '<u2', " + shape(std::to_string(colourings.elements.size()) + ",")) == 0);
  CHECK(labels.header.find("{'descr': '<u2', " + shape(std::to_string(placements.elements.size()) + ", " +
                                                       std::to_string(colourings.elements.size()) + ", " +
                                                       std::to_string(states) + ", " + std::to_string(states))) == 0);
  REQUIRE(labels.elements.size() == placements.elements.size() * colourings.elements.size() * states * states);

  std::map<std::string, oracle::Label> expected;  // by class
  for (const PositionFacts& fact : facts.all()) expected[fact.class_text] = fact.label;
  std::set<std::string> seen;
  std::size_t wrong = 0;
  std::size_t at = 0;
  for (const std::uint64_t placement : placements.elements) {
    for (const std::uint16_t colouring : colourings.elements) {
      for (unsigned opponent = 0; opponent < states; ++opponent) {
        for (unsigned mover = 0; mover < states; ++mover, ++at) {
          const bool is_live = mover + 1 != states && opponent + 1 != states;
          oracle::Label label;
          if (is_live) {
            const std::string name = oracle::least_image(position_of_cell(game, placement, colouring, opponent, mover));
            seen.insert(name);
            label = expected.at(name);
          }
          if (labels.elements[at] != array_code(label, has_distances)) ++wrong;
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(seen.size() == expected.size());
}

void check_everything(const oracle::Game& game, const std::vector<std::string>& solve_options, bool has_distances) {
  CAPTURE(game.files, game.ranks, game.pieces, to_string(game.stuck), game.diagonal_jumps, solve_options);
  const ExportedBoard board(game, solve_options);
  board.export_all();
  const FactsOfBoard facts(game);
  check_csv(board, facts, has_distances);
  check_counts(board, facts, has_distances);
  check_arrays(board, game, facts, has_distances);
  const auto description = nlohmann::json::parse(text_of_file(board.arrays + "/labels.json"));
  check_fields(description, "board", board_text(game), "pieces", game.pieces, "stuck", to_string(game.stuck),
               "diagonal_jumps", game.diagonal_jumps, "distances", has_distances);
}

}  // namespace

TEST_CASE("export writes the oracle's labels, under every rule set", "[cli][export]") {
  for (const oracle::Game& game : all_rules(3, 3, 2)) check_everything(game, {}, true);
  check_everything({4, 3, 2, oracle::Stuck::kDraws, false}, {}, true);
  check_everything({2, 4, 3, oracle::Stuck::kPasses, false}, {}, true);
}

TEST_CASE("export writes the oracle's labels, from every codec", "[cli][export]") {
  check_everything({4, 3, 2, oracle::Stuck::kLoses, false}, {"--codec", "all"}, true);
  check_everything({4, 3, 2, oracle::Stuck::kLoses, false}, {"--values"}, false);
}

TEST_CASE("export writes the same bytes from any number of threads and with any memory", "[cli][export]") {
  const ExportedBoard board({4, 4, 3, oracle::Stuck::kLoses, false});
  const auto written = [&](const std::string& threads, const std::string& memory) {
    run_well({"export", board.file, "--csv", board.csv, "--counts", board.counts, "--npy", board.arrays, "--threads",
              threads, "--memory", memory});
    std::vector<std::string> files{text_of_file(board.csv), text_of_file(board.counts)};
    for (const char* name : {"/labels.npy", "/placements.npy", "/colourings.npy", "/labels.json"}) {
      files.push_back(text_of_file(board.arrays + name));
    }
    return files;
  };
  const auto alone = written("1", "1G");
  for (const std::string& file : alone) CHECK_FALSE(file.empty());
  CHECK(written("3", "1M") == alone);  // the command may replace its own files
}

TEST_CASE("export reports what it has written", "[cli][export]") {
  const ExportedBoard board({3, 3, 1, oracle::Stuck::kLoses, false});
  const ProgramRun text = run_well({"export", board.file, "--counts", board.counts, "--csv", board.csv});
  CHECK(text.out.find(board.counts + ", " + board.csv + " written in ") == 0);
  const auto report = run_json("export", {board.file, "--npy", board.arrays});
  check_fields(report, "file", board.file, "written", std::vector<std::string>{board.arrays});
}

TEST_CASE("one table or array goes to standard output", "[cli][export]") {
  const ExportedBoard board({3, 3, 2, oracle::Stuck::kLoses, false});
  board.export_all();
  for (const auto& [option, path] : {std::pair<std::string, std::string>{"--csv", board.csv},
                                     {"--counts", board.counts},
                                     {"--npy", board.arrays + "/labels.npy"}}) {
    CAPTURE(option);
    const ProgramRun run = run_well({"export", board.file, option, "-"});
    CHECK(run.err.empty());
    CHECK((run.out == text_of_file(path)));
  }
  CHECK(!std::filesystem::exists("-"));
}

TEST_CASE("an export that is stopped leaves nothing behind", "[cli][export]") {
  const ExportedBoard board({5, 4, 4, oracle::Stuck::kLoses, false});  // large: the signal must come before the end
  for (const int signal : {SIGINT, SIGTERM}) {
    RunningProgram program(UISGE_PROGRAM, {"export", board.file, "--csv", board.csv});
    REQUIRE(becomes_true([&] { return std::filesystem::exists(board.csv + ".part"); }));
    program.send(signal);
    const ProgramRun run = program.wait();
    CHECK(run.exit_code == 128 + signal);
    CHECK(contains(run.err, "uisge: export: stopped\n"));
    CHECK_FALSE(std::filesystem::exists(board.csv));
    CHECK_FALSE(std::filesystem::exists(board.csv + ".part"));
  }
}

TEST_CASE("an export of arrays that fails leaves the arrays of an earlier export", "[cli][export][fault]") {
  if (!faults::can_trace()) return;
  const ExportedBoard before({3, 3, 2, oracle::Stuck::kLoses, false});
  const ExportedBoard board({4, 3, 2, oracle::Stuck::kLoses, false});
  before.export_all();
  const std::string description = before.arrays + "/labels.json";
  REQUIRE(std::filesystem::exists(description));
  // The first write has only the file's magic bytes; the second write and all later writes fail.
  const std::vector<std::string> arguments{"export", board.file, "--npy", before.arrays};
  const auto [run, was_injected] =
      faults::run_with_fault("pwrite64", "error=ENOSPC", "2+", arguments, before.arrays + "/labels.npy.part");
  CHECK(was_injected);
  check_refusal(run, 4, "labels.npy");
  CHECK(nlohmann::json::parse(text_of_file(description))["board"] == "3x3");
  // While arrays are replaced, the description names no database, and the same command can be repeated.
  CHECK(faults::run_with_fault("fsync", "error=EIO", "1+", arguments, before.arrays + "/placements.npy.part")
            .was_injected);
  CHECK(nlohmann::json::parse(text_of_file(description)) == nlohmann::json{{"database", nullptr}});
  run_well(arguments);
  CHECK(nlohmann::json::parse(text_of_file(description))["board"] == "4x3");
}

TEST_CASE("export overwrites no foreign file", "[cli][export]") {
  const ExportedBoard board({3, 3, 2, oracle::Stuck::kLoses, false});
  const auto refused = [&](const std::vector<std::string>& options, int exit_code, const std::string& message) {
    check_refused(joined({"export"}, options), exit_code, message);
  };
  const std::string database = text_of_file(board.file);
  refused({board.file, "--csv", board.file}, 2, board.file);
  refused({board.file, "--counts", board.file}, 2, board.file);
  CHECK(text_of_file(board.file) == database);
  refused({board.file, "--npy", board.file}, 4, board.file);

  const std::string foreign = board.SolvedFile::file("notes.txt");
  std::ofstream(foreign) << "dear diary\n";
  refused({board.file, "--csv", foreign}, 2, foreign);
  CHECK(text_of_file(foreign) == "dear diary\n");
  // A foreign file among the arrays is found before any array is written.
  std::filesystem::create_directory(board.arrays);
  std::ofstream(board.arrays + "/labels.json") << "{}\n";
  refused({board.file, "--npy", board.arrays}, 2, "labels.json");
  CHECK(std::distance(std::filesystem::directory_iterator(board.arrays), {}) == 1);
  // So is somebody's own array.
  std::filesystem::remove(board.arrays + "/labels.json");
  std::ofstream(board.arrays + "/labels.npy") << "\x93NUMPY mine\n";
  refused({board.file, "--npy", board.arrays}, 2, "labels.npy: has no ");
  CHECK(text_of_file(board.arrays + "/labels.npy") == "\x93NUMPY mine\n");
  CHECK(std::distance(std::filesystem::directory_iterator(board.arrays), {}) == 1);

  refused({board.file, "--csv", "/dev/full"}, 4, "/dev/full");
  refused({board.file, "--npy", "/no/such/folder"}, 4, "no/such/folder");
}

TEST_CASE("export refuses outputs that are the same file, however they are spelled", "[cli][export]") {
  const ExportedBoard board({3, 3, 2, oracle::Stuck::kLoses, false});
  std::filesystem::create_directory(board.arrays);
  const auto refused = [&](const std::vector<std::string>& options, const std::string& file) {
    const ProgramRun run = run_in_folder(board.folder(), joined({"export", board.file}, options));
    check_refusal(run, 2, "would overwrite it; choose another name for one of them");
    CHECK(contains(run.err, file));
  };
  refused({"--csv", "a.csv", "--counts", "a.csv"}, "a.csv");
  refused({"--csv", "a.csv", "--counts", "./a.csv"}, "a.csv");
  // A file has another name until it is complete.
  refused({"--csv", "a.csv", "--counts", "a.csv.part"}, "a.csv.part");
  refused({"--csv", "a.csv.part", "--counts", "a.csv"}, "a.csv.part");
  // Such a folder would take the name of the file.
  refused({"--csv", "a", "--npy", "a"}, "a: another output, a,");
  refused({"--counts", "a", "--npy", "./a//"}, "./a: another output, a,");
  refused({"--csv", "a.csv", "--npy", "a.csv.part"}, "a.csv.part");
  for (const std::string name : {"labels.npy", "placements.npy", "colourings.npy", "labels.json"}) {
    refused({"--npy", "arrays", "--counts", "./arrays/" + name}, name);
    refused({"--npy", board.arrays, "--csv", "arrays/" + name}, name);
  }
  CHECK(std::filesystem::is_empty(board.arrays));
  CHECK(std::distance(std::filesystem::directory_iterator(board.folder()), {}) == 2);
}
