#include "db/codec.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/piece_count.h"

namespace uisge {

namespace {

// Visits, in ascending order, the cells of a block whose positions have a blank on each side.
template <class Visit>
void for_each_live_cell(int pieces, Visit visit) {
  const std::size_t states = crown_states(pieces);
  for (std::size_t opponent = 0; opponent + 1 < states; ++opponent) {
    for (std::size_t mover = 0; mover + 1 < states; ++mover) visit(opponent * states + mover);
  }
}

// A symbol and the position's number in its unit share 32 bits. They fit, since even a whole placement of six a side
// has less than 2^22 positions.
constexpr int kSymbolBits = 8;
static_assert(sizeof(Symbol) * 8 == kSymbolBits && positions_per_placement(kMaxPieces) < 1 << (32 - kSymbolBits));

// Returns a mask of the bits that are 0 in every label code that the codec stores. Codes of lost positions are even; a
// values database has only the codes 0 and kCodedLoss.
constexpr std::uint32_t foreign_bits(CodecId codec) {
  if (!stores_distances(codec)) return 0xFFFF & ~std::uint32_t{kCodedLoss};
  return stores_lost_only(codec) ? 1 : 0;
}

RansDecoder decoder_of(ByteView unit, const BegunUnit& begun) {
  return begun.symbols.empty() ? RansDecoder(unit) : RansDecoder(unit, begun.point);
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
  const std::size_t positions = positions_per_block(model_->pieces());
  const std::size_t blocks = codes.size() / positions;
  assert(blocks > 0 && codes.size() == blocks * positions);
  find_ranges(codes, blocks);
  find_extras(codes);
  // Some codecs store the first extra bits in the encoder's first states. The decoder's last states give these bits
  // back.
  RansEncoder::States first{};
  if (ends_states_in_extras(model_->codec())) {
    extras_.resize(std::max(extras_.size(), kStateExtraBytes));
    for (std::size_t state = 0; state < kRansStates; ++state)
      first[state] = get_number<std::uint16_t>(extras_, 2 * state);
    extras_.erase(extras_.begin(), extras_.begin() + kStateExtraBytes);
  }
  rans_.reset(model_->contexts().cells().size() * blocks, first);
  for (const SymbolRange* ranges = ranges_.data() + ranges_.size(); ranges != ranges_.data();) {
    ranges -= symbols_.stride();
    rans_.put({ranges, blocks});
  }
  rans_.append_to(out);
  out.insert(out.end(), extras_.begin(), extras_.end());
}

void UnitEncoder::find_ranges(std::span<const LabelCode> codes, std::size_t blocks) {
  const int pieces = model_->pieces();
  const std::size_t positions = positions_per_block(pieces);
  symbols_.reset(blocks);
  classes_.reset(blocks);
  const std::size_t stride = classes_.stride();
  // The addresses are copied to local variables, since the compiler must assume that storing a byte may change any
  // member.
  Symbol* const first_row = symbols_.row(0);
  const SpelledCode* const spelled = spelled_.data();
  with_extras_.resize(codes.size() + 1);
  std::uint32_t* with_extras = with_extras_.data();
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t first = block * positions;
    const LabelCode* const of_block = codes.data() + first;
    for_each_live_cell(pieces, [&](std::size_t cell) {
      const SpelledCode code = spelled[of_block[cell]];
      first_row[cell * stride + block] = code.symbol;
      // There is no branch, since the processor could not predict it. Instead every position is written, and the next
      // position overwrites a position whose label has no extra bits.
      *with_extras = static_cast<std::uint32_t>(first + cell);
      with_extras += code.extra_bits != 0 ? 1 : 0;
    });
  }
  with_extras_.resize(static_cast<std::size_t>(with_extras - with_extras_.data()));
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
      // The table lacks the symbol, so the decoder sees an escape symbol here. The contexts of later cells must be made
      // from the escape as well.
      ranges[block] = table[escape];
      classes[block] = alphabet[escape].label_class;
      escaped_.push_back(static_cast<std::uint32_t>(block * positions + cell.index));
    }
    ranges += stride;
  }
}

void UnitEncoder::find_extras(std::span<const LabelCode> codes) {
  if (!escaped_.empty()) {
    std::sort(escaped_.begin(), escaped_.end());
    with_extras_.insert(with_extras_.end(), escaped_.begin(), escaped_.end());
    std::sort(with_extras_.begin(), with_extras_.end());
    with_extras_.erase(std::unique(with_extras_.begin(), with_extras_.end()), with_extras_.end());
  }
  auto escaped = escaped_.begin();
  extras_.clear();
  BitWriter bits(extras_);
  for (const std::uint32_t position : with_extras_) {
    const LabelCode code = codes[position];
    SpelledCode spelled = spelled_[code];
    if (escaped != escaped_.end() && position == *escaped) {
      spelled = model_->alphabet().escaped(coded_label(model_->codec(), code));
      ++escaped;
    }
    bits.put(spelled.extra, spelled.extra_bits);
  }
  bits.flush();
}

Result<ByteView> UnitDecoder::pad(ByteView unit) {
  if (unit.size() < kRansStateBytes) return bad_file(fmt::format("cut off after {} bytes", unit.size()));
  padded_.assign(unit.begin(), unit.end());
  padded_.resize(unit.size() + std::max(RansDecoder::kPadding, BitReader::kPadding));
  return ByteView(padded_).first(unit.size());
}

template <class Row>
void UnitDecoder::decode_cells(RansDecoder& decoder, std::size_t blocks, std::size_t first, std::size_t end, Row row) {
  classes_.reset(blocks);
  contexts_.resize(classes_.stride());
  const ContextId* contexts = contexts_.data();
  const std::uint16_t* table_of = model_->table_of_context().data();
  const CodingTable* tables = model_->tables().data();
  const LabelSymbol* const alphabet = model_->alphabet().symbols().data();
  const std::vector<CrownContexts::Cell>& cells = model_->contexts().cells();
  const auto classify = [&](std::size_t place) {
    const Symbol* const symbols = row(place);
    std::uint8_t* const classes = classes_.row(cells[place].index);
    for (std::size_t block = 0; block < blocks; ++block) classes[block] = alphabet[symbols[block]].label_class;
  };
  for (std::size_t place = 0; place < first; ++place) classify(place);
  RansDecoder rans = decoder;  // a local variable, which the compiler can keep in registers
  for (std::size_t place = first; place < end; ++place) {
    model_->contexts().find(classes_, cells[place], contexts_.data());
    Symbol* const symbols = row(place);
    const auto get = [&](std::size_t block, std::size_t state) {
      symbols[block + state] = rans.get(state, tables[table_of[contexts[block + state]]]);
    };
    static_assert(kRansStates == 4);
    std::size_t block = 0;
    for (; block + kRansStates <= blocks; block += kRansStates) {
      rans.stay_within();
      // The calls are not in a loop, since a compiler that does not unroll a loop keeps the states in memory.
      get(block, 0);
      get(block, 1);
      get(block, 2);
      get(block, 3);
    }
    rans.stay_within();
    for (std::size_t state = 0; block + state < blocks; ++state) get(block, state);
    classify(place);
  }
  decoder = rans;
}

Result<void> UnitDecoder::decode_symbols(ByteView unit, std::size_t blocks, std::size_t cells, BegunUnit& begun) {
  const ByteView bytes = UISGE_TRY(pad(unit));
  const std::size_t first = begun.symbols.size() / blocks;
  if (first >= cells) return {};
  RansDecoder rans = decoder_of(bytes, begun);
  begun.symbols.resize(blocks * cells);
  decode_cells(rans, blocks, first, cells, [&](std::size_t place) { return begun.symbols.data() + place * blocks; });
  begun.point = rans.point();
  return {};
}

Result<void> UnitDecoder::decode(ByteView unit, std::span<LabelCode> codes, const BegunUnit& begun) {
  const int pieces = model_->pieces();
  const std::size_t positions = positions_per_block(pieces);
  const std::size_t blocks = codes.size() / positions;
  assert(blocks > 0 && codes.size() == blocks * positions);
  symbols_.reset(blocks);
  const std::vector<CrownContexts::Cell>& cells = model_->contexts().cells();
  const ByteView bytes = UISGE_TRY(pad(unit));
  RansDecoder rans = decoder_of(bytes, begun);
  const std::size_t begun_cells = begun.symbols.size() / blocks;
  for (std::size_t place = 0; place < begun_cells; ++place) {
    std::copy_n(begun.symbols.data() + place * blocks, blocks, symbols_.row(cells[place].index));
  }
  decode_cells(rans, blocks, begun_cells, cells.size(),
               [&](std::size_t place) { return symbols_.row(cells[place].index); });
  const bool states_hold_extras = ends_states_in_extras(model_->codec());
  if (!rans.is_at_start_of_encoding(states_hold_extras)) return bad_file("labels that no encoder writes");

  std::size_t extra_bytes = rans.rest();
  if (states_hold_extras) {
    // Joins the extra bits: first those that the coder's states hold, then those that follow the coder's words.
    extra_bytes += kStateExtraBytes;
    rans.store_low_halves(padded_.data() + bytes.size() - extra_bytes);
  }
  BitReader bits(bytes.last(extra_bytes));
  const LabelSymbol* symbols = model_->alphabet().symbols().data();
  std::fill(codes.begin(), codes.end(), kDrawCode);
  std::uint32_t largest = 0;
  std::uint32_t bits_seen = 0;
  const auto take = [&](std::size_t position, std::uint32_t code) {
    codes[position] = static_cast<LabelCode>(code);
    largest = std::max(largest, code);
    bits_seen |= code;
  };
  // This loop lists the few symbols that have extra bits. The next loop reads the extra bits in order: a symbol's bits
  // begin where the previous symbol's bits end.
  with_extras_.resize(codes.size() + 1);
  std::uint32_t* with_extras = with_extras_.data();
  const Symbol* const first_row = symbols_.row(0);
  const std::size_t stride = symbols_.stride();
  for (std::size_t first = 0, block = 0; first < codes.size(); first += positions, ++block) {
    for_each_live_cell(pieces, [&](std::size_t cell) {
      const Symbol symbol = first_row[cell * stride + block];
      take(first + cell, symbols[symbol].base);
      // The processor could not predict a branch on extra_bits, so the list gets every symbol. If a symbol has no extra
      // bits, the next symbol overwrites it.
      *with_extras = static_cast<std::uint32_t>((first + cell) << kSymbolBits | symbol);
      with_extras += symbols[symbol].extra_bits != 0 ? 1 : 0;
    });
  }
  for (const std::uint32_t* noted = with_extras_.data(); noted != with_extras; ++noted) {
    const LabelSymbol& symbol = symbols[*noted & ((1U << kSymbolBits) - 1)];
    take(*noted >> kSymbolBits, symbol.base + (bits.get(symbol.extra_bits) << symbol.shift));
  }
  if (!bits.is_at_end(states_hold_extras ? kStateExtraBytes : 0))
    return bad_file("labels do not end where the unit does");
  if (largest > kMaxLabelCode) return bad_file(fmt::format("label code {} is beyond the longest distance", largest));
  if ((bits_seen & foreign_bits(model_->codec())) != 0) return bad_file("a label that its codec does not store");
  if (!stores_distances(model_->codec())) {
    // std::replace would branch on each code, and the processor could not predict these branches. This loop has none.
    for (LabelCode& code : codes) code = code == kCodedLoss ? kUncountedLossCode : kDrawCode;
  }
  return {};
}

}  // namespace uisge
