// Squares and sets of squares.
//
// A board has at most 64 squares, so a set of them is one 64-bit word. A square has the number `rank * files + file`,
// and its bit has the same number. Names of sets end in `_bb`.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace uisge {

class Square {
 public:
  constexpr Square() = default;
  explicit constexpr Square(int index) : index_(static_cast<std::uint8_t>(index)) {}
  constexpr std::uint8_t index() const { return index_; }
  constexpr auto operator<=>(const Square&) const = default;

 private:
  std::uint8_t index_ = 0;
};

class SquareSet {
 public:
  constexpr SquareSet() = default;
  explicit constexpr SquareSet(std::uint64_t bits) : bits_(bits) {}
  explicit constexpr SquareSet(Square square) : bits_(std::uint64_t{1} << square.index()) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr bool contains(Square square) const { return (bits_ >> square.index() & 1) != 0; }
  constexpr bool contains(SquareSet other) const { return (other.bits_ & ~bits_) == 0; }

  // REQUIRES: not empty.
  constexpr Square first() const { return Square(std::countr_zero(bits_)); }

  // The number of members that come before `square` in ascending order.
  constexpr std::uint8_t rank_of(Square square) const {
    return static_cast<std::uint8_t>(std::popcount(bits_ & ((std::uint64_t{1} << square.index()) - 1)));
  }

  constexpr SquareSet with(Square square) const { return *this | SquareSet(square); }
  constexpr SquareSet without(Square square) const { return *this - SquareSet(square); }

  friend constexpr SquareSet operator|(SquareSet a, SquareSet b) { return SquareSet(a.bits_ | b.bits_); }
  friend constexpr SquareSet operator&(SquareSet a, SquareSet b) { return SquareSet(a.bits_ & b.bits_); }
  friend constexpr SquareSet operator^(SquareSet a, SquareSet b) { return SquareSet(a.bits_ ^ b.bits_); }
  friend constexpr SquareSet operator-(SquareSet a, SquareSet b) { return SquareSet(a.bits_ & ~b.bits_); }
  constexpr SquareSet& operator|=(SquareSet other) { return *this = *this | other; }
  constexpr SquareSet& operator&=(SquareSet other) { return *this = *this & other; }
  constexpr auto operator<=>(const SquareSet&) const = default;

  // Iterates over the members in ascending order: `for (Square square : set_bb)`.
  class Iterator {
   public:
    explicit constexpr Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Square operator*() const { return Square(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    constexpr bool operator!=(const Iterator& other) const { return rest_ != other.rest_; }

   private:
    std::uint64_t rest_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t bits_ = 0;
};

static_assert(sizeof(SquareSet) == 8);

}  // namespace uisge
