#include "solver/search/line_code.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "db/bit_stream.h"

namespace uisge {

namespace {

constexpr std::size_t kParameterBytes = 7;
constexpr int kMaxRice = 63;

// The length, in bits, of a value's Rice code (Rice and Plaut 1971). The code is ⌊value / 2^k⌋ zeros, a one, then the k
// low bits of the value. More than 2^32 zeros count as 2^32.
std::uint64_t rice_bits(std::uint64_t value, int k) {
  return std::min(value >> k, std::uint64_t{1} << 32) + 1 + static_cast<std::uint64_t>(k);
}

void put_rice(BitWriter& out, std::uint64_t value, int k) {
  std::uint64_t zeros = value >> k;
  for (; zeros > 32; zeros -= 32) out.put(0, 32);
  out.put(0, static_cast<int>(zeros));
  out.put(1, 1);
  const std::uint64_t low = value & ((std::uint64_t{1} << k) - 1);
  out.put(static_cast<std::uint32_t>(low), std::min(k, 32));
  if (k > 32) out.put(static_cast<std::uint32_t>(low >> 32), k - 32);
}

// Returns std::nullopt if the bits hold no code, or if the coded number has more than 64 bits.
std::optional<std::uint64_t> get_rice(BitReader& in, std::size_t bits, int k) {
  std::uint64_t zeros = 0;
  for (;;) {
    const std::uint64_t next = in.peek() & ((std::uint64_t{1} << 57) - 1);
    if (next != 0) {
      const unsigned more = lowest_bit(next);
      in.skip(more + 1);
      zeros += more;
      break;
    }
    in.skip(57);
    zeros += 57;
    if (in.position() > bits) return std::nullopt;
  }
  if (static_cast<int>(std::bit_width(zeros)) + k > 64) return std::nullopt;
  std::uint64_t low = in.get(static_cast<unsigned>(std::min(k, 32)));
  if (k > 32) low |= std::uint64_t{in.get(static_cast<unsigned>(k - 32))} << 32;
  return zeros << k | low;
}

int best_rice(std::span<const std::uint64_t> values) {
  int best = 0;
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  for (int k = 0; k <= kMaxRice; ++k) {
    std::uint64_t bits = 0;
    for (const std::uint64_t value : values) bits += rice_bits(value, k);
    if (bits >= fewest) continue;
    fewest = bits;
    best = k;
  }
  return best;
}

// Finds two parameters k of Rice's code for `values`, the differences between the class numbers (ProofLine::number) of
// successive lines of a proof. The numbers of two lines differ little if the occupied squares are the same, and much
// otherwise. The method is Lloyd's iteration: each difference chooses the parameter that gives it the shorter code;
// then each parameter is fitted to the differences that chose it. A few repetitions suffice.
std::array<int, 2> best_rice_pair(std::vector<std::uint64_t> values) {
  std::sort(values.begin(), values.end());
  std::array<int, 2> best{best_rice(values), best_rice(values)};
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  for (int round = 0; round < 8; ++round) {
    const std::array<int, 2> pair{best_rice({values.begin(), middle}), best_rice({middle, values.end()})};
    if (pair == best) break;
    best = pair;
    middle = std::partition_point(values.begin(), values.end(), [&](std::uint64_t value) {
      return rice_bits(value, best[0]) <= rice_bits(value, best[1]);
    });
  }
  return best;
}

}  // namespace

void encode_lines(std::span<const ProofLine> lines, Bytes& out) {
  std::vector<std::uint64_t> steps;
  std::vector<std::uint64_t> moves;
  const int least = std::min_element(lines.begin(), lines.end(), [](const ProofLine& a, const ProofLine& b) {
                      return a.plies < b.plies;
                    })->plies;
  bool all_even = true;  // whether the plies of every line exceed `least` by an even number
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) steps.push_back(lines[i].number - lines[i - 1].number - 1);
    moves.push_back(lines[i].move_number);
    all_even = all_even && (lines[i].plies - least) % 2 == 0;
  }
  const int unit = all_even ? 2 : 1;
  std::vector<std::uint64_t> plies;
  for (const ProofLine& line : lines) plies.push_back(static_cast<std::uint64_t>((line.plies - least) / unit));

  const std::array<int, 2> of_steps = best_rice_pair(steps);
  const int of_plies = best_rice(plies);
  const int of_moves = best_rice(moves);
  for (const int k : {of_steps[0], of_steps[1], of_plies, of_moves, unit}) put_number<std::uint8_t>(out, k);
  put_number<std::uint16_t>(out, least);
  BitWriter bits(out);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) {
      const std::uint64_t step = steps[i - 1];
      const std::size_t kind = rice_bits(step, of_steps[0]) <= rice_bits(step, of_steps[1]) ? 0 : 1;
      bits.put(static_cast<std::uint32_t>(kind), 1);
      put_rice(bits, step, of_steps[kind]);
    }
    put_rice(bits, plies[i], of_plies);
    put_rice(bits, moves[i], of_moves);
  }
  bits.flush();
}

std::optional<std::vector<ProofLine>> decode_lines(ByteView bytes, std::uint64_t first_number, std::size_t count,
                                                   std::uint64_t end) {
  if (bytes.size() < std::max(kParameterBytes, least_block_bytes(count))) return std::nullopt;
  std::array<int, 5> parameters{};
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] = std::to_integer<int>(bytes[i]);
  const auto [near_steps, far_steps, of_plies, of_moves, unit] = parameters;
  if (*std::max_element(parameters.begin(), parameters.end()) > kMaxRice || unit < 1 || unit > 2) return std::nullopt;
  const std::uint64_t least = get_number<std::uint16_t>(bytes, parameters.size());

  BitReader in(bytes.subspan(kParameterBytes));
  const std::size_t all_bits = 8 * (bytes.size() - kParameterBytes);
  std::vector<ProofLine> lines;
  lines.reserve(count);
  std::uint64_t number = first_number;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) {
      const int k = in.get(1) == 0 ? near_steps : far_steps;
      const auto step = get_rice(in, all_bits, k);
      if (!step || number >= end || *step >= end - number - 1) return std::nullopt;
      number += *step + 1;
    }
    const auto plies = get_rice(in, all_bits, of_plies);
    const auto move = get_rice(in, all_bits, of_moves);
    if (!plies || !move || *plies > kMaxPlies || *move >= kMaxMoves) return std::nullopt;
    const std::uint64_t sum = least + *plies * static_cast<std::uint64_t>(unit);
    if (sum < 1 || sum > kMaxPlies) return std::nullopt;
    lines.push_back({number, static_cast<std::uint16_t>(sum), static_cast<std::uint8_t>(*move)});
  }
  if (number >= end || !in.is_at_end()) return std::nullopt;
  return lines;
}

}  // namespace uisge
