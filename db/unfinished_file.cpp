#include "db/unfinished_file.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace uisge {

namespace {

// The names of the files for which begun() has been called, but not yet finished(). Global, since a signal handler
// cannot reach other objects.
using Slot = std::atomic<const std::string*>;
std::array<Slot, 32> slots{};
static_assert(Slot::is_always_lock_free);

// Returns false if no slot holds `expected`.
bool replace_in_slots(const std::string* expected, const std::string* value) {
  return std::ranges::any_of(slots, [=](Slot& slot) {
    const std::string* held = expected;
    return slot.compare_exchange_strong(held, value);
  });
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::string path) : path_(std::make_unique<const std::string>(std::move(path))) {}

UnfinishedFile::~UnfinishedFile() {
  if (!path_ || !is_begun_) return;
  ::unlink(path_->c_str());
  finished();
}

void UnfinishedFile::begun() {
  is_begun_ = true;
  replace_in_slots(nullptr, path_.get());
}

void UnfinishedFile::finished() {
  is_begun_ = false;
  // If no slot has the name, remove_unfinished_files() may have taken the name and may still use it. So the memory that
  // holds the name is not freed.
  if (!replace_in_slots(path_.get(), nullptr)) static_cast<void>(path_.release());
}

void remove_unfinished_files() {
  for (Slot& slot : slots) {
    if (const std::string* const path = slot.exchange(nullptr)) ::unlink(path->c_str());
  }
}

}  // namespace uisge
