// Tests the server with clients that send too much, too little, nonsense, or a request for an unknown path. Such a
// client must get a clear status, and all other clients must still be served.
#include <fmt/format.h>

#include "tests/explorer/rude_client.h"

using namespace uisge::test;
using namespace uisge::test::rude;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

// Sends the bytes and closes the sending side. Returns the status of the first answer; 0 if there is no answer.
int status_of_all(const RunningServer& server, const std::string& bytes) {
  HttpConnection connection(server.port());
  static_cast<void>(connection.send(bytes));
  connection.finish_sending();
  const std::string answer = connection.receive_until_closed();
  return answer.empty() ? 0 : std::stoi(answer.substr(answer.find(' ')));
}

}  // namespace

TEST_CASE("requests that are too long are refused with a status that says which part is too long", "[serve][rude]") {
  const RunningServer server = served_database();
  const auto path_of = [](std::size_t bytes) { return "/" + std::string(bytes - 1, 'a'); };
  CHECK(server.get(path_of(kMostPathBytes)).status == 404);
  CHECK(contains(error_text(server.get(path_of(kMostPathBytes + 1)), 414), "fewer moves"));
  error_text(server.get(kGoodRequest + "&" + std::string(kMostPathBytes, '&')), 414);
  const std::string long_header = "X-Much: " + std::string(kMostHeaderBytes, 'a') + "\r\n";
  error_text(answer_to(server, request("/", long_header)), 431);
  std::string many_fields;
  for (int i = 0; i < 3000; ++i) many_fields += "A: b\r\n";
  error_text(answer_to(server, request("/", many_fields)), 431);
  CHECK(answer_to(server, request("/", "X-Much: " + std::string(kMostHeaderBytes / 2, 'a') + "\r\n")).status == 200);
  // A body may have at most 1 MiB, whether its length is announced or it comes in chunks.
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

TEST_CASE("bytes that are not HTTP are refused", "[serve][rude]") {
  const RunningServer server = served_database();
  std::vector<std::string> garbage{"",
                                   "\r\n",
                                   "\r\n\r\n\r\n\r\n",
                                   "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                                   "GET / HTTP/1.1\nHost: localhost\n\n",
                                   std::string("GET /\0 HTTP/1.1\r\n\r\n", 20),
                                   std::string("GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", 27),
                                   "\x80\x2e\x01\x03\x01",
                                   tls_hello(),
                                   tls_hello() + "\r\n\r\n",
                                   std::string(1000, '\0'),
                                   std::string(100'000, '\n')};
  for (const std::string& header :
       parts_of("GET|GET /|GET / HTTP/9.9|GET / HTTP/2.0|GET / HTTQ/1.1|GET / / HTTP/1.1|"
                "GET \t/ HTTP/1.1| GET / HTTP/1.1|G\x01T / HTTP/1.1|GET /\x01 HTTP/1.1|SSH-2.0-OpenSSH_9.2",
                '|')) {
    garbage.push_back(header + "\r\n\r\n");
  }
  for (const std::string& field : parts_of("no colon|: no name|A\x01: b|A : b", '|')) {
    garbage.push_back("GET / HTTP/1.1\r\n" + field + "\r\n\r\n");
  }
  const std::string coded = "Transfer-Encoding: chunked\r\n\r\n", length = "Content-Length: ";
  for (const std::string& rest :
       {length + "-1\r\n\r\n", length + "1e3\r\n\r\n", length + "99999999999999999999999\r\n\r\n",
        length + "2\r\n" + coded + "{}", length + "2\r\nContent-Length: 3\r\n\r\n{} ", coded + "zz\r\n\r\n",
        coded + "2\r\n{}junk\r\n0\r\n\r\n"}) {
    garbage.push_back("POST / HTTP/1.1\r\n" + rest);
  }
  std::mt19937 random(2);
  for (const std::size_t size : {1U, 10U, 1000U, 30'000U}) {
    garbage.push_back(random_bytes(random, size));
    garbage.push_back(random_bytes(random, size) + "\r\n\r\n");
    garbage.push_back("GET / HTTP/1.1\r\n" + random_bytes(random, size) + "\r\n\r\n");
  }
  for (const std::string& bytes : garbage) {
    CAPTURE(bytes.substr(0, 80), bytes.size());
    const int status = status_of_all(server, bytes);
    CAPTURE(status);
    CHECK((status == 0 || status == 400 || status == 413 || status == 431));
  }
  // As soon as a malformed header ends, the server refuses it.
  error_text(answer_to(server, tls_hello() + "\r\n\r\n"), 400);
  error_text(answer_to(server, "GET / HTTQ/1.1\r\n\r\n"), 400);
  // The request names another server's host; http_server_test.cpp has more such requests.
  error_text(answer_to(server, "POST /api/positions HTTP/1.1\r\nHost: example.org\r\nContent-Length: 2\r\n\r\n{}"),
             403);
  // The answer to HEAD is a header alone; the answer to the malformed request after HEAD still has a body.
  HttpConnection head(server.port());
  REQUIRE(head.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD\r\n\r\n"));
  const std::string both = head.receive_until_closed();
  CHECK(contains(both, "HTTP/1.1 400"));
  CHECK(both.ends_with("\"}\n"));
  CHECK(still_answers(server));
}

TEST_CASE("a refusal has no body if the request is HEAD, and pages of an allowed origin may read it", "[serve][rude]") {
  const RunningServer server({"serve", "--search", "0", "--allow-origin", "https://a.example"});
  const std::string host = "Host: localhost\r\n";
  for (const auto& [target, fields, status] :
       {std::tuple("/"s, "Host: example.org\r\n"s, 403),
        {std::string(kMostPathBytes + 1, '/'), host, 414},
        {"/", fmt::format("{}Content-Length: {}\r\n", host, kMostBodyBytes + 1), 413},
        {"/", host + "Transfer-Encoding: gzip\r\n", 400},
        {"/", host + "Expect: miracles\r\n", 417}}) {
    CAPTURE(status);
    const std::string rest = fmt::format("{} HTTP/1.1\r\nOrigin: https://a.example\r\n{}\r\n", target, fields);
    const HttpAnswer answer = answer_to(server, "POST " + rest);
    CHECK_FALSE(error_text(answer, status).empty());
    CHECK(contains(answer.header, "Access-Control-Allow-Origin: https://a.example\r\n"));
    HttpConnection head(server.port());
    REQUIRE(head.send("HEAD " + rest));
    const std::string all = head.receive_until_closed();
    CHECK(all.starts_with(fmt::format("HTTP/1.1 {} ", status)));
    CHECK(all.find("\r\n\r\n") + 4 == all.size());
  }
}

TEST_CASE("requests that are sent without waiting are answered in order", "[serve][rude]") {
  const RunningServer server = served_database();
  // Fast and slow requests together exceed the server's buffer.
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

  CHECK(is_good(server.get(kGoodRequest + "#here")));  // the server ignores the part after #
  HttpConnection old(server.port());
  REQUIRE(old.send(fmt::format("GET {} HTTP/1.0\r\n\r\n", kGoodRequest)));
  CHECK(is_good(old.receive()));
  CHECK(old.is_closed_within(20s));
  HttpConnection kept(server.port());
  for (int i = 0; i < 2; ++i) {
    REQUIRE(kept.send(fmt::format("GET {} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", kGoodRequest)));
    const HttpAnswer promised = kept.receive();
    CHECK(is_good(promised));
    CHECK(contains(promised.header, "Connection: keep-alive\r\n"));
  }
  HttpConnection closing(server.port());
  REQUIRE(closing.send(request(kGoodRequest, "Connection: close\r\n")));
  const HttpAnswer answer = closing.receive();
  CHECK(is_good(answer));
  CHECK(contains(answer.header, "Connection: close\r\n"));
  CHECK(closing.is_closed_within(20s));
}

TEST_CASE("no path leads out of the server's own files", "[serve][rude]") {
  const RunningServer server = served_database();
  for (const std::string& path : words_of(
           "/../../../../etc/passwd /.. /../ /./ /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc%2fpasswd /%2e%2e%5c /....// "
           "/api/../api/files /api/%66iles /api/files%00 /%00 /% /%zz //etc/passwd /etc/passwd /api/files/.. "
           "/api\\files file:///etc/passwd * etc/passwd http://localhost/nothing /<script> /\xff\xfe "
           "/api/statistics/../../ /nothing /api /api/ /api/nothing /api/files/ /API/files //api/files /index "
           "/favicon")) {
    CAPTURE(path);
    const HttpAnswer answer = server.get(path);
    CHECK((answer.status == 404 || answer.status == 400));
    error_text(answer, answer.status);
    CHECK(!contains(answer.body, "root:"));
  }
  CHECK(still_answers(server));
}

TEST_CASE("a wrong method is refused with the method that the path takes", "[serve][rude]") {
  const RunningServer server({"serve", "--search", "0"});
  for (const std::string& route : words_of("GET/ GET/api/files GET/api/position POST/api/positions GET/api/rules "
                                           "GET/api/move POST/api/annotate GET/api/statistics GET/api/picture")) {
    const std::string allowed = route.substr(0, route.find('/'));
    for (const std::string& method : words_of("GET POST PUT DELETE OPTIONS PATCH BREW")) {
      if (method == allowed) continue;
      CAPTURE(route, method);
      HttpConnection connection(server.port());
      REQUIRE(connection.send(fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{{}}", method,
                                          route.substr(allowed.size()))));
      const HttpAnswer answer = connection.receive();
      CHECK_FALSE(error_text(answer, 405).empty());
      CHECK(contains(answer.header, fmt::format("Allow: {}\r\n", allowed)));
      CHECK(connection.get("/api/files").status == 200);  // the connection stays open
    }
  }
}
