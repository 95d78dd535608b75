// Bad input from end to end: when a position, a file or an output is wrong, the exit code and one line say so, and the
// program prints nothing that looks like an answer.
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"
#include "tests/db/forged_file.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("a rank too few or too many is refused with the way out, unless that board is asked for", "[cli][bad]") {
  const std::string lost = "7/2bb3/1bbbb2/2wwww1/3ww2 w";
  const std::string twice = "7/7/2bb3/1bbbb2/2wwww1/3ww2/7 w";
  for (const std::string command : {"show", "search", "play"}) {
    check_refused({command, lost}, 2, "it has 5 ranks, the game's board has 6; if 7x5 is meant, add --board 7x5");
    check_refused({command, twice}, 2, "it has 7 ranks, the game's board has 6; if 7x7 is meant, add --board 7x7");
    check_refused({command, lost, "--board", "7x6"}, 2, "its board is 7x5, --board says 7x6");
  }
  run_well({"show", lost, "--board", "7x5"});
  run_well({"search", twice, "--board", "7x7", "--plies", "2"});
  // This position has four files, so the program does not take it for the real board with ranks missing.
  run_well({"perft", "4/bb2/1ww1 w", "--depth", "1"});
}

TEST_CASE("a position of another board or piece count names what the file holds", "[cli][bad]") {
  const SolvedFile database({4, 3, 2});
  for (const char* text : {"7/2bb3/2bb3/3ww2/3ww2/7 w", "4/1bw1/4 w", "3/bb1/1ww/3 w", "bbb1/www1/4 w"}) {
    check_refused({"query", database.path(), text}, 2, "4x3 with 2 pieces a side, loses");
  }
}

TEST_CASE("files that are damaged or not databases are refused by every command, each with its reason", "[cli][bad]") {
  const SolvedFile database({3, 2, 1});
  const Bytes good = read_bytes(database.path());
  const auto refused_everywhere = [&](const std::string& path, int code, const std::string& words) {
    check_refused({"query", path, "3/wb1 w"}, code, words);
    check_refused({"info", path}, code, words);
    check_refused({"check", path}, code, words);
    check_refused({"verify", path}, code, words);
    check_refused({"diff", path, database.path()}, code, words);
    check_refused({"diff", database.path(), path}, code, words);
  };
  const std::string bad = database.file("bad.uisge");
  Bytes longer = good;
  longer.push_back(std::byte{0});
  for (const Bytes& bytes : {Bytes(), flipped(good, good.size() / 2), Bytes(good.begin(), good.end() - 1), longer}) {
    CAPTURE(bytes.size());
    write_bytes(bad, bytes);
    refused_everywhere(bad, 3, "bad.uisge");
  }
  std::ofstream(bad) << "This is a letter to my aunt, who collects databases of obscure board games.\n";
  refused_everywhere(bad, 3, "bad.uisge");
  refused_everywhere(database.file(""), 3, "not a regular file");
  refused_everywhere("/dev/null", 3, "/dev/null");
  refused_everywhere(database.file("missing.uisge"), 4, "; 'uisge solve --help' tells how to make it");
  check_refused({"play", database.file("missing.proof")}, 4, "missing.proof: No such file");
  // If the file is of another kind that this program writes, the error names the command that takes such files.
  for (const auto& [content, command] : {std::pair{"uisge-proof 2", "verify-proof"},
                                         {"uisge-book 1", "book --check"},
                                         {"uisge-extract 1", "extract --check"}}) {
    std::ofstream(bad) << content;
    for (const std::string reader : {"info", "check", "verify"}) {
      check_refused({reader, bad}, 3, "; 'uisge " + std::string(command) + " " + bad + "' checks it");
    }
  }
}

TEST_CASE("a text with the line ends of Windows is refused for them, and can be converted", "[cli][bad]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("text");
  using Words = std::vector<std::string>;
  for (const auto& [first, command] :
       {std::pair{"uisge-proof 1", Words{"verify-proof", path}},
        {"uisge-book 1", Words{"book", "--check", path}},
        {"uisge-extract 1", Words{"extract", "--check", path}},
        {"uisge-guide 1", Words{"prove", "--guide", path, "--memory", "1M", "--time", "0.1"}}}) {
    CAPTURE(first);
    std::ofstream(path) << first << "\r\nrules loses\r\n";
    check_refused(command, 3, "line 1: it ends as lines of Windows do, which this format lacks; sed -i 's/\\r$//'");
    CHECK(RunningProgram("/bin/sh", {"-c", R"(exec sed -i 's/\r$//' "$0")", path}).wait().exit_code == 0);
    CHECK(text_of_file(path) == std::string(first) + "\nrules loses\n");
    CHECK(!contains(run_uisge(command).err, "line 1:"));
  }
}

TEST_CASE("control characters in a file's header do not reach the terminal", "[cli][bad]") {
  const SolvedFile database({3, 2, 1});
  Bytes bytes = read_bytes(database.path());
  bytes[48] = std::byte{0x1b};  // a byte of the program's name (docs/formats/database.md)
  const std::string forged = database.file("forged.uisge");
  write_bytes(forged, resealed(bytes));
  const ProgramRun run = run_well({"info", forged});
  CHECK(!contains(run.out, "\x1b"));
  CHECK(contains(run.out, "made by \\x1bisge"));
}

TEST_CASE("verify refuses to sample a database without positions", "[cli][bad]") {
  const SolvedFile database({3, 2, 1});
  const std::string path = database.file("none.uisge");
  write_database(path, {{{2, 2}, 3, {}}, {}, {}});
  check_refused({"verify", path, "--sample", "5"}, 2, "holds no positions");
}

TEST_CASE("verify-proof takes no more memory than --memory says, and none for a sparse file", "[cli][bad]") {
  const SolvedFile database({3, 2, 1});
  const std::string path = database.file("x.proof");
  const std::string claim =
      "uisge-proof 1\nrules loses\nposition 7/2bb3/1bbbb2/2wwww1/3ww2/7 w\nclaim none 500\nmoves ";
  std::ofstream(path) << claim + "0\nend\n";
  check_refused({"verify-proof", path, "--memory", "1M"}, 4, "give a larger --memory");
  std::ofstream(path) << claim;
  std::filesystem::resize_file(path, std::uintmax_t{5} << 30);
  check_refused({"verify-proof", path}, 3, "line 5: is longer than");
}

TEST_CASE("databases of different boards are not compared", "[cli][bad]") {
  const SolvedFile one({4, 3, 2});
  const SolvedFile other({3, 4, 2});
  check_refused({"diff", one.path(), other.path()}, 2, "3x4");
}

TEST_CASE("standard input that cannot be read is exit 4, with the number of the line", "[cli][bad]") {
  const SolvedFile database({4, 3, 2});
  const auto run_shell = [&](const std::string& script) {
    return RunningProgram("/bin/sh", {"-c", script, UISGE_PROGRAM, database.path()}).wait();
  };
  for (const char* const redirection : {"</", "<&-"}) {
    for (const char* const command : {"\"$0\" query \"$1\" -", "\"$0\" play --database \"$1\" --side both"}) {
      CAPTURE(redirection, command);
      const ProgramRun run = run_shell(std::string("exec ") + command + " " + redirection);
      CHECK(run.exit_code == 4);
      CHECK(is_one_error_line(run.err));
      CHECK(run.err.starts_with("uisge: standard input: line 1: cannot be read: "));
    }
  }
  // A line that is too long is refused, and the lines around it are answered.
  const ProgramRun endless = run_shell(
      "{ echo '4/bb2/1ww1 w'; head -c 1000000 /dev/zero | tr '\\0' w; printf '\\n4/bb2/1ww1 w\\n'; } | "
      "{ \"$0\" query \"$1\" - --json; }");
  CHECK(endless.exit_code == 2);
  CHECK(endless.err == "uisge: standard input: 1 of 3 lines hold no position that can be answered\n");
  const std::vector<std::string> answers = lines_of(endless.out);
  REQUIRE(answers.size() == 3);
  CHECK(contains(answers[0], "4/bb2/1ww1 w"));
  CHECK(nlohmann::json::parse(answers[1]) ==
        nlohmann::json{{"line_number", 2}, {"line", 2}, {"error", "too long for a position"}});
  CHECK(contains(answers[2], "4/bb2/1ww1 w"));
}

TEST_CASE("receipts and proofs replace files of their own kind and nothing else", "[cli][bad]") {
  const SolvedFile database({4, 3, 2});
  const std::string checkpoint = database.file("unfinished.uisge.plies");
  write_bytes(checkpoint, Bytes{std::byte{'U'}, std::byte{'I'}, std::byte{'S'}, std::byte{'G'}, std::byte{'E'},
                                std::byte{'P'}, std::byte{'L'}, std::byte{'Y'}});
  const std::string letter = database.file("letter.txt");
  std::ofstream(letter) << "Dear aunt\n";
  const std::string receipt = database.file("receipt.json");
  const std::string proof = database.file("win.proof");
  // The second run replaces what the first has written.
  for (int i = 0; i < 2; ++i) {
    run_well({"verify", database.path(), "--receipt", receipt});
    run_well({"search", "4/bb2/1ww1 w", "--plies", "2", "--memory", "1M", "--proof", proof});
  }
  for (const std::string& taken : {database.path(), checkpoint, letter, receipt, proof}) {
    CAPTURE(taken);
    const Bytes before = read_bytes(taken);
    if (taken != receipt) check_refused({"verify", database.path(), "--receipt", taken}, 2, "is there already");
    if (taken != proof) {
      check_refused({"search", "4/bb2/1ww1 w", "--plies", "2", "--proof", taken}, 2, "is there already");
    }
    CHECK(read_bytes(taken) == before);
  }
  // A command refuses to write two results to the same file.
  const std::string twice = database.file("twice");
  for (const auto& [one, other] : {std::pair{twice, twice}, {twice + ".part", twice}, {twice, twice + ".part"}}) {
    CAPTURE(one, other);
    check_refused({"prove", "4/bb2/1ww1 w", "--state", one, "--out", other}, 2, "need two files");
    check_refused({"verify-proof", proof, "--text", one, "--compact", other}, 2, "need two files");
    check_refused({"solve", "--values", "--exact", "--board", "4x3", "--pieces", "2", "--note-plies", "2", "--out", one,
                   "--plane", other},
                  2, "the list is written there");
  }
  // The program refuses before it starts the work, which would take hours.
  for (const std::string& nowhere : {database.file("no/where"), database.file("letter.txt/x")}) {
    check_refused({"search", "--plies", "400", "--proof", nowhere}, 4, nowhere);
    check_refused({"verify", database.path(), "--receipt", nowhere}, 4, nowhere);
  }
  for (const auto& [command, option] : {std::pair{"search", "--proof"}, std::pair{"solve", "--out"}}) {
    check_refused({command, option, ""}, 2, std::string(option) + ": the name of the file is empty");
  }
}

TEST_CASE("numbers of all options are read as decimal digits and nothing else", "[cli][bad]") {
  const SolvedFile database({4, 3, 2});
  const std::vector<std::vector<std::string>> commands{
      {"perft", "--depth"},
      {"perft", "--depth", "1", "--threads"},
      {"search", "--plies"},
      {"search", "--plies", "1", "--time"},
      {"play", "--time"},
      {"query", database.path(), "4/bb2/1ww1 w", "--search"},
      {"verify", database.path(), "--sample"},
      {"verify", database.path(), "--sample", "1", "--seed"},
      {"reach", "--plies"},
      {"plan", "--ranks"},
      {"show", "--pieces"},
  };
  for (std::vector<std::string> arguments : commands) {
    const std::string option = arguments.back();
    arguments.back() += "=";
    for (const char* const value : {"nan", "-1", "0x2", "1e0", "1 ", "99999999999999999999"}) {
      arguments.back() = option + "=" + value;
      check_refused(arguments, 2, option + ": '" + value + "' is not a ");
    }
  }
  const std::string three = run_uisge({"perft", "--depth", "3"}).out;
  CHECK(run_uisge({"perft", "--depth", "03"}).out.substr(0, 20) == three.substr(0, 20));
}

TEST_CASE("a reader that closes the pipe early ends the program quietly", "[cli][bad]") {
  const SolvedFile database({4, 3, 2});
  // The answers are too long for the buffer of any pipe. `head` ends after the first answer, so the program's later
  // writes fail.
  const std::string script =
      "i=0; while [ $i -lt 20000 ]; do echo '4/bb2/1ww1 w'; i=$((i+1)); done | { \"$0\" query \"$1\" -; "
      "echo \"exit $?\" >&2; } | head -n 1";
  const ProgramRun run = RunningProgram("/bin/sh", {"-c", script, UISGE_PROGRAM, database.path()}).wait();
  CHECK(run.out == "3 . . . .\n");
  CHECK(run.err == "exit 4\n");
}
