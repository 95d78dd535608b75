#include "tests/cli/terminal.h"

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <system_error>

namespace uisge::test {

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
  std::array<char, 4096> buffer;
  // The end of a terminal that nobody holds any more is an error.
  for (ssize_t count; (count = read(terminal, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  close(terminal);
  waitpid(pid, nullptr, 0);
  std::erase(text, '\r');
  return text;
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::size_t line = 0;
  for (const char c : text) {
    // A character's further bytes begin with the bits 10.
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++line;
    if (c == '\n') line = 0;
    longest = std::max(longest, line);
  }
  return longest;
}

}  // namespace uisge::test
