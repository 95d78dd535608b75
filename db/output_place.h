// The place where a database, proof, book or extract will appear.
//
// A command claims the place before its work begins, so that a place that cannot be written is refused at once. When
// the work is done, the command passes the OutputPlace to an AtomicFile (file.h). An output replaces an older file of
// the same kind, which is recognised by its first bytes. An output never replaces a file of another kind, a symbolic
// link, or a file that took the name after the place was claimed.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "core/error.h"
#include "db/file_descriptor.h"

namespace uisge {

class OutputPlace {
 public:
  // Changes nothing on the disk. Errors: kUsage if a file of another kind exists; kResource and kBadFile as in
  // open_to_write.
  static Result<OutputPlace> claim(std::string path, const FileKind& kind);

  const std::string& path() const { return path_; }
  // The path, beside the place, at which the output is written until it is complete.
  std::string part_path() const { return path_ + ".part"; }
  // The bytes of an unfinished output that a killed process left at part_path(), and that the output will replace.
  std::uint64_t unfinished_bytes() const;
  // Whether a path, perhaps spelled differently, names this place or its part_path(), or a place whose part_path() is
  // this place. Symbolic links to files are not followed, as in open_to_write.
  bool is_at(const std::string& path) const;
  const FileKind& kind() const { return kind_; }
  // Whether there is a file that the output will replace.
  bool is_taken() const { return replaced_.has_value(); }
  // Whether that file still has the name: someone may have removed or replaced it.
  bool is_still_taken() const;
  // The error (kResource) for a file that has taken the name since the caller looked for one.
  tl::unexpected<Error> has_appeared() const;

  // Gives the complete file its final name. The next output to this place then replaces that file. Errors: kResource if
  // another file has taken the name since claim() or the last publish().
  Result<void> publish();

 private:
  struct FileId {
    dev_t device;
    ino_t number;
    bool operator==(const FileId&) const = default;
  };

  OutputPlace(std::string path, const FileKind& kind) : path_(std::move(path)), kind_(kind) {}
  // Returns the identity of the file at `path`, or std::nullopt if there is none. Errors: kResource if something other
  // than a regular file is there.
  static Result<std::optional<FileId>> file_at(const std::string& path);
  Result<void> take_free_name() const;

  std::string path_;
  FileKind kind_;
  std::optional<FileId> replaced_;
};

}  // namespace uisge
