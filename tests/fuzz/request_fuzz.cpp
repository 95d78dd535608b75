// Sends any bytes to the functions of `uisge serve` as a request: the method, path and query, one per line, then the
// body. Every answer has a status of docs/api.md, and a body of JSON unless it is a file of the page or a picture.
#include <nlohmann/json.hpp>

#include "explorer/page_files.h"
#include "solver/answers/serve_requests.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;
using explorer::HttpRequest;
using explorer::HttpResponse;

namespace {

constexpr std::size_t kMostPathBytes = 8192;  // the longest that the server accepts
constexpr std::size_t kMostBodyBytes = 1 << 20;

struct Route {
  std::string_view path;
  std::string_view method;
};
constexpr std::array kRoutes{
    Route{"/api/files", "GET"},    Route{"/api/position", "GET"},   Route{"/api/positions", "POST"},
    Route{"/api/rules", "GET"},    Route{"/api/known", "GET"},      Route{"/api/openings", "GET"},
    Route{"/api/move", "GET"},     Route{"/api/why", "GET"},        Route{"/api/annotate", "POST"},
    Route{"/api/records", "POST"}, Route{"/api/statistics", "GET"}, Route{"/api/puzzles", "GET"},
    Route{"/api/picture", "GET"}};

// A server's request handler with databases under three stuck rules and without a search. The files stay open while the
// program runs.
class Served {
 public:
  ServeRequests& requests() { return requests_; }

 private:
  static ServedFiles opened() {
    ServedFiles files;
    for (const std::string name : {"3x3-2-loses.uisge", "4x3-2-passes.uisge", "2x5-3-draws-values.uisge"}) {
      require(files.open(UISGE_TEST_DATA "/" + name, name, std::uint64_t{1} << 18).has_value());
    }
    return files;
  }

  ServedFiles files_ = opened();
  ServedAnswers answers_{files_, {.plies = 0}};
  ServeRequests requests_{answers_};
};

std::string until_newline(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return std::string(line);
}

HttpRequest request_of(std::string_view text) {
  return {.method = until_newline(text),
          .path = until_newline(text),
          .query = until_newline(text),
          .body = std::string(text)};
}

void require_answer(const HttpRequest& request, const HttpResponse& response) {
  const auto route =
      std::find_if(kRoutes.begin(), kRoutes.end(), [&](Route known) { return known.path == request.path; });
  const explorer::PageFile* const file = route == kRoutes.end() ? explorer::find_page_file(request.path) : nullptr;
  if (route == kRoutes.end() && file == nullptr) require(response.status == 404);
  const std::string_view method = route == kRoutes.end() ? "GET" : route->method;
  const bool is_known = route != kRoutes.end() || file != nullptr;
  require((response.status == 405) == (is_known && request.method != method));
  if (response.status == 405) require(response.allowed_method == method);
  if (response.status == 200 && file != nullptr) {
    require(response.content_type == file->content_type && response.body == file->bytes);
    return;
  }
  if (response.status == 200 && request.path == "/api/picture") {
    require(response.content_type == "image/svg+xml" && response.body.starts_with("<svg "));
    return;
  }
  require(response.content_type == "application/json");
  const auto json = nlohmann::json::parse(response.body);
  require(json.is_object());
  if (response.status == 200) {
    require(is_known && !json.contains("error"));
    return;
  }
  // The files are intact and there is no search, so no other error can occur.
  require(response.status == 400 || response.status == 404 || response.status == 405);
  require(json.size() == 1 && !json.at("error").get<std::string>().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Served served;
  const HttpRequest request = request_of(text_of(data, size));
  if (request.path.size() + request.query.size() >= kMostPathBytes || request.body.size() > kMostBodyBytes) return 0;
  static_cast<void>(served.requests().is_slow(request));
  require_answer(request, served.requests().answer(request));
  return 0;
}
