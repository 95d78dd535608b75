// A client for tests, on plain sockets: it can also be rude.
#pragma once

#include <chrono>
#include <string>

#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

namespace uisge::test {

struct HttpAnswer {
  int status = 0;  // 0: the connection was closed without an answer
  std::string header;
  std::string body;
};

// One connection to 127.0.0.1, kept until it is destroyed; from another address of this machine, 127.0.0.2 say, if that
// is asked for. Fails the test if there is none to be had.
class HttpConnection {
 public:
  explicit HttpConnection(int port, const char* from = "127.0.0.1");
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  // As it stands. False if the other side has closed the connection.
  bool send(const std::string& bytes) const;
  // Waits for an answer with its body, which its header announces.
  HttpAnswer receive(std::chrono::milliseconds patience = std::chrono::seconds(30));
  // All bytes until the other side closes the connection; what has come so far if it does not within the time.
  std::string receive_until_closed(std::chrono::milliseconds patience = std::chrono::seconds(30));
  // Nothing more will be sent from here.
  void finish_sending() const;
  // Closing resets the connection, as a program does that is killed with an answer unread.
  void reset_when_closed() const;
  // Whether the other side closes the connection, or has closed it, within the time; answers on the way are passed
  // over.
  bool is_closed_within(std::chrono::milliseconds patience) const;

  HttpAnswer get(const std::string& target);
  HttpAnswer post(const std::string& target, const std::string& body);

 private:
  int socket_ = -1;
  std::string received_;  // behind the last answer
};

// {"serve", ...}, on a free port, until this is destroyed.
class RunningServer {
 public:
  explicit RunningServer(std::vector<std::string> arguments);

  int port() const { return port_; }
  RunningProgram& program() { return program_; }
  // On a connection of its own.
  HttpAnswer get(const std::string& target) const { return HttpConnection(port_).get(target); }
  nlohmann::json get_json(const std::string& target) const;
  HttpAnswer post(const std::string& target, const nlohmann::json& body) const;

 private:
  TemporaryDirectory directory_;
  RunningProgram program_;
  int port_ = 0;
};

// "%20" for a blank and so on: everything but letters and digits.
std::string encoded(const std::string& text);

}  // namespace uisge::test
