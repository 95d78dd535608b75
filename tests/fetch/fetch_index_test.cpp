// Tests that good indexes of published files are read, and that bad ones are refused.
#include "solver/fetch/fetch_index.h"

#include <fmt/format.h>

#include "tests/fetch/published_files.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), by);
}

}  // namespace

TEST_CASE("an index says what its files are", "[fetch]") {
  const std::string contents = "abc";
  // The SHA-256 of "abc" is the first example of FIPS 180-2.
  const std::string sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const std::string proof = fmt::format(
      R"({{"holds": "proof", "name": "7x6-6-draws.proof", "bytes": 1125899906842624, "sha256": "{}", "new": [],
          "board": "7x6", "pieces": 6, "stuck": "draws", "diagonal_jumps": true}})",
      sum);
  const auto files = parse_index(index_of({index_entry("a.uisge", contents), proof}), "x");
  REQUIRE(files);
  REQUIRE(files->size() == 2);
  CHECK(files->at(0).name == "a.uisge");
  CHECK(files->at(0).bytes == 3);
  CHECK(files->at(0).sha256 == sum);
  CHECK((files->at(0).identity == DatabaseIdentity{{7, 6}, 4, {StuckRule::kLoses, false}}));
  CHECK((files->at(0).contents == PublishedContents::kDistances));
  CHECK(files->at(1).bytes == std::uint64_t{1} << 50);
  CHECK((files->at(1).identity == DatabaseIdentity{{7, 6}, 6, {StuckRule::kDraws, true}}));
  CHECK((files->at(1).contents == PublishedContents::kProof));
  CHECK(parse_index(index_of({}), "x")->empty());
}

TEST_CASE("a text that is not an index is refused", "[fetch][bad]") {
  const std::string none = "x: not an index of published files";
  const std::string good = index_of({index_entry("a.uisge", "abc")});
  std::string large = good;
  large.resize(kMostIndexBytes + 1, ' ');
  const std::vector<std::pair<std::string, std::string>> texts{
      {"", none},
      {"null", none},
      {"[]", none},
      {"{}", none},
      {R"({"format": 1})", none},
      {R"({"format": "uisge-index"})", none},
      {good.substr(0, good.size() - 1), none},
      {good + "x", none},
      {good + std::string(1, '\0'), none},
      {replaced(good, "a.uisge", "a\xff.uisge"), none},
      {std::string(kMostIndexBytes, '['), none},
      {std::string(kMostIndexBytes, '"'), none},
      {replaced(good, "index 1", "index 2"), "x: an index of another version, which this program does not know"},
      {replaced(good, "index 1", "index 1 "), "x: an index of another version, which this program does not know"},
      {replaced(good, "files", "file"), "x: has no list of files"},
      {R"({"format": "uisge-index 1", "files": {}})", "x: has no list of files"},
      {R"({"format": "uisge-index 1", "files": [1]})", "x: file 1: not an object"},
      {R"({"format": "uisge-index 1", "files": [[[]]]})", "x: file 1: not an object"},
      {large, "x: has more than 1048576 bytes, so it is not an index"},
  };
  for (const auto& [text, message] : texts) {
    CAPTURE(text.substr(0, 200), message);
    const auto files = parse_index(text, "x");
    check_error(files, ErrorKind::kBadFile);
    CHECK(files.error().message == message);
  }
}

TEST_CASE("a file with a bad description spoils its index", "[fetch][bad]") {
  const std::string good = index_entry("a.uisge", "abc");
  REQUIRE(parse_index(index_of({good}), "x"));
  auto cases = rows_of_data(UISGE_TEST_DATA "/broken-index-entries.txt");
  REQUIRE(cases.size() > 40);
  cases.push_back({"a.uisge", std::string(95, 'a') + ".uisge", "\"name\" is not a plain name of a file"});
  for (const auto& broken : cases) {
    CAPTURE(broken);
    REQUIRE(broken.size() == 3);
    // The second file of the index is bad, so the whole index is refused, although the other files are good.
    const auto files = parse_index(
        index_of({index_entry("b.uisge", "b"), replaced(good, broken[0], broken[1]), index_entry("c.uisge", "c")}),
        "x");
    check_error(files, ErrorKind::kBadFile, "x: file 2: ");
    if (!broken[2].empty()) CHECK(files.error().message == "x: file 2: " + broken[2]);
  }
  CHECK(parse_index(index_of({good, good}), "x").error().message == "x: file 2: a.uisge is there twice");
}
