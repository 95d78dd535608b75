// This file is long because it has both the writer and the reader, which checks all that it reads.
#include "solver/search/prover_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <numeric>

#include "core/piece_count.h"
#include "db/checksum.h"
#include "solver/search/kept_entries.h"
#include "solver/search/now_and_then.h"
#include "solver/search/proved_strategy.h"

namespace uisge {

namespace {

constexpr std::uint16_t kStateVersion = 1;
constexpr std::size_t kStateVersionOffset = 8;
constexpr std::size_t kStateCountsOffset = 16;
constexpr std::size_t kStateChecksumOffset = 40;
constexpr std::size_t kStateHeaderBytes = 48;
constexpr std::size_t kFactBytes = 20;
constexpr std::size_t kNumbersBytes = 16;
constexpr std::size_t kLineBytes = 16;
constexpr std::size_t kSumBytes = 8;
// A file has at most kMostKept facts, and the proof numbers of at most kMostKept open questions: about 600 MB together.
constexpr std::size_t kMostKept = std::size_t{1} << 24;
constexpr std::size_t kChunkRecords = std::size_t{1} << 16;
// While a state is read, tables of another size than those that wrote it may lose 1 / kLostShare of its facts.
constexpr std::uint64_t kLostShare = 8;
constexpr std::uint32_t kKeyMask = (std::uint32_t{1} << PositionKey::kPieceBits) - 1;

// Whether these words can name a position with that many pieces a side.
bool are_pieces(const Board& board, int pieces, std::uint64_t occupied, std::uint32_t bits) {
  const std::uint32_t all = (std::uint32_t{1} << 2 * pieces) - 1;
  const std::uint32_t mask = (std::uint32_t{1} << 2 * kMaxPieces) - 1;
  return board.all_bb().contains(SquareSet(occupied)) && SquareSet(occupied).size() == 2 * pieces && bits <= kKeyMask &&
         (bits & mask) <= all && std::popcount(bits & mask) == pieces && (bits >> 2 * kMaxPieces & mask) <= all;
}

void put_fact(Bytes& bytes, const PositionKey& key, const Fact& fact) {
  put_number<std::uint64_t>(bytes, key.occupied_bits);
  put_number<std::uint32_t>(bytes, key.piece_bits);
  put_number<std::uint16_t>(bytes, fact.no_win_within + 1);
  put_number<std::uint16_t>(bytes, fact.win_within);
  put_number<std::uint16_t>(bytes, fact.work);
  put_number<std::uint16_t>(bytes, 0);
}

Bytes facts_of(const Board& board, int pieces, const FactTable& facts) {
  std::array<std::size_t, 128> counts{};
  facts.for_each([&](const PositionKey& /*key*/, const Fact& fact) { ++counts[static_cast<std::size_t>(fact.work)]; });
  KeptEntries kept(counts, kMostKept);
  Bytes bytes;
  bytes.reserve(kFactBytes * std::min(kMostKept, std::reduce(counts.begin(), counts.end())));
  facts.for_each([&](const PositionKey& key, const Fact& fact) {
    // An entry whose two words come from different writes may have passed for a fact (FactTable::for_each).
    if (!are_pieces(board, pieces, key.occupied_bits, key.piece_bits)) return;
    if (kept.keep(static_cast<std::size_t>(fact.work))) put_fact(bytes, key, fact);
  });
  return bytes;
}

Bytes numbers_of(const OpenNumbers& open) {
  std::array<std::size_t, 256> counts{};
  open.for_each(
      [&](std::uint64_t /*hash*/, ProofNumbers /*numbers*/, int work) { ++counts[static_cast<std::size_t>(work)]; });
  KeptEntries kept(counts, kMostKept);
  Bytes bytes;
  bytes.reserve(kNumbersBytes * std::min(kMostKept, std::reduce(counts.begin(), counts.end())));
  open.for_each([&](std::uint64_t hash, ProofNumbers numbers, int work) {
    if (!kept.keep(static_cast<std::size_t>(work))) return;
    // Proof numbers are stored as in the table: the upper 24 bits of a float without its sign.
    const auto bits = [](float number) { return std::uint64_t{std::bit_cast<std::uint32_t>(number)} >> 7; };
    put_number<std::uint64_t>(bytes, hash);
    put_number<std::uint64_t>(
        bytes, bits(numbers.proof) | bits(numbers.disproof) << 24 | static_cast<std::uint64_t>(work) << 48);
  });
  return bytes;
}

Bytes lines_of(const KeyMaker& keys, const Strategy& strategies) {
  Bytes bytes;
  bytes.reserve(strategies.size() * kLineBytes);
  for (const auto& [position, line] : strategies) {
    const PositionKey key = keys.key_of(pieces_of(position), Attacker::kMover).key;
    put_number<std::uint64_t>(bytes, key.occupied_bits);
    put_number<std::uint32_t>(bytes, key.piece_bits);
    put_number<std::uint16_t>(bytes, line.plies);
    put_number<std::uint8_t>(bytes, line.move.from.index());
    put_number<std::uint8_t>(bytes, line.move.to.index());
  }
  return bytes;
}

SquareSet members(std::uint64_t occupied, std::uint32_t bits) {
  SquareSet set_bb;
  for (const Square square : SquareSet(occupied)) {
    if ((bits & 1) != 0) set_bb |= SquareSet(square);
    bits >>= 1;
  }
  return set_bb;
}

struct StateCounts {
  std::uint64_t facts;
  std::uint64_t numbers;
  std::uint64_t lines;
};

tl::unexpected<Error> unusable(const std::string& path, std::string_view reason) {
  return bad_file(fmt::format("{}: {}", path, reason), {{Remedy::kOtherState}});
}

class BodyReader {
 public:
  BodyReader(const Prover& prover, const InputFile& file, Checksum seed) : prover_(prover), file_(file), sum_(seed) {}

  template <class Take>
  Result<void> read(std::uint64_t records, std::size_t record_bytes, const Take& take) {
    Bytes chunk;
    while (records > 0) {
      now_and_then_.call([&] {
        if (prover_.limits().observer) prover_.limits().observer(prover_.progress());
      });
      if (prover_.is_cancelled()) {
        return interrupted_error(fmt::format("{}: interrupted while it was read", file_.path()));
      }
      const std::uint64_t now = std::min<std::uint64_t>(records, kChunkRecords);
      chunk.resize(static_cast<std::size_t>(now) * record_bytes);
      UISGE_TRY(file_.read(offset_, chunk));
      sum_.add(chunk);
      offset_ += chunk.size();
      records -= now;
      for (std::size_t at = 0; at < chunk.size(); at += record_bytes) {
        if (!take(ByteView(chunk).subspan(at, record_bytes))) {
          return unusable(file_.path(), "damaged: a record that no run has written");
        }
      }
    }
    return {};
  }
  Result<void> check_sum() {
    const Checksum expected = sum_.sum();
    Bytes bytes(kSumBytes);
    UISGE_TRY(file_.read(offset_, bytes));
    if (get_number<std::uint64_t>(bytes, 0) == expected) return {};
    return unusable(file_.path(), "damaged: its checksum differs");
  }

 private:
  const Prover& prover_;
  const InputFile& file_;
  NowAndThen now_and_then_;
  ChecksumStream sum_;
  std::uint64_t offset_ = kStateHeaderBytes;
};

}  // namespace

Result<ProverState> ProverState::open(const std::string& path, Prover& prover, int pieces) {
  auto file = UISGE_TRY(SavedFile::claim(path, kProverStateFile));
  const bool is_there = file.place().is_taken();
  ProverState state(std::move(file), prover, {prover.board().size(), pieces, prover.rules()});
  if (is_there) UISGE_TRY(state.read());
  return state;
}

Result<void> ProverState::read() {
  const std::string& path = file_.place().path();
  const auto file = UISGE_TRY(InputFile::open(path));
  if (file.bytes() < kStateHeaderBytes) return unusable(path, "damaged: it ends early");
  Bytes header(kStateHeaderBytes);
  UISGE_TRY(file.read(0, header));
  const auto version = get_number<std::uint16_t>(header, kStateVersionOffset);
  if (version != kStateVersion) {
    return unusable(path, fmt::format("a state of version {}, this program reads version {}", version, kStateVersion));
  }
  const auto sum = get_number<std::uint64_t>(header, kStateChecksumOffset);
  if (checksum(ByteView(header).first(kStateChecksumOffset), 0) != sum) {
    return unusable(path, "damaged: the checksum of its header differs");
  }
  const auto identity = parse_identity(header);
  if (!identity) return unusable(path, identity.error().message);
  if (*identity != identity_) {
    return unusable(path, fmt::format("is about {}, not {}", to_string(*identity), to_string(identity_)));
  }
  const auto count = [&](std::size_t i) { return get_number<std::uint64_t>(header, kStateCountsOffset + 8 * i); };
  const StateCounts counts{count(0), count(1), count(2)};
  const std::uint64_t most = file.bytes() / kLineBytes;
  if (counts.facts > most || counts.numbers > most || counts.lines > most ||
      kStateHeaderBytes + counts.facts * kFactBytes + counts.numbers * kNumbersBytes + counts.lines * kLineBytes +
              kSumBytes !=
          file.bytes()) {
    return unusable(path, "damaged: it has another length than its header says");
  }
  const Board& board = prover_->board();
  const int pieces = identity_.pieces;
  std::uint64_t lost = 0;
  BodyReader body(*prover_, file, sum);
  UISGE_TRY(body.read(counts.facts, kFactBytes, [&](ByteView record) {
    const PositionKey key{get_number<std::uint64_t>(record, 0), get_number<std::uint32_t>(record, 8)};
    const Fact fact{get_number<std::uint16_t>(record, 12) - 1,
                    get_number<std::uint16_t>(record, 14),
                    {},
                    get_number<std::uint16_t>(record, 16)};
    const bool is_good = are_pieces(board, pieces, key.occupied_bits, key.piece_bits) &&
                         fact.no_win_within <= kMaxSearchPlies && fact.win_within <= Fact::kUnknownWin &&
                         fact.win_within > fact.no_win_within && fact.work < 128;
    if (!is_good) return false;
    if (!prover_->facts().has_room_for(key)) ++lost;
    prover_->facts().store(key, fact);
    return true;
  }));
  // The next save would lose these facts for good.
  if (lost > counts.facts / kLostShare) {
    return resource_error(
        fmt::format("{}: has {} facts, and the tables have no room for {} of them", path, counts.facts, lost),
        {{Remedy::kMoreMemory}});
  }
  UISGE_TRY(body.read(counts.numbers, kNumbersBytes, [&](ByteView record) {
    const auto data = get_number<std::uint64_t>(record, 8);
    const auto number = [&](int shift) {
      return std::bit_cast<float>(static_cast<std::uint32_t>((data >> shift & 0xFFFFFF) << 7));
    };
    const ProofNumbers numbers{number(0), number(24)};
    const bool is_good = numbers.proof >= 1 && numbers.disproof >= 1 && data >> 56 == 0;
    if (is_good) {
      prover_->open().store(get_number<std::uint64_t>(record, 0), numbers, static_cast<int>(data >> 48 & 0xFF));
    }
    return is_good;
  }));
  UISGE_TRY(body.read(counts.lines, kLineBytes, [&](ByteView record) {
    const auto occupied = get_number<std::uint64_t>(record, 0);
    const auto bits = get_number<std::uint32_t>(record, 8);
    const int plies = get_number<std::uint16_t>(record, 12);
    const Move move{Square(get_number<std::uint8_t>(record, 14)), Square(get_number<std::uint8_t>(record, 15))};
    if (!are_pieces(board, pieces, occupied, bits) || plies < 1) return false;
    const SquareSet mover_bb = members(occupied, bits);
    const auto position = Position::from_setup(board, {board.size(), mover_bb, SquareSet(occupied) - mover_bb,
                                                       members(occupied, bits >> 2 * kMaxPieces), Side::kWhite});
    if (!position || class_image(board, prover_->keys(), *position).position != *position) return false;
    const MoveList moves = playable_moves(board, identity_.rules, *position);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) return false;
    strategies_.insert_or_assign(*position, StrategyMove{move, plies});
    return true;
  }));
  return body.check_sum();
}

Result<void> ProverState::save_when_due(const Strategy& strategies) {
  if (!save_clock_.is_due()) return {};
  const Stopwatch watch;
  auto done = save(strategies);
  save_clock_.saved(watch);
  return done;
}

Result<void> ProverState::save(const Strategy& strategies) try {
  return file_.save([&](AtomicFile& file) { return write(file, strategies); });
} catch (const std::bad_alloc&) {
  return out_of_memory();
}

Result<void> ProverState::write(AtomicFile& file, const Strategy& strategies) const {
  const Bytes facts = facts_of(prover_->board(), identity_.pieces, prover_->facts());
  const Bytes numbers = numbers_of(prover_->open());
  const Bytes lines = lines_of(prover_->keys(), strategies);
  Bytes header;
  for (const char c : kProverStateFile.magic) put_number<std::uint8_t>(header, c);
  put_number<std::uint16_t>(header, kStateVersion);
  put_identity(header, identity_);
  put_number<std::uint8_t>(header, 0);
  put_number<std::uint64_t>(header, facts.size() / kFactBytes);
  put_number<std::uint64_t>(header, numbers.size() / kNumbersBytes);
  put_number<std::uint64_t>(header, lines.size() / kLineBytes);
  const Checksum header_sum = checksum(header, 0);
  put_number<std::uint64_t>(header, header_sum);
  ChecksumStream sum(header_sum);
  UISGE_TRY(file.append(header));
  for (const Bytes* part : {&facts, &numbers, &lines}) {
    sum.add(*part);
    UISGE_TRY(file.append(*part));
  }
  Bytes footer;
  put_number<std::uint64_t>(footer, sum.sum());
  return file.append(footer);
}

}  // namespace uisge
