#include "tests/disk/power_cut.h"

#include <algorithm>

#include "db/checksum.h"

namespace uisge::test {

namespace {

using Kind = DiskOperation::Kind;

void put(Bytes& bytes, std::uint64_t offset, ByteView written) {
  if (bytes.size() < offset + written.size()) bytes.resize(offset + written.size());
  std::ranges::copy(written, bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

}  // namespace

PowerCut::PowerCut(const DiskRecord& record) : record_(record) {}

void PowerCut::add_pieces(File& file, const DiskOperation& write) {
  for (std::size_t done = 0; done < write.bytes.size();) {
    const std::uint64_t offset = write.offset + done;
    const std::size_t size = std::min(write.bytes.size() - done, kPieceBytes - offset % kPieceBytes);
    file.pieces.push_back({false, offset, ByteView(write.bytes).subspan(done, size)});
    done += size;
  }
}

PowerCut::Disk PowerCut::disk_after(std::size_t operations) const {
  Disk disk;
  for (const auto& [name, bytes] : record_.before) {
    const int file = static_cast<int>(disk.files.size());
    disk.files[file].synced = bytes;
    disk.names[name] = file;
  }
  for (std::size_t i = 0; i < operations; ++i) {
    const DiskOperation& operation = record_.operations[i];
    switch (operation.kind) {
      case Kind::kWrite: add_pieces(disk.files[operation.file], operation); break;
      case Kind::kCut: disk.files[operation.file].pieces.push_back({true, operation.offset, {}}); break;
      case Kind::kSync: {
        File& file = disk.files[operation.file];
        file.synced = contents(file, Kept(file.pieces.size(), true), Gap::kZeros);
        file.pieces.clear();
        break;
      }
      case Kind::kSyncFolder:
        disk.names = names_after(disk, Kept(disk.name_changes.size(), true));
        disk.name_changes.clear();
        break;
      case Kind::kCreate:
        disk.files[operation.file] = {};
        disk.name_changes.push_back(&operation);
        break;
      case Kind::kRename:
      case Kind::kRemove: disk.name_changes.push_back(&operation); break;
    }
  }
  return disk;
}

std::map<std::string, int> PowerCut::names_after(const Disk& disk, const Kept& kept) {
  std::map<std::string, int> names = disk.names;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const DiskOperation& change = *disk.name_changes[i];
    if (!kept[i]) continue;
    if (change.kind == Kind::kCreate) {
      names[change.name] = change.file;
    } else if (change.kind == Kind::kRemove) {
      names.erase(change.name);
    } else if (auto entry = names.extract(change.name)) {
      names[change.new_name] = entry.mapped();
    }
  }
  return names;
}

Bytes PowerCut::contents(const File& file, const Kept& kept, Gap gap) {
  // Unwritten parts of the disk may hold garbage. This garbage begins like a record of a checkpoint.
  const auto garbage = static_cast<std::byte>('S');
  Bytes bytes = file.synced;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const Piece& piece = file.pieces[i];
    const std::uint64_t end = piece.offset + piece.bytes.size();
    if (kept[i] && piece.is_cut) bytes.resize(piece.offset);
    if (kept[i] && !piece.is_cut) put(bytes, piece.offset, piece.bytes);
    if (!kept[i] && !piece.is_cut && gap != Gap::kShorter && bytes.size() < end) {
      bytes.resize(end, gap == Gap::kZeros ? std::byte{0} : garbage);
    }
  }
  return bytes;
}

std::vector<PowerCut::Kept> PowerCut::choices(std::size_t pieces) {
  std::vector<Kept> result;
  for (std::size_t first = 0; first <= pieces; ++first) {
    Kept kept(pieces, false);
    std::fill_n(kept.begin(), first, true);
    result.push_back(std::move(kept));
  }
  for (std::size_t i = 0; i < pieces; ++i) {
    result.emplace_back(pieces, true)[i] = false;
    result.emplace_back(pieces, false)[i] = true;
  }
  for (int i = 0; i < kRandomChoices; ++i) {
    std::generate_n(std::back_inserter(result.emplace_back()), pieces, [this] { return random_() % 2 == 0; });
  }
  return result;
}

void PowerCut::visit_once(const FolderContents& contents, const Visit& visit) {
  std::uint64_t sum = 0;
  for (const auto& [name, bytes] : contents) {
    sum = checksum(std::as_bytes(std::span(name)), sum);
    sum = checksum(bytes, sum);
  }
  if (visited_.insert(sum).second) visit(contents);
}

FolderContents PowerCut::everything_after(std::size_t operations) const {
  const Disk disk = disk_after(operations);
  FolderContents result;
  for (const auto& [name, number] : names_after(disk, Kept(disk.name_changes.size(), true))) {
    const File& file = disk.files.at(number);
    result[name] = contents(file, Kept(file.pieces.size(), true), Gap::kZeros);
  }
  return result;
}

void PowerCut::each_state_after(std::size_t operations, const Visit& visit) {
  const Disk disk = disk_after(operations);
  for (std::uint64_t chosen = 0; chosen < std::uint64_t{1} << disk.name_changes.size(); ++chosen) {
    Kept kept_names(disk.name_changes.size());
    for (std::size_t i = 0; i < kept_names.size(); ++i) kept_names[i] = (chosen >> i & 1) != 0;
    const auto names = names_after(disk, kept_names);
    // Varies one file at a time: chooses which of its written pieces survive, and tries each kind of gap for lost
    // pieces. Every variant is tried twice: with all other files complete, and with all other files lacking their
    // unsynced parts.
    for (const auto& [focus_name, focus] : names) {
      const std::vector<Kept> focus_choices = choices(disk.files.at(focus).pieces.size());
      for (const Gap gap : {Gap::kShorter, Gap::kZeros, Gap::kGarbage}) {
        for (const bool keeps_others : {false, true}) {
          FolderContents state;
          for (const auto& [name, number] : names) {
            const File& file = disk.files.at(number);
            if (number != focus) state[name] = contents(file, Kept(file.pieces.size(), keeps_others), gap);
          }
          for (const Kept& kept : focus_choices) {
            state[focus_name] = contents(disk.files.at(focus), kept, gap);
            visit_once(state, visit);
          }
        }
      }
    }
    if (names.empty()) visit_once({}, visit);
  }
}

bool is_foreign(const Bytes& file, const FileKind& kind) {
  constexpr std::size_t kBlank = 64;
  const ByteView begin = ByteView(file).first(std::min(file.size(), kind.magic.size()));
  const bool is_blank =
      file.size() <= kBlank && std::ranges::all_of(file, [](std::byte byte) { return byte == std::byte{0}; });
  return !is_blank && !std::ranges::equal(begin, std::as_bytes(std::span(kind.magic)).first(begin.size()));
}

}  // namespace uisge::test
