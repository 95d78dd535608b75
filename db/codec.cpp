#include "db/codec.h"

#include <fmt/format.h>

#include <algorithm>

namespace uisge {

namespace {

// The cells of a block in their natural order, without those that are not live.
template <class Visit>
void for_each_live_cell(int pieces, Visit visit) {
  const auto states = static_cast<std::size_t>(crown_states(pieces));
  for (std::size_t opponent = 0; opponent + 1 < states; ++opponent) {
    for (std::size_t mover = 0; mover + 1 < states; ++mover) visit(opponent * states + mover);
  }
}

// The bits that no code of a codec has: those of lost positions are even, those of values 0 and kCodedLoss.
constexpr std::uint32_t foreign_bits(CodecId codec) {
  if (!stores_distances(codec)) return 0xFFFF & ~std::uint32_t{kCodedLoss};
  return stores_lost_only(codec) ? 1 : 0;
}

}  // namespace

UnitEncoder::UnitEncoder(const CodecModel& model)
    : model_(&model), spelled_(std::size_t{1} << 16), symbols_(model.pieces()), classes_(model.pieces()) {
  const std::vector<SpelledCode> by_code = model.alphabet().spelled_codes();
  for (std::size_t label = 0; label < spelled_.size(); ++label) {
    spelled_[label] = by_code[coded_label(model.codec(), static_cast<LabelCode>(label))];
  }
  for (const CodingTable& table : model.tables()) {
    ranges_of_tables_.insert(ranges_of_tables_.end(), table.range.begin(),
                             table.range.begin() + static_cast<std::ptrdiff_t>(model.alphabet().size()));
  }
}

void UnitEncoder::encode(std::span<const LabelCode> codes, Bytes& out) {
  const auto positions = static_cast<std::size_t>(positions_per_block(model_->pieces()));
  const std::size_t blocks = codes.size() / positions;
  assert(blocks > 0 && codes.size() == blocks * positions);
  put_symbols(codes, blocks);
  rans_.append_to(out);
  put_extras(codes, out);
}

void UnitEncoder::put_symbols(std::span<const LabelCode> codes, std::size_t blocks) {
  const int pieces = model_->pieces();
  const auto positions = static_cast<std::size_t>(positions_per_block(pieces));
  symbols_.reset(blocks);
  classes_.reset(blocks);
  const std::size_t stride = classes_.stride();
  // Locals, since a byte that is stored might be anything's.
  Symbol* const first_row = symbols_.row(0);
  const SpelledCode* const spelled = spelled_.data();
  for (std::size_t block = 0; block < blocks; ++block) {
    const LabelCode* const of_block = codes.data() + block * positions;
    for_each_live_cell(pieces,
                       [&](std::size_t cell) { first_row[cell * stride + block] = spelled[of_block[cell]].symbol; });
  }
  const CrownContexts& contexts = model_->contexts();
  const std::uint16_t* const table_of = model_->table_of_context().data();
  const LabelSymbol* const alphabet = model_->alphabet().symbols().data();
  const std::size_t alphabet_size = model_->alphabet().size();
  const Symbol escape = model_->alphabet().escape();
  contexts_.resize(stride);
  const ContextId* const context = contexts_.data();
  ranges_.resize(contexts.cells().size() * stride);
  SymbolRange* ranges = ranges_.data();
  escaped_.clear();
  for (const auto& cell : contexts.cells()) {
    contexts.find(classes_, cell, contexts_.data());
    const Symbol* const symbols = symbols_.row(cell.index);
    std::uint8_t* const classes = classes_.row(cell.index);
    const SymbolRange* const tables = ranges_of_tables_.data();
    for (std::size_t block = 0; block < blocks; ++block) {
      const SymbolRange* const table = tables + table_of[context[block]] * alphabet_size;
      ranges[block] = table[symbols[block]];
      classes[block] = alphabet[symbols[block]].label_class;
      if (ranges[block].frequency != 0) continue;
      // Later cells must see what the decoder will see.
      ranges[block] = table[escape];
      classes[block] = alphabet[escape].label_class;
      escaped_.push_back(block * positions + cell.index);
    }
    ranges += stride;
  }
  rans_.reset(contexts.cells().size() * blocks);
  while (ranges != ranges_.data()) {
    ranges -= stride;
    rans_.put({ranges, blocks});
  }
}

void UnitEncoder::put_extras(std::span<const LabelCode> codes, Bytes& out) {
  std::sort(escaped_.begin(), escaped_.end());
  escaped_.push_back(codes.size());
  auto escaped = escaped_.begin();
  const auto positions = static_cast<std::size_t>(positions_per_block(model_->pieces()));
  BitWriter bits(out);
  for (std::size_t first = 0; first < codes.size(); first += positions) {
    for_each_live_cell(model_->pieces(), [&](std::size_t cell) {
      const LabelCode code = codes[first + cell];
      SpelledCode spelled = spelled_[code];
      if (first + cell == *escaped) {
        spelled = model_->alphabet().escaped(coded_label(model_->codec(), code));
        ++escaped;
      }
      bits.put(spelled.extra, spelled.extra_bits);
    });
  }
  bits.flush();
}

Result<void> UnitDecoder::decode(ByteView unit, std::span<LabelCode> codes) {
  const int pieces = model_->pieces();
  const auto positions = static_cast<std::size_t>(positions_per_block(pieces));
  const std::size_t blocks = codes.size() / positions;
  assert(blocks > 0 && codes.size() == blocks * positions);
  if (unit.size() < kRansStateBytes) return bad_file(fmt::format("cut off after {} bytes", unit.size()));
  padded_.assign(unit.begin(), unit.end());
  padded_.resize(unit.size() + std::max(RansDecoder::kPadding, BitReader::kPadding));
  const ByteView bytes = ByteView(padded_).first(unit.size());

  symbols_.reset(blocks);
  classes_.reset(blocks);
  contexts_.resize(classes_.stride());
  const ContextId* contexts = contexts_.data();
  const std::uint16_t* table_of = model_->table_of_context().data();
  const CodingTable* tables = model_->tables().data();
  RansDecoder rans(bytes);
  for (const auto& cell : model_->contexts().cells()) {
    model_->contexts().find(classes_, cell, contexts_.data());
    Symbol* const symbols = symbols_.row(cell.index);
    std::size_t block = 0;
    for (; block + kRansStates <= blocks; block += kRansStates) {
      rans.stay_within();
      for (std::size_t state = 0; state < kRansStates; ++state) {
        symbols[block + state] = rans.get(state, tables[table_of[contexts[block + state]]]);
      }
    }
    rans.stay_within();
    for (std::size_t state = 0; block < blocks; ++block, ++state) {
      symbols[block] = rans.get(state, tables[table_of[contexts[block]]]);
    }
    std::uint8_t* const classes = classes_.row(cell.index);
    for (block = 0; block < blocks; ++block) classes[block] = model_->alphabet().class_of(symbols[block]);
  }
  if (!rans.is_at_start_of_encoding()) return bad_file("labels that no encoder writes");

  BitReader bits(bytes.last(rans.rest()));
  const LabelSymbol* symbols = model_->alphabet().symbols().data();
  std::fill(codes.begin(), codes.end(), kDrawCode);
  std::uint32_t largest = 0;
  std::uint32_t bits_seen = 0;
  for (std::size_t first = 0, block = 0; first < codes.size(); first += positions, ++block) {
    for_each_live_cell(pieces, [&](std::size_t cell) {
      const LabelSymbol& symbol = symbols[symbols_.row(cell)[block]];
      const std::uint32_t code = symbol.base + (bits.get(symbol.extra_bits) << symbol.shift);
      codes[first + cell] = static_cast<LabelCode>(code);
      largest = std::max(largest, code);
      bits_seen |= code;
    });
  }
  if (!bits.is_at_end()) return bad_file("labels do not end where the unit does");
  if (largest > kMaxLabelCode) return bad_file(fmt::format("label code {} is beyond the longest distance", largest));
  if ((bits_seen & foreign_bits(model_->codec())) != 0) return bad_file("a label that its codec does not store");
  if (!stores_distances(model_->codec())) {
    // Not std::replace, whose branch cannot be foretold.
    for (LabelCode& code : codes) code = code == kCodedLoss ? kUncountedLossCode : kDrawCode;
  }
  return {};
}

}  // namespace uisge
