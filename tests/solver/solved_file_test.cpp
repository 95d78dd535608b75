// The whole way: engine, ply log, database file, then the second reader (docs/format.md) and the oracle.
#include <catch2/catch.hpp>

#include "solver/solve/solve.h"
#include "tests/db/file_against_oracle.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

second_reader::Bytes solved(const std::string& path, const DatabaseIdentity& identity, int threads,
                            InstructionSet instructions) {
  SolveRequest request;
  request.identity = identity;
  request.output = path;
  request.threads = threads;
  request.instructions = instructions;
  const std::atomic<bool> cancel = false;
  const auto result = solve(request, {}, cancel);
  if (!result) FAIL(result.error().message);
  return second_reader::file_bytes(path);
}

}  // namespace

TEST_CASE("solved files hold the oracle's labels, the same bytes from any threads and kernel", "[solve][oracle]") {
  struct Size {
    int files, ranks, pieces;
  };
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.uisge");
  for (const Size size : {Size{2, 2, 1}, Size{3, 3, 2}, Size{4, 4, 2}, Size{2, 6, 3}, Size{3, 3, 4}, Size{2, 5, 5}}) {
    const oracle::Universe universe(size.files, size.ranks, size.pieces);
    for (const RuleSet rules : kAllRuleSets) {
      CAPTURE(size.files, size.ranks, size.pieces, to_string(rules));
      const DatabaseIdentity identity{{size.files, size.ranks}, size.pieces, rules};
      const second_reader::Bytes bytes = solved(path, identity, 1, InstructionSet::kPortable);
      const second_reader::Reader reader(bytes);
      CHECK(to_string(reader.header().game.stuck) == to_string(rules.stuck));
      CHECK(reader.header().game.diagonal_jumps == rules.diagonal_jumps);
      const auto labels = second_reader::oracle_labels(reader, universe);
      CHECK(second_reader::wrong_labels(reader, universe, labels).empty());
      const oracle::Counts counts = oracle::count(labels);
      CHECK(reader.statistics().raw == std::array{counts.won, counts.lost, counts.drawn});
      const InstructionSet fastest = supported_instruction_sets().back();
      for (const int threads : {2, 7}) CHECK((solved(path, identity, threads, fastest) == bytes));
    }
  }
}
