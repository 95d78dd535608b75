// Every kind of damage to a file is refused with its cause; a damaged file never answers. This file is long because
// every field of the format is damaged once.
#include "db/codec_trainer.h"
#include "db/file.h"
#include "db/file_check.h"
#include "db/label_cache.h"
#include "db/note_file.h"
#include "db/probe.h"
#include "tests/db/allocation_watch.h"
#include "tests/db/forged_file.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

class DamagedFile {
 public:
  DamagedFile() : DamagedFile({{4, 3}, 2, {StuckRule::kLoses, false}}) {}
  explicit DamagedFile(CodecId codec) : DamagedFile({{4, 3}, 2, {StuckRule::kLoses, false}}, codec) {}
  explicit DamagedFile(const DatabaseIdentity& identity, CodecId codec = CodecId::kCrownContexts)
      : path_(directory_.file("x.uisge")) {
    write_database(path_, naive_labels(identity), codec);
    intact_ = read_bytes(path_);
  }
  const Bytes& intact() const { return intact_; }
  // Where the file has its footer, its index and its statistics.
  std::size_t footer() const { return intact_.size() - kFooterBytes; }
  std::size_t index() const { return get_number<std::uint64_t>(intact_, footer()); }
  std::size_t statistics() const { return get_number<std::uint64_t>(intact_, footer() + 8); }
  // The intact file with another number at the offset.
  template <class Number>
  Bytes with(std::size_t offset, Number number) const {
    Bytes bytes = intact_;
    set_number(bytes, offset, number);
    return bytes;
  }
  Result<Database> open(ByteView bytes) const {
    write_bytes(path_, bytes);
    return Database::open(path_);
  }
  // Writes these bytes to a file. Opening the file must fail. Returns the error's message without the path.
  std::string refusal(ByteView bytes) const {
    const auto database = open(bytes);
    check_error(database, ErrorKind::kBadFile);
    REQUIRE(database.error().message.find(path_ + ": ") == 0);
    return database.error().message.substr(path_.size() + 2);
  }

 private:
  TemporaryDirectory directory_;
  std::string path_;
  Bytes intact_;
};

// Whether a damaged unit is found when all units are read.
bool some_unit_refused(const Database& database) {
  UnitReader reader(database);
  std::vector<LabelCode> codes(positions_per_placement(database.identity().pieces));
  for (std::uint32_t p = 0; p < database.placements().size(); ++p) {
    const auto read = reader.read_placement(p, codes);
    if (!read && read.error().kind == ErrorKind::kBadFile) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("if a file is cut while it is open, the error says where the file ends", "[db][damage]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.uisge");
  write_bytes(path, Bytes(1000));
  const auto file = InputFile::open(path).value();
  std::filesystem::resize_file(path, 100);
  Bytes bytes(50);
  for (const std::uint64_t offset : {60U, 100U, 500U}) {
    check_error(file.read(offset, bytes), ErrorKind::kBadFile, path + ": ends at byte 100, more was expected");
  }
}

TEST_CASE("any flipped byte of a small file is noticed when it is opened", "[db][damage]") {
  const DamagedFile file(GENERATE(from_range(kAllCodecs)));
  REQUIRE(file.open(file.intact()));
  for (std::size_t i = 0; i < file.intact().size(); ++i) {
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) file.refusal(flipped(file.intact(), i, flip));
  }
}

TEST_CASE("any flipped byte of a unit is noticed by its own checksum", "[db][damage]") {
  const DamagedFile file(GENERATE(from_range(kAllCodecs)));
  for (const UnitBytes unit : unit_bytes(file.intact())) {
    for (std::size_t i = unit.begin; i < unit.end; ++i) {
      const auto database = file.open(resealed_but_units(flipped(file.intact(), i, 0x10)));
      REQUIRE(database);
      REQUIRE(some_unit_refused(*database));
    }
  }
}

TEST_CASE("a unit that cannot be decoded never answers, however often it is asked", "[db][damage]") {
  const DatabaseIdentity identity{{4, 3}, 2, {StuckRule::kLoses, false}};
  const NaiveLabels labels = naive_labels(identity);
  std::size_t refused = 0;
  for (const CodecId codec : kAllCodecs) {
    const DamagedFile file(codec);
    const std::vector<UnitBytes> units = unit_bytes(file.intact());
    for (std::size_t i = 0; i < units.size(); ++i) {
      // With the right checksum the damage shows only when the unit is decoded.
      const std::size_t at = units[i].begin + i % (units[i].end - 8 - units[i].begin);
      const auto database = file.open(resealed(flipped(file.intact(), at, 0xFF)));
      REQUIRE(database);
      const auto cached = labels_of(*database, Probe::kStandardCacheBytes);
      for_each_live_cell_of(labels, [&](PositionCell cell, Label) {
        const auto first = cached->code(cell);
        if (!first) ++refused;
        REQUIRE(first.has_value() == cached->code(cell).has_value());
      });
    }
  }
  CHECK(refused > 0);
}

TEST_CASE("a file that is cut off anywhere, or has something after its end, is refused", "[db][damage]") {
  const DamagedFile file(GENERATE(from_range(kAllCodecs)));
  for (std::size_t size = 0; size < file.intact().size(); ++size) {
    file.refusal(ByteView(file.intact()).first(size));
  }
  Bytes longer = file.intact();
  longer.push_back(std::byte{0});
  file.refusal(longer);
  CHECK(file.refusal({}) == "empty");
}

TEST_CASE("a file that is not a database is told apart from a damaged database", "[db][damage]") {
  const DamagedFile file;
  const std::string text = "Dear diary, this is a text file that happens to be long enough to hold a header, and more.";
  CHECK(file.refusal(std::as_bytes(std::span(text))) == "not a uisge database");
}

TEST_CASE("a newer version is refused by its number, whatever else changed with it", "[db][damage]") {
  const DamagedFile file;
  const Bytes bytes = file.with(8, std::uint16_t{2});
  CHECK(file.refusal(bytes).find("format version 2") == 0);
  CHECK(file.refusal(resealed(bytes)).find("format version 2") == 0);
}

TEST_CASE("another codec, other rules and impossible numbers are refused though every checksum is right",
          "[db][damage]") {
  const DamagedFile file;
  const auto refusal_with = [&](std::size_t offset, auto value) {
    return file.refusal(resealed(file.with(offset, value)));
  };
  using U8 = std::uint8_t;
  for (const int codec : {0, 4, 200}) {
    CHECK(contains(refusal_with(15, static_cast<U8>(codec)),
                   "codec " + std::to_string(codec) + ", which this program does not know: use a newer uisge"));
  }
  // The file's tables are those of another codec, with other contexts. If open() happens to accept them, a unit with
  // wins must be refused, since codec 2 does not store wins.
  CHECK(contains(refusal_with(15, U8{3}), "other symbols"));
  const auto opened = file.open(resealed(file.with(15, U8{2})));
  CHECK((!opened || some_unit_refused(*opened)));
  CHECK(contains(refusal_with(16, std::uint64_t{1}), "other rules"));
  for (const U8 side : {U8{0}, U8{1}, U8{10}, U8{255}}) {
    refusal_with(10, side);
    refusal_with(11, side);
  }
  for (const U8 pieces : {U8{0}, U8{1}, U8{3}, U8{7}, U8{255}}) refusal_with(12, pieces);
  refusal_with(13, std::uint8_t{4});
  refusal_with(14, std::uint8_t{2});
  for (const std::uint32_t blocks : {0U, 5U, 7U, 0xFFFF'FFFFU}) refusal_with(28, blocks);
}

TEST_CASE("numbers that exceed the file's size do not make the reader take memory for them", "[db][damage]") {
  const DamagedFile file;
  const std::size_t footer = file.footer();
  const std::size_t statistics = file.statistics();
  const std::size_t index = file.index();
  const auto refused_cheaply = [&](std::size_t offset, auto value) {
    Bytes bytes = file.with(offset, value);
    // resealed() computes the places of the checksums from numbers in the file, and one of these numbers is wrong here.
    // So this code corrects the checksums itself.
    set_number(bytes, kHeaderBytes - 8, checksum(ByteView(bytes).first(kHeaderBytes - 8), 0));
    const Checksum header = header_checksum(bytes);
    const ByteView view(bytes);
    set_number(bytes, footer + 16, checksum(view.subspan(index, statistics - index), header));
    set_number(bytes, footer + 24, checksum(view.subspan(statistics, footer - statistics), header));
    set_number(bytes, footer + 56, checksum(view.subspan(footer, 56), header));
    reset_largest_allocation();
    file.refusal(bytes);
    // Opening allocates nothing larger than the tables of a Board.
    CHECK(largest_allocation() < 64 * 1024);
  };
  for (const std::uint32_t placements : {21U, 1'000'000U, 0x7FFF'FFFFU, 0xFFFF'FFFFU}) refused_cheaply(24, placements);
  for (const std::uint64_t large : {std::uint64_t{1} << 20, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
    refused_cheaply(32, large);          // codec tables
    refused_cheaply(footer, large);      // index
    refused_cheaply(footer + 8, large);  // statistics
    refused_cheaply(footer + 48, large);
  }
  refused_cheaply(statistics + 68, std::uint32_t{0xFFFF'FFFF});
  refused_cheaply(statistics + 48, std::uint32_t{20});                // the placement of the longest win or loss
  refused_cheaply(index + 8 * 20, std::uint32_t{0xFFFF'FFFF});        // the first unit's size
  refused_cheaply(index, std::uint64_t{0x8000'0000'0000'0000} | 15);  // a placement beyond the board
}

TEST_CASE("an index with a single fault is refused for that fault though every checksum is right", "[db][damage]") {
  const DamagedFile file;
  const std::size_t placements = get_number<std::uint32_t>(file.intact(), 24);
  const std::size_t last = file.index() + 8 * (placements - 1);
  const std::size_t sizes = file.index() + 8 * placements;
  const auto refusal_with = [&](auto... changes) {
    Bytes bytes = file.intact();
    (set_number(bytes, changes.first, changes.second), ...);
    return file.refusal(resealed_but_units(bytes));
  };
  // The last placement with its highest square moved beyond the twelve squares of a 4x3 board. The changed placement is
  // still the greatest, and has four squares.
  const SquareSet placement_bb(get_number<std::uint64_t>(file.intact(), last));
  const std::uint64_t rest = placement_bb.bits() ^ std::bit_floor(placement_bb.bits());
  const std::string impossible = "placement " + std::to_string(placements - 1) + " of the index is impossible";
  for (const int square : {12, 13, 31, 32, 62, 63}) {
    CHECK(refusal_with(std::pair(last, rest | std::uint64_t{1} << square)) == impossible);
  }
  CHECK(refusal_with(std::pair(last, rest)) == impossible);                                // a square less
  CHECK(refusal_with(std::pair(last, placement_bb.bits() | 1U << 11)) == impossible);      // a square more
  CHECK(refusal_with(std::pair(last, get_number<std::uint64_t>(file.intact(), last - 8)))  // twice the same
        == impossible);

  // The first unit has no room for its checksum, or the second unit is too large.
  const auto first_size = get_number<std::uint32_t>(file.intact(), sizes);
  const auto second_size = get_number<std::uint32_t>(file.intact(), sizes + 4);
  for (const std::uint32_t size : {0U, 7U}) {
    CHECK(refusal_with(std::pair(sizes, size), std::pair(sizes + 4, second_size + first_size - size)) ==
          "unit 0 of the index has an impossible size");
  }
  CHECK(refusal_with(std::pair(sizes + 4, std::uint32_t{kMaxUnitBytes + 1})) ==
        "unit 1 of the index has an impossible size");
  // These sizes are within the limits, but the units do not fill the space before the index.
  for (const std::uint32_t size : {second_size - 1, second_size + 1}) {
    CHECK(refusal_with(std::pair(sizes + 4, size)) == "the units do not fill the space before the index");
  }
  // A unit of 8 bytes has room for its checksum, but not for coded labels.
  Bytes bytes = file.intact();
  set_number<std::uint32_t>(bytes, sizes, 8);
  set_number<std::uint32_t>(bytes, sizes + 4, second_size + first_size - 8);
  const auto database = file.open(resealed(bytes));
  REQUIRE(database);
  CHECK(some_unit_refused(*database));
}

// Opening a large file does not check the hash of the whole file, so it must check the checksum of each part.
TEST_CASE("a changed byte of each part is noticed by the checksum of that part alone", "[db][damage]") {
  const DamagedFile file;
  const std::size_t footer = file.footer();
  const auto refusal_with = [&](std::size_t changed) {
    Bytes bytes = flipped(file.intact(), changed);
    FileHasher hasher;
    hasher.add(ByteView(bytes).first(footer));
    const FileHash hash = hasher.hash();
    std::copy(hash.begin(), hash.end(), bytes.begin() + static_cast<std::ptrdiff_t>(footer + 32));
    set_number(bytes, footer + 56, checksum(ByteView(bytes).subspan(footer, 56), header_checksum(bytes)));
    return file.refusal(bytes);
  };
  CHECK(refusal_with(kHeaderBytes + 5) == "the codec's tables are damaged");
  CHECK(refusal_with(file.index()) == "the index is damaged");
  CHECK(refusal_with(file.statistics()) == "the statistics are damaged");
}

TEST_CASE("impossible statistics are refused though every checksum is right", "[db][damage]") {
  const DamagedFile file;  // its statistics have a start and an example of the longest distance
  const std::size_t placements = get_number<std::uint32_t>(file.intact(), 24);
  const auto refusal_with = [&](std::size_t offset, auto value) {
    return file.refusal(resealed_but_units(file.with(file.statistics() + offset, value)));
  };
  const std::string contradiction = "the statistics contradict themselves";
  const std::string no_such_cell = "the statistics name a position that the file does not hold";
  CHECK(refusal_with(64, static_cast<std::uint16_t>(kMaxLabelCode + 1)) == contradiction);
  CHECK(refusal_with(64, std::uint16_t{0xFFFF}) == contradiction);
  for (const std::uint16_t not_zero : {std::uint16_t{1}, std::uint16_t{0x8000}}) {
    CHECK(refusal_with(66, not_zero) == contradiction);
  }
  for (const std::size_t cell : {std::size_t{48}, std::size_t{56}}) {
    CHECK(refusal_with(cell, static_cast<std::uint32_t>(placements)) == no_such_cell);
    CHECK(refusal_with(cell + 4, static_cast<std::uint32_t>(positions_per_placement(2))) == no_such_cell);
    // Both sides, the mover or the opponent has only crowns.
    for (const std::uint32_t crowns : {0b1111U, 0b0011U, 0b1100U})
      CHECK(refusal_with(cell + 4, crowns) == no_such_cell);
  }
  CHECK(refusal_with(48, ~std::uint64_t{0}) == contradiction);  // no position is named for the longest distance
  CHECK(refusal_with(56, ~std::uint64_t{0}) == contradiction);  // the start has a label, but no position
  const auto distances = get_number<std::uint32_t>(file.intact(), file.statistics() + 68);
  CHECK(refusal_with(68, distances + 1) == contradiction);
  CHECK(refusal_with(68, distances - 1) == contradiction);
}

TEST_CASE("impossible statistics of a values database are refused though every checksum is right", "[db][damage]") {
  const DamagedFile file(CodecId::kLostValues);
  const auto with = [&](std::size_t offset, auto value) {
    return resealed_but_units(file.with(file.statistics() + offset, value));
  };
  // In a file without distances only three labels are possible. Labels of wins and losses with a distance are refused.
  for (const LabelCode code : {kDrawCode, kUncountedWinCode, kUncountedLossCode}) CHECK(file.open(with(64, code)));
  const std::string contradiction = "the statistics contradict themselves";
  for (const LabelCode code : {LabelCode{1}, LabelCode{2}, kMaxLabelCode, static_cast<LabelCode>(kUncountedWinCode - 1),
                               static_cast<LabelCode>(kUncountedLossCode + 1), LabelCode{0xFFFF}}) {
    CAPTURE(code);
    CHECK(file.refusal(with(64, code)) == contradiction);
  }
  // These statistics name a position with the longest distance, though a values database has no distances.
  CHECK(file.refusal(with(48, std::uint64_t{0})) == contradiction);
  CHECK(file.refusal(with(66, std::uint16_t{1})) == contradiction);
  CHECK(file.refusal(with(68, std::uint32_t{1})) == contradiction);
}

TEST_CASE("a unit in the place of another one is noticed, also if it comes from another file", "[db][damage]") {
  const DamagedFile file;
  const DamagedFile other({{4, 3}, 2, {StuckRule::kWins, false}});
  const std::vector<UnitBytes> units = unit_bytes(file.intact());
  for (const DamagedFile* const source : {&file, &other}) {
    const std::vector<UnitBytes> others = unit_bytes(source->intact());
    bool moved_some = false;
    for (std::size_t a = 0; a < units.size(); ++a) {
      for (std::size_t b = 0; b < others.size(); ++b) {
        if (source == &file && a == b) continue;
        if (others[b].end - others[b].begin != units[a].end - units[a].begin) continue;
        Bytes bytes = file.intact();
        std::copy(source->intact().begin() + static_cast<std::ptrdiff_t>(others[b].begin),
                  source->intact().begin() + static_cast<std::ptrdiff_t>(others[b].end),
                  bytes.begin() + static_cast<std::ptrdiff_t>(units[a].begin));
        const auto database = file.open(resealed_but_units(bytes));
        REQUIRE(database);
        CHECK(some_unit_refused(*database));
        moved_some = true;
      }
    }
    CHECK(moved_some);
  }
}

TEST_CASE("two files spliced anywhere are refused", "[db][damage]") {
  const DamagedFile file;
  const DamagedFile other({{4, 3}, 2, {StuckRule::kWins, false}});
  // The two headers first differ in byte 13, the stuck rule. The bytes before are equal.
  for (std::size_t cut = 14; cut < file.intact().size(); cut += 13) {
    if (cut >= other.intact().size()) break;
    Bytes bytes(file.intact().begin(), file.intact().begin() + static_cast<std::ptrdiff_t>(cut));
    bytes.insert(bytes.end(), other.intact().begin() + static_cast<std::ptrdiff_t>(cut), other.intact().end());
    file.refusal(bytes);
  }
}

TEST_CASE("check passes an intact file and names a unit that has changed since it was opened", "[db][damage]") {
  const DamagedFile file;
  const auto database = file.open(file.intact());
  REQUIRE(database);
  CHECK(check_file(*database));
  Bytes bytes = file.intact();
  bytes[unit_bytes(bytes)[3].begin] ^= std::byte{1};
  write_bytes(database->path(), bytes);
  check_error(check_file(*database), ErrorKind::kBadFile, "unit 3");
  // The file is cut while it is open. Reading the cut file gives an error; access to a memory mapping would raise a
  // signal.
  write_bytes(database->path(), ByteView(bytes).first(200));
  CHECK(!check_file(*database));
}

TEST_CASE("an index that a sparse file lacks takes little memory and time, whatever the header says", "[damage]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("sparse.uisge");
  const auto model = CodecTrainer(CodecId::kCrownContexts, 6, 0).finish();
  FileHeader header{.identity = {{7, 6}, 6, {}},
                    .placements = 4'000'000,
                    .blocks_per_unit = colouring_count(6),
                    .table_bytes = model->bytes().size(),
                    .table_checksum = checksum(model->bytes(), 0),
                    .program = "a forger"};
  const auto checksum_of_zeros = [&] {
    ChecksumStream zeros(header_checksum(encode_header(header)));
    for (std::uint64_t left = header.index_bytes(); left > 0;) {
      const Bytes piece(std::min<std::uint64_t>(left, 1 << 20));
      zeros.add(piece);
      left -= piece.size();
    }
    return zeros.sum();
  };
  const auto check_refused = [&](Checksum index_checksum, const std::string& flaw) {
    const Bytes head = encode_header(header);
    FileFooter footer{.index_offset = head.size() + header.table_bytes, .index_checksum = index_checksum};
    footer.statistics_offset = footer.index_offset + header.index_bytes();
    footer.file_bytes = footer.statistics_offset + kFooterBytes;
    Bytes bytes = head;
    bytes.insert(bytes.end(), model->bytes().begin(), model->bytes().end());
    write_bytes(path, bytes);
    std::filesystem::resize_file(path, footer.statistics_offset);
    const Bytes end = encode_footer(footer, header_checksum(head));
    std::ofstream out(path, std::ios::binary | std::ios::app);
    out.write(reinterpret_cast<const char*>(end.data()), static_cast<std::streamsize>(end.size()));
    out.close();
    reset_largest_allocation();
    const auto database = Database::open(path);
    CHECK(largest_allocation() < 2'000'000);
    REQUIRE(!database);
    CHECK(database.error().message == path + ": " + flaw);
  };
  const std::string impossible = "placement 0 of the index is impossible";
  const Checksum right = checksum_of_zeros();
  check_refused(right, impossible);
  check_refused(right + 1, "the index is damaged");
  // An index of 52 GB. The checksum is wrong, which only a reader of the whole index could say.
  header.identity.board = {8, 8};
  header.placements = 0xFFFF'FFFF;
  check_refused(0, impossible);
  header.identity = {{3, 3}, 4, {}};
  header.placements = 10;  // the board has nine placements, one per free square
  CHECK(contains(parse_header(encode_header(header)).error().message, "more than the board has"));
}

TEST_CASE("a sparse list of noted positions takes little memory, whatever its header says", "[damage]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.notes");
  constexpr std::size_t kHeader = 56;
  constexpr std::uint64_t kBodyBytes = 4'000'000;
  const PositionCell cells[] = {{0, 0}};
  const LabelCode codes[] = {kDrawCode};
  const auto check_sparse = [&](const DatabaseIdentity& identity, std::size_t placements, std::uint64_t positions,
                                const std::string& flaw, std::size_t most_bytes) {
    CAPTURE(positions);
    REQUIRE(write_notes(OutputPlace::claim(path, kNoteFile).value(), identity, placements, cells, codes));
    Bytes header = read_bytes(path);
    header.resize(kHeader);
    set_number(header, 24, positions);
    set_number(header, 32, kBodyBytes);
    set_number(header, 48, checksum(ByteView(header).first(48), 0));
    write_bytes(path, header);
    std::filesystem::resize_file(path, kHeader + kBodyBytes + sizeof(Checksum));
    reset_largest_allocation();
    const auto notes = NoteFile::open(path);
    CHECK(largest_allocation() < most_bytes);
    check_error(notes, ErrorKind::kBadFile, flaw);
  };
  constexpr std::size_t kPlacements = 6;
  const std::uint64_t most = kPlacements * positions_per_placement(2);
  // More positions than the board has; more bytes than the positions can take.
  for (const std::uint64_t positions : {kBodyBytes, most + 1, most, std::uint64_t{1}}) {
    check_sparse({{3, 3}, 2, {}}, kPlacements, positions, "contradict each other", 1 << 16);
  }
  // The real game has enough positions for any file, so the file is read, in parts of a MiB.
  check_sparse({{7, 6}, 6, {}}, 4'000'000, kBodyBytes, "its positions are damaged", 2'000'000);
}
