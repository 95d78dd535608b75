#include "solver/cli/progress_line.h"
#include "tests/test.h"

using namespace uisge::cli;
using namespace std::chrono_literals;

namespace {

// A stream that keeps what a progress line has written.
class Stream {
 public:
  Stream() : file_(std::tmpfile(), &std::fclose) { REQUIRE(file_ != nullptr); }
  std::FILE* get() const { return file_.get(); }
  std::string text() const {
    std::string result;
    std::rewind(file_.get());
    for (int c; (c = std::fgetc(file_.get())) != EOF;) result += static_cast<char>(c);
    return result;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

}  // namespace

TEST_CASE("away from a terminal progress is plain lines", "[cli][progress]") {
  const Stream stream;
  {
    ProgressLine progress(stream.get(), ProgressLine::Style::kPlainLines, 0ms);
    progress.update([] { return "ply 1"; });
    progress.update([] { return "ply 2"; });
    progress.clear();
  }
  CHECK(stream.text() == "ply 1\nply 2\n");
}

TEST_CASE("on a terminal progress is one line that goes away", "[cli][progress]") {
  const Stream stream;
  {
    ProgressLine progress(stream.get(), ProgressLine::Style::kRedrawn, 0ms);
    progress.clear();  // nothing is drawn yet, so nothing is removed
    progress.update([] { return "ply 1"; });
    progress.update([] { return std::string(200, 'x'); });
  }
  CHECK(stream.text() == "\r\033[Kply 1\r\033[K" + std::string(79, 'x') + "\r\033[K");
}

TEST_CASE("no line is formatted before it is due", "[cli][progress]") {
  const Stream stream;
  ProgressLine progress(stream.get(), ProgressLine::Style::kPlainLines, 1h);
  int formatted = 0;
  for (int i = 0; i < 1000; ++i) {
    progress.update([&] {
      ++formatted;
      return "too early";
    });
  }
  CHECK(formatted == 0);
  CHECK(stream.text().empty());
}

TEST_CASE("threads may report at the same time, each report in a line of its own", "[cli][progress][parallel]") {
  const Stream stream;
  constexpr int kThreads = 4;
  constexpr int kReports = 500;
  {
    ProgressLine progress(stream.get(), ProgressLine::Style::kPlainLines, 0ms);
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < kReports; ++i) progress.update([] { return "report"; });
      });
    }
  }
  const std::string text = stream.text();
  // If several threads report at the same time, only one of them prints, so the number of lines varies.
  const auto lines = std::ranges::count(text, '\n');
  CHECK(lines > 0);
  CHECK(lines <= kThreads * kReports);
  std::string expected;
  for (auto i = lines; i > 0; --i) expected += "report\n";
  CHECK(text == expected);
}
