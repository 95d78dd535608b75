// An HTTP client for tests, on plain sockets, so that a test can also break the protocol.
#pragma once

#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

namespace uisge::test {

struct HttpAnswer {
  int status = 0;  // 0: the connection was closed without an answer
  std::string header;
  std::string body;
};

// One connection to 127.0.0.1, open until the object is destroyed. The connection can come from another address of this
// machine, such as 127.0.0.2. The test fails if the connection cannot be made.
class HttpConnection {
 public:
  explicit HttpConnection(int port, const char* from = "127.0.0.1");
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  // Sends the bytes unchanged. Returns false if the other side has closed the connection.
  bool send(const std::string& bytes) const;
  // Waits for an answer, and for the body that its header announces.
  HttpAnswer receive(std::chrono::milliseconds patience = std::chrono::seconds(30));
  // Receives all bytes until the other side closes the connection or `patience` is over.
  std::string receive_until_closed(std::chrono::milliseconds patience = std::chrono::seconds(30));
  // Tells the server that this client sends nothing more; answers can still arrive.
  void finish_sending() const;
  // From now on, closing this connection resets it, as if the client had been killed before it read an answer.
  void reset_when_closed() const;
  // Whether the server has closed the connection, or closes it within `patience`. Answers that arrive before the
  // connection is closed are dropped.
  bool is_closed_within(std::chrono::milliseconds patience) const;

  HttpAnswer get(const std::string& target);
  HttpAnswer post(const std::string& target, const std::string& body);

 private:
  int socket_ = -1;
  std::string received_;  // received after the last answer
};

// Runs `uisge serve` on a free port until the object is destroyed.
class RunningServer {
 public:
  explicit RunningServer(std::vector<std::string> arguments);

  int port() const { return port_; }
  RunningProgram& program() { return program_; }
  // Each call uses a connection of its own.
  HttpAnswer get(const std::string& target) const { return HttpConnection(port_).get(target); }
  nlohmann::json get_json(const std::string& target) const;
  HttpAnswer post(const std::string& target, const nlohmann::json& body) const;

 private:
  TemporaryDirectory directory_;
  RunningProgram program_;
  int port_ = 0;
};

// The JSON value of an answer. Fails the test if the answer has another status.
nlohmann::json json_of(const HttpAnswer& answer, int status);
// Checks that the answer is an error: valid JSON, with a type that no browser renders. Returns the message of the
// error.
std::string error_text(const HttpAnswer& answer, int status);

// Percent-encodes all bytes but letters and digits.
std::string encoded(const std::string& text);

}  // namespace uisge::test
