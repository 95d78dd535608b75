#include "explorer/http_server.h"

#include <fcntl.h>
#include <poll.h>

#include <fmt/format.h>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <new>
#include <thread>

#include "explorer/http_sessions.h"
#include "explorer/slow_lane.h"

namespace uisge::explorer {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::milliseconds kPolled{50};

// A thread that runs the tasks of an Asio context until stop() is called. A task for which memory runs out is dropped.
class IoThread {
 public:
  IoThread() = default;
  ~IoThread() { stop(); }
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  asio::io_context& context() { return context_; }
  void start() {
    thread_ = std::thread([this] {
      while (!context_.stopped()) {
        try {
          context_.run();
        } catch (const std::bad_alloc&) {
        }
      }
    });
  }
  void stop() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  asio::io_context context_{1};
  asio::steady_timer first_{context_};  // opens the context's descriptors now, so that listen() can report a failure
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::thread thread_;
};

// New connections go to the threads in turn. A connection stays with its thread, so its state needs no lock.
class BeastServer : public HttpServer {
 public:
  BeastServer(const ServerOptions& options, RequestHandler& handler, bool is_loopback)
      : sessions_(options, handler, is_loopback, slow_lane_),
        seconds_(options.seconds),
        threads_(options.threads),
        slow_lane_(options.max_slow_waiting, std::chrono::seconds(options.slow_seconds)) {}

  error_code open(const tcp::endpoint& endpoint) {
    error_code error;
    acceptor_.open(endpoint.protocol(), error);
    // A program that the server starts must not keep the address in use.
    if (!error) ::fcntl(acceptor_.native_handle(), F_SETFD, FD_CLOEXEC);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    return error;
  }

  std::string url() const override {
    const auto endpoint = acceptor_.local_endpoint();
    const std::string address = endpoint.address().to_string();
    return endpoint.address().is_v6() ? fmt::format("http://[{}]:{}/", address, endpoint.port())
                                      : fmt::format("http://{}:{}/", address, endpoint.port());
  }

  void run(const std::atomic<bool>& stop) override {
    const auto begin = std::chrono::steady_clock::now();
    const std::chrono::duration<double> time{seconds_};
    slow_lane_.start();
    for (IoThread& thread : threads_) thread.start();
    while (!stop && (time.count() == 0 || std::chrono::steady_clock::now() - begin < time)) {
      if (!is_accepting_.exchange(true)) asio::post(threads_.front().context(), [this] { accept(); });
      std::this_thread::sleep_for(kPolled);
    }
    slow_lane_.stop();
    for (IoThread& thread : threads_) thread.stop();
  }

 private:
  // If memory or file descriptors run out, the server stops accepting connections. At most kPolled later, run() makes
  // the server accept connections again.
  void accept() {
    try {
      next_ = (next_ + 1) % threads_.size();
      acceptor_.async_accept(threads_[next_].context(), [this](error_code error, tcp::socket socket) {
        if (take(error, std::move(socket))) {
          accept();
        } else {
          is_accepting_ = false;
        }
      });
    } catch (const std::bad_alloc&) {
      is_accepting_ = false;
    }
  }
  bool take(error_code error, tcp::socket socket) {
    // Linux takes a descriptor before it looks for a client, so descriptors can be missing although no client waits.
    const bool lacks_descriptors = error == asio::error::no_descriptors && has_client();
    if (error && !lacks_descriptors) return false;
    const bool has_room = sessions_.make_room(lacks_descriptors);
    if (error) return false;
    try {
      if (has_room) sessions_.start(std::move(socket));
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  // Whether a client waits for its connection to be accepted.
  bool has_client() {
    pollfd waiting{acceptor_.native_handle(), POLLIN, 0};
    return ::poll(&waiting, 1, 0) > 0;
  }

  // Members are destroyed from the last to the first, so a member must stand after the members that it uses. The
  // requests in slow_lane_ use sessions, which run on threads_. The sessions use the data in sessions_.
  HttpSessions sessions_;
  double seconds_;
  std::deque<IoThread> threads_;
  SlowLane slow_lane_;
  tcp::acceptor acceptor_{threads_.front().context()};
  std::size_t next_ = 0;
  std::atomic<bool> is_accepting_{false};
};

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::listen(const ServerOptions& options, RequestHandler& handler) {
  error_code error;
  const auto address = asio::ip::make_address(options.address, error);
  if (error) return usage_error(fmt::format("address: '{}' is no address, as 127.0.0.1 or ::1 are", options.address));
  const bool is_mapped_loopback = address.is_v6() && address.to_v6().is_v4_mapped() &&
                                  asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback();
  std::unique_ptr<BeastServer> server;
  try {
    server = std::make_unique<BeastServer>(options, handler, address.is_loopback() || is_mapped_loopback);
  } catch (const boost::system::system_error& failure) {
    return resource_error(fmt::format("{}, port {}: {}", options.address, options.port, failure.code().message()));
  }
  error = server->open({address, options.port});
  if (error) return resource_error(fmt::format("{}, port {}: {}", options.address, options.port, error.message()));
  return server;
}

}  // namespace uisge::explorer
