// Tests several writers that begin at once with the same file name: one of them gets the file, and no writer removes
// another's work.
//
// The C library's flock is replaced, so that another writer can act between the creation of a file and its lock.
#include <sys/file.h>
#include <sys/syscall.h>

#include "db/file.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr FileKind kKind{"a file of this test", "UISGETST"};
std::function<void()> before_next_lock;

OutputPlace claimed(const std::string& path) {
  return OutputPlace::claim(path, kKind).value();
}

}  // namespace

extern "C" int flock(int descriptor, int operation) noexcept {
  if (before_next_lock) std::exchange(before_next_lock, {})();
  return static_cast<int>(syscall(SYS_flock, descriptor, operation));
}

TEST_CASE("a file that another writer locks first is left to that writer", "[db][file][bad]") {
  const TemporaryDirectory folder;
  const std::string path = folder.file("x");
  std::optional<AtomicFile> other;
  before_next_lock = [&] { other.emplace(AtomicFile::create(claimed(path)).value()); };
  check_error(AtomicFile::create(claimed(path)), ErrorKind::kResource, "another process is writing it");
  REQUIRE(other);
  REQUIRE(other->append(std::as_bytes(std::span("UISGETST by the other", 21))));
  CHECK(other->publish());
  CHECK(std::filesystem::file_size(path) == 21);
}

TEST_CASE("a file that another writer has locked and published meanwhile is left as it is", "[db][file][bad]") {
  const TemporaryDirectory folder;
  const std::string path = folder.file("x");
  before_next_lock = [&] {
    AtomicFile other = AtomicFile::create(claimed(path)).value();
    REQUIRE(other.append(std::as_bytes(std::span("UISGETST by the other", 21))));
    REQUIRE(other.publish());
  };
  {
    auto late = AtomicFile::create(claimed(path));
    REQUIRE(late);
    check_error(late->publish(), ErrorKind::kResource, "has appeared meanwhile");
  }
  CHECK(std::filesystem::file_size(path) == 21);
  CHECK(!std::filesystem::exists(path + ".part"));
}

TEST_CASE("a writer whose unfinished file was removed leaves that of the next writer alone", "[db][file][bad]") {
  const bool publishes = GENERATE(false, true);
  CAPTURE(publishes);
  const TemporaryDirectory folder;
  const std::string path = folder.file("x");
  auto first = AtomicFile::create(claimed(path));
  REQUIRE(first);
  CHECK(first->has_its_name());
  REQUIRE(std::filesystem::remove(path + ".part"));
  auto second = AtomicFile::create(claimed(path));
  REQUIRE(second);
  REQUIRE(second->append(std::as_bytes(std::span("UISGETST by the second", 22))));
  CHECK_FALSE(first->has_its_name());
  if (publishes) check_error(first->publish(), ErrorKind::kResource, "x.part: was removed or replaced meanwhile");
  first = tl::unexpected(Error{});
  CHECK(second->publish());
  CHECK(std::filesystem::file_size(path) == 22);
}
