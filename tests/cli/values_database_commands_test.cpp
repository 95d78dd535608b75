// Tests `query`, `info`, `diff`, `verify` and `play` on a values database, which has no distances.
#include "core/notation.h"
#include "db/position_cell.h"
#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

TEST_CASE("a values database answers without distances, and the search adds them", "[cli][query][lost]") {
  SmallDatabase database;
  const std::string values = database.file("values.uisge");
  write_database(values, database.labels(), CodecId::kLostValues);
  const Board board(kSmall.board);
  const auto is_null_or = [](const Json& distance, Label label) {
    return distance.is_null() || (label.outcome != Outcome::kDraw && distance == label.distance);
  };
  int with_distance = 0;
  int asked = 0;
  for (std::uint32_t i = 0; i < positions_per_placement(2); i += 7) {
    if (!is_live_index(2, i)) continue;
    const std::uint32_t placement = i % static_cast<std::uint32_t>(database.labels().placements.size());
    const Label label = decode_label(database.labels().labels[placement][i]);
    const std::string position =
        to_text(board, position_at(board, Colourings(2), database.labels().placements[placement], i));
    ++asked;
    const Json plain = run_json("query", {values, position});
    CHECK(plain["value"] == to_string(label.outcome));
    if (!plain["moves"].empty()) CHECK(plain["distance"].is_null());
    for (const Json& move : plain["moves"]) CHECK(move["distance"].is_null());
    const Json searched = run_json("query", {values, position, "--search", "5"});
    CHECK(searched["value"] == plain["value"]);
    CHECK(is_null_or(searched["distance"], label));
    if (label.outcome != Outcome::kDraw && label.distance <= 5) {
      CHECK(searched["distance"] == label.distance);
      CHECK(searched["line"].size() == label.distance);
      ++with_distance;
    }
    if (asked == 12) break;
  }
  CHECK(with_distance > 0);
}

TEST_CASE("info, diff, verify and play say that a values database knows no distances", "[cli][lost]") {
  SmallDatabase database;
  const std::string values = database.file("values.uisge");
  write_database(values, database.labels(), CodecId::kLostValues);
  const Json info = run_json("info", {values});
  const Json whole = run_json("info", {database.path()});
  CHECK(info["distances"] == false);
  CHECK(whole["distances"] == true);
  check_same(info, whole, {"live", "won", "lost", "drawn", "canonical"});
  check_fields(info, "longest_distance", nullptr, "codec", 3);
  CHECK(contains(run_uisge({"info", values}).out, "values alone"));
  check_refused({"info", values, "--histogram"}, 2, "it has no distances for --histogram");
  CHECK(run_json("info", {values, "--histogram"}) == info);  // JSON always has the counts by distance

  check_fields(run_json("diff", {database.path(), values}), "changed", 0, "other_distance", nullptr);

  const Json receipt = run_json("verify", {values});
  check_fields(receipt, "passed", true, "distances", false);
  CHECK(receipt["proves"]["draws"] == "all");
  CHECK(receipt["proves"]["wins_and_losses"]["all"] == false);
  CHECK(receipt["proves"]["wins_and_losses"]["proved"] > 0);
  CHECK(contains(run_uisge({"verify", values}).out, "every draw is proved"));
  run_well({"check", values});

  check_refused({"play", "--database", values}, 2);
}
