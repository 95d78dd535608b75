#include "solver/measure/kernel_load.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "core/colouring.h"
#include "core/piece_count.h"
#include "solver/kernel/crown_order.h"

namespace uisge {

namespace {

constexpr std::size_t kOrders = 64;

}  // namespace

KernelLoad::KernelLoad(InstructionSet set, int pieces)
    : kernel_(kernel(set, pieces)),
      pieces_(pieces),
      blocks_(colouring_count(pieces)),
      sources_(kMoves * blocks_ * block_words(pieces)),
      accumulators_(blocks_ * block_words(pieces)),
      new_blocks_(accumulators_.size()),
      touched_(blocks_),
      orders_(kOrders) {
  std::mt19937_64 random(1983);
  std::generate(sources_.begin(), sources_.end(), [&] { return random(); });
  std::array<std::uint8_t, kMaxPieces> numbers{};
  std::iota(numbers.begin(), numbers.end(), std::uint8_t{0});
  for (RowOrder& order : orders_) {
    std::shuffle(numbers.begin(), numbers.begin() + pieces, random);
    CrownOrder crowns;
    expand(numbers, pieces, crowns);
    // A row's number is the crown state of the moved piece's side. Half of the moves are jumps, which are possible in
    // every row and flip the piece's bit. The other half are steps, which are possible only in rows in which the piece
    // is a crown.
    const auto crown = static_cast<unsigned>(random() % static_cast<unsigned>(pieces));
    const bool jump = random() % 2 == 0;
    const auto flip = static_cast<std::uint8_t>(jump ? 1u << crown : 0u);
    for (std::size_t m = 0; m < kMaxRows; ++m) order.order[m] = crowns.state[m] ^ flip;
    order.rows = all_rows(pieces) & (jump ? ~RowMask{0} : rows_with_crown(crown));
  }
  for (std::size_t i = 0; i < kMoves; ++i) {
    for (std::size_t b = i % 2; b < blocks_; b += 2) {
      gathers_.push_back({static_cast<std::uint16_t>(b), static_cast<std::uint16_t>(random() % blocks_),
                          static_cast<std::uint16_t>(random() % kOrders)});
    }
  }
  for (std::size_t i = 0; i < kMoves; ++i) {
    const std::size_t count = gathers_.size() / kMoves;
    moves_.push_back({sources_.data() + i * accumulators_.size(), orders_.data(), gathers_.data() + i * count, count});
  }
}

void KernelLoad::or_blocks() {
  for (const BlockMove& move : moves_) kernel_.or_blocks(accumulators_.data(), move, move, 0);
}

void KernelLoad::take_new() {
  // Instead of positions that earlier plies decided, the kernel gets arbitrary blocks.
  const std::uint64_t* const decided = sources_.data();
  kernel_.take_new({accumulators_.data(), nullptr, decided, decided + accumulators_.size()},
                   static_cast<unsigned>(blocks_), 0, new_blocks_.data(), touched_.data());
}

void KernelLoad::transpose() {
  for (std::size_t at = 0; at < accumulators_.size(); at += block_words(pieces_)) {
    kernel_.transpose(sources_.data() + at, new_blocks_.data() + at);
  }
}

}  // namespace uisge
