// Decides which requests are answered. The decision depends on three fields of a request: Host, Origin, and
// Transfer-Encoding.
//
// The owner of another host may make the host's name resolve to this server ("DNS rebinding"). Pages of that host could
// then read our answers. So only requests that name one of this server's hosts are answered. A page of another origin
// cannot read answers, but it can send requests. So requests from pages of other origins are refused unless the origin
// is allowed. Browsers name the origin of a request; other programs need not.
//
// Thread-safe: immutable after construction.
#pragma once

#include <boost/beast/http/message.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "explorer/http_message.h"
#include "explorer/http_server.h"

namespace uisge::explorer {

class RequestGate {
 public:
  using Header = boost::beast::http::request_header<>;

  RequestGate(const ServerOptions& options, bool is_loopback) : options_(options), is_loopback_(is_loopback) {}

  // The answer that refuses the request; nothing if the request is allowed. The body need not have arrived.
  std::optional<HttpResponse> refusal_of(const Header& header) const;
  // Whether a page of another origin made the browser send the request without an Origin field; false if every origin
  // is allowed. refusal_of() allows such requests, which ask for a picture or follow a link.
  bool is_of_foreign_page(const Header& header) const;
  bool lets_origins_in() const { return !options_.allow_origins.empty(); }  // whether some foreign origin is allowed
  // The value for the answer's field Access-Control-Allow-Origin; empty if the answer must not have the field.
  std::string allowed_origin(const Header& header) const;
  // Whether the request is a CORS preflight from an allowed origin.
  bool is_preflight(const Header& header) const;

 private:
  bool is_host_known(std::string_view name) const;
  bool is_allowed_host(std::string_view name) const;

  const ServerOptions options_;
  const bool is_loopback_;
};

// What is wrong with the text as an origin; nothing if it is "*" or has the form that browsers send
// ("http://127.0.0.1:3000").
std::optional<std::string> flaw_of_origin(std::string_view origin);
// Whether the text is a host's name, without a port.
bool is_host_name(std::string_view name);

// The path and query of a request's target, which may be a whole URL: "http://localhost/api/files?x=1".
std::string_view path_of_target(std::string_view target);

}  // namespace uisge::explorer
