// A process that speaks UGI, driven through pipes: a second driver, written from the published protocol alone. The
// first is tests/python/ugi_driver.py.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace uisge::test {

class UgiProcess {
 public:
  // {"engine", ...} of the program of the build; says `ugi`, sets the options ("Hash value 1") and is ready.
  UgiProcess(std::vector<std::string> arguments, std::vector<std::string> options);
  ~UgiProcess();  // kills it if it still runs
  UgiProcess(const UgiProcess&) = delete;
  UgiProcess& operator=(const UgiProcess&) = delete;

  void send(const std::string& line);
  // The next line whose first word is this, all others passed over. Fails the test if none comes for half a minute.
  std::string read_until(const std::string& word);
  void ready();
  std::string query(const std::string& what);  // what stands behind "response"
  std::string best_move(const std::string& limits);
  // Ends it, by `quit` or by a signal, and begins it anew.
  void restart(bool killed);
  // By `quit`; fails the test if it does not end with 0.
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
