#include "solver/cluster/segment_batch.h"
#include "tests/test.h"

using namespace uisge;

namespace {

// A batch as segment_batch.h documents it, written without the code of the product.
Bytes batch_of(const std::vector<std::vector<std::uint8_t>>& records) {
  Bytes batch;
  for (const int byte : {1, 9, 0, 0, 0}) batch.push_back(std::byte(byte));
  for (const auto& record : records) {
    for (const std::uint8_t byte : record) batch.push_back(std::byte{byte});
  }
  return batch;
}

}  // namespace

TEST_CASE("a batch is read as documented", "[cluster]") {
  const auto win = static_cast<std::uint8_t>(Outcome::kWin);
  const auto loss = static_cast<std::uint8_t>(Outcome::kLoss);
  const Bytes batch = batch_of({{win, 5, 1, 0, 0, 2, 0, 0, 0, 0xAA, 0xBB}, {loss, 7, 0, 0, 0, 0, 0, 0, 0}});
  std::vector<std::tuple<Outcome, std::size_t, std::vector<std::uint8_t>>> seen;
  const auto note = [&](const SegmentView& segment) -> Result<void> {
    seen.emplace_back(segment.outcome, segment.chunk, std::vector(segment.bytes.begin(), segment.bytes.end()));
    return {};
  };
  CHECK(visit_batch(batch, note));
  REQUIRE(seen.size() == 2);
  CHECK((seen[0] == std::tuple(Outcome::kWin, std::size_t{261}, std::vector<std::uint8_t>{0xAA, 0xBB})));
  CHECK((seen[1] == std::tuple(Outcome::kLoss, std::size_t{7}, std::vector<std::uint8_t>{})));
  CHECK(visit_batch(batch_of({}), note));
  CHECK(get_head(batch).flags == 1);
  CHECK(get_head(batch).number == 9);

  Bytes made = begin_batch();
  for (const auto& [outcome, chunk, bytes] : seen) put_segment(made, {outcome, chunk, bytes});
  put_head(made, {1, 9});
  CHECK(made == batch);
}

TEST_CASE("an error of a batch's reader ends the reading and is returned", "[cluster]") {
  const Bytes batch = batch_of({{0, 5, 0, 0, 0, 0, 0, 0, 0}, {0, 6, 0, 0, 0, 0, 0, 0, 0}, {0, 7, 0, 0, 0, 0, 0, 0, 0}});
  int seen = 0;
  const auto fail_at_second = [&](const SegmentView& segment) -> Result<void> {
    ++seen;
    if (segment.chunk == 6) return usage_error("the second");
    return {};
  };
  const auto done = visit_batch(batch, fail_at_second);
  REQUIRE(!done);
  CHECK(done.error().message == "the second");
  CHECK(seen == 2);
}

TEST_CASE("a batch that is cut short is refused", "[cluster][damage]") {
  const Bytes batch = batch_of({{0, 5, 0, 0, 0, 3, 0, 0, 0, 1, 2, 3}});
  const auto ignore = [](const SegmentView&) { return Result<void>(); };
  REQUIRE(visit_batch(batch, ignore));
  for (std::size_t size = 0; size < batch.size(); ++size) {
    CAPTURE(size);
    if (size != kBatchHeadBytes)
      CHECK(!visit_batch(Bytes(batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(size)), ignore));
  }
}
