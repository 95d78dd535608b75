#include "uisge/notes.h"

#include <atomic>

#include "bindings/cpp/convert.h"
#include "bindings/cpp/long_work.h"
#include "bindings/cpp/one_user.h"
#include "db/probe.h"
#include "solver/exact/note_labels.h"

namespace uisge::v1 {

class Notes::Impl {
 public:
  explicit Impl(std::unique_ptr<NoteLabels> labels)
      : path(labels->path()), size(labels->notes().positions()), probe(std::move(labels)) {}

  const std::string path;
  const std::uint64_t size;
  uisge::Probe probe;
  std::atomic<bool> is_used{false};
};

Notes::Notes(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Notes::Notes(Notes&& other) noexcept = default;
Notes& Notes::operator=(Notes&& other) noexcept = default;
Notes::~Notes() = default;

Notes Notes::open(const std::string& path) {
  const GrantedThreads threads = granted_threads(0);
  auto labels = arena_of(threads).execute([&] { return NoteLabels::open(checked_path(path)); });
  return Notes(std::make_unique<Impl>(take(std::move(labels))));
}

const std::string& Notes::path() const {
  return alive(impl_, "notes").path;
}

Identity Notes::identity() const {
  return to_public(alive(impl_, "notes").probe.identity());
}

std::uint64_t Notes::size() const {
  return alive(impl_, "notes").size;
}

Verdict Notes::verdict(const Position& position) {
  return analyse(position).verdict;
}

Analysis Notes::analyse(const Position& position) {
  const InUse impl(impl_, "notes");
  return to_public(take(impl->probe.analyse(to_engine(position))));
}

std::vector<Move> Notes::line(const Position& position) {
  const InUse impl(impl_, "notes");
  const uisge::Position from = to_engine(position);
  return to_public(take(impl->probe.main_line(from, take(impl->probe.analyse(from)).verdict)));
}

}  // namespace uisge::v1
