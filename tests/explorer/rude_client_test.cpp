// Clients that send too much, too little, nonsense, or go away, and files that change while they are served: a clear
// status, bounded memory, and everybody else is served on.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>

#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"
#include "tests/db/naive_labels.h"
#include "tests/explorer/http_client.h"

using namespace uisge::test;
using namespace std::chrono_literals;
using Json = nlohmann::json;
using oracle::Stuck;

namespace {

// docs/api.md and explorer/http_server.h.
constexpr std::size_t kMostPathBytes = 8192;
constexpr std::size_t kMostHeaderBytes = 16384;
constexpr std::size_t kMostBodyBytes = 1 << 20;
constexpr std::size_t kMostConnections = 2000;
constexpr std::size_t kMostSlowRequests = 16;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

// A golden database of 3x3 with two a side, and how its start is answered: rules.md.
const std::string kDatabase = UISGE_TEST_DATA "/3x3-2-loses.uisge";
const std::string kGoodRequest = "/api/position?position=3/bb1/1ww+w";

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

std::string request(const std::string& target, const std::string& more_header = "") {
  return fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n", target, more_header);
}

std::string posting(const std::string& target, const std::string& body) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{}", target, body.size(), body);
}

// The answer to bytes on a connection of their own.
HttpAnswer answer_to(const RunningServer& server, const std::string& bytes) {
  HttpConnection connection(server.port());
  static_cast<void>(connection.send(bytes));
  return connection.receive();
}

// The status of the first answer to bytes behind which nothing comes; 0 if the connection is closed without one.
int status_of_all(const RunningServer& server, const std::string& bytes) {
  HttpConnection connection(server.port());
  static_cast<void>(connection.send(bytes));
  connection.finish_sending();
  const std::string answer = connection.receive_until_closed();
  return answer.empty() ? 0 : std::stoi(answer.substr(answer.find(' ')));
}

// The text of an answer that must be an error, in JSON that can be read and that no browser takes for a page.
std::string error_text(const HttpAnswer& answer, int status) {
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

// So many descriptors for this test, and for the programs that it starts then; false if the system forbids it.
bool allow_descriptors(std::size_t count) {
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  if (limit.rlim_max < count) return false;
  limit.rlim_cur = std::max<rlim_t>(limit.rlim_cur, count);
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

std::size_t descriptors_of(pid_t process) {
  const std::filesystem::directory_iterator open(fmt::format("/proc/{}/fd", process));
  return static_cast<std::size_t>(std::distance(begin(open), end(open)));
}

std::int64_t resident_kib(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6));
  }
  return 0;
}

std::string random_bytes(std::mt19937& random, std::size_t count) {
  std::string bytes;
  while (bytes.size() < count) bytes += static_cast<char>(random());
  return bytes;
}

// The first bytes that a browser sends when it is told https:// by mistake.
std::string tls_hello() {
  std::mt19937 random(1);
  return std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + random_bytes(random, 506);
}

}  // namespace

TEST_CASE("requests that are too long are refused by what is too long", "[serve][rude]") {
  const RunningServer server = served_database();
  const auto path_of = [](std::size_t bytes) { return "/" + std::string(bytes - 1, 'a'); };
  CHECK(server.get(path_of(kMostPathBytes)).status == 404);
  error_text(server.get(path_of(kMostPathBytes + 1)), 414);
  error_text(server.get(kGoodRequest + "&" + std::string(kMostPathBytes, '&')), 414);
  const std::string long_header = "X-Much: " + std::string(kMostHeaderBytes, 'a') + "\r\n";
  error_text(answer_to(server, request("/", long_header)), 431);
  std::string many_fields;
  for (int i = 0; i < 3000; ++i) many_fields += "A: b\r\n";
  error_text(answer_to(server, request("/", many_fields)), 431);
  CHECK(answer_to(server, request("/", "X-Much: " + std::string(kMostHeaderBytes / 2, 'a') + "\r\n")).status == 200);
  // A body may be a mebibyte long and no longer, whether that is announced, or comes in chunks.
  const std::string object = R"({"positions":["3/bb1/1ww w"]})";
  const std::string longest = object + std::string(kMostBodyBytes - object.size(), ' ');
  CHECK(answer_to(server, posting("/api/positions", longest)).status == 200);
  error_text(answer_to(server, posting("/api/positions", longest + " ")), 413);
  error_text(answer_to(server, fmt::format("POST /api/positions HTTP/1.1\r\nContent-Length: {}\r\n\r\n", 1ULL << 62)),
             413);
  std::string chunks = "POST /api/positions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 17; ++i) chunks += "10000\r\n" + std::string(65536, ' ') + "\r\n";
  error_text(answer_to(server, chunks + "0\r\n\r\n"), 413);
  error_text(answer_to(server, "POST /api/positions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\n"),
             413);
  const std::string in_chunks = fmt::format("{:x}\r\n{}\r\n0\r\n\r\n", object.size(), object);
  CHECK(answer_to(server, "POST /api/positions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + in_chunks).status ==
        200);
  CHECK(still_answers(server));
}

TEST_CASE("a request that does not arrive in ten seconds is refused", "[serve][rude][.slow]") {
  const RunningServer server = served_database();
  const std::vector<std::string> halves{"G", "GET /api/files", "GET / HTTP/1.1\r\nHost: localhost\r\n",
                                        "POST /api/positions HTTP/1.1\r\nContent-Length: 100\r\n\r\n{\"posi",
                                        request("/api/files") + "GET /api/fi"};
  std::deque<HttpConnection> connections;
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& half : halves) REQUIRE(connections.emplace_back(server.port()).send(half));
  // One sends a byte now and then, which does not win it any time.
  HttpConnection& dripping = connections.emplace_back(server.port());
  REQUIRE(dripping.send("GET / HTTP/1.1\r\nX: "));
  std::this_thread::sleep_for(4s);
  CHECK(still_answers(server));
  CHECK(dripping.send("a"));
  std::this_thread::sleep_for(4s);
  CHECK(dripping.send("a"));
  for (std::size_t i = 0; i < connections.size(); ++i) {
    CAPTURE(i);
    HttpAnswer answer = connections[i].receive();
    if (i == 4) {
      CHECK(answer.status == 200);
      answer = connections[i].receive();
    }
    error_text(answer, 408);
    CHECK(connections[i].is_closed_within(10s));
  }
  CHECK(std::chrono::steady_clock::now() - begin > 9s);
  CHECK(still_answers(server));
}

TEST_CASE("what is no HTTP is refused", "[serve][rude]") {
  const RunningServer server = served_database();
  std::vector<std::string> garbage{"",
                                   "\r\n",
                                   "\r\n\r\n\r\n\r\n",
                                   "GET\r\n\r\n",
                                   "GET /\r\n\r\n",
                                   "GET / HTTP/9.9\r\n\r\n",
                                   "GET / HTTP/2.0\r\n\r\n",
                                   "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                                   "GET / HTTQ/1.1\r\n\r\n",
                                   "GET / / HTTP/1.1\r\n\r\n",
                                   "GET \t/ HTTP/1.1\r\n\r\n",
                                   " GET / HTTP/1.1\r\n\r\n",
                                   "G\x01T / HTTP/1.1\r\n\r\n",
                                   "GET /\x01 HTTP/1.1\r\n\r\n",
                                   "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                                   "GET / HTTP/1.1\r\n: no name\r\n\r\n",
                                   "GET / HTTP/1.1\r\nA\x01: b\r\n\r\n",
                                   "GET / HTTP/1.1\r\nA : b\r\n\r\n",
                                   std::string("GET /\0 HTTP/1.1\r\n\r\n", 20),
                                   std::string("GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", 27),
                                   "GET / HTTP/1.1\nHost: localhost\n\n",
                                   "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                                   "POST / HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n",
                                   "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n",
                                   "POST / HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
                                   "POST / HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
                                   "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
                                   "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}junk\r\n0\r\n\r\n",
                                   "SSH-2.0-OpenSSH_9.2\r\n\r\n",
                                   "\x80\x2e\x01\x03\x01",
                                   tls_hello(),
                                   tls_hello() + "\r\n\r\n",
                                   std::string(1000, '\0'),
                                   std::string(100'000, '\n')};
  std::mt19937 random(2);
  for (const std::size_t size : {1U, 10U, 1000U, 30'000U}) {
    garbage.push_back(random_bytes(random, size));
    garbage.push_back(random_bytes(random, size) + "\r\n\r\n");
    garbage.push_back("GET / HTTP/1.1\r\n" + random_bytes(random, size) + "\r\n\r\n");
  }
  for (const std::string& bytes : garbage) {
    CAPTURE(bytes.substr(0, 80), bytes.size());
    const int status = status_of_all(server, bytes);
    const bool is_refused = status == 0 || status == 400 || status == 413 || status == 431;
    CAPTURE(status);
    CHECK(is_refused);
  }
  // With its end the header is seen to be nonsense at once.
  error_text(answer_to(server, tls_hello() + "\r\n\r\n"), 400);
  error_text(answer_to(server, "GET / HTTQ/1.1\r\n\r\n"), 400);
  // Behind a request to which only the header is an answer as well.
  HttpConnection head(server.port());
  REQUIRE(head.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD\r\n\r\n"));
  const std::string both = head.receive_until_closed();
  CHECK(both.find("HTTP/1.1 400") != std::string::npos);
  CHECK(both.ends_with("\"}\n"));
  CHECK(still_answers(server));
}

TEST_CASE("requests behind one another are answered in order", "[serve][rude]") {
  const RunningServer server = served_database();
  // Fast ones and slow ones, more of them than a buffer of the server holds.
  const std::string slow = Json{{"position", "3/bb1/1ww w"}, {"moves", "c1a1"}}.dump();
  const std::vector<std::string> kinds{request("/api/files"), posting("/api/annotate", slow), request(kGoodRequest),
                                       request("/nothing"), posting("/api/annotate", "{")};
  std::vector<std::string> alone;
  for (const std::string& kind : kinds) alone.push_back(answer_to(server, kind).body);
  std::string all;
  for (int i = 0; i < 100; ++i) {
    for (const std::string& kind : kinds) all += kind;
  }
  HttpConnection connection(server.port());
  REQUIRE(connection.send(all));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < 100 * kinds.size(); ++i) {
    if (connection.receive().body != alone[i % kinds.size()]) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK(is_good(connection.get(kGoodRequest)));
}

TEST_CASE("a request may come a byte at a time, or by an older protocol", "[serve][rude]") {
  const RunningServer server = served_database();
  HttpConnection connection(server.port());
  for (const char c : request(kGoodRequest)) REQUIRE(connection.send(std::string(1, c)));
  CHECK(is_good(connection.receive()));
  const std::string body = R"({"positions":["3/bb1/1ww w"]})";
  for (const char c : posting("/api/positions", body)) REQUIRE(connection.send(std::string(1, c)));
  CHECK(connection.receive().status == 200);

  HttpConnection old(server.port());
  REQUIRE(old.send(fmt::format("GET {} HTTP/1.0\r\n\r\n", kGoodRequest)));
  CHECK(is_good(old.receive()));
  CHECK(old.is_closed_within(20s));
  HttpConnection closing(server.port());
  REQUIRE(closing.send(request(kGoodRequest, "Connection: close\r\n")));
  const HttpAnswer answer = closing.receive();
  CHECK(is_good(answer));
  CHECK(answer.header.find("Connection: close\r\n") != std::string::npos);
  CHECK(closing.is_closed_within(20s));
}

TEST_CASE("a page of another host gets no answers by having its name lead here", "[serve][rude]") {
  const RunningServer server = served_database();
  const auto status_for = [&](const std::string& host) {
    return answer_to(server, fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", kGoodRequest, host)).status;
  };
  for (const char* host : {"example.org", "example.org:8642", "localhost.example.org", "127.0.0.1.example.org",
                           "192.0.2.1", "[::2]:80", "localhost@example.org", "x"}) {
    CAPTURE(host);
    CHECK(status_for(host) == 403);
  }
  for (const char* host : {"localhost", "localhost:8642", "127.0.0.1", "127.0.0.1:1", "[::1]:8642", "[::1]"}) {
    CAPTURE(host);
    CHECK(status_for(host) == 200);
  }
  error_text(answer_to(server, "POST /api/positions HTTP/1.1\r\nHost: example.org\r\nContent-Length: 2\r\n\r\n{}"),
             403);
  CHECK(still_answers(server));
}

TEST_CASE("paths lead nowhere else", "[serve][rude]") {
  const RunningServer server = served_database();
  for (const char* path : {"/../../../../etc/passwd",
                           "/..",
                           "/../",
                           "/./",
                           "/%2e%2e/%2e%2e/etc/passwd",
                           "/..%2f..%2fetc%2fpasswd",
                           "/%2e%2e%5c",
                           "/....//",
                           "/api/../api/files",
                           "/api/%66iles",
                           "/api/files%00",
                           "/%00",
                           "/%",
                           "/%zz",
                           "//etc/passwd",
                           "/etc/passwd",
                           "/api/files/..",
                           "/api\\files",
                           "file:///etc/passwd",
                           "*",
                           "etc/passwd",
                           "http://localhost/api/files",
                           "/<script>",
                           "/\xff\xfe",
                           "/api/statistics/../../"}) {
    CAPTURE(path);
    const HttpAnswer answer = server.get(path);
    const bool is_refused = answer.status == 404 || answer.status == 400;
    CHECK(is_refused);
    error_text(answer, answer.status);
    CHECK(answer.body.find("root:") == std::string::npos);
  }
  CHECK(still_answers(server));
}

TEST_CASE("parameters that are none, or there twice, or no numbers are refused", "[serve][rude]") {
  const RunningServer server = served_database();
  const std::string huge = "99999999999999999999999999";
  const std::vector<std::string> bad{"position=%",
                                     "position=%2",
                                     "position=%zz",
                                     "position=%2z",
                                     "%=1",
                                     "posetion=start",
                                     "Position=start",
                                     "position[]=start",
                                     "=",
                                     "a",
                                     "%00=1",
                                     "line=true&line=true",
                                     "line=true&l%69ne=true",
                                     "stuck=loses&stuck=wins",
                                     "line=1",
                                     "line=",
                                     "line=TRUE",
                                     "diagonal_jumps=yes",
                                     "diagonal_jumps=",
                                     "stuck=",
                                     "stuck=maybe",
                                     "stuck=loses%00",
                                     "hardness=2",
                                     "hardness=-1",
                                     "hardness=9",
                                     "hardness=1.0",
                                     "hardness=",
                                     "hardness=+1",
                                     "hardness=0x1",
                                     "hardness=" + huge,
                                     "pieces=0",
                                     "pieces=7",
                                     "pieces=-1",
                                     "pieces=two",
                                     "pieces=",
                                     "pieces=" + huge,
                                     "board=",
                                     "board=7",
                                     "board=7x",
                                     "board=x7",
                                     "board=1x9",
                                     "board=0x0",
                                     "board=9x8",
                                     "board=-3x-3",
                                     "board=3x3x3",
                                     "board=" + huge + "x" + huge};
  for (const std::string& query : bad) {
    CAPTURE(query);
    CHECK_FALSE(error_text(server.get("/api/position?" + query), 400).empty());
    CHECK_FALSE(error_text(server.get("/api/position?position=3/bb1/1ww+w&" + query), 400).empty());
  }
  for (const char* level : {"0", "11", "-1", "", "x", "1e1", "99999999999999999999"}) {
    CAPTURE(level);
    error_text(server.get(fmt::format("/api/move?position=3/bb1/1ww+w&level={}", level)), 400);
  }
  for (const char* target : {"/api/files?a=b", "/api/files?file=x", "/api/rules?line=true", "/api/rules?level=1",
                             "/api/move?line=true", "/api/statistics?name=x", "/api/picture?hardness=1",
                             "/api/position?level=1", "/api/position?file=3x3-2-loses.uisge"}) {
    CAPTURE(target);
    error_text(server.get(target), 400);
  }
  CHECK(error_text(server.get("/api/position?posetion=x"), 400).find("posetion") != std::string::npos);
  CHECK(error_text(server.get("/api/position?line=true&line=true"), 400).find("line") != std::string::npos);
  CHECK(still_answers(server));
}

TEST_CASE("bodies that are no objects of a request are refused", "[serve][rude]") {
  const RunningServer server = served_database();
  const std::vector<std::string> bad{"",
                                     " ",
                                     "{",
                                     "}",
                                     "[]",
                                     "null",
                                     "true",
                                     "1",
                                     "\"positions\"",
                                     "{}",
                                     "{\"positions\"}",
                                     "{'positions':[]}",
                                     "{\"positions\":[],}",
                                     "{\"positions\":[]}}",
                                     "{\"positions\":[]} x",
                                     "{\"positions\":null}",
                                     "{\"positions\":\"3/bb1/1ww w\"}",
                                     "{\"positions\":{}}",
                                     "{\"positions\":5}",
                                     "{\"positions\":[5]}",
                                     "{\"positions\":[null]}",
                                     "{\"positions\":[[]]}",
                                     "{\"positions\":[\"3/bb1/1ww w\",1e999]}",
                                     "{\"positions\":[NaN]}",
                                     "{\"positions\":[],\"stuck\":1}",
                                     "{\"positions\":[],\"stuck\":\"maybe\"}",
                                     "{\"positions\":[\"3/bb1/1ww w\"],\"diagonal_jumps\":\"true\"}",
                                     "{\"positions\":[\"3/bb1/1ww w\"],\"stuck\":\"maybe\"}",
                                     "{\"positions\":[],\"diagonal_jumps\":1}",
                                     "{\"positions\":[],\"more\":1}",
                                     "{\"position\":[]}",
                                     "{\"positions\":[\"\xff\"]}",
                                     "{\"positions\":[\"\\ud800\"]}",
                                     "{\"positions\":[\"\x01\"]}",
                                     std::string("{\"positions\":[\"\0\"]}", 18),
                                     "\xff\xfe{\0}",
                                     "positions=3/bb1/1ww+w"};
  for (const std::string& body : bad) {
    CAPTURE(body);
    CHECK_FALSE(error_text(answer_to(server, posting("/api/positions", body)), 400).empty());
  }
  for (const char* const body : {R"({"position":5})", R"({"position":["3/bb1/1ww w"]})", R"({"moves":["c1a1"]})",
                                 R"({"position":"3/bb1/1ww w","moves":null})", R"({"positions":[]})", R"([])",
                                 R"({"position":"3/bb1/1ww w","file":"x"})", R"({"position":"3/bb1/1ww w","stuck":{}})",
                                 R"({"position":"3/bb1/1ww w","moves":"c1a1 c1a1"})"}) {
    CAPTURE(body);
    CHECK_FALSE(error_text(answer_to(server, posting("/api/annotate", body)), 400).empty());
  }
  CHECK(still_answers(server));
}

TEST_CASE("JSON may be as deep as a request is long", "[serve][rude]") {
  const RunningServer server = served_database();
  const auto repeated = [](const std::string& text, std::size_t count) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += text;
    return result;
  };
  constexpr std::size_t kDeep = kMostBodyBytes / 2 - 100;
  for (const std::string& body :
       {repeated("[", kMostBodyBytes), repeated("[", kDeep) + repeated("]", kDeep),
        "{\"positions\":" + repeated("[", kDeep) + repeated("]", kDeep) + "}", repeated("{\"a\":", kMostBodyBytes / 5),
        "{\"positions\":[" + repeated("{\"a\":", kDeep / 4) + "1" + repeated("}", kDeep / 4) + "]}"}) {
    for (const char* target : {"/api/positions", "/api/annotate"}) {
      CHECK_FALSE(error_text(answer_to(server, posting(target, body)), 400).empty());
    }
  }
  CHECK(still_answers(server));
}

TEST_CASE("positions that cannot be are refused, in JSON that holds whatever they say", "[serve][rude]") {
  const RunningServer server = served_database();
  std::vector<std::string> bad{"",
                               " ",
                               "w",
                               "3/bb1/1ww",
                               "3/bb1/1ww ",
                               "3/bb1/1ww x",
                               "3/bb1/1ww w w",
                               "3/bb1/1ww  w",
                               "3/bb1/1ww w\n",
                               "3/bb1/1ww W",
                               "3/bb1 w",
                               "3/3/3 w",
                               "3/b2/1ww w",
                               "3/3/1ww w",
                               "b2/3/2w w",
                               "3/BB1/1WW w",
                               "4/bb1/1ww w",
                               "3/bb2/1ww w",
                               "12/bb1/1ww w",
                               "0/bb1/1ww w",
                               "9/9/9/9/9/9/9/9 w",
                               "bbb/bbb/www w",
                               "wwwwwwwww/bbbbbbbbb w",
                               "STARt",
                               "start w",
                               "<script>alert(1)</script>",
                               "3/<img src=x onerror=alert(1)>/1ww w",
                               "\"}{\"",
                               "\\u0000\\",
                               "\x1b[31mred\x1b[0m",
                               "\r\nX-Injected: yes\r\n\r\n",
                               "\x7f\x80\xff",
                               "\xe2\x80\xae/bb1/1ww w",
                               "\xed\xa0\x80",
                               std::string("3/bb1/1ww w\0", 12),
                               std::string(2000, '<'),
                               std::string(2000, '/'),
                               std::string(2000, '\xff')};
  std::mt19937 random(4);
  for (int i = 0; i < 50; ++i) bad.push_back(random_bytes(random, 1 + random() % 60));
  std::string characters = "wWbB123456789/ ";
  for (int i = 0; i < 200; ++i) {
    std::string text = "3/bb1/1ww w";
    text[random() % text.size()] = characters[random() % characters.size()];
    // Some of these are positions: the command line says which.
    if (run_uisge({"show", text}).exit_code != 0) bad.push_back(text);
    if (i > 40) break;
  }
  for (const std::string& text : bad) {
    CAPTURE(text);
    for (const char* path : {"/api/position", "/api/rules", "/api/move", "/api/picture"}) {
      const HttpAnswer answer = server.get(std::string(path) + "?position=" + encoded(text));
      CHECK_FALSE(error_text(answer, 400).empty());
      CHECK(answer.header.find("X-Injected") == std::string::npos);
    }
    if (std::all_of(text.begin(), text.end(), [](char c) { return c != 0 && static_cast<unsigned char>(c) < 0x80; })) {
      const HttpAnswer answer = server.post("/api/positions", {{"positions", {text}}});
      REQUIRE(answer.status == 200);
      CHECK(Json::parse(answer.body)["answers"][0]["error"].is_string());
      error_text(server.post("/api/annotate", {{"position", text}}), 400);
    }
  }
  for (const std::string& moves : {std::string("<b>"), std::string("\x1b[31m"), std::string(2000, ' ') + "zz",
                                   std::string("c1a1\0", 5), std::string("\xff")}) {
    CAPTURE(moves);
    error_text(server.get(kGoodRequest + "&moves=" + encoded(moves)), 400);
  }
  CHECK(still_answers(server));
}

TEST_CASE("a thousand idle connections keep nobody waiting", "[serve][rude]") {
  constexpr std::size_t kIdle = 1000;
  REQUIRE(allow_descriptors(kIdle + 200));
  const RunningServer server = served_database();
  std::deque<HttpConnection> idle;
  for (std::size_t i = 0; i < kIdle; ++i) {
    HttpConnection& connection = idle.emplace_back(server.port());
    if (i % 2 == 0) REQUIRE(connection.send(request("/api/files")));
    if (i % 100 == 1) REQUIRE(connection.send("GET /api"));
    if (i % 100 == 0) CHECK(still_answers(server));
  }
  CHECK(still_answers(server));
  // They are there still.
  std::size_t answered = 0;
  for (std::size_t i = 0; i < kIdle; i += 2) {
    if (idle[i].receive().status == 200) ++answered;
  }
  CHECK(answered == kIdle / 2);
  CHECK(is_good(idle.front().get(kGoodRequest)));
  CHECK(is_good(idle[kIdle - 3].get(kGoodRequest)));
}

TEST_CASE("the longest idle connections are closed for new ones", "[serve][rude]") {
  constexpr std::size_t kMore = 300;
  constexpr std::size_t kUsedAgain = 10;
  // Which of two connections has been idle longer is not told to the last one, as several threads serve them.
  constexpr std::size_t kInDoubt = 20;
  if (!allow_descriptors(kMostConnections + 2 * kMore + 200)) return;  // nothing to be seen with fewer
  RunningServer server = served_database();
  std::deque<HttpConnection> connections;
  for (std::size_t i = 0; i < kMostConnections + kMore; ++i) {
    // With an answer, each is idle before the next one comes.
    CAPTURE(i);
    REQUIRE(is_good(connections.emplace_back(server.port()).get(kGoodRequest)));
    if (i + 1 != kMostConnections) continue;
    for (std::size_t used = 0; used < kUsedAgain; ++used) REQUIRE(is_good(connections[used].get(kGoodRequest)));
  }
  CHECK(still_answers(server));
  std::vector<bool> is_closed(connections.size(), false);
  const auto closed_among = [&](std::size_t first, std::size_t end) {
    std::size_t closed = 0;
    for (std::size_t i = first; i < end; ++i) {
      if (!is_closed[i] && connections[i].is_closed_within(5ms)) is_closed[i] = true;
      if (is_closed[i]) ++closed;
    }
    return closed;
  };
  const std::size_t all_closed = kUsedAgain + kMore - kInDoubt;
  CHECK(becomes_true([&] { return closed_among(kUsedAgain, all_closed) == all_closed - kUsedAgain; }));
  // Those that were used again are there, and the later ones.
  for (std::size_t i = 0; i < kUsedAgain; ++i) CHECK(is_good(connections[i].get(kGoodRequest)));
  CHECK(is_good(connections[kUsedAgain + kMore + 2 * kInDoubt].get(kGoodRequest)));
  CHECK(is_good(connections.back().get(kGoodRequest)));
  // Many at once, while those that are chosen are ending.
  for (std::size_t i = 0; i < kMore; ++i) connections.emplace_back(server.port());
  CHECK(still_answers(server));
  CHECK(is_good(connections.back().get(kGoodRequest)));
  CHECK(becomes_true([&] { return descriptors_of(server.program().pid()) < kMostConnections + 50; }));
}

TEST_CASE("clients that go away before their answer harm nobody", "[serve][rude]") {
  const RunningServer server = served_database();
  const std::string slow = posting("/api/annotate", Json{{"position", "3/bb1/1ww w"}, {"moves", "c1a1 a2c2"}}.dump());
  std::string positions = "{\"positions\":[";
  for (int i = 0; i < 999; ++i) positions += "\"3/bb1/1ww w\",";
  const std::string large = posting("/api/positions", positions + "\"\"]}");
  for (int i = 0; i < 200; ++i) {
    const HttpConnection connection(server.port());
    if (i % 2 == 0) connection.reset_when_closed();
    static_cast<void>(connection.send(i % 20 == 0 ? large : i % 3 == 0 ? slow : request(kGoodRequest)));
    if (i % 5 == 0) static_cast<void>(connection.send("GET /"));
    if (i % 7 == 0) connection.finish_sending();
  }
  CHECK(still_answers(server));
  // An answer that is not read to its end.
  HttpConnection unread(server.port());
  for (int i = 0; i < 20; ++i) {
    if (!unread.send(large)) break;
  }
  CHECK(still_answers(server));
  CHECK(becomes_true([&] { return answer_to(server, slow).status == 200; }));
}

TEST_CASE("a file that changes while it is served is answered from, or told damaged", "[serve][rude]") {
  const OracleGame solved({4, 3, 2, Stuck::kPasses, false});
  const std::string golden = UISGE_TEST_DATA "/4x3-2-passes.uisge";
  const std::string bytes = text_of_file(golden);
  const auto positions = solved.every(61);
  const auto overwrite = [](const std::string& path, const std::string& content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  };
  enum class Change { kDeleted, kReplaced, kHalved, kEmptied, kGarbled, kOtherRules };
  for (const Change change : {Change::kDeleted, Change::kReplaced, Change::kHalved, Change::kEmptied, Change::kGarbled,
                              Change::kOtherRules}) {
    for (const bool asked_before : {false, true}) {
      CAPTURE(static_cast<int>(change), asked_before);
      const TemporaryDirectory directory;
      const std::string path = directory.file("served.uisge");
      std::filesystem::copy(golden, path);
      const RunningServer server({"serve", path, kDatabase, "--search", "0"});
      const auto target_of = [&](const oracle::Position& position) {
        return "/api/position?stuck=passes&position=" + encoded(oracle::print(position));
      };
      if (asked_before) REQUIRE(server.get(target_of(positions.front())).status == 200);
      switch (change) {
        case Change::kDeleted: std::filesystem::remove(path); break;
        case Change::kReplaced:
          overwrite(path + ".new", "Dear Ann,\n");
          std::filesystem::rename(path + ".new", path);
          break;
        case Change::kHalved: std::filesystem::resize_file(path, bytes.size() / 2); break;
        case Change::kEmptied: std::filesystem::resize_file(path, 0); break;
        case Change::kGarbled: overwrite(path, std::string(bytes.size(), '\x55')); break;
        case Change::kOtherRules: overwrite(path, text_of_file(UISGE_TEST_DATA "/3x3-2-loses-all.uisge")); break;
      }
      std::size_t wrong = 0;
      for (const oracle::Position& position : positions) {
        const HttpAnswer answer = server.get(target_of(position));
        if (answer.status == 200) {
          const Json json = Json::parse(answer.body);
          const oracle::Label label = solved.label(position);
          const bool is_draw = label.outcome == oracle::Outcome::kDraw;
          if (json["value"] != to_string(label.outcome)) ++wrong;
          if (json["distance"] != (is_draw ? Json() : Json(label.distance))) ++wrong;
        } else {
          CHECK_FALSE(error_text(answer, 500).empty());
        }
      }
      CHECK(wrong == 0);
      const int statistics = server.get("/api/statistics?file=served.uisge").status;
      const bool is_told = statistics == 200 || statistics == 500;
      CHECK(is_told);
      CHECK(server.get("/api/files").status == 200);
      CHECK(server.get("/api/rules?stuck=passes&position=" + encoded("4/bb2/1ww1 w")).status != 0);
      CHECK(still_answers(server));
    }
  }
}

TEST_CASE("slow requests wait for one another, and only so many of them", "[serve][rude]") {
  // A minute for each search of the real start.
  const RunningServer server({"serve", kDatabase, "--search", "40", "--time", "60", "--memory", "64M"});
  constexpr std::size_t kAsked = 30;
  std::deque<HttpConnection> connections;
  for (std::size_t i = 0; i < kAsked; ++i) {
    REQUIRE(connections.emplace_back(server.port()).send(request("/api/position")));
  }
  // Which of them are refused is not said.
  std::vector<bool> is_refused(kAsked, false);
  std::size_t refused = 0;
  REQUIRE(becomes_true([&] {
    for (std::size_t i = 0; i < kAsked; ++i) {
      if (is_refused[i]) continue;
      const HttpAnswer answer = connections[i].receive(5ms);
      if (answer.status == 0) continue;
      CHECK(answer.header.find("Retry-After: ") != std::string::npos);
      CHECK_FALSE(error_text(answer, 503).empty());
      is_refused[i] = true;
      ++refused;
    }
    return refused == kAsked - kMostSlowRequests;
  }));
  // Others are answered meanwhile, those that were refused as well.
  for (int i = 0; i < 20; ++i) CHECK(still_answers(server));
  CHECK(server.get("/api/files").status == 200);
  CHECK(server.get("/api/rules").status == 200);
  CHECK(server.post("/api/positions", {{"positions", {"3/bb1/1ww w"}}}).status == 200);
  const auto one = static_cast<std::size_t>(std::find(is_refused.begin(), is_refused.end(), true) - is_refused.begin());
  CHECK(is_good(connections[one].get(kGoodRequest)));
  CHECK(connections[one].get("/api/position").status == 503);
}

TEST_CASE("slow requests are taken again when others are answered", "[serve][rude]") {
  const RunningServer server({"serve", kDatabase, "--search", "40", "--time", "0.1", "--memory", "16M"});
  std::deque<HttpConnection> connections;
  for (std::size_t i = 0; i < 24; ++i) {
    REQUIRE(connections.emplace_back(server.port()).send(request("/api/position?line=false")));
  }
  std::size_t answered = 0;
  for (HttpConnection& connection : connections) {
    if (connection.receive(60s).status == 200) ++answered;
  }
  CHECK(answered >= kMostSlowRequests);
  CHECK(server.get_json("/api/position?line=false")["source"] == "search");
}

TEST_CASE("memory is bounded, whatever comes", "[serve][rude]") {
  RunningServer server = served_database();
  std::mt19937 random(5);
  const std::string deep = posting("/api/annotate", std::string(100'000, '['));
  const auto be_rude = [&](int connections) {
    for (int i = 0; i < connections; ++i) {
      HttpConnection connection(server.port());
      std::string bytes;
      switch (i % 8) {
        case 0: bytes = random_bytes(random, 20'000); break;
        case 1: bytes = request("/" + std::string(9000, 'a')); break;
        case 2: bytes = request("/", "X: " + std::string(20'000, 'a') + "\r\n"); break;
        case 3: bytes = "POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n" + std::string(50'000, 'x'); break;
        case 4: bytes = posting("/api/positions", "{\"positions\":[" + random_bytes(random, 2000)); break;
        case 5: bytes = request("/api/position?position=" + encoded(random_bytes(random, 500))); break;
        case 6: bytes = i % 16 == 6 ? deep : tls_hello() + "\r\n\r\n"; break;
        default: bytes = request(kGoodRequest) + "GET /half"; break;
      }
      if (i % 3 == 0) connection.reset_when_closed();
      static_cast<void>(connection.send(bytes));
      if (i % 3 == 1) connection.finish_sending();
    }
    // All of them are gone.
    REQUIRE(becomes_true([&] { return descriptors_of(server.program().pid()) < 40; }));
    REQUIRE(still_answers(server));
  };
  // A thread takes memory of its own with the largest request that it meets for the first time, so memory may grow for
  // a few rounds; what is lost with every request grows in each. What a sanitizer keeps from being used again is its
  // own affair.
  const std::int64_t grown_kib_allowed = (kIsSanitized ? 512 : 2) * 1024;
  std::vector<std::int64_t> resident{resident_kib(server.program().pid())};
  CHECK(resident.front() > 0);
  bool has_settled = false;
  for (int round = 0; round < 6 && !has_settled; ++round) {
    be_rude(1000);
    resident.push_back(resident_kib(server.program().pid()));
    has_settled = round > 0 && resident.back() - resident[resident.size() - 2] < grown_kib_allowed;
  }
  CAPTURE(resident);
  CHECK(has_settled);
}
