#include "solver/kernel/kernel.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "solver/kernel/crown_order.h"

using namespace uisge;

namespace {

using Block = std::array<std::uint64_t, kMaxBlockWords>;

struct Fixture {
  explicit Fixture(int n) : pieces(n) {}
  int pieces;
  std::mt19937_64 random{20261121};

  bool is_position(unsigned bit) const {
    const auto stride = static_cast<unsigned>(row_stride_bits(pieces));
    return bit / stride < (1u << pieces) && bit % stride < (1u << pieces);
  }
  Block block() {
    Block result{};
    for (unsigned bit = 0; bit < block_words(pieces) * 64; ++bit) {
      if (is_position(bit)) result[bit / 64] |= (random() & 1) << (bit % 64);
    }
    return result;
  }
  CrownOrder order() {
    std::array<std::uint8_t, kMaxPieces> to{0, 1, 2, 3, 4, 5};
    std::shuffle(to.begin(), to.begin() + pieces, random);
    CrownOrder result;
    expand(to, pieces, result);
    return result;
  }
};

bool get(const Block& block, int pieces, unsigned row, unsigned column) {
  const unsigned bit = row * static_cast<unsigned>(row_stride_bits(pieces)) + column;
  return (block[bit / 64] >> (bit % 64) & 1) != 0;
}

}  // namespace

// Every kernel is held against the definition, bit by bit, so that a mistake shared by all of them shows too.
TEST_CASE("kernels do to blocks what their definitions say", "[kernel][law]") {
  for (const InstructionSet set : supported_instruction_sets()) {
    for (int n = 1; n <= kMaxPieces; ++n) {
      CAPTURE(std::string(to_string(set)), n);
      const Kernel& k = kernel(set, n);
      Fixture fixture(n);
      const auto size = static_cast<unsigned>(row_count(n));
      for (int round = 0; round < 200; ++round) {
        const Block in = fixture.block();
        Block out{};
        k.transpose(in.data(), out.data());

        const int count = static_cast<int>(fixture.random() % 5);
        std::vector<Block> sources;
        std::vector<CrownOrder> orders;
        std::vector<Gather> gathers;
        sources.reserve(5);
        orders.reserve(5);
        for (int g = 0; g < count; ++g) {
          sources.push_back(fixture.block());
          orders.push_back(fixture.order());
          const RowMask rows = round % 3 == 0 ? all_rows(n) : fixture.random() & all_rows(n);
          gathers.push_back({sources.back().data(), orders.back().state.data(), rows,
                             static_cast<std::uint8_t>(fixture.random() % size)});
        }
        Block either = in;
        Block both = in;
        k.or_rows(either.data(), gathers.data(), count);
        const bool any = k.and_rows(both.data(), gathers.data(), count);

        bool transposed = true;
        bool or_right = true;
        bool and_right = true;
        bool expected_any = false;
        for (unsigned row = 0; row < size; ++row) {
          for (unsigned column = 0; column < size; ++column) {
            transposed = transposed && get(in, n, row, column) == get(out, n, column, row);
            bool expected_or = get(in, n, row, column);
            bool expected_and = expected_or;
            for (const Gather& gather : gathers) {
              if ((gather.rows >> row & 1) == 0) continue;
              const Block& source = sources[static_cast<std::size_t>(&gather - gathers.data())];
              const bool bit = get(source, n, gather.order[row] ^ gather.flip, column);
              expected_or = expected_or || bit;
              expected_and = expected_and && bit;
            }
            expected_any = expected_any || expected_and;
            or_right = or_right && get(either, n, row, column) == expected_or;
            and_right = and_right && get(both, n, row, column) == expected_and;
          }
        }
        std::vector<std::uint16_t> listed(kMaxListed);
        listed.resize(k.list(in.data(), listed.data()));
        std::vector<std::uint16_t> members;
        for (unsigned i = 0; i < size * size; ++i) {
          if (get(in, n, i / size, i % size)) members.push_back(static_cast<std::uint16_t>(i));
        }
        REQUIRE(listed == members);
        REQUIRE(transposed);
        REQUIRE(or_right);
        REQUIRE(any == (expected_any || count == 0));
        // Once nothing is left the rest of the gathers may be skipped, and nothing is left either way.
        REQUIRE(and_right);
      }
    }
  }
}

TEST_CASE("a piece that keeps its place keeps the crown states", "[kernel]") {
  for (int m = 0; m < row_count(6); ++m) CHECK(kMoveOrders<6>.order(3, 3)[m] == m);
  // Piece 0 becomes the last of three: its bit 0 becomes bit 2, the others move down.
  CHECK(kMoveOrders<3>.order(0, 2)[0b001] == 0b100);
  CHECK(kMoveOrders<3>.order(0, 2)[0b110] == 0b011);
}
