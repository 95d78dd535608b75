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

}  // namespace

void UnitEncoder::encode(std::span<const LabelCode> codes, Bytes& out) {
  const int pieces = model_->pieces();
  const auto positions = static_cast<std::size_t>(positions_per_block(pieces));
  const std::size_t blocks = codes.size() / positions;
  assert(blocks > 0 && codes.size() == blocks * positions);
  rows_.reset(pieces, blocks);
  for (std::size_t block = 0; block < blocks; ++block) {
    for_each_live_cell(
        pieces, [&](std::size_t cell) { rows_.row(cell)[block] = symbol_of_code_[codes[block * positions + cell]]; });
  }
  put_symbols(blocks);
  rans_.append_to(out);
  put_extras(codes, out);
}

void UnitEncoder::put_symbols(std::size_t blocks) {
  const auto& cells = model_->contexts().cells();
  const std::uint16_t* table_of = model_->table_of_context().data();
  const CodingTable* tables = model_->tables().data();
  const Symbol escape = model_->alphabet().escape();
  const std::size_t stride = rows_.stride();
  contexts_.resize(cells.size() * stride);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ContextId* contexts = contexts_.data() + i * stride;
    model_->contexts().find(rows_, cells[i], contexts);
    Symbol* symbols = rows_.row(cells[i].index);
    // Later cells must see what the decoder will see.
    for (std::size_t block = 0; block < blocks; ++block) {
      const bool is_known = tables[table_of[contexts[block]]].range[symbols[block]].frequency > 0;
      symbols[block] = is_known ? symbols[block] : escape;
    }
  }
  rans_.reset(cells.size() * blocks);
  for (std::size_t i = cells.size(); i-- > 0;) {
    const ContextId* contexts = contexts_.data() + i * stride;
    const Symbol* symbols = rows_.row(cells[i].index);
    for (std::size_t block = blocks; block-- > 0;) {
      rans_.put(block % kRansStates, tables[table_of[contexts[block]]].range[symbols[block]]);
    }
  }
}

void UnitEncoder::put_extras(std::span<const LabelCode> codes, Bytes& out) const {
  const LabelAlphabet& alphabet = model_->alphabet();
  const auto positions = static_cast<std::size_t>(positions_per_block(model_->pieces()));
  BitWriter bits(out);
  for (std::size_t first = 0, block = 0; first < codes.size(); first += positions, ++block) {
    for_each_live_cell(model_->pieces(), [&](std::size_t cell) {
      const Symbol symbol = rows_.row(cell)[block];
      const int extra_bits = alphabet.symbols()[symbol].extra_bits;
      if (extra_bits > 0) bits.put(alphabet.extra_of(codes[first + cell], symbol), extra_bits);
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

  rows_.reset(pieces, blocks);
  contexts_.resize(rows_.stride());
  const ContextId* contexts = contexts_.data();
  const std::uint16_t* table_of = model_->table_of_context().data();
  const CodingTable* tables = model_->tables().data();
  RansDecoder rans(bytes);
  for (const auto& cell : model_->contexts().cells()) {
    model_->contexts().find(rows_, cell, contexts_.data());
    Symbol* symbols = rows_.row(cell.index);
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
  }
  if (!rans.is_at_start_of_encoding()) return bad_file("labels that no encoder writes");

  BitReader bits(bytes.last(rans.rest()));
  const LabelSymbol* symbols = model_->alphabet().symbols().data();
  std::fill(codes.begin(), codes.end(), kDrawCode);
  std::uint32_t largest = 0;
  for (std::size_t first = 0, block = 0; first < codes.size(); first += positions, ++block) {
    for_each_live_cell(pieces, [&](std::size_t cell) {
      const LabelSymbol& symbol = symbols[rows_.row(cell)[block]];
      const std::uint32_t code = symbol.base + (bits.get(symbol.extra_bits) << symbol.shift);
      codes[first + cell] = static_cast<LabelCode>(code);
      largest = std::max(largest, code);
    });
  }
  if (!bits.is_at_end()) return bad_file("labels do not end where the unit does");
  if (largest > kMaxLabelCode) return bad_file(fmt::format("label code {} is beyond the longest distance", largest));
  return {};
}

}  // namespace uisge
