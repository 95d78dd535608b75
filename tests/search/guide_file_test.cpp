// Tests the file of a guide, which names the winner's moves.
#include "solver/search/guide_file.h"
#include "core/notation.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("a guide is read line by line, and a bad line is named", "[search]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("guide");
  const Board board({3, 2});
  const Position position = parse_position("Wb1/wb1 w").value();
  const auto read_whole = [&](const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    return read_guide(path, board, 2, RuleSet{}, nullptr);
  };
  const auto read = [&](const std::string& lines) { return read_whole("uisge-guide 1\nrules loses\n" + lines); };
  const Move move = read("Wb1/wb1 w a1c1\n").value().at(position).move;
  CHECK(move == parse_move(board, {}, position, "a1c1").value());
  CHECK(read("")->empty());
  for (const std::string bad :
       {"", "uisge-guide 2\nrules loses\n", "uisge-guide 1\nrules draws\n", "uisge-guide 1\n"}) {
    CAPTURE(bad);
    CHECK(read_whole(bad).error().kind == ErrorKind::kBadFile);
  }
  // Writes a guide and reads it back.
  OutputPlace place = OutputPlace::claim(path, kGuideFile).value();
  REQUIRE(write_guide(place, board, {}, {{position, move}}));
  std::atomic<bool> cancel{false};
  const auto stop = [&](std::uint64_t moves) { cancel = moves == 1; };
  CHECK(read_guide(path, board, 2, {}, &cancel, stop).error().kind == ErrorKind::kInterrupted);
  CHECK(read_guide(path, board, 2, {}, nullptr)->at(position).move == move);
  for (const std::string bad : {"Wb1/wb1 w", "Wb1/wb1 w a1a9\n", "Wb1/wb1 w a1b2\n", "hello\n", "\n",
                                "4/bb2/1ww1 w a1c1\n", "Wb1/wb1 w a1c1\nWb1/wb1 w a1c1\n"}) {
    const auto refused = read(bad);
    CAPTURE(bad);
    check_error(refused, ErrorKind::kBadFile, "line ");
  }
  CHECK(read_guide(directory.file("none"), board, 2, {}, nullptr).error().kind == ErrorKind::kResource);
}

TEST_CASE("a guide replaces the guide of the round before, but no file that has appeared meanwhile", "[search]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("guide");
  const Board board({3, 2});
  const Position position = parse_position("Wb1/wb1 w").value();
  const Move move = parse_move(board, {}, position, "a1c1").value();
  OutputPlace place = OutputPlace::claim(path, kGuideFile).value();
  REQUIRE(write_guide(place, board, {}, {}));
  REQUIRE(write_guide(place, board, {}, {{position, move}}));
  CHECK(read_guide(path, board, 2, {}, nullptr)->size() == 1);
  const std::string other = directory.file("other");
  std::ofstream(other, std::ios::binary) << "uisge-guide 1\nrules draws\n";
  std::filesystem::rename(other, path);
  check_error(write_guide(place, board, {}, {{position, move}}), ErrorKind::kResource,
              "guide: this file has appeared meanwhile and is not overwritten");
  CHECK(text_of_file(path) == "uisge-guide 1\nrules draws\n");
}
