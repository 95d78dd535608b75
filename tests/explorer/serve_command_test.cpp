// Tests `uisge serve` as a whole program: its options, its start and its end.
#include "tests/explorer/http_client.h"

using namespace uisge::test;

namespace {

// The starts of 3x3 and 4x3, written by hand from docs/rules.md.
const std::string kStart33 = "3/bb1/1ww w";
const std::string kStart43 = "4/bb2/1ww1 w";

}  // namespace

TEST_CASE("serve ends at a signal, whatever it is doing", "[serve]") {
  for (const int signal : {SIGINT, SIGTERM}) {
    RunningServer server({"serve", "--search", "40", "--time", "3600", "--memory", "64M", "--threads", "2"});
    HttpConnection searching(server.port());
    // This search may take an hour (--time). wait() below fails the test much sooner.
    REQUIRE(searching.send("GET /api/position HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    HttpConnection idle(server.port());
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    server.program().send(signal);
    const ProgramRun run = server.program().wait();
    CHECK(run.exit_code == 0);
    CHECK(run.err.empty());
  }
}

TEST_CASE("serve searches what no file holds, or refuses it", "[serve]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("3x3-2-loses.uisge");
  run_well({"solve", "--board", "3x3", "--pieces", "2", "--out", file});
  const std::string other = "/api/position?position=" + encoded("4/1bb1/1ww1 w");  // not the start
  const RunningServer searches({"serve", file, "--search", "6", "--time", "1", "--memory", "16M"});
  CHECK(searches.get_json("/api/position?position=" + encoded(kStart33))["source"] == "file");
  check_fields(searches.get_json(other), "source", "search", "searched_plies", 6);
  CHECK(searches.get_json("/api/files")["search"]["plies"] == 6);
  const RunningServer refuses({"serve", file, "--search", "0"});
  CHECK(refuses.get(other).status == 404);
  CHECK(refuses.get_json("/api/files")["search"].is_null());
}

TEST_CASE("serve takes folders, each file once, and ignores foreign files in them", "[serve]") {
  const TemporaryDirectory directory;
  for (const char* stuck : {"loses", "wins"}) {
    run_well({"solve", "--board", "3x3", "--pieces", "2", "--stuck", stuck, "--out",
              directory.file(std::string("3x3-2-") + stuck + ".uisge")});
  }
  std::ofstream(directory.file("letter.uisge")) << "Dear Ann,\n";
  // The folder has one of its files under a second name, and a link to a folder elsewhere, beside which a third file
  // lies: the text of its path, without the link and "..", is a path in the first folder.
  const TemporaryDirectory other;
  std::filesystem::create_directory(other.file("inside"));
  std::filesystem::copy_file(UISGE_TEST_DATA "/3x3-2-loses.uisge", other.file("3x3-2-wins.uisge"));
  std::filesystem::create_directory_symlink(other.file("inside"), directory.file("link"));
  std::filesystem::create_symlink(directory.file("3x3-2-loses.uisge"), directory.file("same.uisge"));
  const std::string third = directory.file("link/../3x3-2-wins.uisge");
  const RunningServer server({"serve", directory.file("3x3-2-loses.uisge"), directory.path(), third});
  const auto files = server.get_json("/api/files")["files"];
  REQUIRE(files.size() == 3);
  CHECK(files[0]["file"] == "3x3-2-loses.uisge");
  check_fields(files[1], "file", "3x3-2-wins.uisge", "stuck", "wins", "start", kStart33);
  check_fields(files[2], "file", third, "stuck", "loses");
  // A file that is named must be of a kind from which the server answers.
  check_refused({"serve", directory.file("letter.uisge")}, 3);
}

TEST_CASE("every served file has a name of its own", "[serve]") {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory.file("a"));
  for (const char* const name : {"a/x.uisge", "x.uisge"}) {
    std::filesystem::copy_file(UISGE_TEST_DATA "/3x3-2-loses.uisge", directory.file(name));
  }
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());  // of the server, too
  const RunningServer server({"serve", "a/x.uisge", "x.uisge"});
  std::filesystem::current_path(before);
  const auto files = server.get_json("/api/files")["files"];
  REQUIRE(files.size() == 2);
  CHECK(files[0]["file"] == "x.uisge");
  CHECK(files[1]["file"] == "./x.uisge");
}

TEST_CASE("serve without files takes the folders of UISGE_PATH that exist, each once, and the current folder",
          "[serve]") {
  const TemporaryDirectory here;
  const TemporaryDirectory other;
  const std::string notes = "3x3-2-loses.notes";
  const std::string database = "3x3-2-loses.uisge";
  std::filesystem::copy_file(UISGE_TEST_DATA "/" + database, here.file(database));
  std::filesystem::copy_file(UISGE_TEST_DATA "/" + database, other.file(database));
  std::filesystem::copy_file(UISGE_TEST_DATA "/" + notes, other.file(notes + ".uisge"));
  const auto served_with = [&](const std::string& path) {
    const ProgramRun run =
        run_in_folder(here.path(), {"serve", "--json", "--listen", "127.0.0.1:0", "--for", "0.1", "--search", "0"},
                      {.environment = {"UISGE_PATH=" + path}});
    CAPTURE(path, run.err);
    REQUIRE(run.exit_code == 0);
    return nlohmann::json::parse(run.out)["files"].get<int>();
  };
  CHECK(served_with("") == 1);
  CHECK(served_with(here.file("missing")) == 1);
  CHECK(served_with(".") == 1);
  CHECK(served_with(here.path() + ":.:" + here.path() + "/") == 1);
  CHECK(served_with(other.path() + ":" + here.file("missing") + "::" + other.path()) == 3);
}

TEST_CASE("serve allows no other origin by default, and the origins and hosts that its options name", "[serve]") {
  const auto answer_to_page = [](const RunningServer& server, const std::string& host, const std::string& origin) {
    HttpConnection connection(server.port());
    REQUIRE(connection.send("GET /api/files HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin + "\r\n\r\n"));
    return connection.receive();
  };
  CHECK(answer_to_page(RunningServer({"serve"}), "localhost", "https://example.org").status == 403);
  const RunningServer open({"serve", "--allow-origin", "https://example.org", "--allow-origin", "http://127.0.0.1:3000",
                            "--allow-host", "uisge.example.org"});
  for (const char* const origin : {"https://example.org", "http://127.0.0.1:3000"}) {
    const HttpAnswer answer = answer_to_page(open, "localhost", origin);
    CHECK(answer.status == 200);
    CHECK(contains(answer.header, std::string("Access-Control-Allow-Origin: ") + origin + "\r\n"));
  }
  CHECK(answer_to_page(open, "uisge.example.org", "https://uisge.example.org").status == 200);
  const std::string notes = UISGE_TEST_DATA "/3x3-2-loses.notes";
  const RunningServer all({"serve", "--allow-origin", "*", notes});
  CHECK(contains(all.get("/api/files").body, "3x3-2-loses.notes"));
  CHECK(contains(answer_to_page(all, "localhost", "null").header, "Access-Control-Allow-Origin: *\r\n"));
}

TEST_CASE("serve opens more files than a program may by default, and says in one line when it cannot", "[serve]") {
  const auto run_with = [](const std::string& limit, const std::vector<std::string>& files) {
    const std::vector<std::string> serve{
        "-c", limit + "; exec \"$0\" \"$@\"", UISGE_PROGRAM, "serve", "--json", "--listen", "127.0.0.1:0", "--for",
        "0.2"};
    return RunningProgram("/bin/bash", joined(serve, files)).wait();
  };
  const std::string file = UISGE_TEST_DATA "/3x3-2-loses.uisge";
  const TemporaryDirectory directory;
  std::vector<std::string> files;
  for (int i = 0; i < 100; ++i) {
    files.push_back(directory.file(std::to_string(i)));
    std::filesystem::copy_file(file, files.back());
  }
  const ProgramRun many = run_with("ulimit -Sn 64", files);
  CAPTURE(many.err);
  CHECK(many.exit_code == 0);
  CHECK(nlohmann::json::parse(many.out)["files"] == 100);
#if !defined(__SANITIZE_ADDRESS__) && !UISGE_IS_EMULATED  // both open files too, so the limits would not fit
  // The low limits allow fewer descriptors than the server itself needs; the server must then say so in one line.
  int refused = 0;
  for (int limit = 5; limit <= 14; ++limit) {
    const ProgramRun few = run_with("ulimit -n " + std::to_string(limit), {file});
    CAPTURE(limit, few.exit_code, few.err);
    if (few.exit_code == 0) continue;
    ++refused;
    check_refusal(few, 4);
  }
  CHECK(refused > 0);
  check_refusal(run_with("ulimit -n 64", files), 4);
#endif
}

TEST_CASE("an address that is in use is refused", "[serve][bad]") {
  const RunningServer first({"serve"});
  const ProgramRun second = run_uisge({"serve", "--listen", std::to_string(first.port()), "--for", "1"});
  check_refusal(second, 4, "Address already in use");
}

TEST_CASE("serve opens a browser on request, which keeps neither the server's address nor its terminal", "[serve]") {
  const TemporaryDirectory directory;
  write_script(directory.file("xdg-open"),
               "echo \"$(cut -d ' ' -f 1,6 /proc/$$/stat) $1\" > " + directory.file("opened") + "\nexec sleep 60");
  const ProgramRun run = run_well({"serve", "--listen", "127.0.0.1:0", "--open", "--for", "1"},
                                  {.environment = {"PATH=" + directory.path() + ":/bin:/usr/bin"}});
  std::string opened;
  REQUIRE(becomes_true([&] { return (opened = text_of_file(directory.file("opened"))).ends_with('\n'); }));
  CAPTURE(opened);
  pid_t process = 0;
  pid_t session = 0;
  std::string url;
  REQUIRE(std::istringstream(opened) >> process >> session >> url);
  CHECK(contains(run.out, url));
  const std::string port = url.substr(url.rfind(':') + 1);
  const ProgramRun next =
      run_uisge({"serve", "--listen", port.substr(0, port.size() - 1), "--for", "0.1"});  // without the slash
  const bool is_browser_open = ::kill(process, SIGKILL) == 0;
  CHECK(is_browser_open);
  CAPTURE(next.err);
  CHECK(next.exit_code == 0);
  // Ctrl-C interrupts only processes of the terminal's session.
  CHECK(session == process);
}
