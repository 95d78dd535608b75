#include "tests/fetch/file_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <regex>
#include <system_error>
#include <utility>

namespace uisge::test {

FileServer::FileServer(std::function<FileReply(const FileRequest&)> reply)
    : reply_(std::move(reply)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): how sockets are called.
  const bool is_open = ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), size) == 0 &&
                       ::listen(listener_, 16) == 0 &&
                       ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
  if (!is_open) throw std::system_error(errno, std::generic_category(), "a server for a test");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

FileServer::~FileServer() {
  ::shutdown(listener_, SHUT_RDWR);  // accept() returns
  thread_.join();
  for (const int connection : silent_) ::close(connection);
  ::close(listener_);
}

std::string FileServer::url() const {
  return fmt::format("http://127.0.0.1:{}", port_);
}

std::vector<FileRequest> FileServer::requests() const {
  const std::lock_guard lock(guard_);
  return requests_;
}

void FileServer::serve() {
  for (;;) {
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) return;
    answer(connection);
  }
}

void FileServer::answer(int connection) {
  const timeval patience{60, 0};
  ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  std::string header;
  std::array<char, 4096> buffer;
  while (header.find("\r\n\r\n") == std::string::npos) {
    const ssize_t count = ::recv(connection, buffer.data(), buffer.size(), 0);
    if (count <= 0) break;
    header.append(buffer.data(), static_cast<std::size_t>(count));
  }
  FileRequest request;
  std::smatch found;
  if (std::regex_search(header, found, std::regex("^GET (\\S+) "))) request.target = found[1];
  if (std::regex_search(header, found, std::regex("\r\nRange: bytes=(\\d+)-\r\n"))) {
    request.from_byte = std::stoull(found[1]);
  }
  if (request.target != "/index.json") {
    const std::lock_guard lock(guard_);
    requests_.push_back(request);
  }
  const FileReply reply = reply_(request);
  for (std::size_t sent = 0; sent < reply.bytes.size();) {
    const ssize_t now = ::send(connection, reply.bytes.data() + sent, reply.bytes.size() - sent, MSG_NOSIGNAL);
    if (now <= 0) break;  // the client has closed the connection
    sent += static_cast<std::size_t>(now);
  }
  if (reply.falls_silent) {
    silent_.push_back(connection);
  } else {
    ::close(connection);
  }
}

std::string http_header(const std::string& status, std::size_t body_bytes, const std::string& more) {
  return fmt::format("HTTP/1.1 {}\r\nConnection: close\r\nContent-Length: {}\r\n{}\r\n", status, body_bytes, more);
}

FileReply good_reply(const std::map<std::string, std::string>& files, const FileRequest& request) {
  const auto file = files.find(request.target);
  if (file == files.end()) return {http_header("404 Not Found", 0)};
  const std::string& body = file->second;
  if (!request.from_byte) return {http_header("200 OK", body.size()) + body};
  const std::size_t from = *request.from_byte;
  if (from >= body.size()) return {http_header("416 Range Not Satisfiable", 0)};
  const std::string range = fmt::format("Content-Range: bytes {}-{}/{}\r\n", from, body.size() - 1, body.size());
  return {http_header("206 Partial Content", body.size() - from, range) + body.substr(from)};
}

}  // namespace uisge::test
