#include "tests/cli/terminal.h"

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>

#include <system_error>

#include "tests/cli/run_program.h"

namespace uisge::test {

namespace {

// Appends everything that the terminal receives until reading fails because no process has the terminal open any more.
// Returns false if reading has not failed within kProgramPatience.
bool read_to_the_end(int terminal, std::string& text) {
  const auto end = std::chrono::steady_clock::now() + kProgramPatience;
  std::array<char, 4096> buffer;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd waiting{terminal, POLLIN, 0};
    if (left.count() <= 0 || poll(&waiting, 1, static_cast<int>(left.count())) == 0) return false;
    const ssize_t count = read(terminal, buffer.data(), buffer.size());
    if (count <= 0) return true;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

bool has_gone(pid_t pid) {
  return waitpid(pid, nullptr, WNOHANG) == pid;
}

}  // namespace

std::string run_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                            const std::vector<std::string>& environment, const std::string& input) {
  std::vector<std::string> words{"/usr/bin/env"};
  words.insert(words.end(), environment.begin(), environment.end());
  words.emplace_back(UISGE_PROGRAM);
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  const winsize size{24, columns, 0, 0};
  int terminal = -1;
  const pid_t pid = forkpty(&terminal, nullptr, nullptr, &size);
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "forkpty");
  if (pid == 0) {
    execv(pointers.front(), pointers.data());
    _exit(127);
  }
  if (write(terminal, input.data(), input.size()) < 0) throw std::system_error(errno, std::generic_category(), "write");
  std::string text;
  const bool has_ended = read_to_the_end(terminal, text) && becomes_true([pid] { return has_gone(pid); });
  close(terminal);
  if (!has_ended) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    throw std::runtime_error("still ran after " + std::to_string(kProgramPatience.count()) +
                             " s on a terminal and was killed, having written:\n" + text);
  }
  std::erase(text, '\r');
  return text;
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::size_t line = 0;
  for (const char c : text) {
    // In UTF-8 all bytes of a character but the first begin with the bits 10.
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++line;
    if (c == '\n') line = 0;
    longest = std::max(longest, line);
  }
  return longest;
}

}  // namespace uisge::test
