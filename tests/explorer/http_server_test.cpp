// The HTTP server by itself, with bounds so tight that no test has to wait long for them.
#include "explorer/http_server.h"

#include <catch2/catch.hpp>
#include <thread>

#include "tests/explorer/http_client.h"

using namespace uisge::test;

namespace {

class Echo : public uisge::explorer::RequestHandler {
 public:
  bool is_slow(const uisge::explorer::HttpRequest&) const override { return false; }
  uisge::explorer::HttpResponse answer(const uisge::explorer::HttpRequest& request) override {
    return {200, "text/plain", request.path};
  }
};

// Runs until it is destroyed.
class ServerInThread {
 public:
  explicit ServerInThread(const uisge::explorer::ServerOptions& options) {
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

 private:
  Echo echo_;
  std::unique_ptr<uisge::explorer::HttpServer> server_;
  int port_ = 0;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace

TEST_CASE("half a request is refused when its time is over, and an idle connection closed", "[serve]") {
  uisge::explorer::ServerOptions options;
  options.request_seconds = 1;
  options.idle_seconds = 1;
  const ServerInThread server(options);
  HttpConnection half(server.port());
  REQUIRE(half.send("GET /half HTTP/1.1\r\nHost: localhost\r\n"));
  HttpConnection idle(server.port());
  CHECK(idle.get("/idle").body == "/idle");
  CHECK(half.receive().status == 408);
  CHECK(half.is_closed_within(std::chrono::seconds(10)));
  // Without a word: there is no request to refuse.
  CHECK(idle.receive_until_closed(std::chrono::seconds(10)).empty());
  CHECK(HttpConnection(server.port()).get("/still").body == "/still");
}
