// The unit codec: decoding inverts encoding for all labels, and bytes that are not a unit are refused. This file is
// long because it tests all parts of the codec on the same labels.
#include "db/codec.h"
#include "db/codec_trainer.h"
#include "tests/db/independent_codec.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

using Codes = std::vector<LabelCode>;
using Model = std::unique_ptr<const CodecModel>;

bool is_live_cell(int pieces, std::size_t position) {
  const auto states = crown_states(pieces);
  return position % states + 1 != states && position / states % states + 1 != states;
}

// The labels of whole blocks: `label` gives the labels of live positions, and all other labels are 0.
template <class Label>
Codes blocks_of(int pieces, std::size_t blocks, Label label) {
  Codes codes(blocks * positions_per_block(pieces), kDrawCode);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (is_live_cell(pieces, i)) codes[i] = label();
  }
  return codes;
}

template <class Label>
Codes placement_of(int pieces, Label label) {
  return blocks_of(pieces, colouring_count(pieces), label);
}

Model trained_on(int pieces, const std::vector<Codes>& placements) {
  CodecTrainer trainer(CodecId::kCrownContexts, pieces, placements.size());
  for (std::size_t k = 0; k < trainer.sample().size(); ++k) trainer.add(k, placements[trainer.sample()[k]]);
  return trainer.finish();
}

Bytes encoded(const CodecModel& model, const Codes& codes) {
  Bytes unit;
  UnitEncoder(model).encode(codes, unit);
  return unit;
}

independent_reader::Bytes plain(const Bytes& bytes) {
  independent_reader::Bytes result;
  for (const std::byte byte : bytes) result.push_back(std::to_integer<std::uint8_t>(byte));
  return result;
}

// Decodes only the first cells in coding order, for each possible number of cells, each time from the beginning and
// from where the smaller number ended, and compares their labels with `codes`.
void check_first_cells(const CodecModel& model, const Bytes& unit, const Codes& codes) {
  const std::size_t positions = positions_per_block(model.pieces());
  const std::size_t blocks = codes.size() / positions;
  const std::vector<CrownContexts::Cell>& order = model.contexts().cells();
  BegunUnit begun;
  for (std::size_t cells = 0;; cells = model.contexts().cells_up_to(cells)) {
    REQUIRE(UnitDecoder(model).decode_symbols(unit, blocks, cells, begun));
    BegunUnit at_once;
    REQUIRE(UnitDecoder(model).decode_symbols(unit, blocks, cells, at_once));
    REQUIRE(begun.symbols == at_once.symbols);
    const std::vector<Symbol>& symbols = begun.symbols;
    REQUIRE(symbols.size() == cells * blocks);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const LabelCode code = codes[i % blocks * positions + order[i / blocks].index];
      const LabelSymbol& symbol = model.alphabet().symbols()[symbols[i]];
      const auto label = model.label_of(symbols[i]);
      if (label.has_value() != (symbol.extra_bits == 0) || label.value_or(code) != code) ++wrong;
    }
    REQUIRE(wrong == 0);
    Codes completed(codes.size(), LabelCode{0xFFFF});
    REQUIRE(UnitDecoder(model).decode(unit, completed, begun));
    REQUIRE(completed == codes);
    if (cells == order.size()) break;
  }
}

void check_round_trip(const CodecModel& model, const Codes& codes) {
  const Bytes unit = encoded(model, codes);
  Codes decoded(codes.size(), LabelCode{0xFFFF});
  REQUIRE(UnitDecoder(model).decode(unit, decoded));
  REQUIRE(decoded == codes);
  check_first_cells(model, unit, codes);
  const std::size_t blocks = codes.size() / positions_per_block(model.pieces());
  REQUIRE(independent_reader::Codec(static_cast<unsigned>(model.codec()), model.pieces(), plain(model.bytes()))
              .decode(blocks, plain(unit)) == codes);
}

// Labels somewhat like a game's: most distances are short, and odd and even distances occur.
auto gamelike_labels(std::mt19937& random) {
  return [&random]() -> LabelCode {
    const auto kind = random() % 8;
    if (kind == 0) return kDrawCode;
    auto distance = static_cast<Plies>(random() % 4);
    for (auto longer = kind; longer > 4 && distance < 2000; longer = random() % 8) distance = Plies(distance * 2 + 5);
    return encode_label({random() % 2 == 0 ? Outcome::kWin : Outcome::kLoss, distance});
  };
}

}  // namespace

TEST_CASE("labels of every kind come back, with every number of pieces", "[db][codec]") {
  std::mt19937 random(1);
  for (int pieces = kMinPieces; pieces <= kMaxPieces; ++pieces) {
    INFO("pieces " << pieces);
    const Model trained = trained_on(pieces, {placement_of(pieces, gamelike_labels(random))});
    const Model untrained = trained_on(pieces, {});
    const auto any_label = [&] { return static_cast<LabelCode>(random() % (kMaxLabelCode + 1)); };
    const auto longest = [] { return kMaxLabelCode; };
    for (const CodecModel* model : {trained.get(), untrained.get()}) {
      // One block, more blocks than the codec has states (four), and numbers of blocks that are not multiples of four.
      for (const std::size_t blocks : {1U, 2U, 3U, 16U, 17U}) {
        check_round_trip(*model, blocks_of(pieces, blocks, gamelike_labels(random)));
        check_round_trip(*model, blocks_of(pieces, blocks, any_label));
        check_round_trip(*model, blocks_of(pieces, blocks, longest));
        check_round_trip(*model, blocks_of(pieces, blocks, [] { return kDrawCode; }));
      }
    }
  }
}

TEST_CASE("labels that the model expects take next to no space", "[db][codec]") {
  for (const LabelCode code : {kDrawCode, LabelCode{3}, LabelCode{4}, kMaxLabelCode}) {
    const Codes codes = placement_of(4, [=] { return code; });
    const Model model = trained_on(4, {codes});
    // The unit consists of the four states alone. A label of frequency 1023 of 1024 costs 1/709 bit, so 15,750 labels
    // cost 22 bits. The four states have room for 64 bits, so no word follows them.
    CHECK(encoded(*model, codes).size() == kRansStateBytes);
  }
}

TEST_CASE("labels of positions that are not live are neither read nor stored", "[db][codec]") {
  std::mt19937 random(2);
  const Codes codes = blocks_of(3, 5, gamelike_labels(random));
  const Model model = trained_on(3, {placement_of(3, gamelike_labels(random))});
  Codes dirty = codes;
  for (std::size_t i = 0; i < dirty.size(); ++i) {
    if (!is_live_cell(3, i)) dirty[i] = static_cast<LabelCode>(random());
  }
  CHECK(encoded(*model, dirty) == encoded(*model, codes));
}

TEST_CASE("a model depends on the labels, not on the order in which they came", "[db][codec][law]") {
  std::mt19937 random(3);
  std::vector<Codes> placements;
  for (int i = 0; i < 40; ++i) placements.push_back(placement_of(3, gamelike_labels(random)));
  CodecTrainer backwards(CodecId::kCrownContexts, 3, 40);
  for (std::size_t k = backwards.sample().size(); k-- > 0;) backwards.add(k, placements[backwards.sample()[k]]);
  CHECK(backwards.finish()->bytes() == trained_on(3, placements)->bytes());
}

TEST_CASE("a sample is spread over the placements, in the runs that were asked for", "[db][codec]") {
  for (const std::size_t run : {1U, 4U, 64U, 5000U}) {
    const CodecTrainer trainer(CodecId::kCrownContexts, 1, 59'339, run);
    const auto& sample = trainer.sample();
    CHECK(sample.size() == std::max<std::size_t>(1024, run));
    CHECK(std::is_sorted(sample.begin(), sample.end(), std::less_equal<>()));
    CHECK(sample.back() < 59'339);
    for (std::size_t k = 0; k < sample.size(); ++k) CHECK(sample[k] % run == k % run);
    if (run <= 64) CHECK(sample.back() > 59'339 - 59'339 / 8);
  }
  CHECK(CodecTrainer(CodecId::kCrownContexts, 1, 3, 64).sample() == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("a model is parsed from its bytes and from nothing shorter", "[db][codec][damage]") {
  std::mt19937 random(4);
  const Model model =
      trained_on(2, {placement_of(2, gamelike_labels(random)), placement_of(2, gamelike_labels(random))});
  const ByteView bytes = model->bytes();
  const auto parsed = CodecModel::parse(CodecId::kCrownContexts, 2, bytes);
  REQUIRE(parsed);
  CHECK((*parsed)->bytes() == model->bytes());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK(!CodecModel::parse(CodecId::kCrownContexts, 2, bytes.first(size)));
  Bytes longer = model->bytes();
  longer.push_back(std::byte{0});
  CHECK(!CodecModel::parse(CodecId::kCrownContexts, 2, longer));
}

TEST_CASE("damaged codec tables are refused, or are valid tables", "[db][codec][damage]") {
  std::mt19937 random(5);
  const Codes codes = placement_of(2, gamelike_labels(random));
  const Model model = trained_on(2, {codes});
  const Bytes unit = encoded(*model, codes);
  int refused = 0;
  int decoded_units = 0;
  for (std::size_t i = 0; i < 8 * model->bytes().size(); ++i) {
    const Bytes bytes = flipped(model->bytes(), i / 8, 1U << i % 8);
    const auto parsed = CodecModel::parse(CodecId::kCrownContexts, 2, bytes);
    if (!parsed) {
      ++refused;
      continue;
    }
    CHECK((*parsed)->bytes() == bytes);
    Codes decoded(codes.size());
    check_round_trip(**parsed, codes);
    if (!UnitDecoder(**parsed).decode(unit, decoded)) continue;
    ++decoded_units;
    CHECK(*std::max_element(decoded.begin(), decoded.end()) <= kMaxLabelCode);
  }
  CHECK(refused > 0);
  CHECK(decoded_units > 0);
}

TEST_CASE("damaged units are refused, or decode to valid labels", "[db][codec][damage]") {
  std::mt19937 random(6);
  const Codes codes = blocks_of(3, 7, gamelike_labels(random));
  const Model model = trained_on(3, {placement_of(3, gamelike_labels(random))});
  const Bytes unit = encoded(*model, codes);
  UnitDecoder decoder(*model);
  Codes decoded(codes.size());
  for (std::size_t size = 0; size < unit.size(); ++size) CHECK(!decoder.decode(ByteView(unit).first(size), decoded));
  Bytes longer = unit;
  longer.push_back(std::byte{0});
  CHECK(!decoder.decode(longer, decoded));
  int refused = 0;
  int accepted = 0;
  const auto check_any_bytes = [&](ByteView bytes) {
    const bool is_unit = decoder.decode(bytes, decoded).has_value();
    ++(is_unit ? accepted : refused);
    if (!is_unit) return;
    CHECK(*std::max_element(decoded.begin(), decoded.end()) <= kMaxLabelCode);
  };
  for (std::size_t i = 0; i < 8 * unit.size(); ++i) {
    check_any_bytes(flipped(unit, i / 8, 1U << i % 8));
  }
  // A label beyond the longest possible distance.
  const Codes beyond(codes.size(), LabelCode{kMaxLabelCode + 1});
  CHECK(!decoder.decode(encoded(*model, beyond), decoded));
  for (int round = 0; round < 20'000; ++round) {
    Bytes bytes = unit;
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips) {
      bytes[random() % bytes.size()] = static_cast<std::byte>(random() & 0xFF);
    }
    if (random() % 4 == 0) bytes.resize(random() % bytes.size());
    check_any_bytes(bytes);
  }
  for (int round = 0; round < 2000; ++round) {
    Bytes bytes(random() % (2 * unit.size()));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0xFF);
    check_any_bytes(bytes);
  }
  CHECK(refused > 0);
  CHECK(accepted > 0);
}

TEST_CASE("gamma codes are one to one and as docs/formats/codec.md spells them", "[db][codec][law]") {
  const auto spelled = [](std::uint32_t value) {
    Bytes bytes;
    BitWriter writer(bytes);
    writer.put_gamma(value);
    writer.flush();
    return bytes;
  };
  CHECK(spelled(2) == Bytes{std::byte{0b010}});
  CHECK(spelled(3) == Bytes{std::byte{0b110}});
  CHECK(spelled(4) == Bytes{std::byte{0b00100}});
  CHECK(spelled(5) == Bytes{std::byte{0b01100}});
  Bytes bytes;
  BitWriter writer(bytes);
  for (std::uint32_t value = 1; value < 1U << 16; ++value) writer.put_gamma(value);
  writer.flush();
  const std::size_t size = bytes.size();
  bytes.resize(size + BitReader::kPadding);
  BitReader reader(ByteView(bytes).first(size));
  for (std::uint32_t value = 1; value < 1U << 16; ++value) REQUIRE(reader.get_gamma() == value);
  CHECK(reader.is_at_end());
  Bytes zeros(16);
  BitReader endless(ByteView(zeros).first(8));
  CHECK(endless.get_gamma() == 0);
}

TEST_CASE("tables of symbols that could spell more than the largest label are refused", "[db][codec]") {
  // One symbol: base (two bytes), shift, extra bits, class.
  const auto is_read = [](unsigned base, unsigned shift, unsigned extra_bits) {
    Bytes tables;
    put_number<std::uint8_t>(tables, 1);
    put_number<std::uint16_t>(tables, base);
    for (const unsigned field : {shift, extra_bits, 0U}) put_number<std::uint8_t>(tables, field);
    ByteView rest(tables);
    return LabelAlphabet::parse(rest).has_value();
  };
  CHECK(is_read(kMaxLabelCode, 0, 0));
  CHECK_FALSE(is_read(kMaxLabelCode + 1U, 0, 0));
  CHECK(is_read(kMaxLabelCode - 12U, 2, 2));
  CHECK_FALSE(is_read(kMaxLabelCode - 11U, 2, 2));
  CHECK_FALSE(is_read(kMaxLabelCode, 0, 1));
}

TEST_CASE("a codec of lost positions refuses a symbol of labels that it does not store", "[db][codec][lost]") {
  // Two models whose second symbols stand for different labels: code 2, a loss in 0 plies, and code 3, a win in 1 ply.
  const auto model_with = [](LabelCode code) {
    const CrownContexts contexts(CodecId::kLostPositions, 2, 2);
    return CodecModel(CodecId::kLostPositions, 2, LabelAlphabet({{kDrawCode, 0, 0, 0}, {code, 0, 0, 1}}),
                      {{511, 512, 1}}, std::vector<std::uint16_t>(contexts.count()));
  };
  const CodecModel honest = model_with(2);
  const CodecModel forged = model_with(3);
  std::mt19937 random(2);
  const Codes codes = placement_of(2, [&] { return static_cast<LabelCode>(random() % 2 == 0 ? 0 : 2); });
  const Bytes unit = encoded(honest, codes);
  Codes decoded(codes.size());
  REQUIRE(UnitDecoder(honest).decode(unit, decoded));
  CHECK(decoded == codes);
  const auto refused = UnitDecoder(forged).decode(unit, decoded);
  REQUIRE(!refused);
  CHECK(refused.error().message == "a label that its codec does not store");
}

TEST_CASE("extra bits in the states come back, whether few or many", "[db][codec][lost]") {
  std::mt19937 random(3);
  for (const int pieces : {1, 2, 3}) {
    for (const unsigned losses : {0U, 1U, 30U, 3000U}) {  // one loss in this many has a large distance; 0: no losses
      CodecTrainer trainer(CodecId::kLostPositions, pieces, 1);
      const Codes codes = placement_of(pieces, [&] {
        if (losses == 0) return kDrawCode;
        const auto plies = static_cast<unsigned>(random() % losses == 0 ? random() % 32'000 : random() % 5);
        return static_cast<LabelCode>(random() % 3 == 0 ? 2 + 2 * plies : 0);
      });
      trainer.add(0, codes);
      const Model model = trainer.finish();
      const Bytes unit = encoded(*model, codes);
      check_round_trip(*model, codes);
      Codes decoded(codes.size());
      Bytes longer = unit;
      longer.push_back(std::byte{0});
      CHECK(!UnitDecoder(*model).decode(longer, decoded));
      CHECK(!UnitDecoder(*model).decode(ByteView(unit).first(unit.size() - 1), decoded));
    }
  }
}

TEST_CASE("every symbol that occurs gets a frequency, and so does the escape", "[db][codec][law]") {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::uint32_t> counts(1 + random() % 128);
    for (std::uint32_t& count : counts) count = random() % 3 == 0 ? 0 : std::uint32_t{1} << random() % 24;
    counts.back() = 0;
    const FrequencyTable frequencies = frequencies_of(counts);
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i + 1 < counts.size(); ++i) {
      CHECK((frequencies[i] > 0) == (counts[i] > 0));
      sum += frequencies[i];
    }
    CHECK(frequencies.back() > 0);
    CHECK(sum + frequencies.back() == kFrequencySum);
  }
}
