// Paths that `uisge serve` does not have, and methods that a path does not take.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::answers;

TEST_CASE("paths that are none and methods that are others are told", "[serve][answers]") {
  const RunningServer server({"serve", "--search", "0"});
  for (const char* path : {"/nothing", "/api", "/api/", "/api/nothing", "/api/files/", "/API/files", "//api/files",
                           "/index", "/favicon"}) {
    CAPTURE(path);
    CHECK_FALSE(error_in(server.get(path), 404).empty());
  }
  const std::vector<std::pair<const char*, const char*>> routes{
      {"/", "GET"},           {"/api/files", "GET"}, {"/api/position", "GET"},  {"/api/positions", "POST"},
      {"/api/rules", "GET"},  {"/api/move", "GET"},  {"/api/annotate", "POST"}, {"/api/statistics", "GET"},
      {"/api/picture", "GET"}};
  for (const auto& [path, allowed] : routes) {
    for (const char* method : {"GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"}) {
      if (method == std::string(allowed)) continue;
      CAPTURE(path, method);
      HttpConnection connection(server.port());
      REQUIRE(connection.send(
          fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{{}}", method, path)));
      const HttpAnswer answer = connection.receive();
      CHECK_FALSE(error_in(answer, 405).empty());
      CHECK(answer.header.find(fmt::format("Allow: {}\r\n", allowed)) != std::string::npos);
      CHECK(connection.get("/api/files").status == 200);  // the connection stays open
    }
  }
}
