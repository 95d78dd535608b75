// Any bytes as a compressed unit, with no checksum before them: labels in range, or an error. Half of the inputs are
// compressed first, because a fuzzer does not find zstd frames.
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "core/colouring.h"
#include "db/codec.h"

using namespace uisge;

namespace {

// One decoder a shape: made once, as a reader does it.
class Shape {
 public:
  Shape(BoardSize board, int pieces, SquareSet occupied_bb)
      : place_{occupied_bb, 0, colouring_count(pieces)},
        codes_(static_cast<std::size_t>(place_.blocks) * static_cast<std::size_t>(positions_per_block(pieces))),
        decoder_(standard_codec(board, pieces, {})) {}

  void decode(ByteView bytes) {
    if (decoder_.decode(place_, bytes, codes_) &&
        std::ranges::any_of(codes_, [](LabelCode code) { return code > kMaxLabelCode; })) {
      std::abort();
    }
  }

 private:
  UnitPlace place_;
  std::vector<LabelCode> codes_;
  UnitDecoder decoder_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::array shapes{Shape({2, 2}, 1, SquareSet(0b11)), Shape({3, 3}, 2, SquareSet(0b011'011)),
                           Shape({7, 6}, 3, SquareSet(0b11'1111))};
  if (size == 0) return 0;
  Shape& shape = shapes[(data[0] >> 1) % shapes.size()];
  const ByteView rest = std::as_bytes(std::span(data + 1, size - 1));
  if ((data[0] & 1) == 0) {
    shape.decode(rest);
    return 0;
  }
  Bytes frame(ZSTD_compressBound(rest.size()));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), rest.data(), rest.size(), 1));
  shape.decode(frame);
  return 0;
}
