// An HTTP server in the test's process, on a free port of 127.0.0.1. A test makes the server's answers byte by byte. So
// this server can break off, lie and fall silent.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace uisge::test {

struct FileRequest {
  std::string target;                      // "/a.uisge"
  std::optional<std::uint64_t> from_byte;  // of the header Range
};

struct FileReply {
  std::string bytes;          // header and body
  bool falls_silent = false;  // whether the server keeps the connection open after `bytes`
};

// The server handles one connection at a time, and ends it after one reply. The function `reply` runs in the server's
// thread.
class FileServer {
 public:
  explicit FileServer(std::function<FileReply(const FileRequest&)> reply);
  ~FileServer();
  FileServer(const FileServer&) = delete;
  FileServer& operator=(const FileServer&) = delete;

  std::string url() const;
  // The requests so far, except those for `/index.json`.
  std::vector<FileRequest> requests() const;

 private:
  void serve();
  void answer(int connection);

  std::function<FileReply(const FileRequest&)> reply_;
  int listener_;
  int port_ = 0;
  std::vector<int> silent_;
  mutable std::mutex guard_;
  std::vector<FileRequest> requests_;
  std::thread thread_;
};

std::string http_header(const std::string& status, std::size_t body_bytes, const std::string& more = "");

// The reply of a good server: the file, the part of it that was asked for, or 404.
FileReply good_reply(const std::map<std::string, std::string>& files, const FileRequest& request);

}  // namespace uisge::test
