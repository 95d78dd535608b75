// Which states of a folder a power cut may leave: a model of a disk that keeps no more than it promises.
//
// - What was written to a file since its last sync survives in part: in pieces that end at multiples of 4 KiB, each by
//   itself, also a later one without an earlier one. A piece that is lost leaves what was there before; behind that,
//   the file is shorter, or has zeros or whatever the disk held there.
// - What happened to names since the folder's last sync survives in part, in any choice; a rename happens or does not.
//
// All choices of names are tried, and of the pieces: the first ones, all but one, one alone, and some at random.
#pragma once

#include <functional>
#include <random>
#include <unordered_set>

#include "db/file_descriptor.h"
#include "tests/disk/disk_record.h"

namespace uisge::test {

class PowerCut {
 public:
  using Visit = std::function<void(const FolderContents&)>;

  // REQUIRES: `record` outlives it.
  explicit PowerCut(const DiskRecord& record);
  std::size_t operations() const { return record_.operations.size(); }

  // The folder when nothing is lost.
  FolderContents everything_after(std::size_t operations) const;
  // Visits the states that a power cut after this number of operations may leave, except those that were visited
  // before.
  void each_state_after(std::size_t operations, const Visit& visit);

 private:
  static constexpr std::size_t kPieceBytes = 4096;
  static constexpr int kRandomChoices = 8;

  struct Piece {
    bool is_cut;
    std::uint64_t offset;  // of a cut the new size
    ByteView bytes;
  };
  struct File {
    Bytes synced;
    std::vector<Piece> pieces;  // since
  };
  struct Disk {
    std::map<int, File> files;
    std::map<std::string, int> names;  // when the folder was synced
    std::vector<const DiskOperation*> name_changes;
  };
  using Kept = std::vector<bool>;  // by piece
  enum class Gap : std::uint8_t { kShorter, kZeros, kGarbage };

  Disk disk_after(std::size_t operations) const;
  static void add_pieces(File& file, const DiskOperation& write);
  static std::map<std::string, int> names_after(const Disk& disk, const Kept& kept);
  static Bytes contents(const File& file, const Kept& kept, Gap gap);
  std::vector<Kept> choices(std::size_t pieces);
  void visit_once(const FolderContents& contents, const Visit& visit);

  const DiskRecord& record_;
  std::mt19937 random_{1983};
  std::unordered_set<std::uint64_t> visited_;
};

// Whether a file that a power cut has left begins as somebody else's does: neither as its kind, nor blank.
bool is_foreign(const Bytes& file, const FileKind& kind);

}  // namespace uisge::test
