// Tests `uisge fetch` from folders: which files it takes, leaves alone, or refuses.
#include "solver/fetch/fetch.h"
#include "tests/cli/injected_fault.h"
#include "tests/db/naive_labels.h"
#include "tests/fetch/published_files.h"

using namespace uisge::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

// A folder with published files, and the path of a second folder, which does not exist yet, for the fetched files.
class Folders {
 public:
  explicit Folders(const std::vector<std::string>& names = {"a.uisge", "b.uisge"}) : files(published(names)) {
    fs::create_directory(source());
    write_files(source(), files);
  }
  std::string source() const { return folder_.file("source"); }
  std::string out() const { return folder_.file("out"); }
  std::string in_out(const std::string& name) const { return out() + "/" + name; }
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const {
    return joined({"fetch", source(), "--out", out()}, more);
  }
  // Puts a file into the folder for the fetched files.
  void put(const std::string& name, const std::string& contents) const {
    fs::create_directory(out());
    std::ofstream(in_out(name), std::ios::binary) << contents;
  }
  std::set<std::string> fetched() const {
    std::set<std::string> names;
    if (!fs::exists(out())) return names;
    for (const auto& entry : fs::directory_iterator(out())) names.insert(entry.path().filename());
    return names;
  }
  bool has_all() const {
    return fetched() == std::set<std::string>{"a.uisge", "b.uisge"} &&
           text_of_file(in_out("a.uisge")) == files.at("/a.uisge") &&
           text_of_file(in_out("b.uisge")) == files.at("/b.uisge");
  }

  std::map<std::string, std::string> files;

 private:
  TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("missing files are fetched, and files that are there are only compared", "[fetch]") {
  const Folders folders;
  const std::size_t bytes_of_a = folders.files.at("/a.uisge").size();
  const std::size_t bytes_of_b = folders.files.at("/b.uisge").size();
  const ProgramRun first = run_uisge(folders.command({"--json"}));
  CHECK(first.err.empty());
  const json report = json::parse(first.out);
  CHECK(report["received"] == bytes_of_a + bytes_of_b);
  CHECK(report["files"].size() == 2);
  check_fields(report["files"][0], "bytes", bytes_of_a, "fetched", true);
  CHECK(folders.has_all());
  const std::string again = run_uisge(folders.command()).out;
  CHECK(contains(again, "/out: 0 of 2 files fetched, 0 bytes in "));
  CHECK(again.ends_with("; the others were there already\n"));
  fs::remove_all(folders.out());
  CHECK(run_uisge(folders.command()).out.ends_with(" s\n"));
  fs::remove(folders.in_out("b.uisge"));
  const json second = run_json("fetch", {folders.source() + "/", "--out", folders.out()});
  CHECK(second["received"] == bytes_of_b);
  CHECK(second["files"][0]["fetched"] == false);
  CHECK(second["files"][1]["fetched"] == true);
  CHECK(folders.has_all());
  // The folder of the source already has all of the files.
  CHECK(run_json("fetch", {folders.source() + "/index.json", "--out", folders.source()})["received"] == 0);
  for (const char* place : {".", "index.json"}) {
    CHECK(contains(run_in_folder(folders.source(), {"fetch", place}).out, ".: 0 of 2 files fetched"));
  }
}

TEST_CASE("if files are named, only these are listed and fetched", "[fetch]") {
  const Folders folders;
  const ProgramRun list = run_uisge({"fetch", folders.source(), "--list"});
  CHECK(list.out ==
        "a.uisge    293 KiB  7x6 with 4 pieces a side, loses: values and distances\n"
        "b.uisge    293 KiB  7x6 with 4 pieces a side, loses: values and distances\n"
        "2 files, 586 KiB\n");
  const json listed = run_json("fetch", {folders.source(), "b.uisge", "--list"});
  CHECK(listed["files"].size() == 1);
  CHECK(listed["files"][0]["name"] == "b.uisge");
  CHECK(folders.fetched().empty());
  run_well(folders.command({"b.uisge", "b.uisge"}));
  CHECK(folders.fetched() == std::set<std::string>{"b.uisge"});
  check_refused(folders.command({"c.uisge"}), 2, "c.uisge: is not offered by ");
  check_refused(folders.command({"../source/a.uisge"}), 2, "is not offered by");
}

TEST_CASE("sources that cannot be read are refused in one line", "[fetch][bad]") {
  const Folders folders;
  fs::create_directory(folders.out());
  check_refused({"fetch", folders.out()}, 4, "/out/index.json: No such file");
  check_refused({"fetch", folders.source() + "/a.uisge"}, 4, "/a.uisge/index.json: Not a directory");
  check_refused({"fetch", folders.source(), "--out", ""}, 2, "--out");
  check_refused({"fetch", folders.source(), "--out", folders.out() + "/no/where"}, 4, "/no/where: No such file");
  std::ofstream(folders.source() + "/index.json") << "{}";
  check_refused(folders.command(), 3, "/source/index.json: not an index of published files");
  fs::remove(folders.source() + "/index.json");
  fs::create_directory(folders.source() + "/index.json");
  check_refused(folders.command(), 3, "not a regular file");
  CHECK(folders.fetched().empty());
}

TEST_CASE("a file that differs from the published one is kept, and then nothing is fetched", "[fetch][bad]") {
  const Folders folders;
  const std::string& whole = folders.files.at("/b.uisge");
  for (const std::string& contents : {changed_at(whole.size() - 1, whole), std::string("mine"), std::string()}) {
    folders.put("b.uisge", contents);
    check_refused(folders.command(), 2,
                  "/out/b.uisge: is there already and is not the file of the index; move it away or choose another "
                  "folder with --out");
    CHECK(folders.fetched() == std::set<std::string>{"b.uisge"});
    CHECK(text_of_file(folders.in_out("b.uisge")) == contents);
  }
  fs::remove(folders.in_out("b.uisge"));
  fs::create_symlink("nowhere", folders.in_out("b.uisge"));
  check_refused(folders.command({"b.uisge"}), 4, "is not a regular file");
  fs::remove(folders.in_out("b.uisge"));
  run_well(folders.command());
  CHECK(folders.has_all());
}

TEST_CASE("a partial file is continued from its end, and a part of another file is fetched anew", "[fetch]") {
  const std::string name = "a.uisge";
  const Folders folders;
  const std::string whole = folders.files.at("/" + name);
  const std::size_t other = folders.files.at("/b.uisge").size();
  struct Case {
    std::string part;
    std::size_t received;
  };
  for (const Case& begun :
       std::vector<Case>{{"", whole.size()},
                         {whole.substr(0, 3), whole.size() - 3},
                         {whole.substr(0, 200'000), whole.size() - 200'000},
                         {whole, 0},
                         {whole + "x", whole.size()},
                         {changed_at(1000, whole.substr(0, 200'000)), whole.size() - 200'000 + whole.size()},
                         {like_a_database(whole.size(), 7), whole.size()},
                         {std::string(10, '\0'), whole.size() - 10 + whole.size()}}) {
    CAPTURE(begun.part.size());
    folders.put(name + ".part", begun.part);
    CHECK(run_json("fetch", {folders.source(), "--out", folders.out()})["received"] == begun.received + other);
    CHECK(folders.has_all());
    fs::remove_all(folders.out());
  }
}

TEST_CASE("a foreign file under the name of a partial file is left alone", "[fetch][bad]") {
  const Folders folders;
  const std::string mine(100, 'm');
  folders.put("a.uisge.part", mine);
  check_refused(folders.command(), 3, "/out/a.uisge.part: is not a database; move it away");
  CHECK(text_of_file(folders.in_out("a.uisge.part")) == mine);
  fs::remove(folders.in_out("a.uisge.part"));
  const std::string precious = folders.in_out("precious");
  folders.put("precious", mine);
  fs::create_symlink("precious", folders.in_out("a.uisge.part"));
  check_refused(folders.command(), 4, "is a symbolic link");
  CHECK(text_of_file(precious) == mine);
}

TEST_CASE("a part of another file that cannot be removed ends the fetch", "[fetch][fault]") {
  if (!faults::can_trace()) return;
  const Folders folders;
  const std::string part = folders.in_out("a.uisge.part");
  folders.put("a.uisge.part", like_a_database(folders.files.at("/a.uisge").size(), 7));
  const auto [run, was_injected] = faults::run_with_fault("unlink", "error=EPERM", "1+", folders.command(), part);
  CHECK(was_injected);
  check_refusal(run, 4, "a.uisge.part: cannot be removed");
}

TEST_CASE("a part that another fetch has begun under the same name is left to that fetch", "[fetch][bad]") {
  const bool is_damaged = GENERATE(false, true);
  CAPTURE(is_damaged);
  const Folders folders({"a.uisge"});
  const std::string whole = folders.files.at("/a.uisge");
  if (is_damaged) write_files(folders.source(), {{"/a.uisge", changed_at(1000, whole)}});
  const std::atomic<bool> cancel{false};
  const auto source = uisge::open_source(folders.source(), cancel);
  REQUIRE(source);
  const auto index = uisge::read_index(**source);
  REQUIRE(index);
  const auto begin_another = [&](const uisge::FetchProgress&) {
    fs::remove(folders.in_out("a.uisge.part"));
    folders.put("a.uisge.part", whole.substr(0, 1000));
  };
  const auto fetched = uisge::fetch({**source, *index, folders.out(), cancel, begin_another});
  if (is_damaged) {
    check_error(fetched, uisge::ErrorKind::kBadFile, "what came is removed");
  } else {
    check_error(fetched, uisge::ErrorKind::kResource, "/a.uisge.part: was removed or replaced meanwhile");
  }
  CHECK(folders.fetched() == std::set<std::string>{"a.uisge.part"});
  CHECK(text_of_file(folders.in_out("a.uisge.part")) == whole.substr(0, 1000));
}

TEST_CASE("a refused write keeps what has arrived, and the same command goes on", "[fetch][fault]") {
  const Folders folders;
  folders.put("a.uisge.part", folders.files.at("/a.uisge").substr(0, 100'000));
  // `ulimit -f` counts in blocks of 512 or 1024 bytes, depending on the shell.
  const ProgramRun run = run_in_folder(folders.out(), {"fetch", folders.source()}, {}, "ulimit -f 200");
  check_refusal(run, 4, "a.uisge.part: ");
  CHECK(contains(run.err, "make room or choose another folder with --out"));
  const std::size_t held = fs::file_size(folders.in_out("a.uisge.part"));
  CHECK(held >= 100'000);
  CHECK(held <= 204'800);
  CHECK(folders.fetched() == std::set<std::string>{"a.uisge.part"});
  const json report = run_json("fetch", {folders.source(), "--out", folders.out()});
  CHECK(report["received"] == folders.files.at("/a.uisge").size() - held + folders.files.at("/b.uisge").size());
  CHECK(folders.has_all());
}
