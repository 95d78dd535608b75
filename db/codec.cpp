#include "db/codec.h"

#include <fmt/format.h>
#include <zstd.h>

#include <cassert>
#include <new>

#include "core/colouring.h"

namespace uisge {

namespace {

// Fixed: the level is part of what makes files the same byte for byte.
constexpr int kZstdLevel = 3;

// Calls visit(index of position in unit) for the live positions of `blocks` blocks in order.
template <class Visit>
void for_each_live(int pieces, int blocks, Visit visit) {
  const std::size_t row = static_cast<std::size_t>(crown_states(pieces));
  for (std::size_t block = 0; block < static_cast<std::size_t>(blocks); ++block) {
    for (std::size_t opponent = 0; opponent + 1 < row; ++opponent) {
      const std::size_t first = (block * row + opponent) * row;
      for (std::size_t mover = 0; mover + 1 < row; ++mover) visit(first + mover);
    }
  }
}

std::size_t live_positions(int pieces, int blocks) {
  const std::size_t row = static_cast<std::size_t>(crown_states(pieces) - 1);
  return static_cast<std::size_t>(blocks) * row * row;
}

}  // namespace

CodecParameters standard_codec(BoardSize board, int pieces, RuleSet rules) {
  return {CodecId::kZstdBytes, board, pieces, rules, {}};
}

Result<void> check_codec(const CodecParameters& parameters) {
  if (parameters.id != CodecId::kZstdBytes) {
    return bad_file(fmt::format("labels are stored by codec {}, which this program does not know",
                                static_cast<int>(parameters.id)));
  }
  if (!parameters.tables.empty()) return bad_file("codec tables where codec 1 has none");
  return {};
}

struct UnitEncoder::State {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  int pieces;
  std::unique_ptr<ZSTD_CCtx, Free> context;
  Bytes planes;
};

UnitEncoder::UnitEncoder(const CodecParameters& parameters) : state_(new State{parameters.pieces, {}, {}}) {
  state_->context.reset(ZSTD_createCCtx());
  if (!state_->context) throw std::bad_alloc();
}
UnitEncoder::~UnitEncoder() = default;
UnitEncoder::UnitEncoder(UnitEncoder&&) noexcept = default;
UnitEncoder& UnitEncoder::operator=(UnitEncoder&&) noexcept = default;

void UnitEncoder::encode(const UnitPlace& place, std::span<const LabelCode> codes, Bytes& out) {
  const std::size_t live = live_positions(state_->pieces, place.blocks);
  Bytes& planes = state_->planes;
  planes.resize(2 * live);
  std::size_t at = 0;
  for_each_live(state_->pieces, place.blocks, [&](std::size_t i) {
    planes[at] = static_cast<std::byte>(codes[i] & 0xFF);
    planes[live + at] = static_cast<std::byte>(codes[i] >> 8);
    ++at;
  });
  const std::size_t before = out.size();
  const std::size_t bound = ZSTD_compressBound(planes.size());
  out.resize(before + bound);
  const std::size_t written =
      ZSTD_compressCCtx(state_->context.get(), out.data() + before, bound, planes.data(), planes.size(), kZstdLevel);
  // With room for the bound only a failed allocation is left.
  if (ZSTD_isError(written) != 0) throw std::bad_alloc();
  out.resize(before + written);
}

struct UnitDecoder::State {
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  int pieces;
  std::unique_ptr<ZSTD_DCtx, Free> context;
  Bytes planes;
};

UnitDecoder::UnitDecoder(const CodecParameters& parameters) : state_(new State{parameters.pieces, {}, {}}) {
  state_->context.reset(ZSTD_createDCtx());
  if (!state_->context) throw std::bad_alloc();
}
UnitDecoder::~UnitDecoder() = default;
UnitDecoder::UnitDecoder(UnitDecoder&&) noexcept = default;
UnitDecoder& UnitDecoder::operator=(UnitDecoder&&) noexcept = default;

Result<void> UnitDecoder::decode(const UnitPlace& place, ByteView unit, std::span<LabelCode> codes) {
  const std::size_t live = live_positions(state_->pieces, place.blocks);
  Bytes& planes = state_->planes;
  planes.resize(2 * live);
  const std::size_t read =
      ZSTD_decompressDCtx(state_->context.get(), planes.data(), planes.size(), unit.data(), unit.size());
  if (ZSTD_isError(read) != 0) return bad_file(fmt::format("zstd: {}", ZSTD_getErrorName(read)));
  if (read != planes.size()) return bad_file(fmt::format("{} bytes of labels instead of {}", read, planes.size()));
  std::fill(codes.begin(), codes.end(), kDrawCode);
  std::size_t at = 0;
  unsigned largest = 0;
  for_each_live(state_->pieces, place.blocks, [&](std::size_t i) {
    const unsigned code = std::to_integer<unsigned>(planes[at]) | std::to_integer<unsigned>(planes[live + at]) << 8;
    codes[i] = static_cast<LabelCode>(code);
    largest = std::max(largest, code);
    ++at;
  });
  if (largest > kMaxLabelCode) return bad_file(fmt::format("label code {} is beyond the longest distance", largest));
  return {};
}

}  // namespace uisge
