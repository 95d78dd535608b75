// Databases that lie in tests/data: the good ones pin the format and the solver to the byte, the broken ones are what a
// user may come with. They were written by this program, and are believed because the oracle says the same.
//
// A change of the format, or of what the program calls itself, makes new ones: `solver_oracle_tests "[.remake]"`.
#include <catch2/catch.hpp>
#include <filesystem>

#include "core/notation.h"
#include "db/file_check.h"
#include "db/verification.h"
#include "solver/solve/ply_log_reader.h"
#include "solver/solve/solve.h"
#include "tests/db/file_against_oracle.h"
#include "tests/db/forged_file.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

struct Golden {
  const char* name;
  DatabaseIdentity identity;
};
const std::vector<Golden> kGolden{{"3x3-2-loses", {{3, 3}, 2, {StuckRule::kLoses, false}}},
                                  {"4x3-2-passes", {{4, 3}, 2, {StuckRule::kPasses, false}}},
                                  {"4x4-2-wins-diagonal", {{4, 4}, 2, {StuckRule::kWins, true}}},
                                  {"2x5-3-draws", {{2, 5}, 3, {StuckRule::kDraws, false}}}};
const Golden& kBroken = kGolden.front();  // what the broken files were made from

std::string data_file(const std::string& name) {
  return std::string(UISGE_TEST_DATA) + "/" + name + ".uisge";
}

void solve_to(const std::string& path, const DatabaseIdentity& identity) {
  SolveRequest request;
  request.identity = identity;
  request.output = path;
  const std::atomic<bool> cancel = false;
  const auto result = solve(request, {}, cancel);
  if (!result) FAIL(result.error().message);
}

std::string refusal(const std::string& name) {
  const auto database = Database::open(data_file(name));
  REQUIRE(!database);
  CHECK(database.error().kind == ErrorKind::kBadFile);
  return database.error().message;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("golden files hold the oracle's labels, and a fresh solve gives their bytes", "[golden][oracle]") {
  const TemporaryDirectory directory;
  for (const Golden& golden : kGolden) {
    CAPTURE(golden.name);
    const second_reader::Bytes bytes = second_reader::file_bytes(data_file(golden.name));
    const second_reader::Reader reader(bytes);
    const DatabaseIdentity& identity = golden.identity;
    CHECK(reader.header().game.files == identity.board.files);
    CHECK(reader.header().game.ranks == identity.board.ranks);
    CHECK(reader.header().game.pieces == identity.pieces);
    CHECK(to_string(reader.header().game.stuck) == to_string(identity.rules.stuck));
    CHECK(reader.header().game.diagonal_jumps == identity.rules.diagonal_jumps);
    const oracle::Universe universe(identity.board.files, identity.board.ranks, identity.pieces);
    const auto labels = second_reader::oracle_labels(reader, universe);
    CHECK(second_reader::wrong_labels(reader, universe, labels).empty());
    const oracle::Counts counts = oracle::count(labels);
    CHECK(reader.statistics().raw == std::array{counts.won, counts.lost, counts.drawn});

    solve_to(directory.file("fresh.uisge"), identity);
    CHECK((second_reader::file_bytes(directory.file("fresh.uisge")) == bytes));
    std::filesystem::remove(directory.file("fresh.uisge"));
  }
}

// tests/data/*.plies were left by version 0.1.0, killed in the middle of its solve. They are never made anew: a program
// that refuses them costs its users what they have solved.
TEST_CASE("a checkpoint of an earlier version is read, and gone on with to the same bytes", "[golden]") {
  const TemporaryDirectory directory;
  SolveRequest request;
  request.identity = {{4, 4}, 2, {StuckRule::kWins, true}};
  request.output = directory.file("x.uisge");
  request.resume = true;
  const std::string old = std::string(UISGE_TEST_DATA) + "/4x4-2-wins-diagonal.plies";
  std::filesystem::copy_file(old, ply_log_path(request.output));
  REQUIRE(PlyLogReader::open(old).value().plies().size() == 7);
  const auto result = solve(request, {}, std::atomic<bool>{false});
  REQUIRE(result);
  CHECK(result->resumed_at == 7);
  CHECK((read_bytes(request.output) == read_bytes(data_file("4x4-2-wins-diagonal"))));
}

TEST_CASE("golden broken files are refused, each for its reason", "[golden]") {
  CHECK(contains(refusal("broken-empty"), "empty"));
  CHECK(contains(refusal("broken-other"), "not a "));
  CHECK(contains(refusal("broken-cut"), "cut"));
  CHECK(contains(refusal("broken-newer"), "format version 2"));
  CHECK(contains(refusal("broken-flipped"), "damaged"));
  CHECK(contains(refusal("broken-rules"), "other rules"));
}

TEST_CASE("a golden file with a wrong label under right checksums opens, and fails verification alone", "[golden]") {
  const second_reader::Reader reader(second_reader::file_bytes(data_file("broken-label")));
  const oracle::Universe universe(kBroken.identity.board.files, kBroken.identity.board.ranks, kBroken.identity.pieces);
  const auto wrong = second_reader::wrong_labels(reader, universe, second_reader::oracle_labels(reader, universe));
  CHECK(!wrong.empty());

  const auto database = Database::open(data_file("broken-label"));
  REQUIRE(database);
  CHECK(check_file(*database));
  const auto report = verify_database(*database, {}, {});
  REQUIRE(report);
  CHECK(report->broken);
}

TEST_CASE("golden files are made anew", "[.remake]") {
  for (const Golden& golden : kGolden) {
    std::filesystem::remove(data_file(golden.name));
    solve_to(data_file(golden.name), golden.identity);
  }
  const Bytes good = read_bytes(data_file(kBroken.name));
  const auto make = [&](const std::string& name, const Bytes& bytes) { write_bytes(data_file(name), bytes); };
  const auto changed = [&](std::size_t offset) {
    Bytes bytes = good;
    bytes[offset] ^= std::byte{1};
    return bytes;
  };
  make("broken-empty", {});
  make("broken-other", Bytes(200, std::byte{'u'}));
  make("broken-cut", Bytes(good.begin(), good.end() - 100));
  make("broken-flipped", changed(unit_bytes(good).front().begin));
  make("broken-rules", resealed(changed(16)));  // the rules hash
  Bytes newer = good;
  set_number<std::uint16_t>(newer, 8, 2);
  make("broken-newer", resealed(newer));

  // The first won position is won two plies later than it says.
  NaiveLabels labels = naive_labels(kBroken.identity);
  for (auto& placement : labels.labels) {
    for (std::uint32_t i = 0; i < placement.size(); ++i) {
      const Label label = decode_label(placement[i]);
      if (!is_live_index(kBroken.identity.pieces, i) || label.outcome != Outcome::kWin) continue;
      placement[i] = encode_label({Outcome::kWin, static_cast<Plies>(label.distance + 2)});
      std::filesystem::remove(data_file("broken-label"));
      return write_database(data_file("broken-label"), labels);
    }
  }
  FAIL("no win on the board");
}
