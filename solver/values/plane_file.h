// The plane file: the plane of won positions on disk, tile by tile. docs/formats/plane.md is the specification.
//
// It is the checkpoint of a values solve. Whatever of it was written holds true wins only, so tiles may be of different
// ages; a tile that was never written, or whose bytes do not match their checksum, begins anew with no bit set. A lock
// keeps a second solve away. Tiles are read and written past the page cache where the file system allows it: they are
// kept in memory by whoever asks (file_plane.h). Each has its place in the file, of which its code (tile_code.h) takes
// a part, and no more than that is read and written.
//
// Reading and writing different tiles is safe from any thread, each with a buffer of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "db/checksum.h"
#include "db/file_descriptor.h"
#include "db/format.h"
#include "solver/values/tile_layout.h"

namespace uisge {

inline constexpr std::uint16_t kPlaneFileVersion = 2;
// Of the header and every tile's record.
inline constexpr std::size_t kPlaneFileAlignment = 4096;

// What a plane file is of. A file of anything else is not gone on with.
struct PlaneFileHeader {
  DatabaseIdentity identity;
  std::uint32_t placements = 0;
  std::uint32_t placements_per_tile = 0;
  constexpr auto operator<=>(const PlaneFileHeader&) const = default;
};
Bytes encode_plane_header(const PlaneFileHeader& header);  // kPlaneFileAlignment bytes
// In words that follow a file name and a colon. REQUIRES: kPlaneFileAlignment bytes.
Result<PlaneFileHeader> parse_plane_header(ByteView bytes);

enum class TileState : std::uint8_t { kIntact, kFresh, kDamaged };
struct TileRead {
  TileState state;
  std::uint64_t bytes;  // that were read
};

// Whether a new file takes all its room on the disk at once. Sparse, it takes what is written, and a full disk is an
// error in the middle of the work: for rehearsals of planes larger than the disk.
enum class PlaneRoom : std::uint8_t { kReserved, kSparse };

class PlaneFile {
 public:
  // Memory for one record, and for its making, aligned as the disk wants it.
  class Buffer {
   public:
    explicit Buffer(const PlaneFile& file);
    std::span<std::byte> bytes() const { return {bytes_.get(), size_}; }

   private:
    struct Free {
      void operator()(std::byte* bytes) const;
    };
    std::size_t size_;
    std::unique_ptr<std::byte[], Free> bytes_;
  };

  // Opens the file, or makes it. `restart` throws away what an existing plane file holds. A header that is blank or
  // damaged is written anew if the tiles are of this plane, which their checksums tell, or if the file is all zeros.
  // What is behind the last tile is cut off. Errors: kBadFile if it is something else, or a plane of something else;
  // kResource.
  static Result<PlaneFile> open(const std::string& path, const DatabaseIdentity& identity, const TileLayout& layout,
                                bool restart, PlaneRoom room = PlaneRoom::kReserved);
  // Opens a plane file for reading alone. A solve may be writing it meanwhile: then a tile that is just being written
  // reads as damaged. Errors: kBadFile if it is something else, damaged or cut.
  static Result<PlaneFile> open_to_read(const std::string& path);
  static bool is_plane(const std::string& path);

  const std::string& path() const { return path_; }
  const DatabaseIdentity& identity() const { return identity_; }
  const TileLayout& layout() const { return layout_; }
  bool is_new() const { return is_new_; }                  // nothing was there to go on with
  bool has_new_header() const { return has_new_header_; }  // the one that was there was blank or damaged
  static std::uint64_t bytes_for(const TileLayout& layout);

  // Fills `words`, with zeros unless the tile is intact.
  Result<TileRead> read(TileId tile, std::uint64_t* words, const Buffer& buffer) const;
  // Tells how many bytes that took.
  Result<std::uint64_t> write(TileId tile, const std::uint64_t* words, const Buffer& buffer) const;
  // What was written survives a power cut from here on.
  Result<void> sync() const;
  Result<void> remove();

 private:
  PlaneFile(FileDescriptor file, std::string path, const DatabaseIdentity& identity, const TileLayout& layout)
      : file_(std::move(file)),
        path_(std::move(path)),
        identity_(identity),
        layout_(layout),
        written_bytes_(std::make_unique<std::atomic<std::uint32_t>[]>(layout.tiles())) {}
  enum class Contents : std::uint8_t { kZeros, kOurs, kOthers };

  Result<void> begin(PlaneRoom room);
  Result<void> go_on(std::uint64_t size, bool restart, PlaneRoom room);
  Result<void> write_header() const;
  Result<Contents> contents_without_header(std::uint64_t size) const;
  Result<void> take_room(PlaneRoom room) const;
  PlaneFileHeader header() const;
  std::uint64_t offset(TileId tile) const;
  // The code in what was read of a tile's record; nothing if it is damaged.
  std::optional<ByteView> intact_code(TileId tile, ByteView record) const;
  std::uint64_t seed(TileId tile) const { return header_checksum_ + index(tile) + 1; }
  std::size_t words_per_tile() const { return layout_.bytes_per_tile() / sizeof(std::uint64_t); }

  FileDescriptor file_;
  std::string path_;
  DatabaseIdentity identity_;
  TileLayout layout_;
  // By tile: how many bytes its record has, 0 if nobody has looked.
  std::unique_ptr<std::atomic<std::uint32_t>[]> written_bytes_;
  Checksum header_checksum_ = 0;
  bool is_new_ = false;
  bool has_new_header_ = false;
};

}  // namespace uisge
