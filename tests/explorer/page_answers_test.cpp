// What `uisge serve` gives a browser: the page, which loads nothing from other hosts, and pictures of positions.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/cli/run_program.h"
#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::answers;
using oracle::Stuck;

TEST_CASE("the server draws what query draws", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kPasses, true}, {3, 3, 2, Stuck::kLoses, false}});
  const TemporaryDirectory directory;
  const std::string drawn = directory.file("drawn.svg");
  for (const OracleGame& solved : served.oracles()) {
    const oracle::Game& game = solved.game();
    for (const oracle::Position& position : solved.every(solved.universe().size() / 4)) {
      const std::string text = oracle::print(position);
      CAPTURE(text);
      REQUIRE(run_uisge(with_rules({"query", served.path(game), text, "--svg", drawn}, game)).exit_code == 0);
      const HttpAnswer answer = served.server().get(asking("/api/picture", game, position));
      CHECK(answer.status == 200);
      CHECK(answer.body == text_of_file(drawn));
      CHECK(answer.header.find("Content-Type: image/svg+xml\r\n") != std::string::npos);
      CHECK(answer.header.find("Content-Security-Policy: default-src 'none'") != std::string::npos);
    }
  }
  CHECK(error_in(served.server().get("/api/picture?position=b"), 400).find("position") != std::string::npos);
}

TEST_CASE("the page is there, and may load nothing from elsewhere", "[serve][answers]") {
  const RunningServer server({"serve", "--search", "0"});
  const HttpAnswer page = server.get("/");
  CHECK(page.status == 200);
  CHECK(page.header.find("Content-Type: text/html; charset=utf-8\r\n") != std::string::npos);
  CHECK(page.header.find("Content-Security-Policy: default-src 'self';") != std::string::npos);
  CHECK(page.header.find("unsafe") == std::string::npos);
  CHECK(page.header.find("X-Content-Type-Options: nosniff\r\n") != std::string::npos);
  CHECK(page.body.starts_with("<!doctype html>"));
  CHECK(server.get("/?position=start#here").body == page.body);
  // HEAD gets the same header and no body.
  for (const char* target : {"/", "/api/files", "/nothing"}) {
    CAPTURE(target);
    HttpConnection connection(server.port());
    REQUIRE(connection.send(fmt::format(
        "HEAD {} HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        target, target)));
    const std::string header = server.get(target).header;
    const std::string both = connection.receive_until_closed();
    REQUIRE(both.starts_with(header));
    CHECK(both.substr(header.size()).find("Connection: close\r\n") != std::string::npos);
    CHECK(both.ends_with("\r\n\r\n"));
    CHECK(both.find("\r\n\r\n", header.size()) == both.size() - 4);
  }
}
