// Decides which requests are answered: by the host that they name, the page that sends them, and how they are framed.
//
// The owner of another host may let the host's name lead to this server ("DNS rebinding"). Pages of that host could
// then read our answers as if they came from that host. So only requests that name one of this server's hosts are
// answered. A page of another origin cannot read answers, but it can send requests. So requests from a page of another
// origin are refused unless that origin is allowed. Browsers say from which origin a request comes; other programs need
// not.
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

  // Why the request is refused; nothing if it is allowed. Does not read the body, which may still be on its way.
  std::optional<HttpResponse> refusal_of(const Header& header) const;
  // Whether the request comes, as the browser says, from a page of another origin that is not allowed. refusal_of()
  // lets such a request through if it asks for a picture or follows a link.
  bool is_of_foreign_page(const Header& header) const;
  bool lets_origins_in() const { return !options_.allow_origins.empty(); }
  // The value of Access-Control-Allow-Origin; empty if the header is left out.
  std::string allowed_origin(const Header& header) const;
  // Whether the request is a browser's preflight for a page whose origin is allowed.
  bool is_preflight(const Header& header) const;

 private:
  bool is_host_known(std::string_view name) const;
  bool is_allowed_host(std::string_view name) const;

  const ServerOptions options_;
  const bool is_loopback_;
};

// What is wrong with the text as an allowed origin; nothing if it is "*" or written as browsers write it
// ("http://127.0.0.1:3000").
std::optional<std::string> flaw_of_origin(std::string_view origin);
// Whether the text is a host's name, without a port.
bool is_host_name(std::string_view name);

// The path and query of a request's target, which may be a whole address: "http://localhost/api/files?x=1".
std::string_view path_of_target(std::string_view target);

}  // namespace uisge::explorer
