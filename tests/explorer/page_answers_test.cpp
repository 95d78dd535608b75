// Tests what `uisge serve` gives a browser: the page (which loads nothing from other hosts), the documents to which the
// page links, and pictures of positions.
#include <fmt/format.h>

#include <boost/beast/zlib/inflate_stream.hpp>

#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::answers;
using oracle::Stuck;

namespace {

// Sends a request for the page's style sheet, with `header` as further lines of the request. Returns the header and the
// body of the answer.
std::string style_sheet(const RunningServer& server, const std::string& header) {
  HttpConnection connection(server.port());
  REQUIRE(connection.send("GET /style.css HTTP/1.1\r\nHost: localhost\r\n" + header + "Connection: close\r\n\r\n"));
  return connection.receive_until_closed();
}

// REQUIRES: `gzip` begins with a header of ten bytes.
std::string unpacked(const std::string& gzip, std::size_t bytes) {
  namespace zlib = boost::beast::zlib;
  std::string text(bytes + 1, '\0');
  zlib::z_params state;
  state.next_in = gzip.data() + 10;
  state.avail_in = gzip.size() - 10;
  state.next_out = text.data();
  state.avail_out = text.size();
  boost::system::error_code error;
  zlib::inflate_stream stream;
  stream.write(state, zlib::Flush::finish, error);
  CHECK(error == zlib::error::end_of_stream);
  text.resize(state.total_out);
  return text;
}

}  // namespace

TEST_CASE("the page is sent compressed to clients that accept that", "[serve][answers]") {
  const RunningServer server({"serve", "--search", "0"});
  const std::string plain = server.get("/style.css").body;
  for (const char* header : {"", "Accept-Encoding: br\r\n", "Accept-Encoding: gzip;q=0, br\r\n",
                             "Accept-Encoding: gzipped\r\n", "Accept-Encoding: x-gzip, gzip;q=0.00\r\n"}) {
    CAPTURE(header);
    const std::string answer = style_sheet(server, header);
    CHECK(!contains(answer, "Content-Encoding"));
    CHECK(answer.ends_with(plain));
  }
  for (const char* header : {"Accept-Encoding: gzip\r\n", "Accept-Encoding: br;q=1.0 , gzip;q=0.5\r\n"}) {
    CAPTURE(header);
    const std::string answer = style_sheet(server, header);
    CHECK(answer.find("Content-Encoding: gzip\r\n") < answer.find("\r\n\r\n"));
    CHECK(answer.find("Vary: Accept-Encoding\r\n") < answer.find("\r\n\r\n"));
    const std::string body = answer.substr(answer.find("\r\n\r\n") + 4);
    REQUIRE(body.size() > 20);
    CHECK(body.size() < plain.size() / 2);
    CHECK(unpacked(body, plain.size()) == plain);
  }
}

TEST_CASE("the server has the documents to which its page links", "[serve][answers]") {
  const RunningServer server({"serve", "--search", "0"});
  const std::string page = server.get("/").body;
  for (const std::string name : {"docs/rules.md", "docs/explorer.md", "LICENSE", "CHANGELOG.md"}) {
    CAPTURE(name);
    const std::string last_part = name.substr(name.find('/') + 1);
    CHECK(contains(page, "href=\"#document=" + last_part + "\""));
    const HttpAnswer document = server.get("/" + last_part);
    CHECK(document.status == 200);
    CHECK(contains(document.header, "Content-Type: text/plain; charset=utf-8\r\n"));
    CHECK(document.body == text_of_file(UISGE_SOURCE "/" + name));
  }
}

TEST_CASE("the server draws what query draws", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kPasses, true}, {3, 3, 2, Stuck::kLoses, false}});
  const TemporaryDirectory directory;
  const std::string drawn = directory.file("drawn.svg");
  for (const OracleGame& solved : served.oracles()) {
    const oracle::Game& game = solved.game();
    for (const oracle::Position& position : solved.every(solved.universe().size() / 4)) {
      const std::string text = oracle::print(position);
      CAPTURE(text);
      run_well(with_rules({"query", served.path(game), text, "--svg", drawn}, game));
      const HttpAnswer answer = served.server().get(asking("/api/picture", game, position));
      CHECK(answer.status == 200);
      CHECK(answer.body == text_of_file(drawn));
      CHECK(contains(answer.header, "Content-Type: image/svg+xml\r\n"));
      CHECK(contains(answer.header, "Content-Security-Policy: default-src 'none'"));
    }
  }
  CHECK(contains(error_text(served.server().get("/api/picture?position=b"), 400), "position"));
}

TEST_CASE("the page is served, and may load nothing from other hosts", "[serve][answers]") {
  const RunningServer server({"serve", "--search", "0"});
  const HttpAnswer page = server.get("/");
  CHECK(page.status == 200);
  CHECK(contains(page.header, "Content-Type: text/html; charset=utf-8\r\n"));
  CHECK(contains(page.header, "Content-Security-Policy: default-src 'self';"));
  CHECK(!contains(page.header, "unsafe"));
  CHECK(contains(page.header, "X-Content-Type-Options: nosniff\r\n"));
  CHECK(page.body.starts_with("<!doctype html>"));
  CHECK(server.get("/?position=start#here").body == page.body);
  // A HEAD request gets the header of the GET request, and no body.
  for (const char* target : {"/", "/api/files", "/nothing"}) {
    CAPTURE(target);
    HttpConnection connection(server.port());
    REQUIRE(connection.send(fmt::format(
        "HEAD {} HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        target, target)));
    const std::string header = server.get(target).header;
    const std::string both = connection.receive_until_closed();
    REQUIRE(both.starts_with(header));
    CHECK(contains(both.substr(header.size()), "Connection: close\r\n"));
    CHECK(both.ends_with("\r\n\r\n"));
    CHECK(both.find("\r\n\r\n", header.size()) == both.size() - 4);
  }
}
