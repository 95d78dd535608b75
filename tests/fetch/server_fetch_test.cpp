// Tests `uisge fetch` with servers that break off, lie, fall silent or redirect elsewhere.
#include <fmt/format.h>

#include "solver/fetch/fetch.h"
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"
#include "tests/fetch/file_server.h"
#include "tests/fetch/published_files.h"

using namespace uisge::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

using Files = std::map<std::string, std::string>;
constexpr std::size_t kBytes = 300'000;  // the size of the published file a.uisge

// One published file, and an empty folder to fetch into.
class Fetched {
 public:
  const Files& files() const { return files_; }
  const std::string& whole() const { return files_.at("/a.uisge"); }
  std::string file(const std::string& name) const { return folder_.file(name); }
  const std::string& folder() const { return folder_.path(); }
  std::string part() const { return text_of_file(file("a.uisge.part")); }
  bool has_all() const { return text_of_file(file("a.uisge")) == whole() && !fs::exists(file("a.uisge.part")); }
  std::vector<std::string> command(const FileServer& server) const {
    return {"fetch", server.url(), "--out", folder_.path()};
  }
  void put_part(std::size_t bytes) const {
    std::ofstream(file("a.uisge.part"), std::ios::binary) << whole().substr(0, bytes);
  }

 private:
  Files files_ = published({"a.uisge"});
  TemporaryDirectory folder_;
};

// The tests connect to this machine directly, even if the system has a proxy.
const RunOptions kNoProxy{.environment = {"no_proxy=127.0.0.1", "NO_PROXY=127.0.0.1"}};

// A server that sends the correct index; `reply` answers requests for other files.
auto with_index(const Files& files, std::function<FileReply(const FileRequest&)> reply) {
  return [&files, reply](const FileRequest& request) {
    return request.target == "/index.json" ? good_reply(files, request) : reply(request);
  };
}

auto good_server(const Files& files) {
  return [&files](const FileRequest& request) { return good_reply(files, request); };
}

// The good reply, cut off after the first bytes of its body.
FileReply cut_reply(const Files& files, const FileRequest& request, std::size_t body_bytes) {
  FileReply reply = good_reply(files, request);
  const std::size_t end = reply.bytes.find("\r\n\r\n") + 4 + body_bytes;
  if (end < reply.bytes.size()) reply.bytes.resize(end);
  return reply;
}

std::vector<std::uint64_t> asked_from(const FileServer& server) {
  std::vector<std::uint64_t> bytes;
  for (const FileRequest& request : server.requests()) bytes.push_back(request.from_byte.value_or(0));
  return bytes;
}

json report_of(const Fetched& fetched, const FileServer& server) {
  return json::parse(run_well(joined(fetched.command(server), {"--json"}), kNoProxy).out);
}

}  // namespace

TEST_CASE("a good server is asked only for what is missing", "[fetch][http]") {
  const Files files = published({"a.uisge", "b.uisge"});
  const FileServer server(good_server(files));
  const TemporaryDirectory folder;
  const auto fetch_all = [&] {
    run_well({"fetch", server.url() + "/", "--out", folder.path()}, kNoProxy);
    CHECK(text_of_file(folder.file("a.uisge")) == files.at("/a.uisge"));
    CHECK(text_of_file(folder.file("b.uisge")) == files.at("/b.uisge"));
    return server.requests().size();
  };
  CHECK((fetch_all() == 2 && fetch_all() == 2));
  fs::remove(folder.file("b.uisge"));
  CHECK(fetch_all() == 3);
  CHECK(server.requests().back().target == "/b.uisge");
}

TEST_CASE("a file that appears while other files are fetched is left as it is", "[fetch][http][bad]") {
  const Files files = published({"a.uisge", "b.uisge"});
  const TemporaryDirectory folder;
  const std::string other = like_a_database(1000, 7);
  const FileServer server([&](const FileRequest& request) {
    if (request.target == "/a.uisge") write_files(folder.path(), {{"/b.uisge", other}});
    return good_reply(files, request);
  });
  check_refused({"fetch", server.url(), "--out", folder.path()}, 4,
                "/b.uisge: this file has appeared meanwhile and is not overwritten", kNoProxy);
  CHECK(text_of_file(folder.file("a.uisge")) == files.at("/a.uisge"));
  CHECK(text_of_file(folder.file("b.uisge")) == other);
  CHECK_FALSE(fs::exists(folder.file("b.uisge.part")));
}

TEST_CASE("a transfer that breaks off goes on, in the same run or in the next one", "[fetch][http]") {
  const Fetched fetched;
  const FileServer cutting(with_index(
      fetched.files(), [&](const FileRequest& request) { return cut_reply(fetched.files(), request, 100'000); }));
  CHECK(report_of(fetched, cutting)["received"] == kBytes);
  CHECK(asked_from(cutting) == std::vector<std::uint64_t>{0, 100'000, 200'000});
  CHECK(fetched.has_all());
  fs::remove(fetched.file("a.uisge"));

  // The second and later answers are empty.
  const FileServer failing(with_index(fetched.files(), [&](const FileRequest& request) {
    return request.from_byte ? FileReply{} : cut_reply(fetched.files(), request, 100'000);
  }));
  const std::string line = check_refused(fetched.command(failing), 4, "", kNoProxy);
  CHECK(contains(line, "/a.uisge: "));
  CHECK(contains(line, "; the same command goes on after 100000 bytes"));
  CHECK(fetched.part() == fetched.whole().substr(0, 100'000));
  CHECK_FALSE(fs::exists(fetched.file("a.uisge")));

  const FileServer good(good_server(fetched.files()));
  CHECK(report_of(fetched, good)["received"] == kBytes - 100'000);
  CHECK(asked_from(good) == std::vector<std::uint64_t>{100'000});
  CHECK(fetched.has_all());

  // A server that breaks off every answer after a few bytes is asked only a few times.
  fs::remove(fetched.file("a.uisge"));
  const FileServer stingy(
      with_index(fetched.files(), [&](const FileRequest& request) { return cut_reply(fetched.files(), request, 10); }));
  check_refused(fetched.command(stingy), 4, "the same command goes on after 50 bytes", kNoProxy);
  CHECK(stingy.requests().size() == 5);
}

TEST_CASE("a server that ignores the asked range sends the file from its beginning", "[fetch][http]") {
  const Fetched fetched;
  fetched.put_part(100'000);
  const FileServer server([&](FileRequest request) {
    request.from_byte.reset();
    return good_reply(fetched.files(), request);
  });
  CHECK(report_of(fetched, server)["received"] == kBytes - 100'000);
  CHECK(fetched.has_all());
}

TEST_CASE("a server that lies is refused in one line, and no file appears", "[fetch][http][bad]") {
  struct Lie {
    std::string words;
    int exit_code;
    std::function<FileReply(const Fetched&, const FileRequest&)> reply;
    std::size_t begun = 0;  // bytes of the correct partial file before the fetch
    std::size_t kept = 0;   // bytes of the partial file after the fetch
  };
  const auto partly = [](std::size_t from, const std::string& range) {
    return [from, range](const Fetched& fetched, const FileRequest&) {
      const std::string body = fetched.whole().substr(from);
      return FileReply{http_header("206 Partial Content", body.size(), range) + body};
    };
  };
  const auto says = [](const std::string& bytes) {
    return [bytes](const Fetched&, const FileRequest&) { return FileReply{bytes}; };
  };
  const auto sends = [](const std::function<std::string(std::string)>& change) {
    return [change](const Fetched& fetched, const FileRequest&) {
      const std::string body = change(fetched.whole());
      return FileReply{http_header("200 OK", body.size()) + body};
    };
  };
  const auto redirects = [](const std::string& where) {
    return [where](const Fetched&, const FileRequest&) {
      return FileReply{http_header("302 Found", 0, "Location: " + where + "\r\n")};
    };
  };
  const std::string other_part = "the server sends another part of the file than byte ";
  std::string headers = "HTTP/1.1 200 OK\r\n";
  while (headers.size() < 1'000'000) headers += "Set-Cookie: a=" + std::string(1000, 'a') + "\r\n";
  const std::vector<Lie> lies{
      {other_part, 3, partly(50'000, "Content-Range: bytes 50000-299999/300000\r\n"), 100'000, 100'000},
      {other_part, 3, partly(100'000, ""), 100'000, 100'000},
      {other_part, 3, partly(100'000, "Content-Range: bytes */300000\r\n"), 100'000, 100'000},
      {other_part, 3, partly(100'000, "Content-Range: bytes 100000\r\n"), 100'000, 100'000},
      {other_part, 3, partly(100'000, "Content-Range: bytes -100000\r\n"), 100'000, 100'000},
      {other_part, 3, partly(100'000, "Content-Range: bytes 99999999999999999999-\r\n"), 100'000, 100'000},
      {other_part, 3, partly(100'000, "Content-Range: bytes 100000-299999/300000\r\n")},
      {"has more than the 300000 bytes", 3, partly(99'000, "Content-Range: bytes 100000-299999/300000\r\n"), 100'000},
      {"has more than the 300000 bytes", 3, sends([](std::string body) { return body + "x"; })},
      {"has more than the 300000 bytes", 3,
       [](const Fetched& fetched, const FileRequest&) {
         return FileReply{"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + fetched.whole() + fetched.whole()};
       }},
      {"what came is removed", 3, sends([](const std::string& body) { return changed_at(200'000, body); })},
      {"ends after 200000 of the 300000 bytes", 3, sends([](std::string body) { return body.substr(0, 200'000); }), 0,
       200'000},
      {"ends after 200000 of the 300000 bytes", 3,
       [](const Fetched& fetched, const FileRequest&) {
         return FileReply{"HTTP/1.0 200 OK\r\n\r\n" + fetched.whole().substr(0, 200'000)};
       },
       0, 200'000},
      {"ends after 100000 of the 300000 bytes", 3, sends([](std::string body) { return body.substr(0, 50'000); }),
       100'000, 100'000},
      {"the server says 204", 3, says("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")},
      {"ends after 0 of the 300000 bytes", 3, says(http_header("200 OK", 0))},
      {"the first bytes are not those of a database", 3, sends([](const std::string&) { return "<!DOCTYPE html>"; })},
      {"the server says 203", 3, says(http_header("203 Non-Authoritative Information", 1) + "x")},
      {"the server says 404", 4, says(http_header("404 Not Found", 4) + "gone")},
      {"the server says 416", 4, says(http_header("416 Range Not Satisfiable", 0)), 100'000, 100'000},
      {"the server says 500", 4, says(http_header("500 Internal Server Error", 0))},
      {"redirect", 4, redirects("/a.uisge")},
      {"file", 4, redirects("file:///etc/passwd")},
      {"ftp", 4, redirects("FTP://127.0.0.1/a.uisge")},
      {"the server says 302", 3, redirects("")},
      {"/a.uisge: ", 4, says("")},
      {"/a.uisge: ", 4, says("hello")},
      {"/a.uisge: ", 4, says(std::string(100, '\0'))},
      {"/a.uisge: ", 4, says("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n")},
      {"/a.uisge: ", 4, says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")},
      {"the server sends headers without end", 3, says(headers)},
  };
  for (const Lie& lie : lies) {
    const Fetched fetched;
    CAPTURE(lie.words, &lie - lies.data());
    if (lie.begun > 0) fetched.put_part(lie.begun);
    const FileServer server(
        with_index(fetched.files(), [&](const FileRequest& request) { return lie.reply(fetched, request); }));
    CHECK(contains(check_refused(fetched.command(server), lie.exit_code, "", kNoProxy), lie.words));
    CHECK_FALSE(fs::exists(fetched.file("a.uisge")));
    CHECK(fs::exists(fetched.file("a.uisge.part")) == (lie.kept > 0));
    CHECK(fetched.part() == fetched.whole().substr(0, lie.kept));
  }
}

TEST_CASE("an index that is too large and a file that is no index are refused", "[fetch][http][bad]") {
  const Fetched fetched;
  const std::string large(2 * uisge::kMostIndexBytes, ' ');
  const std::vector<std::pair<std::string, std::string>> replies{
      {http_header("200 OK", large.size()) + large, "/index.json: has more than 1048576 bytes"},
      {"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + large, "/index.json: has more than 1048576 bytes"},
      {http_header("200 OK", 6) + "<html>", "/index.json: not an index of published files"},
  };
  for (const auto& reply : replies) {
    const FileServer server([&](const FileRequest&) { return FileReply{reply.first}; });
    check_refused(fetched.command(server), 3, reply.second, kNoProxy);
  }
  const FileServer empty([](const FileRequest& request) { return good_reply({}, request); });
  check_refused(fetched.command(empty), 4, "/index.json: the server says 404", kNoProxy);
  CHECK(fs::is_empty(fetched.folder()));
}

TEST_CASE("a server that redirects to another place is followed", "[fetch][http]") {
  const Fetched fetched;
  Files moved;
  for (const auto& [path, contents] : fetched.files()) moved["/new" + path] = contents;
  const FileServer server([&](const FileRequest& request) {
    if (request.target.starts_with("/new/")) return good_reply(moved, request);
    return FileReply{http_header("301 Moved Permanently", 6, "Location: /new" + request.target + "\r\n") + "moved\n"};
  });
  fetched.put_part(100'000);
  CHECK(report_of(fetched, server)["received"] == kBytes - 100'000);
  CHECK(fetched.has_all());
}

TEST_CASE("Ctrl-C ends the wait for a silent server, and a second fetch of the same file is refused at once",
          "[fetch][http]") {
  const Fetched fetched;
  const FileServer silent(with_index(fetched.files(), [&](const FileRequest& request) {
    FileReply reply = request.from_byte ? FileReply{} : cut_reply(fetched.files(), request, 100'000);
    reply.falls_silent = true;
    return reply;
  }));
  const FileServer good(good_server(fetched.files()));
  RunningProgram program(UISGE_PROGRAM, fetched.command(silent), kNoProxy);
  REQUIRE(becomes_true([&] { return fetched.part().size() == 100'000; }));
  check_refused(fetched.command(good), 4, "/a.uisge.part: another process is writing it", kNoProxy);
  program.send(SIGINT);
  const ProgramRun run = program.wait();
  CHECK(run.exit_code == 130);
  CHECK(run.err ==
        fmt::format("uisge: {}/a.uisge: stopped; the same command goes on after 100000 bytes\n", silent.url()));
  CHECK(report_of(fetched, good)["received"] == kBytes - 100'000);
  CHECK(fetched.has_all());
}

// The time limit is a second here, in place of half a minute. The server never speaks again.
TEST_CASE("a server that falls silent is given up", "[fetch][http]") {
  ::setenv("no_proxy", "127.0.0.1", 1);
  const Fetched fetched;
  const std::atomic<bool> cancel{false};
  const FileServer silent([&](const FileRequest& request) {
    FileReply reply = cut_reply(fetched.files(), request, 0);
    reply.falls_silent = true;
    return reply;
  });
  const auto source =
      uisge::open_source(silent.url(), cancel, {.connect_seconds = 30, .bytes_per_second = 1000, .seconds = 1});
  REQUIRE(source);
  check_error((*source)->read("a.uisge", 0, [](uisge::ByteView) { return uisge::Result<void>(); }),
              uisge::ErrorKind::kResource, "/a.uisge: Operation too slow");
}
