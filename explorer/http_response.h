// Converts requests and answers between the types of Boost.Beast and those of http_message.h.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>

#include "explorer/http_message.h"
#include "explorer/request_gate.h"

namespace uisge::explorer {

inline constexpr std::size_t kMaxHeaderBytes = std::size_t{16} << 10;

// Converts a request's header to an HttpRequest without a body.
HttpRequest plain_request(const RequestGate::Header& header);

// The answer to a request that could not be read; nothing if the client has left. `is_late`: the request took too long.
std::optional<HttpResponse> answer_to_failure(boost::system::error_code error, bool is_late,
                                              const ServerOptions& options);

using Response = boost::beast::http::response<boost::beast::http::string_body>;

// `request` is the header of the answered request, or an empty one if it could not be read.
Response response_of(HttpResponse&& answer, const RequestGate& gate, const RequestGate::Header& request,
                     bool keep_alive);

}  // namespace uisge::explorer
