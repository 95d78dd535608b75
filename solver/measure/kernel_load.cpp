#include "solver/measure/kernel_load.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace uisge {

namespace {

constexpr std::size_t kSourceBytes = std::size_t{128} << 10;
constexpr std::size_t kOrders = 64;

}  // namespace

KernelLoad::KernelLoad(InstructionSet set, int pieces)
    : kernel_(kernel(set, pieces)),
      pieces_(pieces),
      blocks_(kSourceBytes / block_bytes(pieces)),
      source_(blocks_ * block_words(pieces)),
      ones_(source_.size(), ~std::uint64_t{0}),
      accumulators_(source_.size()),
      orders_(kOrders) {
  std::mt19937_64 random(1983);
  std::generate(source_.begin(), source_.end(), [&] { return random(); });
  std::array<std::uint8_t, kMaxPieces> numbers{};
  std::iota(numbers.begin(), numbers.begin() + pieces, std::uint8_t{0});
  for (CrownOrder& order : orders_) {
    std::shuffle(numbers.begin(), numbers.begin() + pieces, random);
    expand(numbers, pieces, order);
  }
  for (std::size_t i = 0; i < blocks_ * kMoves; ++i) {
    const std::size_t at = random() % blocks_ * block_words(pieces);
    const auto crown = static_cast<int>(random() % static_cast<std::uint64_t>(pieces));
    // Half of the moves are jumps, which every row has and which flip a bit; half are steps of a crown.
    const bool jump = random() % 2 == 0;
    const RowMask rows = jump ? all_rows(pieces) : rows_with_crown(crown) & all_rows(pieces);
    const auto flip = static_cast<std::uint8_t>(jump ? 1u << crown : 0u);
    const std::uint8_t* const order = orders_[random() % kOrders].state.data();
    gathers_.push_back({source_.data() + at, order, rows, flip});
    gathers_of_ones_.push_back({ones_.data() + at, order, rows, flip});
  }
}

void KernelLoad::or_rows() {
  for (std::size_t i = 0; i < blocks_; ++i) {
    kernel_.or_rows(accumulators_.data() + i * block_words(pieces_), gathers_.data() + i * kMoves, kMoves);
  }
}

void KernelLoad::and_rows() {
  std::fill(accumulators_.begin(), accumulators_.end(), ~std::uint64_t{0});
  for (std::size_t i = 0; i < blocks_; ++i) {
    kernel_.and_rows(accumulators_.data() + i * block_words(pieces_), gathers_of_ones_.data() + i * kMoves, kMoves);
  }
}

void KernelLoad::transpose() {
  for (std::size_t i = 0; i < blocks_; ++i) {
    kernel_.transpose(source_.data() + i * block_words(pieces_), accumulators_.data() + i * block_words(pieces_));
  }
}

}  // namespace uisge
