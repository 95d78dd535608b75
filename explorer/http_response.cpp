#include "explorer/http_response.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/beast/http/error.hpp>
#include <utility>

namespace uisge::explorer {

namespace {

namespace http = boost::beast::http;

// The content security policies of the explorer's page, and of a picture that is opened without the page.
constexpr const char* kPagePolicy =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";
constexpr const char* kPicturePolicy = "default-src 'none'; style-src 'unsafe-inline'";

// Whether a list of encodings such as "br, gzip;q=0.5" accepts gzip; quality 0 means that it does not.
bool names_gzip(std::string_view list) {
  constexpr std::string_view kName = "gzip";
  while (!list.empty()) {
    const std::string_view entry = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), entry.size() + 1));
    const std::size_t begin = std::min(entry.find_first_not_of(" \t"), entry.size());
    const std::size_t end = std::min(entry.find_first_of("; \t", begin), entry.size());
    if (entry.substr(begin, end - begin) != kName) continue;
    const std::size_t quality = entry.find("q=");
    return quality == std::string_view::npos ||
           entry.substr(quality + 2).find_first_not_of("0. \t") != std::string_view::npos;
  }
  return false;
}

}  // namespace

HttpRequest plain_request(const RequestGate::Header& header) {
  const std::string_view target = path_of_target({header.target().data(), header.target().size()});
  HttpRequest plain{.method = header.method() == http::verb::head ? "GET" : std::string(header.method_string()),
                    .path = std::string(target.substr(0, target.find_first_of("?#")))};
  if (plain.path.size() < target.size() && target[plain.path.size()] == '?') {
    plain.query = target.substr(plain.path.size() + 1);
    plain.query.resize(std::min(plain.query.find('#'), plain.query.size()));
  }
  const auto encodings = header[http::field::accept_encoding];
  plain.accepts_gzip = names_gzip({encodings.data(), encodings.size()});
  return plain;
}

std::optional<HttpResponse> answer_to_failure(boost::system::error_code error, bool is_late,
                                              const ServerOptions& options) {
  if (is_late) return error_response(408, "the request did not arrive in time");
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return error_response(431, fmt::format("the request's header is longer than {} bytes", kMaxHeaderBytes));
  }
  if (error == http::error::body_limit) {
    return error_response(413, fmt::format("the request's body is longer than {} bytes", options.max_body_bytes));
  }
  const bool is_of_parser = error.category() == http::make_error_code(http::error::bad_method).category();
  if (is_of_parser && error != http::error::end_of_stream && error != http::error::partial_message) {
    return error_response(400, fmt::format("this is no HTTP request: {}", error.message()));
  }
  return {};
}

Response response_of(HttpResponse&& answer, const RequestGate& gate, const RequestGate::Header& request,
                     bool keep_alive) {
  Response response{static_cast<http::status>(answer.status), 11};
  if (!answer.content_type.empty()) response.set(http::field::content_type, answer.content_type);
  response.set(http::field::cache_control, "no-cache");
  const bool is_picture = answer.content_type == "image/svg+xml";
  response.set("Content-Security-Policy", is_picture ? kPicturePolicy : kPagePolicy);
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  if (gate.lets_origins_in()) response.insert(http::field::vary, "Origin");
  if (answer.is_gzip) {
    response.insert(http::field::vary, "Accept-Encoding");
    response.set(http::field::content_encoding, "gzip");
  }
  if (const std::string origin = gate.allowed_origin(request); !origin.empty()) {
    response.set(http::field::access_control_allow_origin, origin);
  }
  if (gate.is_preflight(request)) {
    response.set(http::field::access_control_allow_methods, "GET, POST");
    response.set(http::field::access_control_allow_headers, "Content-Type");
    response.set(http::field::access_control_max_age, "600");
  }
  if (answer.status == 503) response.set(http::field::retry_after, "3");
  if (!answer.allowed_method.empty()) response.set(http::field::allow, answer.allowed_method);
  response.body() = std::move(answer.body);
  response.keep_alive(keep_alive);
  // A client of HTTP/1.0 waits for the end of the connection unless it is told that the connection stays open.
  if (keep_alive && request.version() == 10) response.set(http::field::connection, "keep-alive");
  response.prepare_payload();
  return response;
}

}  // namespace uisge::explorer
