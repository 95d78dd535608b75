// A file that a run saves again and again, always as a whole. After a kill or with a full disk, the last save is still
// there.
//
// The file that the next save fills has the name PATH.part and is locked, so that no other run can claim the path. If
// that file cannot be made, for example on a full disk, the next save tries again. A save never replaces a file that
// has taken the name since the claim or the last save. Not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/error.h"
#include "db/file.h"

namespace uisge {

class SavedFile {
 public:
  // The file need not exist. Errors: those of OutputPlace::claim and AtomicFile::create.
  static Result<SavedFile> claim(std::string path, const FileKind& kind) {
    auto place = UISGE_TRY(OutputPlace::claim(std::move(path), kind));
    SavedFile file(std::move(place));
    UISGE_TRY(file.lock_next());
    return file;
  }

  // After a save the place is taken by the file that was saved.
  const OutputPlace& place() const { return place_; }

  // Replaces the file. The function fill(AtomicFile&) appends the contents, and returns a Result<void>. Errors: those
  // of `fill` and of AtomicFile. After an error the old file stays, and the next save begins anew.
  template <class Fill>
  Result<void> save(const Fill& fill) {
    if (!next_ || !next_->has_its_name()) UISGE_TRY(lock_next());
    // An exception of `fill` also ends this file.
    std::optional<AtomicFile> next = std::exchange(next_, std::nullopt);
    Result<void> done = fill(*next);
    if (done) done = next->publish();
    place_ = next->place();
    next.reset();
    // The lock of the file just written is released. So the next file is created and locked at once. If that fails, for
    // example since another process has taken the path in between, the next save tries again.
    static_cast<void>(lock_next());
    return done;
  }

 private:
  explicit SavedFile(OutputPlace place) : place_(std::move(place)) {}
  Result<void> lock_next() {
    auto next = UISGE_TRY(AtomicFile::create(place_));
    next_.emplace(std::move(next));
    return {};
  }

  OutputPlace place_;
  std::optional<AtomicFile> next_;
};

}  // namespace uisge
