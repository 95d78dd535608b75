#include <fcntl.h>
#include <sys/socket.h>

#include "db/line_reader.h"
#include "tests/test.h"

using namespace uisge;

namespace {

struct LinesRead {
  std::vector<std::string> lines;
  std::optional<Error> error;
};

LinesRead lines_of(int descriptor) {
  LinesRead result;
  LineReader reader(descriptor, "standard input");
  std::string ahead;  // the text that read_ahead() returned
  for (;;) {
    const auto line = reader.next();
    if (line && *line && !ahead.empty()) {
      REQUIRE(ahead.starts_with(std::string(**line) + "\n"));
      ahead.erase(0, (**line).size() + 1);
    }
    if (!line) result.error = line.error();
    if (!line || !*line) return result;
    result.lines.emplace_back(**line);
    const std::string_view more = reader.read_ahead();
    REQUIRE((more.empty() || more.ends_with('\n')));
    REQUIRE(more.starts_with(ahead));
    ahead = more;
    REQUIRE(reader.line() == result.lines.size());
  }
}

// The lines of a text that arrives through a pipe in pieces of `piece` bytes.
LinesRead lines_of(const std::string& text, std::size_t piece) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  std::thread writer([&] {
    for (std::size_t at = 0; at < text.size(); at += piece) {
      if (::write(ends[1], text.data() + at, std::min(piece, text.size() - at)) < 0) break;
    }
    ::close(ends[1]);
  });
  LinesRead result = lines_of(ends[0]);
  ::close(ends[0]);
  writer.join();
  return result;
}

}  // namespace

TEST_CASE("lines are the texts between line ends", "[input]") {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
    CHECK(lines_of("", piece).lines.empty());
    CHECK(lines_of("\n", piece).lines == std::vector<std::string>{""});
    CHECK(lines_of("a\r\n\nb c\n\nd", piece).lines == std::vector<std::string>{"a\r", "", "b c", "", "d"});
  }
  const std::string longest(kMaxLineBytes, 'x');
  CHECK(lines_of("a\n" + longest + "\nb", 999).lines == std::vector<std::string>{"a", longest, "b"});
}

TEST_CASE("whole lines that arrive together are announced ahead, an unfinished line is not", "[input]") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  REQUIRE(::write(ends[1], "a\nb\ncd\nhalf", 11) == 11);
  ::close(ends[1]);
  LineReader reader(ends[0], "standard input");
  REQUIRE(reader.next().value() == "a");
  CHECK(reader.read_ahead() == "b\ncd\n");
  REQUIRE(reader.next().value() == "b");
  CHECK(reader.read_ahead() == "cd\n");
  REQUIRE(reader.next().value() == "cd");
  CHECK(reader.read_ahead().empty());
  REQUIRE(reader.next().value() == "half");
  CHECK(reader.read_ahead().empty());
  ::close(ends[0]);
}

TEST_CASE("an endless line takes no more memory than the longest line that is allowed", "[input]") {
  const LinesRead read = lines_of("a\n" + std::string(kMaxLineBytes + 1, 'x') + "\nb\n", 4096);
  CHECK(read.lines == std::vector<std::string>{"a"});
  REQUIRE(read.error);
  CHECK(read.error->kind == ErrorKind::kBadFile);
  CHECK(read.error->message == "standard input: line 2: is longer than 65536 bytes");

  // After a line that is too long, the next call of next() reads the line behind it.
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  const std::string text = std::string(100'000, 'x') + "\nb\n" + std::string(100'000, 'y');
  REQUIRE(std::fwrite(text.data(), 1, text.size(), file) == text.size());
  std::rewind(file);
  LineReader reader(::fileno(file), "file");
  CHECK(!reader.next());
  CHECK(reader.next().value() == "b");
  CHECK(reader.line() == 2);
  CHECK(!reader.next());
  CHECK(reader.next().value() == std::nullopt);
  std::fclose(file);
}

TEST_CASE("input that cannot be read is told apart from the end of the input", "[input]") {
  const int folder = ::open("/", O_RDONLY);
  REQUIRE(folder >= 0);
  const LinesRead nothing = lines_of(folder);
  ::close(folder);
  REQUIRE(nothing.error);
  CHECK(nothing.error->kind == ErrorKind::kResource);
  CHECK(nothing.error->message == "standard input: line 1: cannot be read: Is a directory");

  // A peer that closes before it has read everything resets the connection.
  std::array<int, 2> ends{};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
  REQUIRE(::write(ends[0], "unread", 6) == 6);
  REQUIRE(::write(ends[1], "a\nb\nc", 5) == 5);
  ::close(ends[1]);
  const LinesRead some = lines_of(ends[0]);
  ::close(ends[0]);
  CHECK(some.lines == std::vector<std::string>{"a", "b"});
  REQUIRE(some.error);
  CHECK(some.error->message == "standard input: line 3: cannot be read: Connection reset by peer");
}
