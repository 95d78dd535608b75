#include "solver/search/compact_proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/bit_stream.h"
#include "db/checksum.h"
#include "db/format.h"
#include "solver/search/certificate_file.h"

namespace uisge {

namespace {

constexpr std::size_t kPliesOffset = kCompactProofMagic.size();
constexpr std::size_t kProofIdentityOffset = 16;
constexpr std::size_t kClaimOffset = 21;
constexpr std::size_t kSideOffset = 22;
constexpr std::size_t kWhiteOffset = 24;
constexpr std::size_t kBlackOffset = 32;
constexpr std::size_t kCrownsOffset = 40;
constexpr std::size_t kLinesOffset = 48;
constexpr std::size_t kChecksumOffset = 56;
constexpr std::size_t kProofHeaderBytes = 64;
constexpr std::size_t kIndexEntryBytes = 12;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::size_t kProofHashBytes = sizeof(FileHash);
constexpr std::uint64_t kReadBytes = kIndexEntryBytes << 16;

Bytes encode_header(const ProofClaim& claim, std::uint64_t lines) {
  const Setup root = claim.position.setup();
  Bytes header;
  for (const char c : kCompactProofMagic) put_number<std::uint8_t>(header, c);
  put_number<std::uint16_t>(header, claim.plies);
  Bytes identity(kIdentityOffset);
  put_identity(identity, {claim.position.size(), claim.position.pieces(), claim.rules});
  header.insert(header.end(), identity.begin() + kIdentityOffset, identity.end());
  put_number<std::uint8_t>(header, claim.kind);
  put_number<std::uint8_t>(header, root.side_to_move);
  put_number<std::uint8_t>(header, 0);
  for (const SquareSet set_bb : {root.white_bb, root.black_bb, root.crowns_bb}) {
    put_number<std::uint64_t>(header, set_bb.bits());
  }
  put_number<std::uint64_t>(header, lines);
  put_number<std::uint64_t>(header, checksum(header, 0));
  return header;
}

Result<ProofClaim> parse_claim(ByteView header) {
  const auto identity = UISGE_TRY(parse_identity(header.subspan(kProofIdentityOffset - kIdentityOffset)));
  const int plies = get_number<std::uint16_t>(header, kPliesOffset);
  const int kind = get_number<std::uint8_t>(header, kClaimOffset);
  const int side = get_number<std::uint8_t>(header, kSideOffset);
  if (plies > kMaxPlies) return bad_file(fmt::format("claims {} plies", plies));
  if (kind > static_cast<int>(ClaimKind::kNone)) return bad_file(fmt::format("there is no claim {}", kind));
  if (side > 1) return bad_file(fmt::format("there is no side {}", side));
  const Board board(identity.board);
  const auto set_at = [&](std::size_t offset) { return SquareSet(get_number<std::uint64_t>(header, offset)); };
  const Setup setup{identity.board, set_at(kWhiteOffset), set_at(kBlackOffset), set_at(kCrownsOffset),
                    static_cast<Side>(side)};
  if (!board.all_bb().contains(setup.white_bb | setup.black_bb | setup.crowns_bb)) {
    return bad_file("position: pieces stand beside the board");
  }
  auto position = Position::from_setup(board, setup);
  if (!position) return bad_file(position.error().message);
  if (position->pieces() != identity.pieces) return bad_file("position: has another number of pieces than the game");
  return ProofClaim{identity.rules, *position, static_cast<ClaimKind>(kind), plies};
}

// Reads the file's bytes from `begin` to `end`, and calls `visit` with pieces of kReadBytes; the last may be shorter.
template <class Visit>
Result<void> read_in_pieces(const InputFile& file, std::uint64_t begin, std::uint64_t end, const Visit& visit) {
  Bytes piece;
  for (std::uint64_t offset = begin; offset < end; offset += piece.size()) {
    piece.resize(static_cast<std::size_t>(std::min(kReadBytes, end - offset)));
    UISGE_TRY(file.read(offset, piece));
    UISGE_TRY(visit(ByteView(piece)));
  }
  return {};
}

}  // namespace

void sort_lines(std::vector<ProofLine>& lines) {
  std::sort(lines.begin(), lines.end(), [](const ProofLine& a, const ProofLine& b) {
    return std::tie(a.number, a.plies, a.move_number) < std::tie(b.number, b.plies, b.move_number);
  });
  lines.erase(std::unique(lines.begin(), lines.end(),
                          [](const ProofLine& a, const ProofLine& b) { return a.number == b.number; }),
              lines.end());
}

Result<void> write_compact_proof(const OutputPlace& place, const ProofClaim& claim, std::vector<ProofLine> lines) {
  sort_lines(lines);
  auto file = UISGE_TRY(AtomicFile::create(place));
  FileHasher hasher;
  const auto append = [&](const Bytes& bytes) {
    hasher.add(bytes);
    return file.append(bytes);
  };
  const Bytes header = encode_header(claim, lines.size());
  const auto seed = get_number<std::uint64_t>(header, kChecksumOffset);
  UISGE_TRY(append(header));
  Bytes index;
  Bytes block;
  std::uint64_t number = 0;
  for (std::size_t begin = 0; begin < lines.size(); begin += kLinesPerBlock) {
    const std::span<const ProofLine> in_block(lines.data() + begin, std::min(kLinesPerBlock, lines.size() - begin));
    block.clear();
    encode_lines(in_block, block);
    put_number<std::uint64_t>(block, checksum(block, seed + ++number));
    put_number<std::uint64_t>(index, in_block.front().number);
    put_number<std::uint32_t>(index, block.size());
    UISGE_TRY(append(block));
  }
  put_number<std::uint64_t>(index, checksum(index, seed));
  UISGE_TRY(append(index));
  const FileHash hash = hasher.hash();
  UISGE_TRY(file.append(hash));
  return file.publish();
}

bool is_compact_proof(const std::string& path) {
  return begins_as(path, {kProofFile.name, kCompactProofMagic});
}

CompactProof::CompactProof(InputFile file, const ProofClaim& claim, std::uint64_t lines, std::uint64_t seed)
    : file_(std::move(file)),
      claim_(claim),
      board_(claim.position.size()),
      numbers_(board_, claim.position.pieces()),
      lines_(lines),
      seed_(seed) {}

tl::unexpected<Error> CompactProof::damaged(std::string_view what) const {
  return bad_file(fmt::format("{}: damaged: {}", path(), what));
}

Result<std::unique_ptr<CompactProof>> CompactProof::open(const std::string& path) {
  auto file = UISGE_TRY(InputFile::open(path));
  if (file.bytes() < kProofHeaderBytes) return bad_file(fmt::format("{}: not a proof, or it ends early", path));
  Bytes header(kProofHeaderBytes);
  UISGE_TRY(file.read(0, header));
  if (!std::equal(kCompactProofMagic.begin(), kCompactProofMagic.end(), header.begin(),
                  [](char a, std::byte b) { return std::byte(a) == b; })) {
    return bad_file(fmt::format("{}: not a proof of version 2", path));
  }
  const auto seed = get_number<std::uint64_t>(header, kChecksumOffset);
  if (checksum(ByteView(header).first(kChecksumOffset), 0) != seed) {
    return bad_file(fmt::format("{}: damaged: the checksum of its header differs", path));
  }
  const auto claim = parse_claim(header);
  if (!claim) return error_in(path, claim.error());
  const auto lines = get_number<std::uint64_t>(header, kLinesOffset);
  std::unique_ptr<CompactProof> proof(new CompactProof(std::move(file), *claim, lines, seed));
  UISGE_TRY(proof->read_index());
  return proof;
}

Result<void> CompactProof::read_index() {
  const auto too_short = [&] { return damaged(fmt::format("it is too short for {} lines", lines_)); };
  const std::uint64_t around = kProofHeaderBytes + kChecksumBytes + kProofHashBytes;
  if (bytes() < around || lines_ / 2 > bytes()) return too_short();
  const std::uint64_t count = (lines_ + kLinesPerBlock - 1) / kLinesPerBlock;
  if (count * kIndexEntryBytes > bytes() - around) return too_short();
  const std::uint64_t index_end = bytes() - kProofHashBytes - kChecksumBytes;
  const std::uint64_t index_offset = index_end - count * kIndexEntryBytes;
  // A sparse file can claim any number of lines and take few bytes on the disk. So memory is allocated only for entries
  // that were checked.
  ChecksumStream sum(seed_);
  UISGE_TRY(read_in_pieces(file_, index_offset, index_end, [&](ByteView piece) -> Result<void> {
    sum.add(piece);
    return {};
  }));
  Bytes stored(kChecksumBytes);
  UISGE_TRY(file_.read(index_end, stored));
  if (sum.sum() != get_number<std::uint64_t>(stored, 0)) return damaged("the checksum of its index differs");
  std::uint64_t offset = kProofHeaderBytes;
  UISGE_TRY(read_in_pieces(file_, index_offset, index_end, [&](ByteView piece) -> Result<void> {
    for (std::size_t at = 0; at < piece.size(); at += kIndexEntryBytes) {
      const Block block{get_number<std::uint64_t>(piece, at), offset, get_number<std::uint32_t>(piece, at + 8)};
      if (block.first_number >= numbers_.end() ||
          (!blocks_.empty() && block.first_number <= blocks_.back().first_number)) {
        return damaged("its index is out of order");
      }
      offset += block.bytes;
      if (block.bytes < kChecksumBytes || block.bytes > kMaxBlockBytes || offset > index_offset)
        return damaged("its index does not fit the size of the file");
      blocks_.push_back(block);
    }
    return {};
  }));
  if (offset != index_offset) return damaged("its index does not fit the size of the file");
  return {};
}

Result<std::vector<ProofLine>> CompactProof::block(std::size_t number) const {
  const Block& block = blocks_[number];
  Bytes bytes(block.bytes);
  UISGE_TRY(file_.read(block.offset, bytes));
  const std::size_t coded = bytes.size() - kChecksumBytes;
  if (checksum(ByteView(bytes).first(coded), seed_ + number + 1) != get_number<std::uint64_t>(bytes, coded)) {
    return damaged(fmt::format("the checksum of block {} differs", number));
  }
  static_assert(kChecksumBytes >= BitReader::kPadding);
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(coded), bytes.end(), std::byte{0});
  const bool is_last = number + 1 == blocks_.size();
  const std::uint64_t end = is_last ? numbers_.end() : blocks_[number + 1].first_number;
  const std::size_t count = is_last ? static_cast<std::size_t>(lines_ - number * kLinesPerBlock) : kLinesPerBlock;
  auto lines = decode_lines(ByteView(bytes).first(coded), block.first_number, count, end);
  if (!lines) return damaged(fmt::format("block {} is malformed", number));
  return *std::move(lines);
}

std::optional<std::size_t> CompactProof::block_of(std::uint64_t number) const {
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), number,
                                      [](std::uint64_t n, const Block& block) { return n < block.first_number; });
  if (after == blocks_.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - blocks_.begin() - 1);
}

Result<void> CompactProof::check_hash() const {
  const std::uint64_t end = bytes() - kProofHashBytes;
  FileHasher hasher;
  UISGE_TRY(read_in_pieces(file_, 0, end, [&](ByteView piece) -> Result<void> {
    hasher.add(piece);
    return {};
  }));
  FileHash stored;
  UISGE_TRY(file_.read(end, stored));
  if (hasher.hash() != stored) return damaged("the checksum of the whole file differs");
  return {};
}

}  // namespace uisge
