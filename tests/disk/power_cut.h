// The states of a folder that a power cut may leave: a model of a disk that keeps only what it promises.
//
// - Any parts of the data written to a file since its last sync may survive. Parts end at multiples of 4 KiB, and a
//   later part may survive without an earlier part. Where a part is lost, the file has its old contents. If the lost
//   part lies beyond the old end of the file, the file is shorter, or has zeros or garbage in that place.
// - Any subset of the changes to names since the folder's last sync may survive. A rename happens as a whole or not at
//   all.
//
// Every subset of the changes to names is tried as the one that survives. Only these subsets of a file's parts are
// tried: the first parts, all parts but one, one part alone, and some random subsets.
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

  // `record` must outlive this object.
  explicit PowerCut(const DiskRecord& record);
  std::size_t operations() const { return record_.operations.size(); }

  // The folder after the first `operations` operations if nothing is lost.
  FolderContents everything_after(std::size_t operations) const;
  // Visits the new states that a power cut after this number of operations may leave; states that were visited before
  // are skipped.
  void each_state_after(std::size_t operations, const Visit& visit);

 private:
  static constexpr std::size_t kPieceBytes = 4096;
  static constexpr int kRandomChoices = 8;

  struct Piece {
    bool is_cut;
    std::uint64_t offset;  // for a cut: the new size
    ByteView bytes;
  };
  struct File {
    Bytes synced;
    std::vector<Piece> pieces;  // written since the last sync
  };
  struct Disk {
    std::map<int, File> files;
    std::map<std::string, int> names;  // the names at the folder's last sync
    std::vector<const DiskOperation*> name_changes;
  };
  using Kept = std::vector<bool>;  // one flag per piece
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

// Whether a file that a power cut has left looks like a file of another kind to the program: it has data, and does not
// begin like a file of `kind`.
bool is_foreign(const Bytes& file, const FileKind& kind);

}  // namespace uisge::test
