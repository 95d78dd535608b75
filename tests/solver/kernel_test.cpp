#include "solver/kernel/kernel.h"
#include "solver/kernel/crown_order.h"
#include "tests/test.h"

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
  std::vector<std::uint64_t> blocks(std::size_t count) {
    std::vector<std::uint64_t> result;
    for (std::size_t b = 0; b < count; ++b) {
      const Block words = block();
      result.insert(result.end(), words.begin(), words.begin() + static_cast<std::ptrdiff_t>(block_words(pieces)));
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

// Returns `move` with only the first element of its array BlockMove::gathers. rest_of() keeps the other elements.
BlockMove first_of(BlockMove move) {
  move.count = 1;
  return move;
}
BlockMove rest_of(BlockMove move) {
  ++move.gathers;
  --move.count;
  return move;
}

// Calls check(set, pieces per side, fixture) for every instruction set and number of pieces per side.
template <class Check>
void for_every_kernel(const Check& check) {
  for (const InstructionSet set : supported_instruction_sets()) {
    for (int n = 1; n <= kMaxPieces; ++n) {
      CAPTURE(std::string(to_string(set)), n);
      Fixture fixture(n);
      check(set, n, fixture);
    }
  }
}

bool get(std::span<const std::uint64_t> block, int pieces, unsigned row, unsigned column) {
  const unsigned bit = row * static_cast<unsigned>(row_stride_bits(pieces)) + column;
  return (block[bit / 64] >> (bit % 64) & 1) != 0;
}
// Reads a bit of one of many blocks.
bool get_of(const std::vector<std::uint64_t>& blocks, int pieces, std::size_t number, unsigned row, unsigned column) {
  return get(std::span(blocks).subspan(number * block_words(pieces)), pieces, row, column);
}

}  // namespace

// Every kernel is compared with the definition, bit by bit. Comparing kernels with each other would not find a mistake
// that all of them make.
TEST_CASE("kernels do to blocks what their definitions say", "[kernel][law]") {
  for_every_kernel([](InstructionSet set, int n, Fixture& fixture) {
    const Kernel& k = kernel(set, n);
    const auto size = static_cast<unsigned>(row_count(n));
    for (int round = 0; round < 200; ++round) {
      const Block in = fixture.block();
      Block out{};
      k.transpose(in.data(), out.data());

      const std::size_t count = fixture.random() % 5;
      std::vector<Block> sources;
      std::vector<CrownOrder> orders;
      std::vector<Gather> gathers;
      sources.reserve(5);
      orders.reserve(5);
      for (std::size_t g = 0; g < count; ++g) {
        sources.push_back(fixture.block());
        orders.push_back(fixture.order());
        const RowMask rows = round % 3 == 0 ? all_rows(n) : fixture.random() & all_rows(n);
        gathers.push_back({sources.back().data(), orders.back().state.data(), rows,
                           static_cast<std::uint8_t>(fixture.random() % size)});
      }
      Block either = in;
      k.or_rows(either.data(), gathers.data(), count);

      bool transposed = true;
      bool or_right = true;
      for (unsigned row = 0; row < size; ++row) {
        for (unsigned column = 0; column < size; ++column) {
          transposed = transposed && get(in, n, row, column) == get(out, n, column, row);
          bool expected_or = get(in, n, row, column);
          for (const Gather& gather : gathers) {
            if ((gather.rows >> row & 1) == 0) continue;
            const Block& source = sources[static_cast<std::size_t>(&gather - gathers.data())];
            expected_or = expected_or || get(source, n, gather.order[row] ^ gather.flip, column);
          }
          or_right = or_right && get(either, n, row, column) == expected_or;
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
    }
  });
}

TEST_CASE("a move of all blocks takes every row from where its order says", "[kernel][law]") {
  for_every_kernel([](InstructionSet set, int n, Fixture& fixture) {
    constexpr std::uint16_t kBlocks = 9;
    for (int round = 0; round < 100; ++round) {
      const std::vector<std::uint64_t> sources = fixture.blocks(kBlocks);
      const std::vector<std::uint64_t> before = fixture.blocks(kBlocks);
      std::vector<RowOrder> orders(4);
      for (RowOrder& order : orders) {
        const CrownOrder crowns = fixture.order();
        const auto flip = static_cast<std::uint8_t>(fixture.random() % (1u << n));
        for (std::size_t m = 0; m < static_cast<std::size_t>(row_count(n)); ++m) {
          order.order[m] = static_cast<std::uint8_t>(crowns.state[m] ^ flip);
        }
        order.rows = round % 3 == 0 ? all_rows(n) : fixture.random() & all_rows(n);
      }
      std::vector<BlockGather> gathers;
      for (std::uint16_t b = 0; b < kBlocks; b = static_cast<std::uint16_t>(b + 1 + fixture.random() % 2)) {
        gathers.push_back({b, static_cast<std::uint16_t>(fixture.random() % kBlocks),
                           static_cast<std::uint16_t>(fixture.random() % orders.size())});
      }
      const std::uint64_t invert = round % 2 == 0 ? 0 : ~std::uint64_t{0};
      std::vector<std::uint64_t> after = before;
      const BlockMove move{sources.data(), orders.data(), gathers.data(), gathers.size()};
      // `next`, which or_blocks prefetches, has as many gathers as `move`, none, or one.
      const BlockMove nexts[] = {move, {}, {sources.data(), orders.data(), gathers.data(), 1}};
      const BlockMove next = nexts[static_cast<std::size_t>(round) % std::size(nexts)];
      kernel(set, n).or_blocks(after.data(), round % 2 == 0 ? move : first_of(move), next, invert);
      if (round % 2 != 0) kernel(set, n).or_blocks(after.data(), rest_of(move), {}, invert);

      bool right = true;
      for (std::uint16_t b = 0; b < kBlocks; ++b) {
        const auto gather = std::find_if(gathers.begin(), gathers.end(),
                                         [&](const BlockGather& each) { return each.accumulator == b; });
        for (unsigned row = 0; row < (1u << n); ++row) {
          for (unsigned column = 0; column < (1u << n); ++column) {
            bool expected = get_of(before, n, b, row, column);
            if (gather != gathers.end() && (orders[gather->order].rows >> row & 1) != 0) {
              const bool bit = get_of(sources, n, gather->source, orders[gather->order].order[row], column);
              expected = expected || bit != (invert != 0);
            }
            right = right && get_of(after, n, b, row, column) == expected;
          }
        }
      }
      REQUIRE(right);
    }
  });
}

TEST_CASE("a kernel's new positions are the live undecided positions that a sweep has found", "[kernel][law]") {
  for_every_kernel([](InstructionSet set, int n, Fixture& fixture) {
    constexpr unsigned kBlocks = 7;
    for (int round = 0; round < 100; ++round) {
      const std::vector<std::uint64_t> accumulators = fixture.blocks(kBlocks);
      std::vector<std::uint64_t> others = fixture.blocks(kBlocks);
      std::vector<std::uint64_t> won = fixture.blocks(kBlocks);
      const std::vector<std::uint64_t> lost = fixture.blocks(kBlocks);
      // Every position of this block is decided.
      std::fill_n(won.begin() + static_cast<std::ptrdiff_t>(2 * block_words(n)), block_words(n), ~std::uint64_t{0});
      const bool has_others = round % 2 == 0;
      const bool inverted = round % 4 < 2;
      if (!has_others) std::fill(others.begin(), others.end(), 0);
      std::vector<std::uint64_t> fresh(accumulators.size(), ~std::uint64_t{0});
      std::vector<std::uint16_t> touched(kBlocks);
      const SweptBlocks swept{accumulators.data(), has_others ? others.data() : nullptr, won.data(), lost.data()};
      touched.resize(
          kernel(set, n).take_new(swept, kBlocks, inverted ? ~std::uint64_t{0} : 0, fresh.data(), touched.data()));

      std::vector<std::uint64_t> expected(fresh.size());
      std::vector<std::uint16_t> expected_touched;
      const unsigned last = (1u << n) - 1;
      for (unsigned b = 0; b < kBlocks; ++b) {
        bool any = false;
        for (unsigned row = 0; row < last; ++row) {  // positions of the last row or column are not live
          for (unsigned column = 0; column < last; ++column) {
            const bool found = get_of(accumulators, n, b, column, row) || get_of(others, n, b, row, column);
            const bool decided = get_of(won, n, b, row, column) || get_of(lost, n, b, row, column);
            if (found == inverted || decided) continue;
            any = true;
            const unsigned bit = row * static_cast<unsigned>(row_stride_bits(n)) + column;
            expected[b * block_words(n) + bit / 64] |= std::uint64_t{1} << (bit % 64);
          }
        }
        if (any) expected_touched.push_back(static_cast<std::uint16_t>(b));
      }
      REQUIRE(fresh == expected);
      REQUIRE(touched == expected_touched);
    }
  });
}

TEST_CASE("merging adds and counts only the touched blocks", "[kernel][law]") {
  for_every_kernel([](InstructionSet set, int n, Fixture& fixture) {
    constexpr std::uint16_t kBlocks = 7;
    for (int round = 0; round < 100; ++round) {
      const std::vector<std::uint64_t> fresh = fixture.blocks(kBlocks);
      const std::vector<std::uint64_t> before = fixture.blocks(kBlocks);
      std::vector<std::uint64_t> expected = before;
      std::vector<std::uint16_t> touched;
      std::uint32_t bits = 0;
      for (std::uint16_t b = 0; b < kBlocks; ++b) {
        if (fixture.random() % 2 == 0) continue;
        touched.push_back(b);
        for (std::size_t w = b * block_words(n); w < (b + 1u) * block_words(n); ++w) {
          expected[w] |= fresh[w];
          bits += static_cast<std::uint32_t>(std::popcount(fresh[w]));
        }
      }
      std::vector<std::uint64_t> after = before;
      REQUIRE(kernel(set, n).merge(fresh.data(), touched.data(), touched.size(), after.data()) == bits);
      REQUIRE(after == expected);
      REQUIRE(kernel(set, n).merge(fresh.data(), touched.data(), touched.size(), nullptr) == bits);
    }
  });
}

TEST_CASE("a piece that keeps its place keeps the crown states", "[kernel]") {
  for (int m = 0; m < row_count(6); ++m) CHECK(kMoveOrders<6>.order(3, 3)[m] == m);
  // Piece 0 becomes the last of three: bit 0 becomes bit 2, and the other two bits move down.
  CHECK(kMoveOrders<3>.order(0, 2)[0b001] == 0b100);
  CHECK(kMoveOrders<3>.order(0, 2)[0b110] == 0b011);
}
