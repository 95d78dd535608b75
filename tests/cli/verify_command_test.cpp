// Tests `uisge verify` with a right file, whose receipt it checks, and with a wrong label that `uisge check` does not
// find.
#include "core/notation.h"
#include "db/position_cell.h"
#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

TEST_CASE("verify proves a right file and writes a receipt", "[cli][verify]") {
  const SmallDatabase database;
  const std::string receipt = database.file("receipt.json");
  CHECK(contains(run_well({"verify", database.path(), "--receipt", receipt, "--threads", "2"}).out, "proved"));
  const Json written = Json::parse(text_of_file(receipt));
  check_fields(written, "passed", true, "complete", true, "hash", run_json("info", {database.path()})["hash"]);
  const ProgramRun sample = run_well({"verify", database.path(), "--sample", "100", "--seed", "5"});
  CHECK(contains(sample.out, "sample of 100 positions"));
  CHECK(contains(sample.out, "no proof"));
  CHECK(run_uisge({"verify", database.path(), "--receipt", database.file("no/where.json")}).exit_code == 4);
}

TEST_CASE("a wrong label with right checksums passes check and fails verify with its position", "[cli][verify]") {
  SmallDatabase database;
  NaiveLabels& labels = database.labels();
  // The distance of one lost position, which is the longest of all, becomes two plies longer. The labels of positions
  // with a move to this position still follow from their moves, so only the changed label is wrong.
  const Board board(kSmall.board);
  std::optional<PositionCell> longest;
  for_each_live_cell_of(labels, [&](PositionCell cell, Label label) {
    if (label.outcome == Outcome::kLoss && label.distance == 12 && !longest) longest = cell;
  });
  REQUIRE(longest);
  labels.labels[longest->placement][longest->index] = encode_label({Outcome::kLoss, 14});
  database.rewrite();
  run_well({"check", database.path()});
  const std::string receipt = database.file("receipt.json");
  const std::string wrong =
      to_text(board, position_at(board, Colourings(2), labels.placements[longest->placement], longest->index));
  check_refused({"verify", database.path(), "--receipt", receipt}, 5, wrong);
  check_fields(Json::parse(text_of_file(receipt)), "passed", false, "position", wrong);
}
