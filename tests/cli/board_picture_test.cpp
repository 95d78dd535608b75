// Tests --svg of `uisge show` and `uisge query`: what the picture shows, and which files the picture does not replace.
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"

using namespace uisge::test;

namespace {

// Whether all elements of the SVG are closed in the right order.
bool is_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z]+)[^<>]*?(/?)>");
  for (std::sregex_iterator match(svg.begin(), svg.end(), tag); match != std::sregex_iterator(); ++match) {
    if ((*match)[3] == "/") continue;
    if ((*match)[1] != "/") {
      open.push_back((*match)[2]);
    } else if (open.empty() || open.back() != (*match)[2]) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty() && svg.starts_with("<svg ") && svg.ends_with("</svg>\n");
}

}  // namespace

TEST_CASE("show draws pieces, crowns and moves into a picture", "[cli][picture]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("board.svg");
  run_well({"show", "3/3/wb1 w", "--svg", path});
  // In this position White can only jump.
  const std::string svg = text_of_file(path);
  CHECK(is_well_formed(svg));
  for (const auto& [part, times] :
       {std::pair("class=\"square", 9U), std::pair("class=\"white\"", 1U), std::pair("class=\"black\"", 1U),
        std::pair("crown\" d=", 0U), std::pair("<line ", 1U), std::pair("<line class=\"open\"", 1U),
        std::pair(">White to move</text>", 1U)}) {
    CAPTURE(part);
    CHECK(occurrences(svg, part) == times);
  }

  // The picture replaces an earlier picture. With Black to move the colours stay the same.
  run_well({"show", "3/1Bb/1Ww b", "--svg", path});
  const std::string again = text_of_file(path);
  CHECK(is_well_formed(again));
  CHECK(occurrences(again, "class=\"white\"") == 2);
  CHECK(occurrences(again, "class=\"black\"") == 2);
  CHECK(std::regex_search(again, std::regex("class=\"white\"[^\n]*class=\"crown\"")));
  CHECK(std::regex_search(again, std::regex("class=\"black\"[^\n]*class=\"crown\"")));
  CHECK(occurrences(again, "crown\" d=") == 2);
  CHECK(occurrences(again, "class=\"groove\"") == 2);
  CHECK(contains(again, ">Black to move</text>"));

  // It has the pieces and colours of the page.
  const std::string shapes = text_of_file(UISGE_SOURCE "/explorer/page/shapes.js");
  const std::string styles = text_of_file(UISGE_SOURCE "/explorer/page/style.css");
  std::smatch found;
  REQUIRE(std::regex_search(shapes, found, std::regex("const kCrown = '([^']+)'")));
  CHECK(occurrences(again, " d=\"" + found[1].str() + "\"") == 2);
  for (const std::string name : {"disc", "groove"}) {
    REQUIRE(std::regex_search(shapes, found, std::regex("class: '" + name + "', r: ([0-9]+)")));
    CHECK(contains(again, "class=\"" + name + "\" r=\"" + found[1].str() + "\""));
  }
  // The first value of a colour in the style sheet belongs to the light scheme.
  const auto colour = [&](const std::string& name) {
    REQUIRE(std::regex_search(styles, found, std::regex("--" + name + ": (#[0-9a-f]+);")));
    return found[1].str();
  };
  CHECK(contains(again, ".square { fill: " + colour("square") + "; stroke: " + colour("square-edge") + " }"));
  CHECK(contains(again, ".light { fill: " + colour("square-light") + " }"));
  for (const std::string side : {"white", "black"}) {
    CHECK(
        contains(again, "." + side + " .disc { fill: " + colour(side) + "; stroke: " + colour(side + "-edge") + " }"));
    CHECK(contains(again, "." + side + " .groove { stroke: " + colour(side + "-groove") + " }"));
    CHECK(contains(again, "." + side + " .crown { fill: " + colour(side + "-crown") + " }"));
  }
  for (const std::string value : {"win", "draw", "loss", "open"}) {
    CHECK(contains(again, "." + value + " { stroke: " + colour(value) + "; fill: " + colour(value)));
  }
}

TEST_CASE("query draws moves by what they are worth", "[cli][picture]") {
  const TemporaryDirectory directory;
  const SolvedFile solved({4, 4, 3});
  const std::string file = solved.path();
  const std::string path = directory.file("board.svg");
  const std::string position = "4/1Ww1/1wb1/1bB1 w";
  run_well({"query", file, position, "--svg", path});
  const std::string svg = text_of_file(path);
  CHECK(is_well_formed(svg));
  std::map<std::string, std::size_t> values;
  std::size_t best = 0;
  const auto answer = run_json("query", {file, position});
  for (const auto& move : answer["moves"]) {
    ++values[move["value"].get<std::string>()];
    best += move["best"].get<bool>() ? 1U : 0U;
  }
  CHECK(values.size() > 1);
  for (const std::string value : {"win", "draw", "loss"}) {
    CHECK(occurrences(svg, "<line class=\"" + value + "\"") == values[value]);
  }
  CHECK(occurrences(svg, "stroke-width=\"5\"") == best);
  CHECK(occurrences(svg, "class=\"number\"") == values["win"] + values["loss"]);
}

TEST_CASE("a picture replaces nothing but a picture", "[cli][picture]") {
  const SolvedFile solved({3, 3, 2});
  const std::string file = solved.path();
  const std::string before = text_of_file(file);
  check_refused({"query", file, "start", "--svg", file}, 2, "is there already and is not a picture");
  CHECK(text_of_file(file) == before);
  // Somebody's own picture.
  const std::string own = solved.file("logo.svg");
  std::ofstream(own) << "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n";
  check_refused({"show", "--svg", own}, 2, "is there already and is not a picture of a position");
  CHECK(text_of_file(own) == "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n");
}
