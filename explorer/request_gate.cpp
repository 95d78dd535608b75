#include "explorer/request_gate.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>

namespace uisge::explorer {

namespace {

namespace http = boost::beast::http;
using http::field;

constexpr std::size_t kMaxTargetBytes = std::size_t{8} << 10;

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  return small;
}

// The value of a header field, in lower case; empty if the request lacks the field.
template <class Name>
std::string value_of(const RequestGate::Header& header, Name name) {
  const auto value = header[name];
  return in_small_letters({value.data(), value.size()});
}

// Removes "http://" or "https://" from the front; false if the address begins with neither.
bool take_scheme(std::string_view& address) {
  const std::string begin = in_small_letters(address.substr(0, 8));
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!begin.starts_with(scheme)) continue;
    address.remove_prefix(scheme.size());
    return true;
  }
  return false;
}

// The name in "localhost:8642" or "[::1]:8642" without the port; std::nullopt if the text has another form.
std::optional<std::string_view> host_name(std::string_view host) {
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : std::min(host.find(':'), host.size());
  if (end == 0) return {};  // the closing bracket is missing, or nothing stands before the colon
  const std::string_view port = host.substr(end);
  const bool is_port = port.empty() || (port.front() == ':' && port.size() > 1 &&
                                        port.find_first_not_of("0123456789", 1) == std::string_view::npos);
  if (!is_port) return {};
  return host.substr(0, end);
}

// The IP address that the name is, with or without brackets; std::nullopt if it is none.
std::optional<boost::asio::ip::address> address_in(std::string_view name) {
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(std::string(name), error);
  if (error) return {};
  return address;
}

// The host and port that the request names in its target, or else in its Host field.
std::string authority_of(const RequestGate::Header& header) {
  std::string_view target{header.target().data(), header.target().size()};
  if (take_scheme(target)) return in_small_letters(target.substr(0, target.find_first_of("/?#")));
  return value_of(header, field::host);
}

}  // namespace

std::optional<HttpResponse> RequestGate::refusal_of(const Header& header) const {
  if (header.target().size() > kMaxTargetBytes) {
    return error_response(
        414, fmt::format("the request's path is longer than {} bytes; ask from a later position, with fewer moves",
                         kMaxTargetBytes));
  }
  if (header.count(field::host) > 1) return error_response(400, "the request has two Host fields");
  const std::string coding = value_of(header, field::transfer_encoding);
  if (header.count(field::transfer_encoding) > 1 || (!coding.empty() && coding != "chunked")) {
    return error_response(400, "Transfer-Encoding: only 'chunked' is understood");
  }
  const std::string authority = authority_of(header);
  const auto name = authority.empty() ? std::optional(std::string_view()) : host_name(authority);
  if (!name || !is_host_known(*name)) {
    return error_response(403, (is_loopback_ ? "this server listens on localhost and answers requests to that name only"
                                             : "this server answers requests to its address only") +
                                   options_.host_advice);
  }
  const std::string origin = value_of(header, field::origin);
  if (origin.empty() || !allowed_origin(header).empty()) return {};
  std::string_view of_page = origin;
  if (take_scheme(of_page) && (of_page == authority || is_allowed_host(host_name(of_page).value_or("")))) return {};
  return error_response(403, "pages of other origins are not answered" + options_.origin_advice);
}

bool RequestGate::is_of_foreign_page(const Header& header) const {
  const std::string site = value_of(header, "Sec-Fetch-Site");
  if (site != "cross-site" && site != "same-site") return false;
  const auto& allowed = options_.allow_origins;
  return header.count(field::origin) == 0 && std::find(allowed.begin(), allowed.end(), "*") == allowed.end();
}

std::string RequestGate::allowed_origin(const Header& header) const {
  const auto& allowed = options_.allow_origins;
  if (std::find(allowed.begin(), allowed.end(), "*") != allowed.end()) return "*";
  const std::string origin = value_of(header, field::origin);
  return std::find(allowed.begin(), allowed.end(), origin) == allowed.end() ? "" : origin;
}

bool RequestGate::is_preflight(const Header& header) const {
  return header.method() == http::verb::options && header.count(field::access_control_request_method) > 0 &&
         header.count(field::origin) > 0 && !allowed_origin(header).empty();
}

// An attack by DNS rebinding needs a host name. So any IP address is accepted as a request's host, except when the
// server listens on localhost only. Addresses are compared as numbers, since clients write the same one in several
// ways.
bool RequestGate::is_host_known(std::string_view name) const {
  if (name.empty() || name == "localhost" || name == "127.0.0.1" || name == "[::1]") return true;
  const auto address = address_in(name);
  if (address && (!is_loopback_ || address == address_in(options_.address))) return true;
  return is_allowed_host(name);
}

bool RequestGate::is_allowed_host(std::string_view name) const {
  const auto& allowed = options_.allow_hosts;
  return std::find(allowed.begin(), allowed.end(), name) != allowed.end();
}

std::optional<std::string> flaw_of_origin(std::string_view origin) {
  if (origin == "*") return {};
  const std::string example = "an origin is http://HOST or https://HOST, with :PORT where it has one";
  std::string_view authority = origin;
  if (!take_scheme(authority)) return example;
  if (authority.ends_with('/')) return example + ", and without a '/' at its end";
  if (authority.find_first_of(", ") != std::string_view::npos) return example + "; the option is given once for each";
  const auto name = host_name(authority);
  if (!name || !(is_host_name(*name) || address_in(*name)) || in_small_letters(origin) != origin) {
    return example + ", in small letters";
  }
  return {};
}

bool is_host_name(std::string_view name) {
  return !name.empty() && name.size() <= 253 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  });
}

std::string_view path_of_target(std::string_view target) {
  std::string_view rest = target;
  if (!take_scheme(rest)) return target;
  const std::size_t path = rest.find('/');
  return path == std::string_view::npos ? "/" : rest.substr(path);
}

}  // namespace uisge::explorer
