#include "tests/explorer/http_client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

namespace uisge::test {

namespace {

using Clock = std::chrono::steady_clock;

// Whether data, or the end of the connection, arrives before `end`.
bool is_readable_before(int socket, Clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
  pollfd waiting{socket, POLLIN, 0};
  return left > 0 && ::poll(&waiting, 1, static_cast<int>(left)) > 0;
}

std::vector<std::string> with_output(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--listen", "127.0.0.1:0", "--json"});
  return arguments;
}

// Makes an empty file and returns its path.
std::string made(const std::string& path) {
  write_bytes(path, {});
  return path;
}

}  // namespace

HttpConnection::HttpConnection(int port, const char* from) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  REQUIRE(socket_ >= 0);
  REQUIRE(::inet_pton(AF_INET, from, &address.sin_addr) == 1);
  // The port is chosen on connecting, so that connections to different servers share ports. Otherwise tests in a row
  // use up the machine's ports.
  constexpr int kYes = 1;
  REQUIRE(::setsockopt(socket_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &kYes, sizeof kYes) == 0);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how sockets are called.
  REQUIRE(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how sockets are called.
  REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
}

HttpConnection::~HttpConnection() {
  ::close(socket_);
}

bool HttpConnection::send(const std::string& bytes) const {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t now = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (now <= 0) return false;
    sent += static_cast<std::size_t>(now);
  }
  return true;
}

HttpAnswer HttpConnection::receive(std::chrono::milliseconds patience) {
  const auto end = Clock::now() + patience;
  HttpAnswer answer;
  std::size_t whole = std::string::npos;  // the length of the answer, once known
  for (;;) {
    const std::size_t header = received_.find("\r\n\r\n");
    if (header != std::string::npos && whole == std::string::npos) {
      answer.header = received_.substr(0, header + 4);
      const std::string length = "Content-Length: ";
      const std::size_t at = answer.header.find(length);
      REQUIRE(at != std::string::npos);
      whole = header + 4 + std::stoul(answer.header.substr(at + length.size()));
    }
    if (whole <= received_.size()) break;
    if (!is_readable_before(socket_, end)) return {};
    std::array<char, 4096> bytes{};
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (count <= 0) return {};
    received_.append(bytes.data(), static_cast<std::size_t>(count));
  }
  answer.body = received_.substr(answer.header.size(), whole - answer.header.size());
  answer.status = std::stoi(answer.header.substr(answer.header.find(' ')));
  received_.erase(0, whole);
  return answer;
}

std::string HttpConnection::receive_until_closed(std::chrono::milliseconds patience) {
  const auto end = Clock::now() + patience;
  while (is_readable_before(socket_, end)) {
    std::array<char, 4096> bytes{};
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (count <= 0) break;
    received_.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return std::exchange(received_, {});
}

void HttpConnection::finish_sending() const {
  ::shutdown(socket_, SHUT_WR);
}

void HttpConnection::reset_when_closed() const {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

bool HttpConnection::is_closed_within(std::chrono::milliseconds patience) const {
  const auto end = Clock::now() + patience;
  while (is_readable_before(socket_, end)) {
    std::array<char, 4096> bytes{};
    if (::recv(socket_, bytes.data(), bytes.size(), 0) <= 0) return true;
  }
  return false;
}

HttpAnswer HttpConnection::get(const std::string& target) {
  static_cast<void>(send(fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", target)));
  return receive();
}

HttpAnswer HttpConnection::post(const std::string& target, const std::string& body) {
  static_cast<void>(send(
      fmt::format("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{}", target, body.size(), body)));
  return receive();
}

RunningServer::RunningServer(std::vector<std::string> arguments)
    : program_(UISGE_PROGRAM, with_output(std::move(arguments)), {.out_path = made(directory_.file("out"))}) {
  std::string out;
  REQUIRE(becomes_true([&] {
    out = text_of_file(directory_.file("out"));
    return out.ends_with('\n') || program_.ends_within(std::chrono::milliseconds(0));
  }));
  REQUIRE(out.ends_with('\n'));
  const std::string url = nlohmann::json::parse(out)["url"];
  port_ = std::stoi(url.substr(url.rfind(':') + 1));
}

nlohmann::json RunningServer::get_json(const std::string& target) const {
  const HttpAnswer answer = get(target);
  INFO(target << answer.body);
  REQUIRE(answer.status == 200);
  return nlohmann::json::parse(answer.body);
}

HttpAnswer RunningServer::post(const std::string& target, const nlohmann::json& body) const {
  return HttpConnection(port_).post(target, body.dump());
}

nlohmann::json json_of(const HttpAnswer& answer, int status) {
  INFO(answer.body);
  REQUIRE(answer.status == status);
  CHECK(contains(answer.header, "Content-Type: application/json\r\n"));
  return nlohmann::json::parse(answer.body);
}

std::string error_text(const HttpAnswer& answer, int status) {
  INFO(answer.body);
  const nlohmann::json json = json_of(answer, status);
  REQUIRE(json.size() == 1);
  CHECK(contains(answer.header, "X-Content-Type-Options: nosniff\r\n"));
  const bool has_control = std::any_of(answer.body.begin(), std::prev(answer.body.end()),
                                       [](char c) { return static_cast<unsigned char>(c) < ' '; });
  CHECK_FALSE(has_control);
  return json.at("error");
}

std::string encoded(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    result += is_plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return result;
}

}  // namespace uisge::test
