// A checkpoint is a chain of parts: the checksum of each part is the seed of the next. A part is refused if its bytes
// or its place in the chain are wrong.
#include "solver/checkpoint/ply_log_format.h"
#include "tests/test.h"

using namespace uisge;

namespace {

constexpr Checksum kChain = 0x0123'4567'89AB'CDEF;

// Checks that parse(bytes, chain) accepts the bytes, but refuses them if any bit or the place in the chain is changed.
template <class Parse>
void check_sealed(const Bytes& bytes, const Parse& parse) {
  REQUIRE(parse(bytes, kChain));
  CHECK_FALSE(parse(bytes, kChain + 1));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    CAPTURE(bit);
    CHECK_FALSE(parse(flipped(bytes, bit / 8, 1U << bit % 8), kChain));
  }
}

}  // namespace

TEST_CASE("the record of a ply with any bit changed, or at another place of the chain, is refused",
          "[checkpoint][damage]") {
  const PlyCounts counts{3, 1000, 77};
  const Bytes bytes = encode_ply_record(counts, 5, kChain);
  check_sealed(bytes, parse_ply_record);
  const auto record = parse_ply_record(bytes, kChain);
  CHECK(record->segments == 5);
  CHECK(record->counts.ply == 3);
  CHECK(record->counts.won == 1000);
  CHECK(record->counts.lost == 77);
}

TEST_CASE("the head of a segment with any bit changed, or at another place of the chain, is refused",
          "[checkpoint][damage]") {
  const SegmentRecord record{0, 1234, 56, 7, Outcome::kLoss};
  const Bytes bytes = encode_segment_head(record, 89, kChain);
  check_sealed(bytes, parse_segment_head);
  CHECK(parse_segment_head(bytes, kChain) == record);
}
