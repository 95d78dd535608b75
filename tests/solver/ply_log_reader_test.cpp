// The reader of checkpoints: whatever is cut off, changed or impossible, only complete and true plies count.
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/checkpoint/label_chunks.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// Solves until `plies` plies are complete. Returns the checkpoint's path.
std::string stopped_log(const TemporaryDirectory& directory, const DatabaseIdentity& identity, int plies) {
  const SolveRequest request{.identity = identity, .output = directory.file("x.uisge")};
  REQUIRE(!solve_for(request, plies));
  return ply_log_path(request.output);
}

}  // namespace

TEST_CASE("only complete plies of a checkpoint count, wherever the file ends", "[checkpoint][damage]") {
  const TemporaryDirectory directory;
  const std::string path = stopped_log(directory, {{4, 4}, 3, {}}, 12);
  const std::string whole = text_of_file(path);
  std::vector<std::uint64_t> ends;
  const auto log_of_all = PlyLogReader::open(path).value();
  for (const LoggedPly& ply : log_of_all.plies()) ends.push_back(ply.end);
  REQUIRE(ends.size() == 12);
  REQUIRE(ends.back() == whole.size());
  for (std::size_t at = 0; at <= whole.size(); at += at < 2000 ? 1 : 97) {
    write_text(path, whole.substr(0, at));
    const auto log = PlyLogReader::open(path);
    if (at < kPlyLogHeaderBytes) {
      REQUIRE(log.error().kind == ErrorKind::kBadFile);
      continue;
    }
    const auto complete = std::ranges::upper_bound(ends, at) - ends.begin();
    REQUIRE(log->plies().size() == static_cast<std::size_t>(complete));
    REQUIRE(log->complete_bytes() + log->incomplete_bytes() == at);
  }
}

TEST_CASE("a flipped byte of a checkpoint hides plies or is named, and never changes an answer",
          "[checkpoint][damage]") {
  const TemporaryDirectory directory;
  const std::string good_path = stopped_log(directory, {{3, 3}, 2, {}}, 5);
  const std::string whole = text_of_file(good_path);
  const auto good = PlyLogReader::open(good_path).value();
  const std::string path = directory.file("flipped.plies");
  int named = 0;
  for (std::size_t at = kPlyLogHeaderBytes; at < whole.size(); ++at) {
    CAPTURE(at);
    write_text(path, flipped(whole, at, 1U << at % 8));
    const auto log = PlyLogReader::open(path).value();
    const bool is_shorter = log.plies().size() < good.plies().size();
    bool is_named = false;
    std::vector<std::uint8_t> expected;
    std::vector<std::uint8_t> segment;
    for (std::size_t ply = 0; ply < log.plies().size(); ++ply) {
      REQUIRE(log.plies()[ply].segments == good.plies()[ply].segments);
      REQUIRE(log.plies()[ply].counts.won == good.plies()[ply].counts.won);
      for (const SegmentRecord& record : log.plies()[ply].segments) {
        const auto done = log.read(record, segment);
        if (done) {
          REQUIRE(good.read(record, expected));
          REQUIRE(segment == expected);
        } else {
          REQUIRE(contains(done.error().message, "ply " + std::to_string(ply) + " is damaged"));
          is_named = true;
        }
      }
    }
    REQUIRE(is_shorter != is_named);
    named += is_named ? 1 : 0;
  }
  CHECK(named > 0);
}

TEST_CASE("a checkpoint ends before impossible numbers though every checksum is right", "[checkpoint][damage]") {
  const TemporaryDirectory folder;
  const std::string path = folder.file("x.plies");
  const PlyLogHeader header{{{4, 4}, 3, {}}, 100, 64};  // two chunks
  REQUIRE(header.chunks() == 2);
  const std::vector<std::byte> segment(10, std::byte{7});
  // Writes a log of two plies. The first has two segments. The arguments give the second ply's segment and closing
  // record.
  const auto plies_of = [&](const SegmentRecord& record, const PlyCounts& counts, std::uint32_t segments) {
    Bytes bytes = encode_ply_log_header(header);
    Checksum chain = chain_after(bytes);
    const auto append = [&](const Bytes& head) {
      bytes.insert(bytes.end(), head.begin(), head.end());
      chain = chain_after(head);
    };
    const auto append_segment = [&](const SegmentRecord& each) {
      append(encode_segment_head(each, segment_checksum(segment), chain));
      bytes.insert(bytes.end(), segment.begin(), segment.end());
    };
    append_segment({0, 10, 0, 0, Outcome::kWin});
    append_segment({0, 10, 1, 0, Outcome::kLoss});
    append(encode_ply_record({0, 5, 5}, 2, chain));
    append_segment(record);
    append(encode_ply_record(counts, segments, chain));
    write_bytes(path, bytes);
    return PlyLogReader::open(path).value().plies().size();
  };
  const SegmentRecord good{0, 10, 1, 1, Outcome::kLoss};
  CHECK(plies_of(good, {1, 2, 3}, 1) == 2);

  const auto undefined = static_cast<Outcome>(200);
  for (const SegmentRecord& bad :  // chunks are counted from 0
       {SegmentRecord{0, 10, 1, 2, Outcome::kLoss},
        {0, 10, 0xFFFF'FFFF, 1, Outcome::kLoss},
        {0, 10, 1, 0, Outcome::kLoss},
        {0, 10, 2, 1, Outcome::kLoss},
        {0, 10, 1, 1, Outcome::kDraw},
        {0, 10, 1, 1, undefined},
        {0, 11, 1, 1, Outcome::kLoss},
        {0, 0xFFFF'FFFF, 1, 1, Outcome::kLoss}}) {
    CAPTURE(bad.bytes, bad.ply, bad.chunk);
    CHECK(plies_of(bad, {1, 2, 3}, 1) == 1);
  }
  for (const std::uint32_t segments : {0U, 2U, 0xFFFF'FFFFU}) CHECK(plies_of(good, {1, 2, 3}, segments) == 1);
  CHECK(plies_of(good, {0, 2, 3}, 1) == 1);
  CHECK(plies_of(good, {2, 2, 3}, 1) == 1);
}

TEST_CASE("a segment that is larger than any chunk's positions ends a checkpoint", "[checkpoint][damage]") {
  const TemporaryDirectory folder;
  const std::string path = folder.file("x.plies");
  const PlyLogHeader header{{{4, 4}, 3, {}}, 100, 64};
  // Writes a log of `plies` plies. Each ply has one segment, of zeros, for the first chunk.
  const auto log_of = [&](std::uint32_t segment_bytes, Plies plies) {
    std::ofstream out(path, std::ios::binary);
    Checksum chain = 0;
    const auto append = [&](const Bytes& head) {
      out.write(reinterpret_cast<const char*>(head.data()), static_cast<std::streamsize>(head.size()));
      chain = chain_after(head);
    };
    append(encode_ply_log_header(header));
    const Checksum sum = segment_checksum(Bytes(segment_bytes));
    for (Plies ply = 0; ply < plies; ++ply) {
      append(encode_segment_head({0, segment_bytes, 0, ply, Outcome::kLoss}, sum, chain));
      out.seekp(segment_bytes, std::ios::cur);  // leaves a hole in the file
      append(encode_ply_record({ply, 0, 1}, 1, chain));
    }
    out.close();
    return PlyLogReader::open(path).value();
  };
  constexpr std::uint32_t kMebibyte = 1U << 20;
  CHECK(log_of(kMebibyte + 1, 1).plies().empty());
  const PlyLogReader log = log_of(kMebibyte, 65);
  REQUIRE(log.plies().size() == 65);
  // All segments are damaged. The first 64 segments of the chunk have 64 MiB, so ply 64 is refused before any segment
  // is decoded.
  LabelChunks::Scratch scratch;
  const auto done = LabelChunks(log, InstructionSet::kPortable).read(0, scratch, [](std::size_t, auto) {});
  check_error(done, ErrorKind::kBadFile, "a segment of ply 64 is damaged");
}

TEST_CASE("a checkpoint's header with an impossible size of chunks or number of placements is refused",
          "[checkpoint][damage]") {
  const TemporaryDirectory folder;
  const std::string path = folder.file("x.uisge.plies");
  PlyLogHeader header{{{7, 6}, 6, {}}, 1000, 1};
  const auto opened = [&] {
    write_bytes(path, encode_ply_log_header(header));
    return PlyLogReader::open(path).has_value();
  };
  CHECK(opened());
  header.chunk_size = 1U << 30;
  CHECK(!opened());
  header = {{{2, 2}, 2, {}}, 1, 64};
  CHECK(opened());
  header.placements = 2;  // wrong: this board has only one placement, which is full
  CHECK(!opened());
}
