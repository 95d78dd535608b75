// Databases in tests/data. The good files pin the format and the solver to the byte. Each broken file has a defect,
// which readers must find. uisge's own code wrote the files, and the oracle confirms the good files.
//
// After a change of the format or of the program's name, `solver_oracle_tests "[.remake]"` makes new files.
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/solve/solve.h"
#include "solver/solve_values/solve_values.h"
#include "tests/core/oracle_bridge.h"
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

// The codecs. Each codec has a golden file, whose name ends in the codec's suffix.
struct Codec {
  const char* suffix;
  CodecId id;
};
constexpr std::array kCodecs{Codec{"-all", CodecId::kCrownContexts}, Codec{"", CodecId::kLostPositions},
                             Codec{"-values", CodecId::kLostValues}};

std::string data_file(const std::string& name) {
  return std::string(UISGE_TEST_DATA) + "/" + name + ".uisge";
}

void solve_to(const std::string& path, const DatabaseIdentity& identity, CodecId codec) {
  const std::atomic<bool> cancel = false;
  if (!stores_distances(codec)) {
    const auto result = solve_values({.identity = identity, .output = path}, {}, cancel);
    if (!result) FAIL(result.error().message);
    return;
  }
  const auto result = solve({.identity = identity, .output = path, .codec = codec}, {}, cancel);
  if (!result) FAIL(result.error().message);
}

template <class Visit>
void for_each_golden_file(Visit visit) {
  for (const Golden& golden : kGolden) {
    for (const Codec& codec : kCodecs) visit(golden.name + std::string(codec.suffix), golden.identity, codec.id);
  }
}

}  // namespace

TEST_CASE("golden files hold the oracle's labels, and a fresh solve gives their bytes", "[golden][oracle]") {
  const TemporaryDirectory directory;
  for_each_golden_file([&](const std::string& name, const DatabaseIdentity& identity, CodecId codec) {
    CAPTURE(name);
    const independent_reader::Bytes bytes = independent_reader::file_bytes(data_file(name));
    const independent_reader::Reader reader(bytes);
    CHECK(reader.header().codec == static_cast<unsigned>(codec));
    CHECK(reader.header().game == oracle_game(identity.board, identity.pieces, identity.rules));
    const oracle::Universe universe(identity.board.files, identity.board.ranks, identity.pieces);
    const auto labels = independent_reader::oracle_labels(reader, universe);
    CHECK(independent_reader::wrong_labels(reader, universe, labels).empty());
    const oracle::Counts counts = oracle::count(labels);
    CHECK(reader.statistics().raw == std::array{counts.won, counts.lost, counts.drawn});

    solve_to(directory.file("fresh.uisge"), identity, codec);
    CHECK((independent_reader::file_bytes(directory.file("fresh.uisge")) == bytes));
    std::filesystem::remove(directory.file("fresh.uisge"));
  });
}

// Version 0.1.0 left tests/data/*.plies when it was killed in the middle of a solve. Never make these files anew: users
// must be able to continue the checkpoints of earlier versions.
TEST_CASE("a checkpoint of an earlier version is read, and continued to the same bytes", "[golden]") {
  const TemporaryDirectory directory;
  const SolveRequest request{
      .identity = {{4, 4}, 2, {StuckRule::kWins, true}}, .output = directory.file("x.uisge"), .resume = true};
  const std::string old = std::string(UISGE_TEST_DATA) + "/4x4-2-wins-diagonal.plies";
  std::filesystem::copy_file(old, ply_log_path(request.output));
  REQUIRE(PlyLogReader::open(old).value().plies().size() == 7);
  const auto result = solve(request, {}, std::atomic<bool>{false});
  REQUIRE(result);
  CHECK(result->resumed_at == 7);
  CHECK((read_bytes(request.output) == read_bytes(data_file("4x4-2-wins-diagonal"))));
}

TEST_CASE("golden files are made anew", "[.remake]") {
  for_each_golden_file([&](const std::string& name, const DatabaseIdentity& identity, CodecId codec) {
    std::filesystem::remove(data_file(name));
    solve_to(data_file(name), identity, codec);
  });
  const Bytes good = read_bytes(data_file("3x3-2-loses-all"));
  const auto make = [&](const std::string& name, const Bytes& bytes) { write_bytes(data_file(name), bytes); };
  make("broken-cut", Bytes(good.begin(), good.end() - 100));
  make("broken-flipped", flipped(good, unit_bytes(good).front().begin));
}
