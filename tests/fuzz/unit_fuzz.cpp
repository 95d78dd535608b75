// Decodes any bytes as a unit, or as codec tables and a unit, without checksums. Decoding must give labels in range, or
// an error.

#include "db/codec.h"
#include "db/codec_trainer.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;

namespace {

bool is_stored_by(CodecId codec, LabelCode code) {
  if (code == kDrawCode) return true;
  if (!stores_distances(codec)) return code == kUncountedLossCode;
  return code <= kMaxLabelCode && (!stores_lost_only(codec) || is_loss_code(code));
}

void decode(const CodecModel& model, ByteView unit) {
  const std::size_t positions = positions_per_placement(model.pieces());
  std::vector<LabelCode> codes(positions);
  if (UnitDecoder(model).decode(unit, codes) &&
      std::ranges::any_of(codes, [&](LabelCode code) { return !is_stored_by(model.codec(), code); })) {
    std::abort();
  }
}

// A model trained with made-up labels. Its symbols stand for a limited range of distances, as those of a database do.
std::unique_ptr<const CodecModel> model_of_some_labels(CodecId codec, int pieces) {
  CodecTrainer trainer(codec, pieces, 1);
  std::vector<LabelCode> codes(positions_per_placement(pieces));
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<LabelCode>(i * i % 97);
  trainer.add(0, codes);
  return trainer.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::array models{
      model_of_some_labels(CodecId::kCrownContexts, 1), model_of_some_labels(CodecId::kCrownContexts, 2),
      model_of_some_labels(CodecId::kCrownContexts, 3), model_of_some_labels(CodecId::kLostPositions, 2),
      model_of_some_labels(CodecId::kLostValues, 2),    model_of_some_labels(CodecId::kLostValues, 3),
      model_of_some_labels(CodecId::kLostPositions, 1), model_of_some_labels(CodecId::kLostPositions, 3)};
  if (size < 2) return 0;
  const CodecModel& model = *models[(data[0] >> 1) % models.size()];
  const ByteView rest = std::as_bytes(std::span(data + 2, size - 2));
  if ((data[0] & 1) == 0) {
    decode(model, rest);
  } else {
    // The second byte, divided by 255, is the tables' share of the remaining bytes. The unit gets the rest.
    const std::size_t table_bytes = rest.size() * data[1] / 255;
    const auto parsed = CodecModel::parse(model.codec(), model.pieces(), rest.first(table_bytes));
    if (parsed) decode(**parsed, rest.subspan(table_bytes));
  }
  return 0;
}
