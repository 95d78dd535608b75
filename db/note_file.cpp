#include "db/note_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/colouring.h"
#include "db/checksum.h"
#include "db/file.h"

namespace uisge {

namespace {

// The header up to its checksum: magic, version, identity, a zero byte; the numbers of placements, of positions and of
// bytes of the body; the hash of the rules.
constexpr std::size_t kNoteSealedBytes = 8 + 2 + 5 + 1 + 4 * 8;
constexpr std::size_t kNoteHeaderBytes = kNoteSealedBytes + sizeof(Checksum);
constexpr std::size_t kBytesAtOnce = std::size_t{1} << 20;
// The list is cut into runs of kRunLength positions. Finding a position decodes half a run on average.
constexpr std::uint64_t kRunLength = 1024;
constexpr int kMaxNumberBytes = 7;  // 49 bits, enough for the cells of any board
constexpr std::uint64_t kMaxEntryBytes = 2 * kMaxNumberBytes;

// A byte holds seven bits of the number, the lowest first; its high bit says that more bytes follow.
void put_varying(Bytes& bytes, std::uint64_t value) {
  for (; value >= 128; value >>= 7) bytes.push_back(static_cast<std::byte>(value % 128 + 128));
  bytes.push_back(static_cast<std::byte>(value));
}
// Advances `at`. Returns nothing if the bytes end too early, or if the number has more than kMaxNumberBytes bytes or a
// needless zero byte at its end.
std::optional<std::uint64_t> get_varying(ByteView bytes, std::size_t& at) {
  std::uint64_t value = 0;
  for (int i = 0; i < kMaxNumberBytes && at < bytes.size(); ++i) {
    const auto byte = std::to_integer<std::uint64_t>(bytes[at++]);
    value |= byte % 128 << (7 * i);
    if (byte < 128) return byte == 0 && i > 0 ? std::nullopt : std::optional(value);
  }
  return std::nullopt;
}

std::uint64_t number_of(const DatabaseIdentity& identity, PositionCell cell) {
  return cell.placement * std::uint64_t{positions_per_placement(identity.pieces)} + cell.index;
}

struct Entry {
  std::uint64_t gap;
  std::uint64_t code;
};
std::optional<Entry> get_entry(ByteView bytes, std::size_t& at) {
  const auto gap = get_varying(bytes, at);
  const auto code = get_varying(bytes, at);
  if (!gap || !code) return std::nullopt;
  return Entry{*gap, *code};
}

}  // namespace

std::string default_notes_name(const DatabaseIdentity& identity) {
  const std::string database = default_file_name(identity);
  return database.substr(0, database.rfind('.')) + ".notes";
}

Result<std::uint64_t> write_notes(const OutputPlace& place, const DatabaseIdentity& identity, std::size_t placements,
                                  std::span<const PositionCell> cells, std::span<const LabelCode> codes) {
  // The body is encoded twice: first to find its size, which is part of the header, then to write it.
  const auto each_part = [&](const auto& take) -> Result<void> {
    Bytes part;
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::uint64_t number = number_of(identity, cells[i]);
      put_varying(part, number - before);
      put_varying(part, codes[i]);
      before = number + 1;
      if (part.size() < kBytesAtOnce && i + 1 < cells.size()) continue;
      UISGE_TRY(take(ByteView(part)));
      part.clear();
    }
    return {};
  };
  std::uint64_t body_bytes = 0;
  static_cast<void>(each_part([&](ByteView part) {
    body_bytes += part.size();
    return Result<void>();
  }));
  Bytes header;
  for (const char c : kNoteFile.magic) header.push_back(static_cast<std::byte>(c));
  put_number<std::uint16_t>(header, kNoteFileVersion);
  put_identity(header, identity);
  put_number<std::uint8_t>(header, 0);
  put_number<std::uint64_t>(header, placements);
  put_number<std::uint64_t>(header, cells.size());
  put_number<std::uint64_t>(header, body_bytes);
  put_number<std::uint64_t>(header, rules_hash(identity.rules));
  const Checksum seal = checksum(header, 0);
  put_number<std::uint64_t>(header, seal);
  auto file = UISGE_TRY(AtomicFile::create(place));
  UISGE_TRY(file.append(header));
  ChecksumStream sum(seal);
  UISGE_TRY(each_part([&](ByteView part) {
    sum.add(part);
    return file.append(part);
  }));
  Bytes end;
  put_number<std::uint64_t>(end, sum.sum());
  UISGE_TRY(file.append(end));
  const std::uint64_t bytes = file.bytes();
  UISGE_TRY(file.publish());
  return bytes;
}

Result<NoteFile> NoteFile::open(const std::string& path) {
  const auto file = UISGE_TRY(InputFile::open(path));
  const auto bad = [&](const std::string& what) { return bad_file(fmt::format("{}: {}", path, what)); };
  if (!begins_as(path, kNoteFile)) return bad("is no list of noted positions");
  if (file.bytes() < kNoteHeaderBytes + sizeof(Checksum)) return bad("is cut off within its header");
  Bytes header(kNoteHeaderBytes);
  UISGE_TRY(file.read(0, header));
  if (const auto version = get_number<std::uint16_t>(header, 8); version != kNoteFileVersion) {
    return bad(fmt::format("is a list of version {}, this program reads version {}", version, kNoteFileVersion));
  }
  const auto seal = get_number<Checksum>(header, kNoteSealedBytes);
  const auto identity = parse_identity(header);
  if (!identity || checksum(ByteView(header).first(kNoteSealedBytes), 0) != seal) return bad("its header is damaged");
  NoteFile notes;
  notes.identity_ = *identity;
  notes.placements_ = get_number<std::uint64_t>(header, 16);
  notes.positions_ = get_number<std::uint64_t>(header, 24);
  const auto body_bytes = get_number<std::uint64_t>(header, 32);
  if (get_number<std::uint64_t>(header, 40) != rules_hash(identity->rules)) {
    return bad("is of a program with another understanding of the rules");
  }
  if (notes.placements_ > most_placements(identity->board, identity->pieces)) return bad("has too many placements");
  if (file.bytes() - kNoteHeaderBytes - sizeof(Checksum) != body_bytes)
    return bad("is cut off, or has more at its end");
  // A sparse file can be far larger than its list, so these checks come before the list gets memory.
  const std::uint64_t cells = notes.placements_ * positions_per_placement(identity->pieces);
  if (notes.positions_ > cells || (body_bytes + kMaxEntryBytes - 1) / kMaxEntryBytes > notes.positions_) {
    return bad("its size and its number of positions contradict each other");
  }
  Bytes end(sizeof(Checksum));
  UISGE_TRY(file.read(kNoteHeaderBytes + body_bytes, end));
  ChecksumStream sum(seal);
  Bytes part;
  for (std::uint64_t at = 0; at < body_bytes; at += part.size()) {
    part.resize(std::min<std::uint64_t>(kBytesAtOnce, body_bytes - at));
    UISGE_TRY(file.read(kNoteHeaderBytes + at, part));
    sum.add(part);
  }
  if (sum.sum() != get_number<Checksum>(end, 0)) return bad("its positions are damaged");
  notes.body_.resize(body_bytes);
  UISGE_TRY(file.read(kNoteHeaderBytes, notes.body_));
  if (checksum(notes.body_, seal) != sum.sum()) return bad("changes while it is read");
  UISGE_TRY(notes.index_runs(path));
  return notes;
}

Result<void> NoteFile::index_runs(const std::string& path) {
  const std::uint64_t cells = placements_ * positions_per_placement(identity_.pieces);
  std::uint64_t before = 0;
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < positions_; ++i) {
    if (i % kRunLength == 0) runs_.push_back({before, at});
    const auto entry = get_entry(body_, at);
    if (!entry || entry->gap >= cells - before || entry->code > kMaxLabelCode) {
      return bad_file(fmt::format("{}: its position {} is damaged", path, i + 1));
    }
    before += entry->gap + 1;
  }
  if (at == body_.size()) return {};
  return bad_file(fmt::format("{}: has more positions than it says", path));
}

std::uint64_t NoteFile::bytes() const {
  return kNoteHeaderBytes + body_.size() + sizeof(Checksum);
}

LabelCode NoteFile::find(PositionCell cell) const {
  const std::uint64_t wanted = number_of(identity_, cell);
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), wanted,
                                      [](std::uint64_t number, const Run& run) { return number < run.before; });
  if (after == runs_.begin()) return kOpenCode;
  const Run& run = *(after - 1);
  std::size_t at = run.offset;
  std::uint64_t before = run.before;
  for (std::uint64_t i = 0; i < kRunLength && at < body_.size(); ++i) {
    const auto entry = get_entry(body_, at);
    const std::uint64_t number = before + entry->gap;
    if (number == wanted) return static_cast<LabelCode>(entry->code);
    if (number > wanted) break;
    before = number + 1;
  }
  return kOpenCode;
}

void NoteFile::for_each(const std::function<bool(PositionCell, LabelCode)>& visit) const {
  const std::uint64_t per_placement = positions_per_placement(identity_.pieces);
  std::uint64_t next = 0;
  for (std::size_t at = 0; at < body_.size();) {
    const auto entry = get_entry(body_, at);
    const std::uint64_t number = next + entry->gap;
    next = number + 1;
    const PositionCell cell = cell_at(number / per_placement, number % per_placement);
    if (!visit(cell, static_cast<LabelCode>(entry->code))) return;
  }
}

}  // namespace uisge
