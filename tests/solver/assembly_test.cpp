// Makes databases from complete logs. If a log is forged, its labels contradict its counts of the plies, and no
// database is made.
#include <fmt/format.h>

#include "db/format.h"
#include "solver/assemble/assemble_database.h"
#include "solver/solve/solve.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/forged_log.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr DatabaseIdentity kSmall{{4, 4}, 3, {}};

SolveRequest solve_to(const std::string& output, CodecId codec) {
  return {.identity = kSmall, .output = output, .threads = 2, .codec = codec};
}

// Makes a checkpoint with all plies: the solve is stopped when it begins to write its database.
void make_finished_log(const std::string& output, CodecId codec) {
  std::atomic<bool> cancel{false};
  SolveObserver observer;
  observer.progress = [&](const SolveProgress& progress) {
    if (progress.phase == SolvePhase::kAssemble) cancel = true;
  };
  REQUIRE(!solve(solve_to(output, codec), observer, cancel));
  REQUIRE(PlyLogReader::open(ply_log_path(output)).value().is_finished());
}

Result<AssembledDatabase> assembled(const std::string& log_path, const std::string& output, CodecId codec) {
  static const auto table = PlacementTable::build(kSmall.board, kSmall.pieces, kSmall.rules.diagonal_jumps);
  const PlyLogReader log = PlyLogReader::open(log_path).value();
  const OutputPlace place = OutputPlace::claim(output, kDatabaseFile).value();
  return assemble_database(
      table, log, place, {codec, InstructionSet::kPortable, 2}, [](double) {}, std::atomic<bool>{false});
}

}  // namespace

TEST_CASE("a solve that is cancelled while the codec is trained stops there", "[solve]") {
  const TemporaryDirectory folder;
  SolveRequest request = solve_to(folder.file("x.uisge"), CodecId::kLostPositions);
  request.threads = 1;
  std::atomic<bool> cancel{false};
  std::vector<double> shares;
  SolveObserver observer;
  observer.progress = [&](const SolveProgress& progress) {
    if (progress.phase != SolvePhase::kAssemble) return;
    shares.push_back(progress.share);
    if (shares.size() == 2) cancel = true;
  };
  check_error(solve(request, observer, cancel), ErrorKind::kInterrupted);
  CHECK(shares == std::vector<double>(2));
}

TEST_CASE("labels that contradict the counts of the plies do not become a database", "[solve][damage]") {
  const CodecId codec = GENERATE(CodecId::kCrownContexts, CodecId::kLostPositions);
  const TemporaryDirectory folder;
  const std::string golden = folder.file("golden.uisge");
  REQUIRE(solve(solve_to(golden, codec), {}, std::atomic<bool>{false}));
  make_finished_log(folder.file("x.uisge"), codec);
  const std::string log_path = ply_log_path(folder.file("x.uisge"));
  const auto log = read_bytes(log_path);
  const std::vector<LoggedPly> plies = PlyLogReader::open(log_path).value().plies();
  const std::string output = folder.file("made.uisge");

  REQUIRE(assembled(log_path, output, codec));
  CHECK(read_bytes(output) == read_bytes(golden));
  std::filesystem::remove(output);

  struct Wrong {
    std::string what;
    bool needs_segments;
    std::function<void(PlyCounts&, std::vector<SegmentRecord>&)> make;
  };
  const std::vector<Wrong> wrongs{
      {"a segment is missing", true, [](PlyCounts&, auto& segments) { segments.erase(segments.begin()); }},
      {"a segment says lost for won", true,
       [](PlyCounts&, auto& segments) {
         Outcome& outcome = segments.front().outcome;
         outcome = outcome == Outcome::kWin ? Outcome::kLoss : Outcome::kWin;
       }},
      {"one more is won", false, [](PlyCounts& counts, auto&) { ++counts.won; }},
      {"one more is lost", false, [](PlyCounts& counts, auto&) { ++counts.lost; }},
  };
  int tried = 0;
  for (std::size_t ply = 0; ply < plies.size(); ++ply) {
    for (std::size_t i = 0; i < wrongs.size(); ++i) {
      // After the first plies one kind at most in each ply, since making a database takes long. All kinds meet odd and
      // even plies.
      if (ply >= 4 && ply % 5 != i) continue;
      const Wrong& wrong = wrongs[i];
      if (wrong.needs_segments && plies[ply].segments.empty()) continue;
      CAPTURE(ply, wrong.what);
      const std::string forged = forged_log(log_path, [&](std::size_t number, PlyCounts& counts, auto& segments) {
        if (number == ply) wrong.make(counts, segments);
      });
      const std::string forged_path = folder.file("forged.plies");
      write_text(forged_path, forged);
      REQUIRE(PlyLogReader::open(forged_path).value().plies().size() == plies.size());
      const auto result = assembled(forged_path, output, codec);
      check_error(result, ErrorKind::kBadFile);
      CHECK(result.error().message.starts_with(fmt::format("{}: ply {} decided ", forged_path, ply)));
      CHECK(!std::filesystem::exists(output));
      CHECK(!std::filesystem::exists(output + ".part"));
      ++tried;
    }
  }
  CHECK(tried > static_cast<int>(plies.size()) / 2);
  CHECK(read_bytes(log_path) == log);
}

TEST_CASE("a solve whose checkpoint contradicts itself advises to begin anew, not to resume", "[solve][damage]") {
  const TemporaryDirectory folder;
  SolveRequest request = solve_to(folder.file("x.uisge"), CodecId::kCrownContexts);
  make_finished_log(request.output, request.codec);
  const std::string log_path = ply_log_path(request.output);
  // Ply 3 decides again what ply 1 decided. Each ply's segments agree with its counts, so the log can be resumed.
  const LoggedPly first = PlyLogReader::open(log_path).value().plies()[1];
  REQUIRE(first.counts.won > 0);
  write_text(log_path, forged_log(log_path, [&](std::size_t number, PlyCounts& counts, auto& segments) {
               if (number != 3) return;
               counts.won = first.counts.won;
               counts.lost = first.counts.lost;
               segments = first.segments;
               for (SegmentRecord& segment : segments) segment.ply = 3;
             }));
  request.resume = true;
  const auto result = solve(request, {}, std::atomic<bool>{false});
  check_error(result, ErrorKind::kBadFile, "lost positions, the labels have ");
  REQUIRE(result.error().advice.size() == 1);
  CHECK(result.error().advice.front().remedy == Remedy::kRestart);
}
