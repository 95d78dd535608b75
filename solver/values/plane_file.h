// The plane file: a plane of won positions on disk, tile by tile. docs/formats/plane.md specifies its bytes.
//
// The file is the checkpoint of a values solve. Every bit that is set is a true win, so tiles may come from different
// sweeps. A tile that was never written, or whose bytes do not match their checksum, is read as zeros. A lock keeps a
// second solve from using the file. If the file system allows it, reads and writes bypass the page cache, since the
// program itself keeps tiles in memory (paged_plane.h). Each tile has a fixed place in the file. A tile is stored
// compressed (tile_code.h), so it fills only a part of its place, and only that part is read and written.
//
// Threads may read and write different tiles at the same time, each with its own buffer.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/error.h"
#include "db/checksum.h"
#include "db/file_descriptor.h"
#include "db/format.h"
#include "solver/values/tile_layout.h"

namespace uisge {

inline constexpr std::uint16_t kPlaneFileVersion = 2;
// The header and the record of every tile begin at a multiple of this number of bytes.
inline constexpr std::size_t kPlaneFileAlignment = 4096;

// The parameters of a plane file, which its header holds. Opening a file with other parameters is an error.
struct PlaneFileHeader {
  DatabaseIdentity identity = {};
  std::uint32_t placements = 0;
  std::uint32_t placements_per_tile = 0;
  constexpr auto operator<=>(const PlaneFileHeader&) const = default;
};
Bytes encode_plane_header(const PlaneFileHeader& header);  // returns kPlaneFileAlignment bytes
// The caller must put a file name and a colon before the texts of errors. REQUIRES: `bytes` has kPlaneFileAlignment
// bytes.
Result<PlaneFileHeader> parse_plane_header(ByteView bytes);

// kNotBegun: the tile has only zeros, and this object has neither written it nor read it intact. An object that only
// reads reports every tile of zeros so.
enum class TileState : std::uint8_t { kIntact, kNotBegun, kDamaged };
struct TileRead {
  TileState state;
  std::uint64_t bytes;  // bytes that were read from the file
};

// Whether a new file reserves all its space on the disk at once. A sparse file takes space only as tiles are written,
// so the disk may become full in the middle of the work. Sparse files are for tests with planes larger than the disk.
enum class PlaneRoom : std::uint8_t { kReserved, kSparse };

class PlaneFile {
 public:
  // Memory for the record of one tile, aligned as the disk requires.
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

  // Opens the file, or creates it. `restart` discards the contents of an existing plane file. A header that is damaged
  // or all zeros is repaired if checksums show that the tiles are of this plane, or if the whole file is zeros. Bytes
  // after the last tile are cut off. Errors: kBadFile if the file is not a plane file, has another version, game or
  // rules, or has a header that cannot be repaired; kResource.
  static Result<PlaneFile> open(const std::string& path, const DatabaseIdentity& identity, const TileLayout& layout,
                                bool restart, PlaneRoom room = PlaneRoom::kReserved);
  // Opens a plane file for reading. A solve may be writing to the file meanwhile; a tile that is just being written
  // reads as damaged. Errors: kBadFile if the file is not a plane file, is damaged or is cut short.
  static Result<PlaneFile> open_to_read(const std::string& path);
  static bool is_plane(const std::string& path);

  const std::string& path() const { return path_; }
  const DatabaseIdentity& identity() const { return identity_; }
  const TileLayout& layout() const { return layout_; }
  bool is_read_only() const { return is_read_only_; }      // open_to_read() opened the file
  bool is_new() const { return is_new_; }                  // the file had no usable contents
  bool has_new_header() const { return has_new_header_; }  // the header was all zeros or damaged, and was replaced
  static std::uint64_t bytes_for(const TileLayout& layout);

  // Fills `words` with the tile, or with zeros if the tile is not intact.
  Result<TileRead> read(TileId tile, std::uint64_t* words, const Buffer& buffer) const;
  // Writes the tile and returns the number of bytes written.
  Result<std::uint64_t> write(TileId tile, const std::uint64_t* words, const Buffer& buffer) const;
  // After this call, everything that was written before the call survives a power cut.
  Result<void> sync() const;
  // Whether the file still has its name: someone may have removed or replaced it.
  bool has_its_name() const;
  // Removes nothing if the file does not have its name any more.
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
  tl::unexpected<Error> does_not_fit(const std::string& why) const;
  Result<void> require_room(PlaneRoom room) const;
  Result<void> take_room(PlaneRoom room) const;
  PlaneFileHeader header() const;
  std::uint64_t offset(TileId tile) const;
  // The compressed tile, which is a part of its record; std::nullopt if the record is damaged.
  std::optional<ByteView> intact_code(TileId tile, ByteView record) const;
  std::uint64_t seed(TileId tile) const { return header_checksum_ + index(tile) + 1; }
  std::size_t words_per_tile() const { return layout_.bytes_per_tile() / sizeof(std::uint64_t); }

  FileDescriptor file_;
  std::string path_;
  DatabaseIdentity identity_;
  TileLayout layout_;
  // For each tile, the number of bytes of its record in the file; 0 if not known yet.
  std::unique_ptr<std::atomic<std::uint32_t>[]> written_bytes_;
  Checksum header_checksum_ = 0;
  bool is_read_only_ = false;
  bool is_new_ = false;
  bool has_new_header_ = false;
};

}  // namespace uisge
