// The worked example of docs/formats/database.md is what the writer writes.
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// The bytes of the ```hex listing of docs/formats/examples.txt: after the offset, up to the comment.
Bytes bytes_of_the_page() {
  std::ifstream page(UISGE_FORMAT_EXAMPLES);
  REQUIRE(page);
  Bytes bytes;
  bool is_inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "```hex" || line == "```") {
      is_inside = line == "```hex";
      continue;
    }
    if (!is_inside) continue;
    std::istringstream words(line.substr(0, line.find(';')));
    std::size_t offset = 0;
    words >> std::hex >> offset;
    CHECK(offset == bytes.size());
    for (unsigned byte = 0; words >> byte;) bytes.push_back(static_cast<std::byte>(byte));
  }
  return bytes;
}

}  // namespace

TEST_CASE("the example file in docs/formats/examples.txt is right to the byte", "[db][format]") {
  const TemporaryDirectory directory;
  const DatabaseIdentity identity{{3, 2}, 1, {StuckRule::kLoses, false}};
  write_database(directory.file("x.uisge"), naive_labels(identity));
  CHECK(read_bytes(directory.file("x.uisge")) == bytes_of_the_page());
}

TEST_CASE("the labels of the example are those that the page derives", "[db][format]") {
  const NaiveLabels labels = naive_labels({{3, 2}, 1, {StuckRule::kLoses, false}});
  using Row = std::vector<LabelCode>;
  CHECK(labels.labels ==
        std::vector<Row>{{3, 0, 0, 0, 2, 0, 0, 0}, {2, 0, 0, 0, 2, 0, 0, 0}, {2, 0, 0, 0, 2, 0, 0, 0}});
}
