// Opening books: the whole text of a book is compared with the oracle, and a book may be made in any number of runs.
// This file is long because its tests make books, derive them anew with the oracle, cut them and change them.
#include "solver/search/opening_book.h"
#include "core/notation.h"
#include "core/start.h"
#include "solver/search/check_book.h"
#include "solver/search/make_book.h"
#include "tests/core/oracle_bridge.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

BookRequest request_for(BoardSize board, int pieces, RuleSet rules, int plies, int depth, const std::string& path) {
  BookRequest request{{rules, start_position(Board(board), pieces).value(), plies, depth}, path};
  request.memory_bytes = 1 << 20;
  return request;
}

// The oracle's answers about a game: the label of a position, and the ply in which a position first arises.
class OracleBook {
 public:
  explicit OracleBook(const oracle::Game& game) : solved_(game) {}

  const oracle::SolvedGame& solved() const { return solved_; }

  // The verdict that a book of this depth must have, such as "win 7", "loss 0" or "none 12" (neither side wins within
  // 12).
  std::string verdict(const oracle::Position& position, int depth) const {
    const oracle::Label known = solved_.label(position);
    const bool is_over = oracle::successors(solved_.game(), position).empty();
    if (known.outcome == oracle::Outcome::kDraw && is_over) return "draw 0";
    if (known.outcome == oracle::Outcome::kDraw || known.distance > depth) return "none " + std::to_string(depth);
    return to_string(known.outcome) + " " + std::to_string(known.distance);
  }

  // For each move a text such as "a1c1+7": the move and its mark. The texts are in ascending order.
  std::set<std::string> moves(const oracle::Position& position, int depth) const {
    std::set<std::string> texts;
    for (const auto& [text, next] : solved_.moves(position)) texts.insert(text + mark(next, depth));
    return texts;
  }

 private:
  std::string mark(const oracle::Position& after, int depth) const {
    const oracle::Label next = solved_.label(after);
    if (next.outcome == oracle::Outcome::kDraw || next.distance + 1 > depth) return "=";
    return (next.outcome == oracle::Outcome::kLoss ? "+" : "-") + std::to_string(next.distance + 1);
  }

  oracle::SolvedGame solved_;
};

struct Seen {
  int decided = 0;
  int undecided = 0;
  int drawn_ends = 0;
  int passes = 0;
};

// Parses every line of a book and compares it with the oracle. No line may be missing.
void check_lines(const std::string& text, const OracleBook& expected, const oracle::Position& start, int plies,
                 int depth, Seen& seen) {
  std::istringstream in(text);
  std::string line;
  std::vector<std::string> header;
  for (int i = 0; i < 6; ++i) header.emplace_back(std::getline(in, line) ? line : "");
  CHECK(header[0] == "uisge-book 1");
  CHECK(header[2] == "position " + oracle::print(start));
  std::map<std::string, int> missing = oracle::plies_from(expected.solved().game(), start, plies);
  std::map<int, int> by_ply;
  for (const auto& [position, ply] : missing) ++by_ply[ply];
  std::string counts = "positions";
  for (int ply = 0; ply <= plies; ++ply) counts += " " + std::to_string(by_ply[ply]);
  CHECK(header[5] == counts);
  std::pair<int, std::string> last{-plies, ""};
  while (std::getline(in, line) && line != "end") {
    INFO(line);
    const std::vector<std::string> words = words_of(line);
    REQUIRE(words.size() >= 5);
    const std::string position_text = words[1] + " " + words[2];
    const oracle::Position position = oracle::parse(position_text);
    const auto found = missing.find(oracle::class_of(position));
    REQUIRE(found != missing.end());
    const int ply = std::stoi(words[0]);
    CHECK(ply == found->second);
    missing.erase(found);
    CHECK(last < std::pair(-ply, position_text));
    last = {-ply, position_text};
    CHECK(words[3] + " " + words[4] == expected.verdict(position, depth));
    const std::set<std::string> moves = ply < plies ? expected.moves(position, depth) : std::set<std::string>();
    CHECK(std::vector<std::string>(words.begin() + 5, words.end()) ==
          std::vector<std::string>(moves.begin(), moves.end()));
    ++(words[3] == "none" ? seen.undecided : words[3] == "draw" ? seen.drawn_ends : seen.decided);
    if (words.size() > 5 && words[5].starts_with("pass")) ++seen.passes;
  }
  CHECK(line == "end");
  CHECK(missing.empty());
}

}  // namespace

TEST_CASE("every verdict and every mark of a book is the oracle's", "[search][book]") {
  struct Case {
    BoardSize size;
    int plies, depth;
  };
  Seen seen;
  for (const auto& [size, plies, depth] :
       {Case{{3, 3}, 5, 5}, {{3, 3}, 8, 12}, {{4, 3}, 4, 6}, {{3, 2}, 8, 9}, {{3, 4}, 3, 4}}) {
    for (const RuleSet rules : kAllRuleSets) {
      INFO(to_string(size) << ", " << to_string(rules));
      const OracleBook expected(oracle_game(size, 2, rules));
      const TemporaryDirectory directory;
      const auto request = request_for(size, 2, rules, plies, depth, directory.file("a.book"));
      REQUIRE(make_book(request));
      const auto start = oracle::parse(to_text(Board(size), request.identity.start));
      check_lines(text_of_file(request.path), expected, start, plies, depth, seen);
      CHECK(check_book(request.path, UINT64_MAX, nullptr, {}).value().flaw == std::nullopt);
    }
  }
  CAPTURE(seen.decided, seen.undecided, seen.drawn_ends, seen.passes);
  CHECK(seen.decided > 200);
  CHECK(seen.undecided > 200);
}

// In the first plies from the starts of the test above, players are hardly ever stuck. In the first plies from random
// positions on crowded boards, players are often stuck.
TEST_CASE("books from random positions on crowded boards agree with the oracle too", "[search][book]") {
  Seen seen;
  const oracle::Universe universe(3, 2, 2);
  const TemporaryDirectory directory;
  for (const RuleSet rules : kAllRuleSets) {
    const OracleBook expected(oracle_game({3, 2}, 2, rules));
    for (std::size_t i = 0; i < universe.size(); i += 23) {
      oracle::Position start = universe.position(i);
      if (i % 2 == 0) start = oracle::colours_exchanged(start);
      INFO(oracle::print(start) << " " << to_string(rules));
      const std::string path = directory.file(std::to_string(i) + to_string(rules));
      BookRequest request{{rules, from_oracle(start), static_cast<int>(i % 4), 7}, path};
      request.memory_bytes = 1 << 20;
      REQUIRE(make_book(request));
      check_lines(text_of_file(path), expected, start, request.identity.plies, 7, seen);
      CHECK(check_book(path, UINT64_MAX, nullptr, {})->flaw == std::nullopt);
    }
  }
  CAPTURE(seen.decided, seen.undecided, seen.drawn_ends, seen.passes);
  CHECK(seen.decided > 100);
  CHECK(seen.drawn_ends > 10);
  CHECK(seen.passes > 10);
}

TEST_CASE("a book that is cut anywhere is completed to the same bytes", "[search][book]") {
  const TemporaryDirectory directory;
  const RuleSet rules{StuckRule::kDraws, true};
  const auto whole = request_for({3, 3}, 2, rules, 4, 8, directory.file("whole.book"));
  REQUIRE(make_book(whole));
  const std::string text = text_of_file(whole.path);
  const auto cut = request_for({3, 3}, 2, rules, 4, 8, directory.file("cut.book"));
  REQUIRE(make_book(cut));
  std::size_t searched_in_all = 0;
  for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
    INFO(bytes);
    write_text(cut.path, text.substr(0, bytes));
    const auto made = make_book(cut);
    REQUIRE(made);
    CHECK(text_of_file(cut.path) == text);
    searched_in_all += made->searched;
  }
  CHECK(searched_in_all > 0);
  // Positions for which the file already has a line of text are not searched again.
  CHECK(make_book(cut)->searched == 0);
  CHECK(check_book(cut.path, UINT64_MAX, nullptr, {})->flaw == std::nullopt);
  // A power cut can leave zeros where the last lines were.
  write_text(cut.path, text.substr(0, text.size() / 2) + std::string(100, '\0'));
  REQUIRE(make_book(cut));
  CHECK(text_of_file(cut.path) == text);
}

TEST_CASE("an interrupted book keeps what it has and goes on from there", "[search][book]") {
  const TemporaryDirectory directory;
  const auto whole = request_for({4, 3}, 2, {}, 8, 8, directory.file("whole.book"));
  const std::size_t total = make_book(whole)->searched;
  REQUIRE(total > 10);
  auto request = request_for({4, 3}, 2, {}, 8, 8, directory.file("a.book"));
  std::atomic<bool> cancel{false};
  request.cancel = &cancel;
  int stopped = 0;
  std::size_t done = 0;
  for (;; cancel = false) {
    request.observer = [&](const BookProgress& progress) {
      CHECK(progress.total == total);
      CHECK(progress.done >= done);
      done = progress.done;
      if (progress.searched == 5) cancel = true;
    };
    const auto made = make_book(request);
    if (made) break;
    REQUIRE(made.error().kind == ErrorKind::kInterrupted);
    ++stopped;
  }
  CHECK(stopped >= static_cast<int>(total / 6));
  CHECK(text_of_file(request.path) == text_of_file(whole.path));
}

TEST_CASE("no byte of a book can be changed unnoticed", "[search][book][bad]") {
  const TemporaryDirectory directory;
  const auto request = request_for({3, 3}, 2, {}, 4, 8, directory.file("a.book"));
  REQUIRE(make_book(request));
  const std::string text = text_of_file(request.path);
  int refused = 0;
  int disproved = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char other : {'0', '1', '7', 'w', 'W', ' ', '\n', '=', '+', '\xff'}) {
      if (text[i] == other) continue;
      std::string changed = text;
      changed[i] = other;
      write_text(request.path, changed);
      INFO("byte " << i << " becomes " << static_cast<int>(other));
      const auto checked = check_book(request.path, UINT64_MAX, nullptr, {});
      if (!checked) {
        CHECK((checked.error().kind == ErrorKind::kBadFile));
        CHECK(checked.error().message.find(request.path + ": ") == 0);
        ++refused;
      } else {
        CHECK(checked->flaw != std::nullopt);
        ++disproved;
      }
    }
  }
  CHECK(refused > 1000);
  CHECK(disproved > 10);
}

TEST_CASE("a check notices proofs that are missing or prove something else", "[search][book][bad]") {
  const TemporaryDirectory directory;
  const auto request = request_for({3, 3}, 2, {}, 4, 8, directory.file("a.book"));
  REQUIRE(make_book(request));
  std::vector<std::string> proofs;
  for (const auto& file : std::filesystem::directory_iterator(book_proof_folder(request.path))) {
    proofs.push_back(file.path());
  }
  REQUIRE(proofs.size() >= 2);
  CHECK(check_book(request.path, UINT64_MAX, nullptr, {})->proofs == proofs.size());
  const std::string first = text_of_file(proofs[0]);
  write_text(proofs[0], text_of_file(proofs[1]));
  CHECK(check_book(request.path, UINT64_MAX, nullptr, {})->flaw != std::nullopt);
  std::string of_other_rules = first;
  write_text(proofs[0], of_other_rules.replace(of_other_rules.find("rules loses"), 11, "rules wins"));
  CHECK(contains(check_book(request.path, UINT64_MAX, nullptr, {})->flaw.value(), "proves something else"));
  std::filesystem::remove(proofs[0]);
  CHECK(contains(check_book(request.path, UINT64_MAX, nullptr, {}).error().message, "makes its missing proofs"));
  const std::string book = text_of_file(request.path);
  CHECK(make_book(request)->searched == 1);
  CHECK(text_of_file(request.path) == book);
  CHECK(check_book(request.path, UINT64_MAX, nullptr, {})->flaw == std::nullopt);
}

TEST_CASE("a file with a few lines does not make a check or a continued book list many positions",
          "[search][book][bad]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.book");
  // Hundreds of millions of positions can arise from this position within eight plies.
  const std::string header =
      "uisge-book 1\nrules passes diagonal-jumps\nposition 8/8/3Wb3/3BW3/3WB3/3BW3/3wB3/3WB3 w\nplies 8\ndepth 1\n";
  for (const std::string counts : {"", "positions 1 1 1 1 1 1 1 1 1\n"}) {
    write_text(path, header + counts);
    check_error(check_book(path, UINT64_MAX, nullptr, {}), ErrorKind::kBadFile, "is not complete");
    check_error(make_book(request_for({3, 3}, 2, {}, 2, 4, path)), ErrorKind::kUsage, "is a book of ");
  }
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
  check_error(check_book(path, 1 << 20, nullptr, {}), ErrorKind::kResource,
              "positions do not fit in the memory that is allowed");
}

TEST_CASE("only a correct book of the same game, depth and number of plies is continued", "[search][book][bad]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.book");
  REQUIRE(make_book(request_for({3, 3}, 2, {}, 2, 4, path)));
  const std::string text = text_of_file(path);
  const auto refusal = [&](const BookRequest& request) {
    const auto made = make_book(request);
    REQUIRE_FALSE(made);
    CHECK(text_of_file(path) == text);
    return made.error();
  };
  for (const auto& other :
       {request_for({3, 3}, 2, {}, 3, 4, path), request_for({3, 3}, 2, {}, 2, 5, path),
        request_for({4, 3}, 2, {}, 2, 4, path), request_for({3, 3}, 2, {StuckRule::kWins, false}, 2, 4, path)}) {
    const Error error = refusal(other);
    CHECK((error.kind == ErrorKind::kUsage));
    CHECK(contains(error.message, "is a book of "));
    REQUIRE(error.advice.size() == 1);
    CHECK((error.advice[0].remedy == Remedy::kOtherOutput));
  }
  // A false verdict is found when its missing proof is made, and the next run finds it, too.
  const auto of_start = request_for({4, 3}, 2, {}, 0, 13, directory.file("start.book"));
  REQUIRE(make_book(of_start));
  std::string of_false_start = text_of_file(of_start.path);
  const std::size_t win = of_false_start.find("win 11");
  REQUIRE(win != std::string::npos);
  write_text(of_start.path, of_false_start.replace(win, 6, "win 13"));
  std::filesystem::remove_all(book_proof_folder(of_start.path));
  for (int run = 0; run < 2; ++run) {
    check_error(make_book(of_start), ErrorKind::kBadFile, "a search finds another verdict");
  }
  const auto as_asked = request_for({3, 3}, 2, {}, 2, 4, path);
  const std::string letter = "Dear reader,\nthis is no book.\n";
  write_text(path, letter);
  CHECK((make_book(as_asked).error().kind == ErrorKind::kBadFile));
  CHECK(text_of_file(path) == letter);
  write_text(path, "uisge-book 2\n");
  CHECK(contains(make_book(as_asked).error().message, "line 1: a version"));
  // An incomplete book. The verdict in the file's last line does not follow from the lines before it.
  const std::size_t line = text.find("\n1 ") + 1;
  std::string false_line = text.substr(0, text.find('\n', line) + 1);
  const std::size_t verdict = false_line.find(" none 4", line);
  REQUIRE(verdict != std::string::npos);
  write_text(path, false_line.replace(verdict, 7, " win 3"));
  CHECK((make_book(as_asked).error().kind == ErrorKind::kBadFile));
  // A search of no plies would decide nothing.
  std::string shallow = text;
  const std::size_t depth = shallow.find("\ndepth 4\n");
  REQUIRE(depth != std::string::npos);
  write_text(path, shallow.replace(depth, 9, "\ndepth 0\n"));
  CHECK(contains(make_book(as_asked).error().message, "a book looks at least one ply ahead"));
}
