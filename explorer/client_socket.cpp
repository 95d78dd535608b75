#include "explorer/client_socket.h"

#include <poll.h>

#include <algorithm>

namespace uisge::explorer {

namespace {

using boost::asio::ip::tcp;

}  // namespace

std::string client_of(const tcp::socket& socket) {
  boost::system::error_code error;
  const auto address = socket.remote_endpoint(error).address();
  if (error || !address.is_v6()) return address.to_string();
  if (address.to_v6().is_v4_mapped()) return make_address_v4(boost::asio::ip::v4_mapped, address.to_v6()).to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + bytes.size() / 2, bytes.end(), std::uint8_t{0});
  return boost::asio::ip::address_v6(bytes).to_string();
}

bool has_left(tcp::socket& socket) {
  pollfd waiting{socket.native_handle(), POLLRDHUP, 0};
  return ::poll(&waiting, 1, 0) > 0 && (waiting.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

}  // namespace uisge::explorer
