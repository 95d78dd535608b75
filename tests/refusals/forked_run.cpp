#include "tests/refusals/forked_run.h"

#include <sys/wait.h>

#include <system_error>

namespace uisge::test {

ProgramRun forked_run(const std::function<int()>& body, const std::string& input, unsigned patience) {
  const MemoryFile in(input);
  const MemoryFile out;
  const MemoryFile err;
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    dup2(in.descriptor(), STDIN_FILENO);
    dup2(out.descriptor(), STDOUT_FILENO);
    dup2(err.descriptor(), STDERR_FILENO);
    alarm(patience);
    // The child must not run the parent's destructors, even if something calls exit().
    on_exit([](int status, void*) { _exit(status); }, nullptr);
    // An exception ends the child here, as it would end a program. Otherwise the forked copy of the test would catch
    // it.
    const auto run = [&]() noexcept { return body(); };
    const int code = run();
    std::fflush(nullptr);
    std::exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out.text(), err.text()};
}

}  // namespace uisge::test
