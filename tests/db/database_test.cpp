// Tests writer, codec, index and reader together: the reader returns the labels that were written.
#include "db/database.h"
#include "core/start.h"
#include "db/codec_trainer.h"
#include "db/placement_census.h"
#include "db/position_cell.h"
#include "db/writer.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("label codes and labels are one to one", "[db][law]") {
  for (unsigned code = 0; code <= kMaxLabelCode; ++code) {
    CHECK(encode_label(decode_label(static_cast<LabelCode>(code))) == code);
  }
  CHECK(encode_label({Outcome::kLoss, kMaxPlies}) == kMaxLabelCode);
}

TEST_CASE("positions and cells are one to one", "[db][law]") {
  const Board board(BoardSize{4, 3});
  const Colourings colourings(2);
  const NaiveLabels labels = naive_labels({board.size(), 2, {}});
  for_each_live_cell_of(labels, [&](PositionCell cell, Label) {
    const Position position = position_at(board, colourings, labels.placements[cell.placement], cell.index);
    REQUIRE(find_cell(board, labels.placements, colourings, position) == cell);
  });
}

TEST_CASE("merged statistics do not depend on who counted what", "[db][law]") {
  // A square board has eight symmetries and placements with stabilisers of every order.
  const DatabaseIdentity identity{{4, 4}, 2, {StuckRule::kPasses, true}};
  const Board board(identity.board);
  const NaiveLabels labels = naive_labels(identity);
  const auto start = start_cell(board, 2, labels.placements);
  LabelStatistics alone(board, 2, start);
  std::vector<LabelStatistics> three(3, alone);
  for (std::uint32_t p = 0; p < labels.placements.size(); ++p) {
    alone.add(p, labels.placements[p], labels.labels[p]);
    three[p % 3].add(p, labels.placements[p], labels.labels[p]);
  }
  LabelStatistics merged = three[2];
  merged.merge(three[0]);
  merged.merge(three[1]);
  CHECK(merged.summary() == alone.summary());
}

TEST_CASE("a writer that does not finish leaves nothing behind", "[db]") {
  const TemporaryDirectory directory;
  const std::vector<SquareSet> placements = placement_census(Board(BoardSize{3, 3}), 2);
  const auto untrained = [] { return CodecTrainer(CodecId::kCrownContexts, 2, 0).finish(); };
  const auto place = OutputPlace::claim(directory.file("x.uisge"), kDatabaseFile);
  REQUIRE(place);
  CHECK(std::filesystem::is_empty(directory.path()));
  {
    auto writer = DatabaseWriter::create(*place, {{3, 3}, 2, {}}, placements, untrained());
    REQUIRE(writer);
    CHECK(!std::filesystem::is_empty(directory.path()));
    check_error(DatabaseWriter::create(*place, {{3, 3}, 2, {}}, placements, untrained()), ErrorKind::kResource,
                "another process is writing it");
  }
  CHECK(std::filesystem::is_empty(directory.path()));
  check_error(OutputPlace::claim(directory.file("no/x.uisge"), kDatabaseFile), ErrorKind::kResource);
}

TEST_CASE("a writer takes over the unfinished file of a killed writer", "[db]") {
  const TemporaryDirectory directory;
  const NaiveLabels labels = naive_labels({{3, 3}, 2, {}});
  write_database(directory.file("x.uisge"), labels);
  const Bytes expected = read_bytes(directory.file("x.uisge"));
  Bytes left(expected.begin(), expected.begin() + 8);
  left.resize(100'000, std::byte{7});
  write_bytes(directory.file("x.uisge.part"), left);
  write_database(directory.file("x.uisge"), labels);
  CHECK(read_bytes(directory.file("x.uisge")) == expected);
  CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
}

TEST_CASE("an output replaces files of its own kind and nothing else", "[db]") {
  const TemporaryDirectory directory;
  const NaiveLabels labels = naive_labels({{3, 3}, 2, {}});
  const std::string name = directory.file("x.uisge");
  const std::string part = directory.file("x.uisge.part");
  const std::string letter = directory.file("letter.txt");
  const Bytes text(100, std::byte{'a'});
  write_bytes(letter, text);
  const auto refused = [&](ErrorKind kind, const std::string& words) {
    check_error(OutputPlace::claim(name, kDatabaseFile), kind, words);
    CHECK(read_bytes(letter) == text);
  };

  for (const std::string& taken : {name, part}) {
    CAPTURE(taken);
    std::filesystem::copy_file(letter, taken);
    refused(taken == name ? ErrorKind::kUsage : ErrorKind::kBadFile, "is not a database");
    std::filesystem::remove(taken);
    std::filesystem::create_symlink(letter, taken);
    refused(ErrorKind::kResource, taken == name ? "not a regular file" : "symbolic link");
    std::filesystem::remove(taken);
    std::filesystem::create_directory(taken);
    refused(ErrorKind::kResource, taken);
    std::filesystem::remove(taken);
  }
  write_bytes(letter, {});  // an empty file could be of any kind
  std::filesystem::create_hard_link(letter, part);
  CHECK(!OutputPlace::claim(name, kDatabaseFile));
  CHECK(std::filesystem::is_empty(letter));
  std::filesystem::remove(part);

  write_database(name, labels);
  CHECK(OutputPlace::claim(name, kDatabaseFile).value().is_taken());
  CHECK(!OutputPlace::claim(name, {"a proof", "uisge-proof "}));
}

TEST_CASE("a file that appears meanwhile under an output's name is not overwritten", "[db]") {
  const TemporaryDirectory directory;
  const std::string name = directory.file("x");
  const FileKind kind{"a letter", "Dear"};
  const std::string text = "Dear aunt";
  const auto publish = [&](const OutputPlace& place) {
    auto file = AtomicFile::create(place).value();
    REQUIRE(file.append(std::as_bytes(std::span(text))));
    return file.publish();
  };
  const auto contents = [&] { return read_bytes(name).size(); };
  const auto place = OutputPlace::claim(name, kind);
  REQUIRE(place);
  write_bytes(name, Bytes(3, std::byte{'D'}));
  check_error(publish(*place), ErrorKind::kResource);
  CHECK(contents() == 3);
  std::filesystem::remove(name);
  CHECK(publish(*place));
  CHECK(contents() == 9);
  CHECK(!publish(*place));  // refused: at the first claim() no file existed

  const auto again = OutputPlace::claim(name, kind);
  REQUIRE(again);
  CHECK(publish(*again));  // allowed to replace the file, which existed at the second claim()
  CHECK(!publish(*again));
  std::filesystem::remove(name);
  CHECK(publish(*again));
  CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
}
