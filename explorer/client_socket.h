// Facts about the client at the other end of a connection.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

namespace uisge::explorer {

// The client's address, by which the slow lane (slow_lane.h) tells clients apart. An IPv6 address is cut to its network
// part, which all devices of a household share. A client of IPv4 has its whole address, even if the server listens on
// an IPv6 address.
std::string client_of(const boost::asio::ip::tcp::socket& socket);

// Whether the client has closed the connection, or at least its sending half. Reads no data.
bool has_left(boost::asio::ip::tcp::socket& socket);

}  // namespace uisge::explorer
