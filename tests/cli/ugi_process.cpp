#include "tests/cli/ugi_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"

namespace uisge::test {

namespace {

constexpr int kPatienceMilliseconds = 30'000;

struct Pipe {
  Pipe() { REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0); }
  std::array<int, 2> ends{};
};

}  // namespace

UgiProcess::UgiProcess(std::vector<std::string> arguments, std::vector<std::string> options)
    : arguments_(std::move(arguments)), options_(std::move(options)) {
  start();
}

UgiProcess::~UgiProcess() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  if (to_ >= 0) ::close(to_);
  if (from_ >= 0) ::close(from_);
}

void UgiProcess::start() {
  const Pipe in;
  const Pipe out;
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in.ends[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  std::string program = UISGE_PROGRAM;
  std::vector<char*> words{program.data()};
  for (std::string& argument : arguments_) words.push_back(argument.data());
  words.push_back(nullptr);
  REQUIRE(::posix_spawn(&pid_, program.c_str(), &actions, nullptr, words.data(), environ) == 0);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(in.ends[0]);
  ::close(out.ends[1]);
  to_ = in.ends[1];
  from_ = out.ends[0];
  received_.clear();
  send("ugi");
  read_until("ugiok");
  for (const std::string& option : options_) send("setoption name " + option);
  ready();
}

void UgiProcess::send(const std::string& line) {
  const std::string bytes = line + "\n";
  REQUIRE(::write(to_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
}

std::string UgiProcess::read_line() {
  std::size_t end = 0;
  while ((end = received_.find('\n')) == std::string::npos) {
    pollfd waiting{from_, POLLIN, 0};
    INFO("the engine is silent");
    REQUIRE(::poll(&waiting, 1, kPatienceMilliseconds) == 1);
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(from_, bytes.data(), bytes.size());
    INFO("the engine has ended");
    REQUIRE(count > 0);
    received_.append(bytes.data(), static_cast<std::size_t>(count));
  }
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

std::string UgiProcess::read_until(const std::string& word) {
  for (;;) {
    const std::string line = read_line();
    if (line.substr(0, line.find(' ')) == word) return line;
  }
}

void UgiProcess::ready() {
  send("isready");
  read_until("readyok");
}

std::string UgiProcess::query(const std::string& what) {
  send("query " + what);
  return read_until("response").substr(std::string("response ").size());
}

std::string UgiProcess::best_move(const std::string& limits) {
  send("go " + limits);
  return read_until("bestmove").substr(std::string("bestmove ").size());
}

void UgiProcess::restart(bool killed) {
  if (killed) {
    ::kill(pid_, SIGKILL);
    ::waitpid(std::exchange(pid_, -1), nullptr, 0);
    ::close(std::exchange(to_, -1));
    ::close(std::exchange(from_, -1));
  } else {
    quit();
  }
  start();
}

void UgiProcess::quit() {
  send("quit");
  int status = -1;
  REQUIRE(::waitpid(std::exchange(pid_, -1), &status, 0) > 0);
  CHECK(status == 0);
  ::close(std::exchange(to_, -1));
  ::close(std::exchange(from_, -1));
}

}  // namespace uisge::test
