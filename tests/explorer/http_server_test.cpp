// Tests the HTTP server alone, with limits so small that no test waits long. This file is long because each limit has a
// test.
#include "explorer/http_server.h"

#include <fmt/format.h>

#include "tests/explorer/http_client.h"

using namespace uisge::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

// An answer of this size does not fit in the system's buffers for a connection.
constexpr std::size_t kLargeBytes = std::size_t{16} << 20;

// The server refuses this request before its body arrives.
const std::string kTooLong = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n";

std::string asking_for(const std::string& target, const std::string& fields = "Host: localhost\r\n") {
  return fmt::format("GET {} HTTP/1.1\r\n{}\r\n", target, fields);
}

// Answers with the request's path, or with kLargeBytes bytes if the path begins with "/large". A request whose path
// begins with "/slow" waits until release() is called or the
// server gives the request up. The server calls is_slow just before it puts a request into the queue of slow requests.
class Echo : public uisge::explorer::RequestHandler {
 public:
  bool is_slow(const uisge::explorer::HttpRequest& asked) const override {
    const std::lock_guard lock(mutex_);
    arrived_.insert(asked.path);
    return asked.path.starts_with("/slow");
  }
  uisge::explorer::HttpResponse answer(const uisge::explorer::HttpRequest& asked) override {
    if (asked.path.starts_with("/slow")) {
      {
        const std::lock_guard lock(mutex_);
        begun_.push_back(asked.path);
      }
      if (!becomes_true([&] { return is_released_ || *asked.given_up; })) return {500, "text/plain", "nobody came"};
      if (*asked.given_up) return {503, "text/plain", "given up"};
    }
    if (asked.path.starts_with("/large")) return {200, "text/plain", std::string(kLargeBytes, 'x')};
    return {200, "text/plain", asked.path};
  }
  void release() { is_released_ = true; }
  bool has_arrived(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    return arrived_.contains(path);
  }
  std::vector<std::string> begun() const {
    const std::lock_guard lock(mutex_);
    return begun_;
  }

 private:
  std::atomic<bool> is_released_{false};
  mutable std::mutex mutex_;
  std::vector<std::string> begun_;  // slow requests that have begun
  mutable std::set<std::string> arrived_;
};

// A server that runs in a thread until the object is destroyed.
class ServerInThread {
 public:
  explicit ServerInThread(const uisge::explorer::ServerOptions& options) {
    REQUIRE(options.threads == 1);
    auto server = uisge::explorer::HttpServer::listen(options, echo_);
    REQUIRE(server);
    server_ = std::move(*server);
    const std::string url = server_->url();
    port_ = std::stoi(url.substr(url.rfind(':') + 1));
    thread_ = std::thread([this] { server_->run(stop_); });
  }
  ~ServerInThread() {
    stop_ = true;
    thread_.join();
  }
  ServerInThread(const ServerInThread&) = delete;
  ServerInThread& operator=(const ServerInThread&) = delete;
  int port() const { return port_; }
  Echo& echo() { return echo_; }
  // Waits until the request with the path is in the queue of slow requests. The server's only thread for connections
  // puts the request there before it answers another request.
  bool takes(const std::string& path) {
    return becomes_true([&] { return echo_.has_arrived(path); }) && HttpConnection(port_).get("/later").status == 200;
  }
  // Waits until `count` slow requests have begun.
  bool begins(std::size_t count) {
    return becomes_true([&] { return echo_.begun().size() >= count; });
  }

 private:
  Echo echo_;
  std::unique_ptr<uisge::explorer::HttpServer> server_;
  int port_ = 0;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

// The status of the answer to a request with these fields.
int status_with(const ServerInThread& server, const std::string& fields, const std::string& target = "/x") {
  HttpConnection connection(server.port());
  REQUIRE(connection.send(asking_for(target, fields)));
  return connection.receive().status;
}

}  // namespace

TEST_CASE("half a request is refused when its time is over, and an idle connection is closed", "[serve]") {
  const ServerInThread server({.request_seconds = 1, .idle_seconds = 1});
  std::deque<HttpConnection> halves;
  const std::string whole = asking_for("/whole");
  for (const std::string& half : {std::string("G"), whole.substr(0, 30), whole + "GET /fi",
                                  "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"posi"s}) {
    REQUIRE(halves.emplace_back(server.port()).send(half));
  }
  CHECK(halves[2].receive().body == "/whole");
  HttpConnection idle(server.port());
  CHECK(idle.get("/idle").body == "/idle");
  for (HttpConnection& half : halves) {
    CHECK(half.receive().status == 408);
    CHECK(half.is_closed_within(10s));
  }
  // The server closes the connection without an answer, since there is no request to refuse.
  CHECK(idle.receive_until_closed(10s).empty());
  // Single bytes that arrive now and then do not extend the time limit of a request.
  const HttpConnection dripping(server.port());
  REQUIRE(dripping.send("GET / HTTP/1.1\r\nX: "));
  CHECK(becomes_true([&] {
    static_cast<void>(dripping.send("a"));
    return dripping.is_closed_within(50ms);
  }));
  CHECK(HttpConnection(server.port()).get("/still").body == "/still");
}

TEST_CASE("requests that only begin to arrive make room for others", "[serve]") {
  const ServerInThread server({.max_connections = 8});
  std::deque<HttpConnection> begun;
  for (int i = 0; i < 3 * 8; ++i) {
    REQUIRE(begun.emplace_back(server.port()).send("GET /half HTTP/1.1\r\nX: "));
    if (i % 4 == 3) CHECK(HttpConnection(server.port()).get("/whole").body == "/whole");
  }
  CHECK(begun.front().is_closed_within(5s));
}

TEST_CASE("answers that nobody reads make room for others", "[serve]") {
  constexpr std::size_t kMost = 4;  // connections
  ServerInThread server({.max_connections = kMost});
  std::deque<HttpConnection> unread;
  for (std::size_t i = 0; i < kMost; ++i) {
    const std::string path = fmt::format("/large/{}", i);
    REQUIRE(unread.emplace_back(server.port()).send(asking_for(path)));
    REQUIRE(becomes_true([&] { return server.echo().has_arrived(path); }));
  }
  // A client that has connected keeps its place when another client comes.
  HttpConnection first(server.port());
  CHECK(unread.front().is_closed_within(20s));
  CHECK(HttpConnection(server.port()).get("/second").body == "/second");
  CHECK(first.get("/first").body == "/first");
  CHECK_FALSE(unread.back().is_closed_within(50ms));
}

TEST_CASE("refused clients that do not close their connections make room for others", "[serve]") {
  const ServerInThread server({.max_connections = 4});
  std::deque<HttpConnection> refused;
  for (int i = 0; i < 2 * 4; ++i) {
    REQUIRE(refused.emplace_back(server.port()).send(kTooLong));
    CHECK(refused.back().receive().status == 413);
  }
  CHECK(HttpConnection(server.port()).get("/x").body == "/x");
}

TEST_CASE("a refused client that goes on sending at full speed is cut off", "[serve]") {
  const ServerInThread server({});
  std::deque<HttpConnection> refused;
  for (int i = 0; i < 6; ++i) {
    REQUIRE(refused.emplace_back(server.port()).send(kTooLong));
    CHECK(refused.back().receive().status == 413);
  }
  // The server reads for two seconds what comes after a refusal. These connections are never empty when this time ends.
  const std::string block(std::size_t{64} << 10, 'x');
  const auto end = std::chrono::steady_clock::now() + 2400ms;
  while (std::chrono::steady_clock::now() < end) {
    for (const HttpConnection& connection : refused) static_cast<void>(connection.send(block));
  }
  // The server has ended its own sending, so only a failure to send tells that the connection is closed.
  for (const HttpConnection& connection : refused) CHECK(becomes_true([&] { return !connection.send("x"); }));
}

TEST_CASE("the server gives up the request of a client that has left, begun or not", "[serve]") {
  ServerInThread server({.max_slow_waiting = 4});  // requests; at most two of them may be from one client
  std::optional<HttpConnection> first(std::in_place, server.port());
  REQUIRE(first->send(asking_for("/slow/1")));
  REQUIRE(server.begins(1));
  std::optional<HttpConnection> second(std::in_place, server.port());
  // The second client sends another request without waiting for an answer, and leaves.
  REQUIRE(second->send(asking_for("/slow/2") + asking_for("/more")));
  REQUIRE(server.takes("/slow/2"));
  CHECK(HttpConnection(server.port()).get("/slow/3").status == 503);
  second.reset();
  // The second client has left, so the place of its request is free again, although the first client's request is still
  // being answered.
  std::optional<HttpConnection> third;
  REQUIRE(becomes_true([&] {
    REQUIRE(third.emplace(server.port()).send(asking_for("/slow/3")));
    // The server's only thread for connections queues or refuses this request before it answers the next.
    return HttpConnection(server.port()).get("/later").status == 200 && third->receive(200ms).status == 0;
  }));
  CHECK(server.echo().begun().size() == 1);
  first.reset();
  REQUIRE(server.begins(2));
  server.echo().release();
  CHECK(third->receive().body == "/slow/3");
  CHECK(server.echo().begun() == std::vector<std::string>{"/slow/1", "/slow/3"});
}

TEST_CASE("an answer that takes too long is given up", "[serve]") {
  const ServerInThread server({.slow_seconds = 1});
  HttpConnection connection(server.port());
  REQUIRE(connection.send(asking_for("/slow")));
  const HttpAnswer answer = connection.receive();
  CHECK(answer.status == 503);
  CHECK(contains(answer.body, "no answer within 1 seconds"));
  CHECK(connection.get("/next").body == "/next");
}

TEST_CASE("one client fills half of the slow lane, and another client's request precedes the rest", "[serve]") {
  // Clients of IPv4 are told apart even if the server listens on an address of IPv6.
  std::vector<std::string> addresses{"127.0.0.1"};
  if (std::filesystem::exists("/proc/net/if_inet6")) addresses.push_back("::");
  for (const std::string& address : addresses) {
    CAPTURE(address);
    ServerInThread server({.address = address, .max_slow_waiting = 6});
    std::deque<HttpConnection> greedy;
    for (int i = 1; i <= 3; ++i) {
      REQUIRE(greedy.emplace_back(server.port()).send(asking_for(fmt::format("/slow/greedy/{}", i))));
      if (i == 1) REQUIRE(server.begins(1));
      REQUIRE(server.takes(fmt::format("/slow/greedy/{}", i)));
    }
    CHECK(HttpConnection(server.port()).get("/slow/greedy/4").status == 503);
    HttpConnection other(server.port(), "127.0.0.2");
    REQUIRE(other.send(asking_for("/slow/other")));
    REQUIRE(server.takes("/slow/other"));
    server.echo().release();
    CHECK(other.receive().body == "/slow/other");
    for (HttpConnection& connection : greedy) CHECK(connection.receive().status == 200);
    CHECK(server.echo().begun() ==
          std::vector<std::string>{"/slow/greedy/1", "/slow/other", "/slow/greedy/2", "/slow/greedy/3"});
  }
}

TEST_CASE("only requests to the server's own names are answered, whatever address it listens on", "[serve]") {
  uisge::explorer::ServerOptions options;
  options.allow_hosts = {"uisge.example.org"};
  const ServerInThread local(options);
  options.address = "0.0.0.0";
  const ServerInThread open(options);
  // Nobody can make an IP address lead to another machine, as the owner of a name can (DNS rebinding). So a server that
  // listens on all addresses accepts a request whose Host is an IP address.
  for (const auto& [hosts, local_status, open_status] :
       {std::tuple("localhost LOCALHOST:8642 127.0.0.1:1 [::1] [::1]:8642 uisge.example.org Uisge.Example.org:443", 200,
                   200),
        {"192.0.2.1 192.0.2.7:8642 [2001:db8::1] [::2]:80", 403, 200},
        {"example.org example.org:8642 evil.uisge.example.org localhost.example.org localhost@example.org x "
         "[::1].evil.com [::1 localhost:evil localhost: :80 127.0.0.1.evil.com",
         403, 403}}) {
    for (const std::string& host : words_of(hosts)) {
      CAPTURE(host);
      CHECK(status_with(local, "Host: " + host + "\r\n") == local_status);
      CHECK(status_with(open, "Host: " + host + "\r\n") == open_status);
    }
  }
  CHECK(status_with(local, "Host: localhost\r\nHost: example.org\r\n") == 400);
  CHECK(status_with(local, "Host: example.org\r\nHost: localhost\r\n") == 400);
  // If the target of a request is a whole address, that address names the host, and the Host header does not.
  const std::string good = "Host: localhost\r\n";
  CHECK(status_with(local, good, "http://localhost/x") == 200);
  CHECK(status_with(local, "Host: example.org\r\n", "HTTP://Localhost:8642/x") == 200);
  CHECK(status_with(local, good, "http://example.org/x") == 403);
  HttpConnection whole(local.port());
  CHECK(whole.get("http://127.0.0.1/path?x=1").body == "/path");
  CHECK(whole.get("http://127.0.0.1").body == "/");
}

TEST_CASE("a server on a localhost address of IPv6 answers requests to it, however it is written", "[serve]") {
  if (is_skipped(!std::filesystem::exists("/proc/net/if_inet6"), "the system has no IPv6")) return;
  const ServerInThread server({.address = "::ffff:127.0.0.1"});
  for (const std::string& host : words_of("[::ffff:127.0.0.1] [::ffff:127.0.0.1]:8642 [::FFFF:7f00:1]:8642")) {
    CAPTURE(host);
    CHECK(status_with(server, "Host: " + host + "\r\n") == 200);
  }
  for (const std::string& host : words_of("[::ffff:127.0.0.2] [::2]:80 192.0.2.1 example.org")) {
    CAPTURE(host);
    CHECK(status_with(server, "Host: " + host + "\r\n") == 403);
  }
}

TEST_CASE("only known encodings of bodies are accepted, and a client that waits for 100 Continue gets it", "[serve]") {
  const ServerInThread server({});
  const std::string begin = "Host: localhost\r\n";
  for (const char* const coding : {"xchunked", "identity", "gzip, chunked", "chunked, chunked"}) {
    CAPTURE(coding);
    CHECK(status_with(server, fmt::format("{}Transfer-Encoding: {}\r\n", begin, coding)) == 400);
  }
  HttpConnection waiting(server.port());
  REQUIRE(waiting.send(
      "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-Continue\r\nConnection: close\r\n\r\n"));
  std::string all;
  REQUIRE(becomes_true([&] { return (all += waiting.receive_until_closed(5ms)).ends_with("Continue\r\n\r\n"); }));
  REQUIRE(waiting.send("body"));
  all += waiting.receive_until_closed();
  CHECK(all.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"));
  CHECK(status_with(server, begin + "Expect: miracles\r\n") == 417);
}

TEST_CASE("requests of pages from other origins are refused unless the origin is allowed", "[serve]") {
  uisge::explorer::ServerOptions options;
  const ServerInThread closed(options);
  options.allow_origins = {"https://a.example", "http://127.0.0.1:3000"};
  options.allow_hosts = {"uisge.example.org"};
  ServerInThread open(options);
  open.echo().release();
  const std::string host = "Host: localhost:8642\r\n";
  for (const auto& [origins, closed_status, open_status] :
       {std::tuple("http://localhost:8642 https://LOCALHOST:8642", 200, 200),
        {"https://uisge.example.org https://a.example http://127.0.0.1:3000", 403, 200},
        {"http://a.example http://localhost:1 null", 403, 403}}) {
    for (const std::string& origin : words_of(origins)) {
      CAPTURE(origin);
      CHECK(status_with(closed, host + "Origin: " + origin + "\r\n") == closed_status);
      CHECK(status_with(open, host + "Origin: " + origin + "\r\n") == open_status);
    }
  }
  // A page of another origin may show our pictures, which its scripts cannot read. It must not start a search.
  CHECK(status_with(closed, host + "Sec-Fetch-Site: cross-site\r\n") == 200);
  CHECK(status_with(open, host + "Sec-Fetch-Site: cross-site\r\n") == 200);
  CHECK(status_with(open, host + "Sec-Fetch-Site: cross-site\r\n", "/slow") == 403);
  CHECK(status_with(open, host + "Sec-Fetch-Site: same-site\r\n", "/slow") == 403);
  CHECK(status_with(open, host + "Sec-Fetch-Site: same-origin\r\n", "/slow") == 200);
  CHECK(status_with(open, host + "Sec-Fetch-Site: none\r\n", "/slow") == 200);
  CHECK(status_with(open, host + "Sec-Fetch-Site: cross-site\r\nOrigin: https://a.example\r\n", "/slow") == 200);

  // Sends a preflight request, by which a browser asks for permission, and returns the answer.
  const auto preflight = [&](const ServerInThread& server, const std::string& origin) {
    HttpConnection connection(server.port());
    REQUIRE(
        connection.send(fmt::format("OPTIONS /x HTTP/1.1\r\n{}Origin: {}\r\nConnection: close\r\n"
                                    "Access-Control-Request-Method: POST\r\n\r\n",
                                    host, origin)));
    return connection.receive_until_closed();
  };
  const std::string granted = preflight(open, "https://a.example");
  CHECK(granted.starts_with("HTTP/1.1 204 "));
  for (const char* field : {"Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Methods: GET, POST",
                            "Access-Control-Allow-Headers: Content-Type", "Vary: Origin"}) {
    CHECK(contains(granted, std::string(field) + "\r\n"));
  }
  CHECK(preflight(open, "https://b.example").starts_with("HTTP/1.1 403 "));
  CHECK(preflight(closed, "https://a.example").starts_with("HTTP/1.1 403 "));
  CHECK(!contains(HttpConnection(closed.port()).get("/x").header, "Access-Control"));
}
