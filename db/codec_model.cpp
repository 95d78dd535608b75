#include "db/codec_model.h"

#include <algorithm>
#include <utility>

namespace uisge {

namespace {

void put_frequencies(BitWriter& bits, const FrequencyTable& frequencies) {
  for (const std::uint32_t frequency : frequencies) bits.put_gamma(frequency + 1);
}

// Reads a frequency table. Returns an empty table if the bits are not a valid table.
FrequencyTable get_frequencies(BitReader& bits, std::size_t size) {
  FrequencyTable frequencies;
  std::uint32_t sum = 0;
  for (std::size_t symbol = 0; symbol < size; ++symbol) {
    const std::uint32_t code = bits.get_gamma();
    if (code == 0 || code - 1 > kFrequencySum - sum) return {};
    sum += code - 1;
    frequencies.push_back(static_cast<std::uint16_t>(code - 1));
  }
  if (sum != kFrequencySum || frequencies.back() == 0) return {};
  return frequencies;
}

CodingTable coding_table(const FrequencyTable& frequencies) {
  assert(frequencies.back() > 0);
  CodingTable table{};
  std::uint32_t start = 0;
  for (std::size_t symbol = 0; symbol < frequencies.size(); ++symbol) {
    table.range[symbol] = {frequencies[symbol], static_cast<std::uint16_t>(start)};
    std::fill_n(table.symbol_at.begin() + start, frequencies[symbol], static_cast<Symbol>(symbol));
    start += frequencies[symbol];
  }
  assert(start == kFrequencySum);
  return table;
}

}  // namespace

CodecModel::CodecModel(CodecId codec, int pieces, LabelAlphabet alphabet, const std::vector<FrequencyTable>& tables,
                       std::vector<std::uint16_t> table_of_context)
    : codec_(codec),
      alphabet_(std::move(alphabet)),
      contexts_(codec, pieces, alphabet_.classes()),
      table_of_context_(std::move(table_of_context)) {
  assert(!tables.empty() && tables.size() <= kMaxTables && table_of_context_.size() == contexts_.count());
  alphabet_.append_to(bytes_);
  put_number<std::uint16_t>(bytes_, tables.size());
  BitWriter bits(bytes_);
  tables_.reserve(tables.size());
  for (const FrequencyTable& table : tables) {
    assert(table.size() == alphabet_.size());
    put_frequencies(bits, table);
    tables_.push_back(coding_table(table));
  }
  for (const std::uint32_t table : table_of_context_) {
    assert(table < tables.size());
    bits.put_gamma(table + 1);
  }
  bits.flush();
}

std::optional<LabelCode> CodecModel::label_of(Symbol symbol) const {
  const LabelSymbol& found = alphabet_.symbols()[symbol];
  if (found.extra_bits != 0 || coded_label(codec_, found.base) != found.base) return std::nullopt;
  if (stores_distances(codec_) || found.base == kDrawCode) return found.base;
  return kUncountedLossCode;
}

Result<std::unique_ptr<const CodecModel>> CodecModel::parse(CodecId codec, int pieces, ByteView bytes) {
  ByteView rest = bytes;
  auto alphabet = UISGE_TRY(LabelAlphabet::parse(rest));
  if (!stores_distances(codec) && alphabet != LabelAlphabet::lost_values()) {
    return bad_file("codec tables of values with other symbols than two");
  }
  if (rest.size() < 2) return bad_file("codec tables are cut off");
  const std::size_t count = get_number<std::uint16_t>(rest, 0);
  if (count == 0 || count > kMaxTables) return bad_file("an impossible number of codec tables");
  Bytes padded(rest.begin() + 2, rest.end());
  const std::size_t size = padded.size();
  padded.resize(size + BitReader::kPadding);
  BitReader bits(ByteView(padded).first(size));

  std::vector<FrequencyTable> tables;
  for (std::size_t i = 0; i < count; ++i) {
    tables.push_back(get_frequencies(bits, alphabet.size()));
    if (tables.back().empty()) return bad_file("a codec table with impossible frequencies");
  }
  std::vector<std::uint16_t> table_of_context(CrownContexts(codec, pieces, alphabet.classes()).count());
  for (std::uint16_t& table : table_of_context) {
    const std::uint32_t code = bits.get_gamma();
    if (code == 0 || code > count) return bad_file("a context without a codec table");
    table = static_cast<std::uint16_t>(code - 1);
  }
  if (!bits.is_at_end()) return bad_file("codec tables do not end where they should");
  return std::make_unique<const CodecModel>(codec, pieces, std::move(alphabet), std::move(tables),
                                            std::move(table_of_context));
}

}  // namespace uisge
