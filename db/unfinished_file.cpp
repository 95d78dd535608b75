#include "db/unfinished_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace uisge {

namespace {

// The files for which begun() has been called, but not yet finished(). Global, since a signal handler cannot reach
// other objects.
using Slot = std::atomic<const UnfinishedFile::File*>;
std::array<Slot, 32> slots{};
static_assert(Slot::is_always_lock_free);

// Returns false if no slot holds `expected`.
bool replace_in_slots(const UnfinishedFile::File* expected, const UnfinishedFile::File* value) {
  return std::ranges::any_of(slots, [=](Slot& slot) {
    const UnfinishedFile::File* held = expected;
    return slot.compare_exchange_strong(held, value);
  });
}

// Removes the file, unless another file has its name. Safe in a signal handler.
void remove(const UnfinishedFile::File& file) {
  struct stat status {};
  if (::lstat(file.path.c_str(), &status) != 0) return;
  if (status.st_dev == file.device && status.st_ino == file.number) ::unlink(file.path.c_str());
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::string path) : file_(std::make_unique<File>(File{std::move(path)})) {}

UnfinishedFile::~UnfinishedFile() {
  if (!file_ || !is_begun_) return;
  remove(*file_);
  finished();
}

void UnfinishedFile::begun() {
  is_begun_ = true;
  struct stat status {};
  if (::lstat(file_->path.c_str(), &status) == 0) {
    file_->device = status.st_dev;
    file_->number = status.st_ino;
  }
  replace_in_slots(nullptr, file_.get());
}

void UnfinishedFile::finished() {
  is_begun_ = false;
  // If no slot has the file, remove_unfinished_files() may have taken it and may still use it. So its memory is not
  // freed.
  if (!replace_in_slots(file_.get(), nullptr)) static_cast<void>(file_.release());
}

void remove_unfinished_files() {
  for (Slot& slot : slots) {
    if (const UnfinishedFile::File* const file = slot.exchange(nullptr)) remove(*file);
  }
}

}  // namespace uisge
