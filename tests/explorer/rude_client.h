// Helpers of the tests of bad clients and of many clients (rude_requests_test, wrong_questions_test, busy_server_test):
// a server with one small file, and requests as bytes.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"
#include "tests/explorer/http_client.h"

namespace uisge::test::rude {

using Json = nlohmann::json;

// The server's limits. The last three equal those of ServerOptions (explorer/http_server.h).
inline constexpr std::size_t kMostPathBytes = 8192;
inline constexpr std::size_t kMostHeaderBytes = 16384;
inline constexpr std::size_t kMostBodyBytes = 1 << 20;
inline constexpr std::size_t kMostConnections = 2000;
inline constexpr std::size_t kMostSlowRequests = 16;

// A golden database of 3x3 with two a side, and a request about its start. An answer to this request is good if it says
// what docs/results.csv says: a win in 11.
extern const std::string kDatabase;
inline const std::string kGoodRequest = "/api/position?position=3/bb1/1ww+w";

bool is_good(const HttpAnswer& answer);
bool still_answers(const RunningServer& server);
RunningServer served_database();
std::string request(const std::string& target, const std::string& more_header = "");
std::string posting(const std::string& target, const std::string& body);

// Sends the bytes on a new connection, and returns the answer.
HttpAnswer answer_to(const RunningServer& server, const std::string& bytes);

std::string random_bytes(std::mt19937& random, std::size_t count);
// The first bytes that a browser sends if it opens the address with https:// by mistake.
std::string tls_hello();

}  // namespace uisge::test::rude
