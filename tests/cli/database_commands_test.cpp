// query, info, check, verify and diff, end to end on small databases.
// Long because five commands answer from the same small files.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/notation.h"
#include "db/position_cell.h"
#include "tests/cli/run_program.h"
#include "tests/db/forged_file.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

namespace {

const DatabaseIdentity kSmall{{4, 3}, 2, {StuckRule::kLoses, false}};
const DatabaseIdentity kSmallDraws{{4, 3}, 2, {StuckRule::kDraws, false}};

class SmallDatabase {
 public:
  explicit SmallDatabase(const DatabaseIdentity& identity = kSmall) : labels_(naive_labels(identity)) {
    write_database(path(), labels_);
  }
  std::string path() const { return directory_.file("small.uisge"); }
  std::string file(const std::string& name) const { return directory_.file(name); }
  NaiveLabels& labels() { return labels_; }
  void rewrite() const { write_database(path(), labels_); }

 private:
  TemporaryDirectory directory_;
  NaiveLabels labels_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// 4x3, two a side: White jumps c1 over b1 to a1 ... found by the test solver, so only shapes are asserted on it.
const std::string kPosition = "4/1bb1/1ww1 w";

}  // namespace

TEST_CASE("query prints board, value, moves and line", "[cli][query]") {
  const SmallDatabase database;
  const ProgramRun run = run_uisge({"query", database.path(), kPosition});
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  CHECK(run.out.find("3 . . . .\n2 . b b .\n1 . w w .\n  a b c d\n") == 0);
  CHECK(run.out.find("White to move ") != std::string::npos);
  CHECK(run.out.find("\nline: ") != std::string::npos);
}

TEST_CASE("query's JSON is that of the documentation", "[cli][query]") {
  const SmallDatabase database;
  const ProgramRun run = run_uisge({"query", database.path(), kPosition, "4/1WW1/1bb1 b", "--json"});
  CHECK(run.exit_code == 0);
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 2);
  const Json answer = Json::parse(lines[0]);
  CHECK(answer["position"] == kPosition);
  const Board board(kSmall.board);
  const PositionCell cell =
      find_cell(board, naive_labels(kSmall).placements, Colourings(2), parse_position(kPosition).value()).value();
  const Label label = decode_label(naive_labels(kSmall).labels[cell.placement][cell.index]);
  CHECK(answer["value"] == to_string(label.outcome));
  if (label.outcome == Outcome::kDraw) {
    CHECK(answer["distance"].is_null());
  } else {
    CHECK(answer["distance"] == label.distance);
    CHECK(answer["line"].size() == label.distance);
  }
  REQUIRE(!answer["moves"].empty());
  CHECK(answer["moves"][0]["best"] == true);
  CHECK(answer["moves"][0]["value"] == answer["value"]);
  CHECK(answer["moves"][0]["move"] == answer["line"][0]);
  // The second position is over.
  const Json over = Json::parse(lines[1]);
  CHECK(over["value"] == "loss");
  CHECK(over["distance"] == 0);
  CHECK(over["moves"].empty());
}

TEST_CASE("a wrong position among several means that nothing is answered", "[cli][query]") {
  const SmallDatabase database;
  for (const char* wrong : {"4/1bb1/1ww w", "7/2bb3/2bb3/3ww2/3ww2/7 w", "b3/1WW1/3b w", "", "hello"}) {
    const ProgramRun run = run_uisge({"query", database.path(), kPosition, wrong});
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(is_one_error_line(run.err));
  }
  const ProgramRun other = run_uisge({"query", database.path(), "7/2bb3/2bb3/3ww2/3ww2/7 w"});
  CHECK(other.err.find("4x3 with 2 pieces a side, loses") != std::string::npos);
}

TEST_CASE("a stream of positions goes on after a bad line and says so at the end", "[cli][query]") {
  const SmallDatabase database;
  RunOptions options;
  options.input = kPosition + "\n\n# a comment\r\nnonsense\n4/1ww1/1bb1 b\r\n";
  const ProgramRun run = run_uisge({"query", database.path(), "-", "--json"}, options);
  CHECK(run.exit_code == 2);
  CHECK(is_one_error_line(run.err));
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 3);
  CHECK(Json::parse(lines[0])["position"] == kPosition);
  CHECK(Json::parse(lines[1])["line"] == 4);
  CHECK(Json::parse(lines[1])["error"].get<std::string>().find("position: ") == 0);
  CHECK(Json::parse(lines[2])["position"] == "4/1ww1/1bb1 b");
  const ProgramRun text = run_uisge({"query", database.path(), "-"}, options);
  CHECK(text.exit_code == 2);
  CHECK(text.err.find("uisge: line 4: position: ") == 0);
}

TEST_CASE("info tells what is in a file", "[cli][info]") {
  const SmallDatabase database;
  const ProgramRun run = run_uisge({"info", database.path(), "--json"});
  REQUIRE(run.exit_code == 0);
  const Json info = Json::parse(run.out);
  // The row of 4x3 in tests/data/small-boards.csv.
  CHECK(info["board"] == "4x3");
  CHECK(info["pieces"] == 2);
  CHECK(info["stuck"] == "loses");
  CHECK(info["diagonal_jumps"] == false);
  CHECK(info["live"] == 3510);
  CHECK(info["won"] == 1670);
  CHECK(info["lost"] == 1796);
  CHECK(info["drawn"] == 44);
  CHECK(info["longest_distance"] == 12);
  REQUIRE(info["by_distance"].size() == 13);
  std::uint64_t won = 0;
  for (const Json& row : info["by_distance"]) won += row["won"].get<std::uint64_t>();
  CHECK(won == 1670);
  const ProgramRun example =
      run_uisge({"query", database.path(), info["longest_example"].get<std::string>(), "--json"});
  CHECK(Json::parse(example.out)["distance"] == 12);
  const ProgramRun start =
      run_uisge({"query", database.path(), info["start"]["position"].get<std::string>(), "--json"});
  CHECK(Json::parse(start.out)["value"] == info["start"]["value"]);
  CHECK(Json::parse(start.out)["distance"] == info["start"]["distance"]);
  const ProgramRun text = run_uisge({"info", database.path(), "--histogram"});
  CHECK(text.out.find("3,510") != std::string::npos);
  CHECK(text.out.find("distance ") != std::string::npos);
}

TEST_CASE("damaged files are refused by every command that reads one", "[cli][damage]") {
  const SmallDatabase database;
  const Bytes intact = read_bytes(database.path());
  for (std::size_t i = 0; i < intact.size(); i += 97) {
    Bytes bytes = intact;
    bytes[i] ^= std::byte{4};
    write_bytes(database.path(), bytes);
    for (const auto& arguments : std::vector<std::vector<std::string>>{{"query", database.path(), kPosition},
                                                                       {"check", database.path()},
                                                                       {"info", database.path()},
                                                                       {"verify", database.path()},
                                                                       {"diff", database.path(), database.path()}}) {
      const ProgramRun run = run_uisge(arguments);
      CHECK(run.exit_code == 3);
      CHECK(run.out.empty());
      CHECK(is_one_error_line(run.err));
      CHECK(run.err.find(database.path()) != std::string::npos);
    }
  }
  write_bytes(database.path(), intact);
  CHECK(run_uisge({"check", database.path()}).exit_code == 0);
}

TEST_CASE("files that cannot be read are no answer either", "[cli][damage]") {
  const SmallDatabase database;
  CHECK(run_uisge({"query", database.file("nothing.uisge"), kPosition}).exit_code == 4);
  CHECK(run_uisge({"info", "/"}).exit_code == 3);
  CHECK(run_uisge({"info", "/dev/null"}).exit_code == 3);
}

TEST_CASE("verify proves a right file and writes a receipt", "[cli][verify]") {
  const SmallDatabase database;
  const std::string receipt = database.file("receipt.json");
  const ProgramRun run = run_uisge({"verify", database.path(), "--receipt", receipt, "--threads", "2"});
  CHECK(run.exit_code == 0);
  CHECK(run.out.find("proved") != std::string::npos);
  const Bytes bytes = read_bytes(receipt);
  const Json json = Json::parse(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  CHECK(json["passed"] == true);
  CHECK(json["complete"] == true);
  CHECK(json["hash"] == Json::parse(run_uisge({"info", database.path(), "--json"}).out)["hash"]);
  const ProgramRun sample = run_uisge({"verify", database.path(), "--sample", "100", "--seed", "5"});
  CHECK(sample.exit_code == 0);
  CHECK(sample.out.find("sample of 100 positions") != std::string::npos);
  CHECK(sample.out.find("no proof") != std::string::npos);
  CHECK(run_uisge({"verify", database.path(), "--receipt", database.file("no/where.json")}).exit_code == 4);
}

TEST_CASE("check prints the SHA-256 that sha256sum prints", "[cli][check]") {
  const SmallDatabase database;
  const ProgramRun expected = RunningProgram("/bin/sh", {"-c", "exec sha256sum \"$0\"", database.path()}).wait();
  REQUIRE(expected.exit_code == 0);
  const ProgramRun run = run_uisge({"check", database.path(), "--sha256"});
  CHECK(run.exit_code == 0);
  REQUIRE(lines_of(run.out).size() == 2);
  CHECK(lines_of(run.out)[1] + "\n" == expected.out);
  CHECK(run_json("check", {database.path(), "--sha256"})["sha256"] == expected.out.substr(0, 64));
  CHECK(!run_json("check", {database.path()}).contains("sha256"));
}

TEST_CASE("the list of published checksums has the golden databases", "[cli][check][golden]") {
  std::ifstream list(UISGE_CHECKSUM_LIST);
  std::stringstream listed;
  listed << list.rdbuf();
  for (const char* name : {"2x5-3-draws", "3x3-2-loses", "4x3-2-passes", "4x4-2-wins-diagonal"}) {
    const std::string file = std::string(name) + ".uisge";
    const auto sum = run_json("check", {std::string(UISGE_TEST_DATA) + "/" + file, "--sha256"})["sha256"];
    CHECK(listed.str().find(sum.get<std::string>() + "  " + file + "\n") != std::string::npos);
  }
}

TEST_CASE("a wrong label with right checksums passes check and fails verify with its position", "[cli][verify]") {
  SmallDatabase database;
  NaiveLabels& labels = database.labels();
  // The last position with the longest distance, two plies longer: whatever leads to it does not lead to anything
  // longer, so it is the only one that breaks the law.
  const Board board(kSmall.board);
  std::optional<PositionCell> longest;
  for (std::uint32_t p = 0; p < labels.labels.size(); ++p) {
    for (std::uint32_t i = 0; i < labels.labels[p].size(); ++i) {
      const Label label = decode_label(labels.labels[p][i]);
      if (label.outcome == Outcome::kLoss && label.distance == 12 && !longest) longest = PositionCell{p, i};
    }
  }
  REQUIRE(longest);
  labels.labels[longest->placement][longest->index] = encode_label({Outcome::kLoss, 14});
  database.rewrite();
  CHECK(run_uisge({"check", database.path()}).exit_code == 0);
  const std::string receipt = database.file("receipt.json");
  const ProgramRun run = run_uisge({"verify", database.path(), "--receipt", receipt});
  CHECK(run.exit_code == 5);
  CHECK(run.out.empty());
  CHECK(is_one_error_line(run.err));
  const Position wrong = position_at(board, Colourings(2), labels.placements[longest->placement], longest->index);
  CHECK(run.err.find(to_text(board, wrong)) != std::string::npos);
  const Bytes bytes = read_bytes(receipt);
  const Json json = Json::parse(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  CHECK(json["passed"] == false);
  CHECK(json["position"] == to_text(board, wrong));
}

TEST_CASE("diff counts what another stuck rule changes", "[cli][diff]") {
  const SmallDatabase loses;
  const SmallDatabase draws(kSmallDraws);
  const ProgramRun run = run_uisge({"diff", loses.path(), draws.path(), "--json"});
  REQUIRE(run.exit_code == 0);
  const Json diff = Json::parse(run.out);
  // Rows of tests/data/small-boards.csv: what is won or lost in one file and not in the other has changed.
  CHECK(diff["live"] == 3510);
  std::uint64_t no_longer_won = 0;
  std::uint64_t now_won = 0;
  for (const Json& change : diff["changes"]) {
    if (change["from"] == "win") no_longer_won += change["positions"].get<std::uint64_t>();
    if (change["to"] == "win") now_won += change["positions"].get<std::uint64_t>();
  }
  CHECK(1670 - no_longer_won + now_won == 1182);
  const ProgramRun same = run_uisge({"diff", loses.path(), loses.path(), "--json"});
  CHECK(Json::parse(same.out)["changed"] == 0);
  const SmallDatabase other({{3, 3}, 2, {}});
  const ProgramRun refused = run_uisge({"diff", loses.path(), other.path()});
  CHECK(refused.exit_code == 2);
  CHECK(is_one_error_line(refused.err));
}

// White's last blank on a1 jumps over b1 onto c1 and all hang together: won at once.
TEST_CASE("query searches what the file does not hold, if asked to, and says so", "[cli][query][search]") {
  const SmallDatabase database;
  const std::string elsewhere = "Wb1/wb1 w";
  const ProgramRun refused = run_uisge({"query", database.path(), elsewhere});
  CHECK(refused.exit_code == 2);
  CHECK(is_one_error_line(refused.err));
  CHECK(refused.err.find("--search PLIES") != std::string::npos);

  const ProgramRun run = run_uisge({"query", database.path(), elsewhere, kPosition, "--search", "4", "--json"});
  CHECK(run.exit_code == 0);
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 2);
  const Json searched = Json::parse(lines[0]);
  CHECK(searched["source"] == "search");
  CHECK(searched["searched_plies"] == 4);
  CHECK(searched["value"] == "win");
  CHECK(searched["distance"] == 1);
  CHECK(searched["moves"][0]["move"] == "a1c1");
  CHECK(searched["moves"][0]["best"] == true);
  CHECK(searched["line"] == Json::array({"a1c1"}));
  const Json known = Json::parse(lines[1]);
  CHECK(known["source"] == "file");
  CHECK_FALSE(known.contains("searched_plies"));
  const Json alone = Json::parse(run_uisge({"query", database.path(), kPosition, "--json"}).out);
  CHECK(known == alone);

  const ProgramRun text = run_uisge({"query", database.path(), elsewhere, "--search", "4"});
  CHECK(text.out.find("Not in the file: searched 4 plies ahead, a stuck player loses\nWhite to move wins in 1 ply\n") !=
        std::string::npos);
}

// A side of six blanks needs six moves of its own.
TEST_CASE("what a query's search does not decide is open", "[cli][query][search]") {
  const SmallDatabase database;
  const std::string start = "7/2bb3/1bbbb2/2wwww1/3ww2/7 w";
  const Json open =
      Json::parse(run_uisge({"query", database.path(), start, "--search", "4", "--json", "--memory", "16M"}).out);
  CHECK(open["value"].is_null());
  CHECK(open["no_forced_win_within"] == 4);
  CHECK(open["moves"].size() == 4);
  CHECK(open["moves"][0]["value"].is_null());
  CHECK(open["moves"][0]["best"].is_null());
  CHECK(open["line"].empty());
  const ProgramRun text = run_uisge({"query", database.path(), start, "--search", "4", "--memory", "16M"});
  CHECK(text.out.find("White to move: no forced result within 4 plies\n") != std::string::npos);
  // A stream mixes what is known, searched and wrong.
  RunOptions options;
  options.input = start + "\nnonsense\n" + kPosition + "\n";
  const ProgramRun mixed = run_uisge({"query", database.path(), "-", "--search", "2", "--json"}, options);
  CHECK(mixed.exit_code == 2);
  const auto lines = lines_of(mixed.out);
  REQUIRE(lines.size() == 3);
  CHECK(Json::parse(lines[0])["source"] == "search");
  CHECK(Json::parse(lines[1])["line"] == 2);
  CHECK(Json::parse(lines[2])["source"] == "file");
}

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
  for (const char* count : {"live", "won", "lost", "drawn", "canonical"}) CHECK(info[count] == whole[count]);
  CHECK(info["longest_distance"].is_null());
  CHECK(info["codec"] == 3);
  CHECK(run_uisge({"info", values, "--histogram"}).out.find("values alone") != std::string::npos);

  const Json diff = run_json("diff", {database.path(), values});
  CHECK(diff["changed"] == 0);
  CHECK(diff["other_distance"].is_null());

  const Json receipt = run_json("verify", {values});
  CHECK(receipt["passed"] == true);
  CHECK(receipt["distances"] == false);
  CHECK(receipt["proves"]["draws"] == "all");
  CHECK(receipt["proves"]["wins_and_losses"]["all"] == false);
  CHECK(receipt["proves"]["wins_and_losses"]["proved"] > 0);
  CHECK(run_uisge({"verify", values}).out.find("every draw is proved") != std::string::npos);
  CHECK(run_uisge({"check", values}).exit_code == 0);

  const ProgramRun played = run_uisge({"play", "--database", values});
  CHECK(played.exit_code == 2);
  CHECK(is_one_error_line(played.err));
}

TEST_CASE("values of other rules fail verification", "[cli][lost]") {
  const SmallDatabase database;
  const std::string values = database.file("values.uisge");
  NaiveLabels other = naive_labels({{4, 3}, 2, {StuckRule::kWins, false}});
  other.identity = kSmall;
  write_database(values, other, CodecId::kLostValues);
  const ProgramRun run = run_uisge({"verify", values});
  CHECK(run.exit_code == 5);
  CHECK(is_one_error_line(run.err));
}
