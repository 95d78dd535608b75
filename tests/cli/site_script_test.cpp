// Tests which folders and names `scripts/site.sh` accepts, and which files it leaves alone. The site's program is not
// compiled here; tests/page tests the site itself.
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;
namespace fs = std::filesystem;

namespace {

class SiteScript {
 public:
  SiteScript() {
    std::ofstream(folder_.file("any.wasm")) << "wasm";
    fs::copy_file(UISGE_TEST_DATA "/3x3-2-loses.uisge", file("x.uisge"));
  }
  std::string file(const std::string& name) const { return folder_.file(name); }
  ProgramRun run(const std::vector<std::string>& arguments) const {
    const auto words =
        joined({"-c", "cd \"$0\" && exec \"$@\"", folder_.path(), UISGE_SOURCE "/scripts/site.sh"}, arguments);
    return RunningProgram("/bin/sh", words, {.environment = {"UISGE=" UISGE_PROGRAM, "UISGE_WASM=any.wasm"}}).wait();
  }
  // The names in the site's list of files.
  std::vector<std::string> listed(const std::string& site) const {
    std::vector<std::string> names;
    const auto list = nlohmann::json::parse(text_of_file(file(site + "/files.json")));
    for (const auto& entry : list["files"]) names.push_back(entry["name"]);
    return names;
  }

 private:
  TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("a site is made in the named folder, and replaces an older site", "[cli][site]") {
  const SiteScript script;
  fs::create_directory(script.file("site.new"));
  std::ofstream(script.file("site.new/mine")) << "mine";
  fs::copy_file(script.file("x.uisge"), script.file("y z.uisge"));
  for (const auto& [out, database] : {std::pair{"site", "x.uisge"}, std::pair{"site/", "./y z.uisge"}}) {
    CAPTURE(out);
    const ProgramRun run = script.run({"--out", out, database});
    CAPTURE(run.err);
    REQUIRE(run.exit_code == 0);
    const std::string name = fs::path(database).filename();
    CHECK(script.listed("site") == std::vector<std::string>{name});
    CHECK((read_bytes(script.file("site/" + name)) == read_bytes(script.file(name))));
    CHECK(fs::exists(script.file("site/index.html")));
    CHECK(fs::exists(script.file("site/uisge_probe.wasm.gz")));
    CHECK(fs::exists(script.file("site/stored/" + name + ".statistics.json")));
    CHECK(contains(text_of_file(script.file("site/sw.js")), name));
    // The folder holds only five entries: two databases, the folders site and site.new, and any.wasm.
    CHECK(std::distance(fs::directory_iterator(fs::path(script.file("")).parent_path()), {}) == 5);
  }
  CHECK(text_of_file(script.file("site.new/mine")) == "mine");
}

TEST_CASE("a site links to its source and has a preview for links to it, if the script gets their addresses",
          "[cli][site]") {
  const SiteScript script;
  REQUIRE(script.run({"--out", "plain", "x.uisge"}).exit_code == 0);
  const std::string plain = text_of_file(script.file("plain/index.html"));
  CHECK_FALSE(contains(plain, "og:image"));
  CHECK_FALSE(contains(plain, "Source<"));
  for (const char* document : {"rules.md", "LICENSE"}) {
    CHECK(contains(plain, std::string("\"#document=") + document));
    CHECK(fs::exists(script.file(std::string("plain/") + document)));
  }
  REQUIRE(
      script.run({"--out", "site", "--url", "https://a.example/uisge/", "--source", "https://b.example/u", "x.uisge"})
          .exit_code == 0);
  const std::string page = text_of_file(script.file("site/index.html"));
  CHECK(contains(page, "<meta property=\"og:image\" content=\"https://a.example/uisge/card.png\">"));
  CHECK(fs::exists(script.file("site/card.png")));
  // The page links to the named source and to the site's own documents.
  for (const char* link :
       {"\"https://b.example/u\">Source<", "\"#document=rules.md\">Rules<", "\"#document=LICENSE\">MIT licence<"}) {
    CHECK(contains(page, link));
  }
  for (const char* wrong : {"", "a.example", "javascript:x", "https://a.example/\"><x"}) {
    CAPTURE(wrong);
    const ProgramRun run = script.run({"--out", "no", "--url", wrong, "x.uisge"});
    CHECK(run.exit_code == 1);
    CHECK(contains(run.err, "is no address"));
    CHECK_FALSE(fs::exists(script.file("no")));
  }
}

TEST_CASE("names that a site cannot have are refused, and existing files stay", "[cli][site][bad]") {
  const SiteScript script;
  REQUIRE(script.run({"--out", "site", "x.uisge"}).exit_code == 0);
  for (const std::string name : {"a\tb.uisge", "a\x1b.uisge", "a\nb.uisge", "a\"b.uisge", "a\\b.uisge", "a\xff.uisge",
                                 "files.json", "index.html", "answers.js", "sw.js", "uisge_probe.wasm.gz"}) {
    CAPTURE(name);
    fs::copy_file(script.file("x.uisge"), script.file(name));
    const ProgramRun run = script.run({"--out", "site", name});
    CHECK(run.exit_code == 1);
    CHECK(contains(run.err, "rename it first"));
    CHECK(script.listed("site") == std::vector<std::string>{"x.uisge"});
    fs::remove(script.file(name));
  }
  fs::create_directory(script.file("other"));
  fs::copy_file(script.file("x.uisge"), script.file("other/x.uisge"));
  CHECK(script.run({"--out", "site", "x.uisge", "other/x.uisge"}).exit_code == 1);
  CHECK(script.run({"--out", "other", "x.uisge"}).exit_code == 1);
  CHECK(fs::exists(script.file("other/x.uisge")));
}

TEST_CASE("files that are neither databases nor proofs are refused by name", "[cli][site][bad]") {
  const SiteScript script;
  fs::copy_file(UISGE_TEST_DATA "/3x3-2-loses.notes", script.file("list.uisge"));
  fs::copy_file(UISGE_TEST_DATA "/4x4-2-wins-diagonal.plies", script.file("c.uisge.plies"));
  for (const std::string name : {"list.uisge", "c.uisge.plies"}) {
    const ProgramRun run = script.run({"--out", "site", "x.uisge", name});
    CHECK(run.exit_code == 1);
    CHECK(run.err == name + ": leave it out, a site takes only databases and proofs\n");
    CHECK_FALSE(fs::exists(script.file("site")));
  }
}

TEST_CASE("a shell can run the command that shows a site, if the site's path has a space", "[cli][site]") {
  const SiteScript script;
  const ProgramRun run = script.run({"--out", "a site", "x.uisge"});
  CHECK(contains(run.out, "  python3 -m http.server --directory " + script.file("a\\ site") + "\n"));
}
