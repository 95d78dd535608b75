// What the tests of bad and many clients share (rude_requests_test, wrong_questions_test, busy_server_test): a server
// of one small file, requests as bytes, and what an error must look like.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <random>
#include <string>

#include "tests/cli/run_program.h"
#include "tests/explorer/http_client.h"

namespace uisge::test::rude {

using Json = nlohmann::json;

// docs/api.md and explorer/http_server.h.
inline constexpr std::size_t kMostPathBytes = 8192;
inline constexpr std::size_t kMostHeaderBytes = 16384;
inline constexpr std::size_t kMostBodyBytes = 1 << 20;
inline constexpr std::size_t kMostConnections = 2000;
inline constexpr std::size_t kMostSlowRequests = 16;

// A golden database of 3x3 with two a side, and how its start is answered: rules.md.
inline const std::string kDatabase = UISGE_TEST_DATA "/3x3-2-loses.uisge";
inline const std::string kGoodRequest = "/api/position?position=3/bb1/1ww+w";

inline bool is_good(const HttpAnswer& answer) {
  if (answer.status != 200) return false;
  const Json json = Json::parse(answer.body);
  return json.at("value") == "win" && json.at("distance") == 11;
}

inline bool still_answers(const RunningServer& server) {
  return is_good(server.get(kGoodRequest));
}

inline RunningServer served_database() {
  return RunningServer({"serve", kDatabase, "--search", "0"});
}

inline std::string request(const std::string& target, const std::string& more_header = "") {
  return fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n", target, more_header);
}

inline std::string posting(const std::string& target, const std::string& body) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{}", target, body.size(), body);
}

// The answer to bytes on a connection of their own.
inline HttpAnswer answer_to(const RunningServer& server, const std::string& bytes) {
  HttpConnection connection(server.port());
  static_cast<void>(connection.send(bytes));
  return connection.receive();
}

// The text of an answer that must be an error, in JSON that can be read and that no browser takes for a page.
inline std::string error_text(const HttpAnswer& answer, int status) {
  INFO(answer.body);
  REQUIRE(answer.status == status);
  CHECK(answer.header.find("Content-Type: application/json\r\n") != std::string::npos);
  CHECK(answer.header.find("X-Content-Type-Options: nosniff\r\n") != std::string::npos);
  const bool has_control = std::any_of(answer.body.begin(), std::prev(answer.body.end()),
                                       [](char c) { return static_cast<unsigned char>(c) < ' '; });
  CHECK_FALSE(has_control);
  const Json json = Json::parse(answer.body);
  REQUIRE(json.size() == 1);
  return json.at("error");
}

inline std::string random_bytes(std::mt19937& random, std::size_t count) {
  std::string bytes;
  while (bytes.size() < count) bytes += static_cast<char>(random());
  return bytes;
}

}  // namespace uisge::test::rude
