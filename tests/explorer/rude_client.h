// What the tests of bad and many clients share (rude_requests_test, wrong_questions_test, busy_server_test): a server
// of one small file, requests as bytes, and the shape of an error.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
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

// A golden database of 3x3 with two a side, and the answer about its start by docs/rules.md.
extern const std::string kDatabase;
inline const std::string kGoodRequest = "/api/position?position=3/bb1/1ww+w";

bool is_good(const HttpAnswer& answer);
bool still_answers(const RunningServer& server);
RunningServer served_database();
std::string request(const std::string& target, const std::string& more_header = "");
std::string posting(const std::string& target, const std::string& body);

// The answer to bytes on a connection of their own.
HttpAnswer answer_to(const RunningServer& server, const std::string& bytes);

// The text of an answer that must be an error: readable JSON that no browser takes for a page.
std::string error_text(const HttpAnswer& answer, int status);
std::string random_bytes(std::mt19937& random, std::size_t count);
// The first bytes that a browser sends for an address with https:// by mistake.
std::string tls_hello();

}  // namespace uisge::test::rude
