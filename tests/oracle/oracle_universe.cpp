#include "tests/oracle/oracle_universe.h"

#include <array>
#include <stdexcept>

namespace oracle {
namespace {

constexpr std::array<char, 4> kPieces{'w', 'W', 'b', 'B'};

constexpr std::uint32_t kNotAPiece = kPieces.size();
// Maps each character of kPieces to its index there, and other characters to kNotAPiece.
constexpr std::array<std::uint32_t, 256> kDigit = [] {
  std::array<std::uint32_t, 256> digit{};
  digit.fill(kNotAPiece);
  for (std::uint32_t i = 0; i < kPieces.size(); ++i) digit[static_cast<unsigned char>(kPieces[i])] = i;
  return digit;
}();

std::uint32_t digit_of(char piece) {
  const std::uint32_t digit = kDigit[static_cast<unsigned char>(piece)];
  if (digit == kNotAPiece) throw std::invalid_argument("not a piece");
  return digit;
}

}  // namespace

Universe::Universe(int files, int ranks, int pieces) : files_(files), ranks_(ranks), pieces_(pieces) {
  Cells chosen;
  add_placements(chosen, 0);
  for (std::size_t i = 0; i < placements_.size(); ++i) placement_index_[key(placements_[i])] = i;

  const std::uint32_t codes = 1U << (4 * pieces);
  state_index_.assign(codes, kNotLive);
  for (std::uint32_t code = 0; code < codes; ++code) {
    std::array<int, 4> counts{};
    for (int i = 0; i < 2 * pieces; ++i) ++counts[code >> (2 * i) & 3];
    const bool equal = counts[0] + counts[1] == counts[2] + counts[3];
    const bool live = counts[0] > 0 && counts[2] > 0;
    if (!equal || !live) continue;
    state_index_[code] = static_cast<int>(states_.size());
    states_.push_back(code);
  }
}

void Universe::add_placements(Cells& chosen, int next) {
  if (static_cast<int>(chosen.size()) == 2 * pieces_) {
    Position position = Position::empty(files_, ranks_);
    for (const int cell : chosen) position.cells[static_cast<std::size_t>(cell)] = 'w';
    if (connected(position)) placements_.push_back(chosen);
    return;
  }
  for (int cell = next; cell < files_ * ranks_; ++cell) {
    chosen.push_back(cell);
    add_placements(chosen, cell + 1);
    chosen.pop_back();
  }
}

std::uint64_t Universe::key(const Cells& cells) {
  std::uint64_t key = 0;
  for (const int cell : cells) key |= std::uint64_t{1} << cell;
  return key;
}

Position Universe::position(std::size_t index) const {
  Position position = Position::empty(files_, ranks_);
  std::uint32_t code = states_[index % states_.size()];
  for (const int cell : placements_[index / states_.size()]) {
    position.cells[static_cast<std::size_t>(cell)] = kPieces[code & 3];
    code >>= 2;
  }
  return position;
}

std::size_t Universe::index(const Position& position) const {
  if (position.side == 'b') return index(colours_exchanged(position));
  std::uint64_t occupied = 0;
  std::uint32_t code = 0;
  int shift = 0;
  for (int cell = 0; cell < files_ * ranks_; ++cell) {
    const char piece = position.cells[static_cast<std::size_t>(cell)];
    if (piece == '.') continue;
    occupied |= std::uint64_t{1} << cell;
    code |= digit_of(piece) << shift;
    shift += 2;
  }
  return placement_index_.at(occupied) * states_.size() + static_cast<std::size_t>(state_index_.at(code));
}

}  // namespace oracle
