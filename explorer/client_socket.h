// Facts about the other end of a connection: which client it is, and whether it is still connected.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

namespace uisge::explorer {

// The address by which the slow lane (slow_lane.h) tells clients apart. Of an IPv6 address only the network part
// counts, which all devices of a household share.
std::string client_of(const boost::asio::ip::tcp::socket& socket);

// Whether the other side has closed the connection, or its own half of the connection. Reads no data.
bool has_left(boost::asio::ip::tcp::socket& socket);

}  // namespace uisge::explorer
