// The functions of the WebAssembly module. The web worker (probe.js) calls these functions, which answer a request of
// docs/api.md as the server would.
//
// Not thread-safe. Status 500 may mean only that bytes of a file are not fetched yet; the worker knows whether a call
// lacked bytes.
#include <memory>
#include <string>
#include <vector>

#include "solver/answers/serve_requests.h"

namespace uisge {

namespace {

constexpr std::uint64_t kCacheBytes = std::uint64_t{64} << 20;  // the cache of decoded labels, which all files share

struct Site {
  explicit Site(ServedFiles opened) : files(std::move(opened)) {}
  ServedFiles files;
  ServedAnswers answers{files, ServedSearch{}, 0};  // no search; no counts, since they would fetch whole files
  ServeRequests requests{answers};
};

// The state that the module keeps between calls.
struct State {
  std::string input;  // the argument of a call; the worker writes it before the call
  std::vector<std::string> paths;
  std::unique_ptr<Site> site;  // null until all files are open
  explorer::HttpResponse response;
};

State& state() {
  static State state;
  return state;
}

std::string take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return std::string(line);
}

explorer::HttpResponse answer(State& state) {
  if (state.site == nullptr) {
    ServedFiles files;
    for (const std::string& path : state.paths) {
      const auto opened = files.open(path, path, kCacheBytes / state.paths.size());
      if (!opened) return explorer::error_response(500, opened.error().message);
    }
    state.site = std::make_unique<Site>(std::move(files));
  }
  std::string_view rest = state.input;
  const explorer::HttpRequest request{
      .method = take_line(rest), .path = take_line(rest), .query = take_line(rest), .body = std::string(rest)};
  return state.site->requests.answer(request);
}

}  // namespace

}  // namespace uisge

#define UISGE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Makes room for an input of `bytes` bytes and returns its address, which is valid until the next call.
UISGE_EXPORT(uisge_input) char* uisge_input(std::size_t bytes) {
  auto& input = uisge::state().input;
  input.resize(bytes);
  return input.data();
}

// The input has the names of the files from which to answer, one per line. Call this function once, before
// uisge_answer.
UISGE_EXPORT(uisge_name_files) void uisge_name_files() {
  auto& state = uisge::state();
  for (std::string_view rest = state.input; !rest.empty();) state.paths.push_back(uisge::take_line(rest));
}

// The input is a request: its method, path and query, one per line, then its body. Answers the request, and returns the
// status.
UISGE_EXPORT(uisge_answer) int uisge_answer() {
  auto& state = uisge::state();
  state.response = uisge::answer(state);
  return state.response.status;
}

// Returns the text of the last answer.
UISGE_EXPORT(uisge_text) const char* uisge_text() {
  return uisge::state().response.body.data();
}
UISGE_EXPORT(uisge_text_bytes) std::size_t uisge_text_bytes() {
  return uisge::state().response.body.size();
}
