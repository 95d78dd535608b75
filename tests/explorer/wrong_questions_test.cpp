// A request names what it asks for in parameters or in JSON. If that does not exist, the answer has a clear status and
// a readable error.
#include <fmt/format.h>

#include "tests/explorer/rude_client.h"

using namespace uisge::test;
using namespace uisge::test::rude;

TEST_CASE("parameters that are unknown, repeated or not numbers are refused", "[serve][rude]") {
  const RunningServer server = served_database();
  const std::string huge = "99999999999999999999999999";
  std::vector<std::string> bad = words_of(
      "position=% position=%2 position=%zz position=%2z %=1 posetion=start Position=start position[]=start = a %00=1 "
      "line=true&line=true line=true&l%69ne=true stuck=loses&stuck=wins line=1 line= line=TRUE diagonal_jumps=yes "
      "diagonal_jumps= stuck= stuck=maybe stuck=loses%00 hardness=2 hardness=-1 hardness=9 hardness=1.0 hardness= "
      "hardness=+1 hardness=0x1 pieces=0 pieces=7 pieces=-1 pieces=two pieces= board= board=7 board=7x board=x7 "
      "board=1x9 board=0x0 board=9x8 board=-3x-3 board=3x3x3");
  for (const std::string parameter : {"hardness=", "pieces="}) bad.push_back(parameter + huge);
  bad.push_back("board=" + huge + "x" + huge);
  for (const std::string& query : bad) {
    CAPTURE(query);
    CHECK_FALSE(error_text(server.get("/api/position?" + query), 400).empty());
    CHECK_FALSE(error_text(server.get("/api/position?position=3/bb1/1ww+w&" + query), 400).empty());
  }
  for (const char* level : {"0", "11", "-1", "", "x", "1e1", "99999999999999999999"}) {
    CAPTURE(level);
    error_text(server.get(fmt::format("/api/move?position=3/bb1/1ww+w&level={}", level)), 400);
  }
  for (const char* target : {"/api/files?a=b", "/api/files?file=x", "/api/rules?line=true", "/api/rules?level=1",
                             "/api/move?line=true", "/api/statistics?name=x", "/api/picture?hardness=1",
                             "/api/position?level=1", "/api/position?file=3x3-2-loses.uisge"}) {
    CAPTURE(target);
    error_text(server.get(target), 400);
  }
  for (const auto& [target, body] : {std::pair("/api/positions", R"({"positions":["3/bb1/1ww w"]})"),
                                     {"/api/annotate", R"({"position":"3/bb1/1ww w"})"},
                                     {"/api/records", R"({"text":""})"}}) {
    CAPTURE(target);
    CHECK(answer_to(server, posting(target, body)).status == 200);
    error_text(answer_to(server, posting(std::string(target) + "?stuck=draws", body)), 400);
  }
  CHECK(contains(error_text(server.get("/api/position?posetion=x"), 400), "posetion"));
  CHECK(error_text(server.get("/api/files?x=1"), 400) == "'x' is no parameter of this request; it takes none");
  CHECK(contains(error_text(server.get("/api/position?line=true&line=true"), 400), "line"));
  CHECK(still_answers(server));
}

TEST_CASE("bodies that are not a valid object of the request are refused", "[serve][rude]") {
  const RunningServer server = served_database();
  std::vector<std::string> bad = parts_of(R"(| |{|}|[]|null|true|1|"positions"|{}|{"positions"}|{'positions':[]}|
{"positions":[],}|{"positions":[]}}|{"positions":[]} x|{"positions":null}|{"positions":"3/bb1/1ww w"}|{"positions":{}}|
{"positions":5}|{"positions":[5]}|{"positions":[null]}|{"positions":[[]]}|{"positions":["3/bb1/1ww w",1e999]}|
{"positions":[NaN]}|{"positions":[],"stuck":1}|{"positions":[],"stuck":"maybe"}|
{"positions":["3/bb1/1ww w"],"diagonal_jumps":"true"}|{"positions":["3/bb1/1ww w"],"stuck":"maybe"}|
{"positions":[],"diagonal_jumps":1}|{"positions":[],"more":1}|{"position":[]}|{"positions":[],"positions":["start"]}|
{"positions":["start"],"stuck":"loses","st\u0075ck":"wins"}|{"positions":["\ud800"]}|positions=3/bb1/1ww+w)",
                                          '|');
  bad.insert(bad.end(), {"{\"positions\":[\"\xff\"]}", "{\"positions\":[\"\x01\"]}",
                         std::string("{\"positions\":[\"\0\"]}", 18), "\xff\xfe{\0}"});
  for (const std::string& body : bad) {
    CAPTURE(body);
    CHECK_FALSE(error_text(answer_to(server, posting("/api/positions", body)), 400).empty());
  }
  for (const char* const body : {R"({"position":5})", R"({"position":["3/bb1/1ww w"]})", R"({"moves":["c1a1"]})",
                                 R"({"position":"3/bb1/1ww w","moves":null})", R"({"positions":[]})", R"([])",
                                 R"({"position":"3/bb1/1ww w","file":"x"})", R"({"position":"3/bb1/1ww w","stuck":{}})",
                                 R"({"position":"3/bb1/1ww w","moves":"c1a1 c1a1"})"}) {
    CAPTURE(body);
    CHECK_FALSE(error_text(answer_to(server, posting("/api/annotate", body)), 400).empty());
  }
  CHECK(still_answers(server));
}

TEST_CASE("deeply nested JSON is refused and does no harm", "[serve][rude]") {
  const RunningServer server = served_database();
  const auto repeated = [](const std::string& text, std::size_t count) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += text;
    return result;
  };
  constexpr std::size_t kDeep = kMostBodyBytes / 2 - 100;
  for (const std::string& body :
       {repeated("[", kMostBodyBytes), repeated("[", kDeep) + repeated("]", kDeep),
        "{\"positions\":" + repeated("[", kDeep) + repeated("]", kDeep) + "}", repeated("{\"a\":", kMostBodyBytes / 5),
        "{\"positions\":[" + repeated("{\"a\":", kDeep / 4) + "1" + repeated("}", kDeep / 4) + "]}"}) {
    for (const char* target : {"/api/positions", "/api/annotate"}) {
      CHECK_FALSE(error_text(answer_to(server, posting(target, body)), 400).empty());
    }
  }
  CHECK(still_answers(server));
}

TEST_CASE("impossible positions are refused, in valid JSON whatever their text", "[serve][rude]") {
  const RunningServer server = served_database();
  std::vector<std::string> bad = parts_of(
      "| |w|3/bb1/1ww|3/bb1/1ww |3/bb1/1ww x|3/bb1/1ww w w|3/bb1/1ww W|3/bb1 w|3/3/3 w|3/b2/1ww w|3/3/1ww w|b2/3/2w w|"
      "3/BB1/1WW w|4/bb1/1ww w|3/bb2/1ww w|12/bb1/1ww w|0/bb1/1ww w|9/9/9/9/9/9/9/9 w|bbb/bbb/www w|"
      "wwwwwwwww/bbbbbbbbb w|STARt|start w|<script>alert(1)</script>|3/<img src=x onerror=alert(1)>/1ww w|\"}{\"|"
      "\\u0000\\|\x1b[31mred\x1b[0m|\x7f\x80\xff|\xe2\x80\xae/bb1/1ww w|\xed\xa0\x80",
      '|');
  bad.insert(bad.end(), {"\r\nX-Injected: yes\r\n\r\n", std::string("3/bb1/1ww w\0", 12), std::string(2000, '<'),
                         std::string(2000, '/'), std::string(2000, '\xff')});
  std::mt19937 random(4);
  for (int i = 0; i < 50; ++i) bad.push_back(random_bytes(random, 1 + random() % 60));
  std::string characters = "wWbB123456789/ ";
  for (int i = 0; i < 42; ++i) {
    std::string text = "3/bb1/1ww w";
    text[random() % text.size()] = characters[random() % characters.size()];
    // Leaves out the texts that happen to be valid positions: `uisge show` accepts them.
    if (run_uisge({"show", text}).exit_code != 0) bad.push_back(text);
  }
  for (const std::string& text : bad) {
    CAPTURE(text);
    for (const char* path : {"/api/position", "/api/rules", "/api/move", "/api/picture"}) {
      const HttpAnswer answer = server.get(std::string(path) + "?position=" + encoded(text));
      CHECK_FALSE(error_text(answer, 400).empty());
      CHECK(!contains(answer.header, "X-Injected"));
    }
    if (std::all_of(text.begin(), text.end(), [](char c) { return c != 0 && static_cast<unsigned char>(c) < 0x80; })) {
      const HttpAnswer answer = server.post("/api/positions", {{"positions", {text}}});
      REQUIRE(answer.status == 200);
      CHECK(Json::parse(answer.body)["answers"][0]["error"].is_string());
      error_text(server.post("/api/annotate", {{"position", text}}), 400);
    }
  }
  for (const std::string& moves : {std::string("<b>"), std::string("\x1b[31m"), std::string(2000, ' ') + "zz",
                                   std::string("c1a1\0", 5), std::string("\xff")}) {
    CAPTURE(moves);
    error_text(server.get(kGoodRequest + "&moves=" + encoded(moves)), 400);
  }
  CHECK(still_answers(server));
}

TEST_CASE("errors of the server's own files name no folder", "[serve][rude]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("x.uisge");
  run_well({"solve", "--board", "4x4", "--pieces", "3", "--out", file});
  const RunningServer server({"serve", file});
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  int told = 0;
  for (const char* const target : {"/api/statistics?file=x.uisge", "/api/position?position=4/bbb1/1www/4+w&line=false",
                                   "/api/position?position=wbbb/w3/w3/4+w&line=false"}) {
    CAPTURE(target);
    const HttpAnswer answer = server.get(target);
    if (answer.status != 500) continue;
    ++told;
    CHECK(!contains(error_text(answer, 500), directory.path()));
    CHECK(error_text(answer, 500).starts_with("x.uisge: "));
  }
  CHECK(told > 0);
}

TEST_CASE("an error about one of two files with the same last name has the file's name in /api/files",
          "[serve][rude]") {
  const TemporaryDirectory one;
  const TemporaryDirectory two;
  std::filesystem::copy(kDatabase, one.file("x.uisge"));
  std::filesystem::copy(UISGE_TEST_DATA "/4x3-2-passes.uisge", two.file("x.uisge"));
  const RunningServer server({"serve", one.file("x.uisge"), two.file("x.uisge")});
  std::string name;
  const Json files = server.get_json("/api/files");
  for (const Json& file : files["files"]) {
    if (file["board"] == "4x3") name = file["file"];
  }
  REQUIRE(name != "x.uisge");
  std::filesystem::resize_file(two.file("x.uisge"), 100);
  CHECK(error_text(server.get("/api/statistics?file=" + encoded(name)), 500).starts_with(name + ": "));
}

TEST_CASE("the fuzzer of requests begins with a request for every route of docs/api.md", "[serve][rude]") {
  std::set<std::string> begun;
  for (const auto& entry : std::filesystem::directory_iterator(UISGE_TEST_DATA "/fuzz/request_fuzz")) {
    std::ifstream request(entry.path());
    std::string method;
    std::string path;
    request >> method >> path;
    begun.insert(method + " " + path);
  }
  const std::string page = text_of_file(UISGE_SOURCE "/docs/api.md");
  const std::regex route("\n\\| `((GET|POST) /api/[a-z]+)`");
  std::size_t routes = 0;
  for (std::sregex_iterator found(page.begin(), page.end(), route), end; found != end; ++found, ++routes) {
    CAPTURE((*found)[1].str());
    CHECK(begun.contains((*found)[1].str()));
  }
  CHECK(routes >= 13);
}
