#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "solver/solve/ply_log.h"
#include "solver/solve/solve.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;

namespace {

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

SolveRequest request(const std::string& output, RuleSet rules) {
  SolveRequest result;
  result.identity = {{4, 4}, 3, rules};
  result.output = output;
  result.threads = 2;
  return result;
}

std::string solved(const SolveRequest& request) {
  const std::atomic<bool> cancel{false};
  const auto result = solve(request, {}, cancel);
  REQUIRE(result);
  return contents(request.output);
}

}  // namespace

TEST_CASE("a checkpoint that is cut or damaged anywhere goes back to its last good ply", "[solve][damage]") {
  const TemporaryDirectory folder;
  const std::string golden = solved(request(folder.file("golden.uisge"), {}));
  SolveRequest resumed = request(folder.file("damaged.uisge"), {});
  REQUIRE(!solve_for(resumed, 12));
  resumed.resume = true;
  const std::string log_path = ply_log_path(resumed.output);
  const std::string log = contents(log_path);
  REQUIRE(log.size() > 1000);
  const auto check = [&](const std::string& bytes) {
    write(log_path, bytes);
    CHECK(solved(resumed) == golden);
    std::filesystem::remove(resumed.output);
  };
  constexpr std::size_t kHeader = 40;
  for (std::size_t at = kHeader; at < log.size(); at += log.size() / 37) {
    CAPTURE(at);
    check(log.substr(0, at));
    std::string flipped = log;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    check(flipped);
  }
  check(log + log);                     // a second header where a record should be
  check(log + std::string(5000, 'S'));  // garbage that begins like a record
}

TEST_CASE("resuming cuts off what lies behind the last good ply", "[solve][damage]") {
  const TemporaryDirectory folder;
  const SolveRequest stopped = request(folder.file("x.uisge"), {});
  REQUIRE(!solve_for(stopped, 6));
  const std::string path = ply_log_path(stopped.output);
  const std::string log = contents(path);
  const PlyLogHeader header = PlyLogReader::open(path)->header();
  for (const std::string& rest : {std::string("S"), std::string(5000, 'S'), log}) {
    write(path, log + rest);
    const auto resumed = PlyLog::resume(path, header);
    REQUIRE(resumed);
    CHECK(resumed->incomplete_bytes() == rest.size());
    CHECK((contents(path) == log));  // in brackets: not to be printed
  }
  // A ply that turns out to be damaged takes those after it along.
  auto resumed = PlyLog::resume(path, header);
  REQUIRE(resumed);
  REQUIRE(resumed->plies().size() == 6);
  const std::uint64_t end_of_second = resumed->plies()[1].end;
  REQUIRE(resumed->drop_from(2));
  CHECK((contents(path) == log.substr(0, end_of_second)));
}

TEST_CASE("impossible numbers in a checkpoint end it though every checksum is right", "[solve][damage]") {
  const TemporaryDirectory folder;
  const std::string path = folder.file("x.plies");
  const PlyLogHeader header{{{4, 4}, 3, {}}, 100, 64};  // two chunks
  REQUIRE(header.chunks() == 2);
  const std::vector<std::byte> segment(10, std::byte{7});
  // A log of one ply with two segments and the beginning of the next: a segment and the end of the ply.
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

  const auto with = [&](auto change) {
    SegmentRecord record = good;
    change(record);
    return plies_of(record, {1, 2, 3}, 1);
  };
  CHECK(with([](SegmentRecord& record) { record.chunk = 2; }) == 1);  // chunks are counted from 0
  CHECK(with([](SegmentRecord& record) { record.chunk = 0xFFFF'FFFF; }) == 1);
  CHECK(with([](SegmentRecord& record) { record.ply = 0; }) == 1);
  CHECK(with([](SegmentRecord& record) { record.ply = 2; }) == 1);
  CHECK(with([](SegmentRecord& record) { record.outcome = Outcome::kDraw; }) == 1);
  CHECK(with([](SegmentRecord& record) { record.outcome = static_cast<Outcome>(200); }) == 1);
  CHECK(with([](SegmentRecord& record) { record.bytes = 11; }) == 1);
  CHECK(with([](SegmentRecord& record) { record.bytes = 0xFFFF'FFFF; }) == 1);
  for (const std::uint32_t segments : {0U, 2U, 0xFFFF'FFFFU}) CHECK(plies_of(good, {1, 2, 3}, segments) == 1);
  CHECK(plies_of(good, {0, 2, 3}, 1) == 1);
  CHECK(plies_of(good, {2, 2, 3}, 1) == 1);
}

TEST_CASE("what is no checkpoint of this solve is refused", "[solve][damage]") {
  const TemporaryDirectory folder;
  SolveRequest resumed = request(folder.file("x.uisge"), {});
  REQUIRE(!solve_for(resumed, 5));
  resumed.resume = true;
  const std::string log_path = ply_log_path(resumed.output);
  const std::string log = contents(log_path);
  const std::atomic<bool> cancel{false};
  const auto refusal = [&](const SolveRequest& asked) {
    const auto result = solve(asked, {}, cancel);
    REQUIRE(!result);
    return result.error();
  };

  SolveRequest other = resumed;
  other.identity.rules.stuck = StuckRule::kDraws;
  CHECK(refusal(other).kind == ErrorKind::kBadFile);
  other = resumed;
  other.identity.pieces = 2;
  CHECK(refusal(other).kind == ErrorKind::kBadFile);

  // Every byte of the header counts.
  for (std::size_t at = 0; at < 40; ++at) {
    CAPTURE(at);
    std::string flipped = log;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    write(log_path, flipped);
    CHECK(refusal(resumed).kind == ErrorKind::kBadFile);
    CHECK(contents(log_path) == flipped);  // and it is left as it is
  }
  write(log_path, "not a checkpoint");
  CHECK(refusal(resumed).kind == ErrorKind::kBadFile);
}

TEST_CASE("an unfinished solve is not overwritten unasked, nor shared", "[solve]") {
  const TemporaryDirectory folder;
  SolveRequest first = request(folder.file("x.uisge"), {});
  REQUIRE(!solve_for(first, 5));
  const std::string log = contents(ply_log_path(first.output));
  const std::atomic<bool> cancel{false};

  const auto unasked = solve(first, {}, cancel);
  REQUIRE(!unasked);
  CHECK(unasked.error().kind == ErrorKind::kUsage);
  CHECK(contents(ply_log_path(first.output)) == log);

  {
    const auto held =
        PlyLog::resume(ply_log_path(first.output), PlyLogReader::open(ply_log_path(first.output))->header());
    REQUIRE(held);
    first.resume = true;
    const auto second = solve(first, {}, cancel);
    REQUIRE(!second);
    CHECK(second.error().kind == ErrorKind::kResource);
    CHECK(second.error().message.find("another process") != std::string::npos);
  }
  CHECK(solve(first, {}, cancel));
}

TEST_CASE("a solve without a file counts the same", "[solve][parallel]") {
  const TemporaryDirectory folder;
  for (const RuleSet rules : kAllRuleSets) {
    CAPTURE(to_string(rules));
    const std::atomic<bool> cancel{false};
    const auto with_file =
        solve(request(folder.file(std::to_string(rules.diagonal_jumps) + ".uisge"), rules), {}, cancel);
    const auto without = solve(request("", rules), {}, cancel);
    REQUIRE(with_file);
    REQUIRE(without);
    CHECK(without->summary == with_file->summary);
    std::filesystem::remove(folder.file(std::to_string(rules.diagonal_jumps) + ".uisge"));
  }
}

TEST_CASE("what cannot fit is refused before it starts", "[solve]") {
  const std::atomic<bool> cancel{false};
  SolveRequest large = request("", {});
  large.identity = {{7, 6}, 5, {}};
  large.memory_bytes = std::uint64_t{1} << 30;
  const auto result = solve(large, {}, cancel);
  REQUIRE(!result);
  CHECK(result.error().kind == ErrorKind::kResource);
  CHECK(result.error().message.find("GiB") != std::string::npos);

  SolveRequest crowded = request("", {});
  crowded.identity = {{2, 2}, 3, {}};
  const auto none = solve(crowded, {}, cancel);
  REQUIRE(!none);
  CHECK(none.error().kind == ErrorKind::kUsage);

  const auto no_folder = solve(request("/nonexistent/x.uisge", {}), {}, cancel);
  REQUIRE(!no_folder);
  CHECK(no_folder.error().kind == ErrorKind::kResource);
}
