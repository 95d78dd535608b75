// Tests `uisge book` as a whole program.
#include "solver/search/book_file.h"
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;
using Json = nlohmann::json;

TEST_CASE("a book of the real game has as many positions as reach finds", "[cli][book]") {
  const TemporaryDirectory directory;
  const Json book = run_json("book", {"--plies", "4", "--depth", "3", "--memory", "16M", "--threads", "2", "--stuck",
                                      "draws", "--diagonal-jumps", "--out", directory.file("a.book")});
  const Json reached = run_json("reach", {"--plies", "4", "--stuck", "draws", "--diagonal-jumps"});
  REQUIRE(book["by_ply"].size() == 5);
  for (std::size_t ply = 0; ply < 5; ++ply) {
    CHECK(book["by_ply"][ply]["positions"] == reached["by_ply"][ply]["canonical"]);
    // Six blanks need six moves, so no side completes within seven plies. Under `draws` a side can win only by
    // completing.
    CHECK(book["by_ply"][ply]["undecided"] == book["by_ply"][ply]["positions"]);
  }
  check_fields(book, "positions", reached["canonical"], "searched", reached["by_ply"][4]["canonical"], "position",
               "7/2bb3/1bbbb2/2wwww1/3ww2/7 w", "stuck", "draws", "diagonal_jumps", true, "first_losing_move", nullptr);
}

TEST_CASE("the published book is whole, and its marks follow from its last ply", "[cli][book]") {
  const auto book = uisge::read_book(UISGE_SOURCE "/docs/book/7x6-6-loses.book");
  REQUIRE(book);
  REQUIRE(book->has_value());
  CHECK((*book)->is_complete);
  CHECK(uisge::false_line_of(**book) == std::nullopt);
}

// This file tests the words that are printed. tests/search/opening_book_test.cpp compares every verdict with the
// oracle.
TEST_CASE("search agrees that the first losing move of a book loses", "[cli][book]") {
  const TemporaryDirectory directory;
  const std::vector<std::string> game{"--board", "4x3", "--pieces", "2"};
  const Json book = run_json(
      "book", joined(game, {"--plies", "6", "--depth", "9", "--memory", "1M", "--out", directory.file("a.book")}));
  const Json& losing = book["first_losing_move"];
  REQUIRE(losing.is_object());
  std::string moves;
  for (const Json& move : losing["moves"]) moves += move.get<std::string>() + " ";
  const auto searched = [&](const std::string& played) {
    return run_json("search", joined(game, {"--plies", "9", "--memory", "1M", "--moves", played}));
  };
  CHECK(searched(moves)["value"] != "loss");
  const Json after = searched(moves + losing["move"].get<std::string>());
  check_fields(after, "value", "win", "distance", losing["distance"].get<int>() - 1);
}

TEST_CASE("book prints a table, and checks a book", "[cli][book]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.book");
  const ProgramRun made =
      run_well({"book", "wb1/3 w", "--plies", "1", "--depth", "2", "--memory", "1M", "--out", path});
  CHECK(made.err.empty());
  // White's only piece jumps, which wins. So the book has two positions and one move. It stores each position as its
  // image with the mover's piece on the lowest square.
  CHECK(text_of_file(path) ==
        "uisge-book 1\nrules loses\nposition wb1/3 w\nplies 1\ndepth 2\npositions 1 1\n"
        "1 3/Bw1 w loss 0\n0 3/wb1 w win 1 a1c1+1\nend\n");
  CHECK(contains(made.out, "\n  0          1        1        0      0         0          1        1        0\n"));
  CHECK(contains(made.out, "Book: " + path));
  const ProgramRun checked = run_well({"book", "--check", path});
  CHECK(contains(checked.out, path + ": it holds. 2 positions, none missing; 0 proofs replayed"));
  const Json found = run_json("book", {"--check", path});
  check_fields(found, "holds", true, "flaw", nullptr);
  CHECK(found["by_ply"][0]["winning_moves"] == 1);

  write_text(path,
             "uisge-book 1\nrules loses\nposition wb1/3 w\nplies 1\ndepth 2\npositions 1 1\n"
             "1 3/Bw1 w loss 0\n0 3/wb1 w win 1 a1c1+2\nend\n");
  check_refused({"book", "--check", path}, 5, "line 8: ");
  const ProgramRun json_changed = run_uisge({"book", "--check", path, "--json"});
  CHECK(json_changed.exit_code == 5);
  CHECK(Json::parse(json_changed.out)["holds"] == false);
}

TEST_CASE("with --moves a book begins at the position after the moves", "[cli][book]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.book");
  const Json shown = run_json("show", {"4/bb2/1ww1 w", "--moves", "c1a1"});
  CHECK(run_json("book", {"4/bb2/1ww1 w", "--moves", "c1a1", "--plies", "0", "--depth", "1", "--memory", "1M", "--out",
                          path})["position"] == shown["position"]);
}

TEST_CASE("without --out a book is named after its game", "[cli][book]") {
  const TemporaryDirectory directory;
  const ProgramRun run =
      run_in_folder(directory.path(), {"book", "--board", "4x3", "--pieces", "2", "--stuck", "passes",
                                       "--diagonal-jumps", "--plies", "1", "--depth", "1", "--memory", "1M"});
  CHECK(run.exit_code == 0);
  CHECK(std::filesystem::exists(directory.file("4x3-2-passes-diagonal.book")));
}

// tests/search/opening_book_test.cpp: a book that is cut anywhere, or interrupted often, is completed to the same
// bytes.
TEST_CASE("a book that is stopped says what it keeps, and goes on", "[cli][book]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.book");
  const std::vector<std::string> book{"book",    "--board", "5x4",      "--pieces", "4",     "--plies", "6",
                                      "--depth", "12",      "--memory", "16M",      "--out", path};
  RunningProgram program(UISGE_PROGRAM, book);
  REQUIRE(grows_beyond(path, 400));  // some of its thousand lines are written
  program.send(SIGTERM);
  const ProgramRun run = program.wait();
  CHECK(run.exit_code == 128 + SIGTERM);
  CHECK(is_one_error_line(run.err));
  CHECK(contains(run.err, " positions are searched and kept"));
  CHECK(run_uisge({"book", "--check", path}).exit_code == 3);
  run_well(book);
  CHECK(run_json("book", {"--check", path})["holds"] == true);
}

TEST_CASE("a file that is not a book, or a book of something else, is refused in one line", "[cli][book][bad]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.book");
  run_well({"book", "wb1/3 w", "--plies", "1", "--depth", "2", "--memory", "1M", "--out", path});
  const auto expect_refusal = [&](const std::vector<std::string>& arguments, const std::string& message,
                                  int exit_code) { check_refused(joined({"book"}, arguments), exit_code, message); };
  expect_refusal({"wb1/3 w", "--plies", "1", "--depth", "3", "--out", path},
                 "is a book of 1 ply and depth 2, not of 1 ply and depth 3; choose another file with --out", 2);
  expect_refusal({"wb1/3 w", "--out", directory.path()}, directory.path() + ": ", 4);
  write_text(directory.file("b.book.proofs"), "");
  expect_refusal({"wb1/3 w", "--plies", "1", "--depth", "2", "--memory", "1M", "--out", directory.file("b.book")},
                 "Not a directory", 4);
  write_text(path, "uisge-book 1\nrules loses\nposition wb1/3 w\nplies 1\ndepth 2\npositions 1 2\n");
  expect_refusal({"--check", path}, "line 6: expected 'positions 1 1'", 3);
  write_text(path, std::string(1 << 17, 'x'));
  expect_refusal({"--check", path}, path, 3);
}
