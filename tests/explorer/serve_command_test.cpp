// `uisge serve` as a program: what its options do, how it begins and ends.
#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>

#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"
#include "tests/explorer/http_client.h"

using namespace uisge::test;

namespace {

// Written by hand, docs/rules.md.
const std::string kStart33 = "3/bb1/1ww w";
const std::string kStart43 = "4/bb2/1ww1 w";

}  // namespace

TEST_CASE("serve ends within a second of a signal, whatever it is doing", "[serve]") {
  for (const int signal : {SIGINT, SIGTERM}) {
    RunningServer server({"serve", "--search", "40", "--time", "60", "--memory", "64M", "--threads", "2"});
    HttpConnection searching(server.port());
    // The real start: a minute of search.
    REQUIRE(searching.send("GET /api/position HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    HttpConnection idle(server.port());
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const auto begin = std::chrono::steady_clock::now();
    server.program().send(signal);
    const ProgramRun run = server.program().wait();
    CHECK(run.exit_code == 0);
    CHECK(run.err.empty());
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));  // on a busy machine
  }
}

TEST_CASE("serve searches what no file holds, or refuses it", "[serve]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("3x3-2-loses.uisge");
  REQUIRE(run_uisge({"solve", "--board", "3x3", "--pieces", "2", "--out", file}).exit_code == 0);
  const std::string other = "/api/position?position=" + encoded(kStart43);
  const RunningServer searches({"serve", file, "--search", "6", "--time", "1", "--memory", "16M"});
  CHECK(searches.get_json("/api/position?position=" + encoded(kStart33))["source"] == "file");
  const auto searched = searches.get_json(other);
  CHECK(searched["source"] == "search");
  CHECK(searched["searched_plies"] == 6);
  CHECK(searches.get_json("/api/files")["search"]["plies"] == 6);
  const RunningServer refuses({"serve", file, "--search", "0"});
  CHECK(refuses.get(other).status == 404);
  CHECK(refuses.get_json("/api/files")["search"].is_null());
}

TEST_CASE("serve takes folders, and passes over what is none of ours", "[serve]") {
  const TemporaryDirectory directory;
  for (const char* stuck : {"loses", "wins"}) {
    REQUIRE(run_uisge({"solve", "--board", "3x3", "--pieces", "2", "--stuck", stuck, "--out",
                       directory.file(std::string("3x3-2-") + stuck + ".uisge")})
                .exit_code == 0);
  }
  std::ofstream(directory.file("letter.uisge")) << "Dear Ann,\n";
  const RunningServer server({"serve", directory.path()});
  const auto files = server.get_json("/api/files")["files"];
  REQUIRE(files.size() == 2);
  CHECK(files[0]["file"] == "3x3-2-loses.uisge");
  CHECK(files[1]["stuck"] == "wins");
  CHECK(files[1]["start"] == kStart33);
  // A file that is named has to be one of ours.
  const ProgramRun refused = run_uisge({"serve", directory.file("letter.uisge")});
  CHECK(refused.exit_code == 3);
  CHECK(is_one_error_line(refused.err));
}

TEST_CASE("answers are for the server's own pages unless others are let in", "[serve]") {
  const RunningServer closed({"serve"});
  CHECK(closed.get("/api/files").header.find("Access-Control") == std::string::npos);
  const RunningServer open({"serve", "--allow-origin", "https://example.org"});
  CHECK(open.get("/api/files").header.find("Access-Control-Allow-Origin: https://example.org\r\n") !=
        std::string::npos);
}

TEST_CASE("serve tells what is wrong with the address", "[serve][bad]") {
  for (const auto& [address, exit_code] :
       {std::pair("nowhere", 2), std::pair("127.0.0.1:x", 2), std::pair("127.0.0.1:65536", 2), std::pair("[::1", 2),
        std::pair("", 2), std::pair("127.0.0.1:", 2), std::pair("192.0.2.1:0", 4)}) {
    const ProgramRun run = run_uisge({"serve", "--listen", address, "--for", "1"});
    CAPTURE(address, run.err);
    CHECK(run.exit_code == exit_code);
    CHECK(is_one_error_line(run.err));
  }
  const RunningServer first({"serve"});
  const ProgramRun second = run_uisge({"serve", "--listen", std::to_string(first.port()), "--for", "1"});
  CHECK(second.exit_code == 4);
  CHECK(second.err.find("Address already in use") != std::string::npos);
}

TEST_CASE("the browser is opened if that is asked for", "[serve]") {
  const TemporaryDirectory directory;
  const std::string browser = directory.file("xdg-open");
  std::ofstream(browser) << "#!/bin/sh\necho \"$1\" > " << directory.file("opened") << "\n";
  std::filesystem::permissions(browser, std::filesystem::perms::owner_all);
  const ProgramRun run =
      run_uisge({"serve", "--listen", "127.0.0.1:0", "--open", "--for", "1"},
                {.input = {}, .environment = {"PATH=" + directory.path() + ":/bin:/usr/bin"}, .out_path = {}});
  CHECK(run.exit_code == 0);
  std::string url;
  REQUIRE(becomes_true([&] { return (url = text_of_file(directory.file("opened"))).ends_with('\n'); }));
  CHECK(run.out.find(url.substr(0, url.size() - 1)) != std::string::npos);
}
