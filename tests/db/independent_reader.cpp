#include "tests/db/independent_reader.h"

#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <tuple>

namespace independent_reader {
namespace {

constexpr std::size_t kHeaderBytes = 88;
constexpr std::size_t kFooterBytes = 72;
constexpr std::size_t kMaxUnitBytes = 262'144;

std::uint64_t number(const Bytes& bytes, std::size_t offset, int size) {
  demand(offset + static_cast<std::size_t>(size) <= bytes.size(), "number beyond the end");
  std::uint64_t value = 0;
  for (int i = size - 1; i >= 0; --i) value = value << 8 | bytes[offset + static_cast<std::size_t>(i)];
  return value;
}

std::uint32_t u32(const Bytes& bytes, std::size_t offset) {
  return static_cast<std::uint32_t>(number(bytes, offset, 4));
}
std::uint64_t u64(const Bytes& bytes, std::size_t offset) {
  return number(bytes, offset, 8);
}

Bytes slice(const Bytes& bytes, std::uint64_t begin, std::uint64_t end) {
  demand(begin <= end && end <= bytes.size(), "part beyond the end");
  return {bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::uint64_t checksum(const Bytes& bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

bool holds(const Bytes& bytes, std::size_t offset, const std::string& text) {
  return offset + text.size() <= bytes.size() &&
         std::equal(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset),
                    [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

std::uint64_t rules_hash(const oracle::Game& game) {
  std::string sentence =
      "uisge rules 1; a jump over an orthogonally adjacent piece turns the jumper over; a crown steps to any adjacent "
      "square; ";
  if (game.diagonal_jumps) sentence += "a crown may jump diagonally too; ";
  sentence += "all pieces stay orthogonally connected; all crowns after the own move wins; a stuck side " +
              to_string(game.stuck) + "; distances in plies; endless play is a draw";
  return checksum(Bytes(sentence.begin(), sentence.end()), 0);
}

std::uint32_t bit_count(std::uint64_t bits) {
  std::uint32_t count = 0;
  for (; bits != 0; bits >>= 1) count += bits & 1;
  return count;
}

// The rank of the colouring among all numbers with the same number of bits set, in ascending order.
std::uint32_t colouring_rank(std::uint32_t colouring) {
  std::uint32_t rank = 0;
  for (std::uint32_t other = 0; other < colouring; ++other) rank += bit_count(other) == bit_count(colouring);
  return rank;
}

std::uint32_t colouring_count(int pieces) {
  std::uint32_t count = 0;
  for (std::uint32_t mask = 0; mask >> (2 * pieces) == 0; ++mask) count += bit_count(mask) == unsigned(pieces);
  return count;
}

std::uint64_t occupied(const oracle::Position& position) {
  std::uint64_t bits = 0;
  for (int cell = 0; cell < position.files * position.ranks; ++cell) {
    if (position.cells[static_cast<std::size_t>(cell)] != '.') bits |= std::uint64_t{1} << cell;
  }
  return bits;
}

// The sum of the pieces' ranks, the sum of their files, and the occupied squares as a number. The canonical image of a
// position is the image with the least such triple.
std::tuple<int, int, std::uint64_t> canonical_order(const oracle::Position& position) {
  int ranks = 0;
  int files = 0;
  for (int rank = 0; rank < position.ranks; ++rank) {
    for (int file = 0; file < position.files; ++file) {
      if (position.at(file, rank) == '.') continue;
      ranks += rank;
      files += file;
    }
  }
  return {ranks, files, occupied(position)};
}

oracle::Position canonical_image(const oracle::Position& position) {
  oracle::Position best = position;
  for (const oracle::Position& other : oracle::images(position)) {
    if (canonical_order(other) < canonical_order(best)) best = other;
  }
  return best;
}

}  // namespace

Reader::Reader(const Bytes& file) {
  read_header(file);
  const std::uint64_t units = std::uint64_t{header_.placements} * units_per_placement_;
  const std::uint64_t index_bytes = 8 * std::uint64_t{header_.placements} + 4 * units;
  demand(kHeaderBytes + header_.table_bytes + index_bytes + kFooterBytes <= file.size(), "no room for the parts");

  const std::uint64_t footer_offset = file.size() - kFooterBytes;
  const Bytes footer = slice(file, footer_offset, file.size());
  demand(holds(footer, 64, "UISGEEND"), "end magic");
  demand(u64(footer, 56) == checksum(slice(footer, 0, 56), header_.checksum), "footer checksum");
  demand(u64(footer, 48) == file.size(), "file size");
  const std::uint64_t index_offset = u64(footer, 0);
  const std::uint64_t statistics_offset = u64(footer, 8);
  demand(index_offset <= file.size() && index_offset + index_bytes == statistics_offset, "place of the index");
  demand(statistics_offset <= footer_offset, "place of the statistics");

  const std::uint64_t units_offset = kHeaderBytes + header_.table_bytes;
  const Bytes tables = slice(file, kHeaderBytes, units_offset);
  demand(checksum(tables, 0) == u64(file, 40), "checksum of the tables");
  codec_.emplace(header_.codec, header_.game.pieces, tables);
  const Bytes index = slice(file, index_offset, statistics_offset);
  const Bytes statistics = slice(file, statistics_offset, footer_offset);
  demand(checksum(index, header_.checksum) == u64(footer, 16), "checksum of the index");
  demand(checksum(statistics, header_.checksum) == u64(footer, 24), "checksum of the statistics");

  const Bytes hashed = slice(file, 0, footer_offset);
  XXH128_canonical_t hash;
  XXH128_canonicalFromHash(&hash, XXH3_128bits(hashed.data(), hashed.size()));
  demand(std::equal(std::begin(hash.digest), std::end(hash.digest), footer.begin() + 32), "file hash");

  read_index(index);
  read_statistics(statistics);
  read_units(slice(file, units_offset, index_offset));
}

void Reader::read_header(const Bytes& file) {
  demand(file.size() >= kHeaderBytes, "no header");
  demand(holds(file, 0, "\x89UISGE\r\n"), "magic");
  demand(number(file, 8, 2) == 1, "version");
  header_.checksum = u64(file, 80);
  demand(header_.checksum == checksum(slice(file, 0, 80), 0), "header checksum");
  oracle::Game& game = header_.game;
  game.files = file[10];
  game.ranks = file[11];
  game.pieces = file[12];
  demand(game.files >= 2 && game.files <= 9 && game.ranks >= 2 && game.ranks <= 9 && game.cells() <= 64, "board");
  demand(game.pieces >= 1 && game.pieces <= 6, "pieces");
  demand(file[13] <= 3 && file[14] <= 1, "rules");
  game.stuck = oracle::kAllStuckRules[file[13]];
  game.diagonal_jumps = file[14] == 1;
  header_.codec = file[15];
  demand(header_.codec >= 1 && header_.codec <= 3, "codec");
  demand(u64(file, 16) == rules_hash(game), "rules hash");
  header_.placements = u32(file, 24);
  header_.colourings_per_unit = u32(file, 28);
  colourings_ = colouring_count(game.pieces);
  demand(header_.colourings_per_unit >= 1 && header_.colourings_per_unit <= colourings_, "colourings of a unit");
  units_per_placement_ = (colourings_ + header_.colourings_per_unit - 1) / header_.colourings_per_unit;
  header_.table_bytes = u64(file, 32);
  demand(header_.table_bytes <= 1'048'576, "size of the tables");
  for (std::size_t i = 48; i < 80 && file[i] != 0; ++i) header_.program += static_cast<char>(file[i]);
}

void Reader::read_index(const Bytes& index) {
  const oracle::Game& game = header_.game;
  for (std::uint32_t i = 0; i < header_.placements; ++i) {
    const std::uint64_t placement = u64(index, std::size_t{8} * i);
    demand(placements_.empty() || placement > placements_.back(), "placements ascending");
    demand(game.cells() == 64 || placement >> game.cells() == 0, "placement on the board");
    demand(bit_count(placement) == 2 * static_cast<std::uint32_t>(game.pieces), "squares of a placement");
    placements_.push_back(placement);
  }
  for (std::size_t offset = std::size_t{8} * header_.placements; offset < index.size(); offset += 4) {
    unit_sizes_.push_back(u32(index, offset));
    demand(unit_sizes_.back() >= 8 && unit_sizes_.back() <= kMaxUnitBytes, "size of a unit");
  }
}

void Reader::read_statistics(const Bytes& statistics) {
  for (std::size_t i = 0; i < 3; ++i) {
    statistics_.raw[i] = u64(statistics, 8 * i);
    statistics_.canonical[i] = u64(statistics, 24 + 8 * i);
  }
  const auto cell = [&](std::size_t offset) -> std::optional<Cell> {
    const Cell found{u32(statistics, offset), u32(statistics, offset + 4)};
    if (found == Cell{0xFFFF'FFFF, 0xFFFF'FFFF}) return std::nullopt;
    demand(found.placement < header_.placements && found.index < positions_per_placement(), "cell");
    return found;
  };
  statistics_.longest = cell(48);
  statistics_.start = cell(56);
  statistics_.start_label = static_cast<std::uint16_t>(number(statistics, 64, 2));
  demand(number(statistics, 66, 2) == 0, "zero");
  const std::uint32_t distances = u32(statistics, 68);
  demand(statistics.size() == 72 + 16 * std::uint64_t{distances}, "size of the statistics");
  demand(header_.codec != 3 || (distances == 0 && !statistics_.longest), "values without distances");
  for (std::size_t d = 0; d < distances; ++d) {
    statistics_.by_distance.push_back({u64(statistics, 72 + 16 * d), u64(statistics, 80 + 16 * d)});
  }
}

void Reader::read_units(const Bytes& units) {
  std::uint64_t sum = 0;
  for (const std::uint32_t size : unit_sizes_) sum += size;
  demand(sum == units.size(), "units fill the space before the index");
  labels_.assign(placements_.size(), std::vector<std::uint16_t>(positions_per_placement(), 0));
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < unit_sizes_.size(); ++i) {
    read_unit(slice(units, offset, offset + unit_sizes_[i]), i);
    offset += unit_sizes_[i];
  }
}

void Reader::read_unit(const Bytes& unit, std::size_t number) {
  const Bytes coded = slice(unit, 0, unit.size() - 8);
  demand(checksum(coded, header_.checksum + number + 1) == u64(unit, unit.size() - 8), "checksum of a unit");
  const auto in_placement = static_cast<std::uint32_t>(number % units_per_placement_);
  const std::uint32_t first_colouring = in_placement * header_.colourings_per_unit;
  const std::uint32_t end_colouring = std::min(first_colouring + header_.colourings_per_unit, colourings_);
  const std::vector<std::uint16_t> codes = codec_->decode(end_colouring - first_colouring, coded);
  std::copy(codes.begin(), codes.end(),
            labels_[number / units_per_placement_].begin() + (first_colouring << (2 * header_.game.pieces)));
}

Cell Reader::cell(const oracle::Position& position) const {
  const oracle::Position image = canonical_image(position);
  const auto found = std::lower_bound(placements_.begin(), placements_.end(), occupied(image));
  demand(found != placements_.end() && *found == occupied(image), "placement in the index");
  std::uint32_t colouring = 0;
  std::array<std::uint32_t, 2> crowns{};  // the mover's crowns, then the opponent's
  std::array<int, 2> pieces{};
  int piece = 0;
  for (const char c : image.cells) {
    if (c == '.') continue;
    const bool is_mover = std::tolower(c) == position.side;
    if (is_mover) colouring |= 1U << piece;
    ++piece;
    const std::size_t side = is_mover ? 0 : 1;
    if (std::isupper(c) != 0) crowns[side] |= 1U << pieces[side];
    ++pieces[side];
  }
  const int n = header_.game.pieces;
  demand(pieces[0] == n && pieces[1] == n, "equal counts");
  return {static_cast<std::uint32_t>(found - placements_.begin()),
          colouring_rank(colouring) << (2 * n) | crowns[1] << n | crowns[0]};
}

oracle::Label Reader::label(const oracle::Position& position) const {
  const std::uint16_t stored = code(cell(position));
  if (header_.codec == 1 || stored != 0) return label_of_code(stored);
  const auto after_moves = oracle::successors(header_.game, position);
  if (after_moves.empty()) {
    return {header_.game.stuck == oracle::Stuck::kWins ? oracle::Outcome::kWin : oracle::Outcome::kDraw, 0};
  }
  oracle::Label best{oracle::Outcome::kDraw, 0};
  for (const oracle::Position& next : after_moves) {
    const bool completed = oracle::all_crowns(next, next.side == 'w' ? 'b' : 'w');
    const oracle::Label there = completed ? oracle::label_when_over(next) : label_of_code(code(cell(next)));
    if (there.outcome != oracle::Outcome::kLoss) continue;
    const auto plies = static_cast<std::uint16_t>(there.distance + 1);
    if (best.outcome == oracle::Outcome::kDraw || plies < best.distance) best = {oracle::Outcome::kWin, plies};
  }
  return best;
}

oracle::Label Reader::label_of_code(std::uint16_t code) {
  if (code == 0) return {oracle::Outcome::kDraw, 0};
  if (code % 2 == 1) return {oracle::Outcome::kWin, static_cast<std::uint16_t>((code - 1) / 2)};
  return {oracle::Outcome::kLoss, static_cast<std::uint16_t>((code - 2) / 2)};
}

}  // namespace independent_reader
