// Who is at the other end of a connection, and whether anybody is there still.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

namespace uisge::explorer {

// Whom the slow lane takes for one client: an address, of version 6 the network that one household has.
std::string client_of(const boost::asio::ip::tcp::socket& socket);

// Whether the other side has closed the connection or its half of it. Reads nothing.
bool has_left(boost::asio::ip::tcp::socket& socket);

}  // namespace uisge::explorer
