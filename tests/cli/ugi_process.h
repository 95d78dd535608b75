// A process that speaks UGI, driven through pipes. The driver is written from the published protocol alone, like the
// one in tests/python/ugi_driver.py.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace uisge::test {

class UgiProcess {
 public:
  // Starts the program of this build with {"engine", ...}, sends `ugi`, sets the options ("Hash value 1") and waits
  // until it is ready.
  UgiProcess(std::vector<std::string> arguments, std::vector<std::string> options);
  ~UgiProcess();  // kills it if it still runs
  UgiProcess(const UgiProcess&) = delete;
  UgiProcess& operator=(const UgiProcess&) = delete;

  void send(const std::string& line);
  // Skips lines up to the next one that begins with the word. Fails the test if none comes for half a minute.
  std::string read_until(const std::string& word);
  void ready();
  std::string query(const std::string& what);  // what stands behind "response"
  std::string best_move(const std::string& limits);
  // Ends the process, by `quit` or by a signal, and starts it again.
  void restart(bool killed);
  // Ends the process by `quit`. Fails the test unless its exit code is 0.
  void quit();

 private:
  void start();
  std::string read_line();

  std::vector<std::string> arguments_;
  std::vector<std::string> options_;
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string received_;
};

}  // namespace uisge::test
