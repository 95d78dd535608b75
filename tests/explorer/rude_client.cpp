#include "tests/explorer/rude_client.h"

#include <fmt/format.h>

namespace uisge::test::rude {

const std::string kDatabase = UISGE_TEST_DATA "/3x3-2-loses.uisge";

bool is_good(const HttpAnswer& answer) {
  if (answer.status != 200) return false;
  const Json json = Json::parse(answer.body);
  return json.at("value") == "win" && json.at("distance") == 11;
}

bool still_answers(const RunningServer& server) {
  return is_good(server.get(kGoodRequest));
}

RunningServer served_database() {
  return RunningServer({"serve", kDatabase, "--search", "0"});
}

std::string request(const std::string& target, const std::string& more_header) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n", target, more_header);
}

std::string posting(const std::string& target, const std::string& body) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{}", target, body.size(), body);
}

HttpAnswer answer_to(const RunningServer& server, const std::string& bytes) {
  HttpConnection connection(server.port());
  static_cast<void>(connection.send(bytes));
  return connection.receive();
}

std::string random_bytes(std::mt19937& random, std::size_t count) {
  std::string bytes;
  while (bytes.size() < count) bytes += static_cast<char>(random());
  return bytes;
}

std::string tls_hello() {
  std::mt19937 random(1);
  return std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + random_bytes(random, 506);
}

}  // namespace uisge::test::rude
