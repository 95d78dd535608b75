#include "explorer/http_sessions.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <new>
#include <optional>

namespace uisge::explorer {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::seconds;

constexpr std::size_t kMaxHeaderBytes = std::size_t{16} << 10;
constexpr std::size_t kMaxTargetBytes = std::size_t{8} << 10;
constexpr std::size_t kDrainedAtOnce = std::size_t{8} << 10;
constexpr seconds kGoodbye{2};
// What a page, and a picture looked at by itself, may load and run.
constexpr const char* kPagePolicy =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";
constexpr const char* kPicturePolicy = "default-src 'none'; style-src 'unsafe-inline'";

// "localhost:8642" and "[::1]:8642" without the port.
std::string_view host_name(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

HttpResponse answer_of(RequestHandler& handler, const HttpRequest& request) {
  try {
    return handler.answer(request);
  } catch (const std::bad_alloc&) {
    return error_response(503, "memory is short; try again in some seconds");
  } catch (const std::exception& error) {
    return error_response(500, error.what());
  }
}

}  // namespace

// One connection: waits for a request, reads it, has it answered, writes the answer, and so on. One operation at a
// time, besides the deadline's; both run on the session's strand.
class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(tcp::socket socket, HttpSessions& all, asio::io_context& slow_lane)
      : socket_(std::move(socket)), deadline_(socket_.get_executor()), all_(all), slow_lane_(slow_lane) {
    const std::lock_guard lock(all_.mutex_);
    ++all_.connections_;
  }
  ~HttpSession() {
    const std::lock_guard lock(all_.mutex_);
    --all_.connections_;
    if (idle_place_) all_.idle_.erase(*idle_place_);
  }
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  void start() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->wait_for_request(); });
  }
  // REQUIRES: the shared mutex is held, and the session is one of the idle ones. Null if it is ending anyway. The mutex
  // must be free again before what is returned goes, which may be the last of the session.
  std::shared_ptr<HttpSession> taken_from_idle() {
    all_.idle_.erase(*idle_place_);
    idle_place_.reset();
    return weak_from_this().lock();
  }
  // From any thread.
  void close_soon() {
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->close(); });
  }

 private:
  using Request = http::request<http::string_body>;
  using Response = http::response<http::string_body>;

  void wait_for_request() {
    {
      const std::lock_guard lock(all_.mutex_);
      idle_place_ = all_.idle_.insert(all_.idle_.end(), this);
    }
    if (buffer_.size() > 0) return read();
    expect_within(seconds(all_.options_.idle_seconds));
    socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code error) {
      self->operation_ended();
      if (error) return self->close();
      self->read();
    });
  }

  void read() {
    {
      const std::lock_guard lock(all_.mutex_);
      if (!idle_place_) return;  // it is about to be closed
      all_.idle_.erase(*idle_place_);
      idle_place_.reset();
    }
    request_ = {};  // what is refused now is not answered as the request before was, HEAD perhaps
    parser_.emplace();
    parser_->header_limit(kMaxHeaderBytes);
    parser_->body_limit(all_.options_.max_body_bytes);
    expect_within(seconds(all_.options_.request_seconds));
    http::async_read(socket_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      self->operation_ended();
      if (error) return self->refuse(error);
      self->dispatch();
    });
  }

  // Ends the operation under way when the time is over.
  void expect_within(seconds time) {
    is_late_ = false;
    deadline_.expires_after(time);
    deadline_.async_wait([self = shared_from_this(), number = operation_](error_code error) {
      if (error || number != self->operation_) return;
      self->is_late_ = true;
      error_code ignored;
      self->socket_.cancel(ignored);
    });
  }

  void operation_ended() {
    ++operation_;
    deadline_.cancel();
  }

  void refuse(error_code error) {
    if (is_late_) return write(refusal(408, "the request did not arrive in time"));
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return write(refusal(431, fmt::format("the request's header is longer than {} bytes", kMaxHeaderBytes)));
    }
    if (error == http::error::body_limit) {
      return write(
          refusal(413, fmt::format("the request's body is longer than {} bytes", all_.options_.max_body_bytes)));
    }
    const bool is_of_parser = error.category() == http::make_error_code(http::error::bad_method).category();
    if (is_of_parser && error != http::error::end_of_stream && error != http::error::partial_message) {
      return write(refusal(400, fmt::format("this is no HTTP request: {}", error.message())));
    }
    close();
  }

  void dispatch() {
    request_ = parser_->release();
    keep_alive_ = request_.keep_alive();
    if (auto refused = refusal_of_request()) return write(std::move(*refused));
    const std::string target(request_.target());
    HttpRequest plain;
    plain.method = request_.method() == http::verb::head ? "GET" : std::string(request_.method_string());
    plain.path = target.substr(0, target.find_first_of("?#"));
    if (plain.path.size() < target.size() && target[plain.path.size()] == '?') {
      plain.query = target.substr(plain.path.size() + 1);
      plain.query.resize(std::min(plain.query.find('#'), plain.query.size()));
    }
    plain.body = std::move(request_.body());
    if (!all_.handler_.is_slow(plain)) return write(response_to(answer_of(all_.handler_, plain)));
    if (all_.slow_waiting_.fetch_add(1) >= all_.options_.max_slow_waiting) {
      --all_.slow_waiting_;
      return write(response_to(error_response(503, "too many searches wait already; try again in some seconds")));
    }
    asio::post(slow_lane_, [self = shared_from_this(), request = std::move(plain)] {
      auto answer = answer_of(self->all_.handler_, request);
      --self->all_.slow_waiting_;
      asio::post(self->socket_.get_executor(),
                 [self, answer = std::move(answer)]() mutable { self->write(self->response_to(std::move(answer))); });
    });
  }

  std::optional<Response> refusal_of_request() {
    if (request_.target().size() > kMaxTargetBytes) {
      return refusal(414, fmt::format("the request's path is longer than {} bytes", kMaxTargetBytes));
    }
    // A page of another host may have its name lead here and would then read answers as its own.
    const auto host = request_[http::field::host];
    const std::string_view name = host_name({host.data(), host.size()});
    if (all_.is_loopback_ && !name.empty() && name != "localhost" && name != "127.0.0.1" && name != "[::1]" &&
        name != all_.options_.address) {
      return refusal(403, "this server listens on localhost and answers requests to that name only");
    }
    return {};
  }

  // After which the connection is closed.
  Response refusal(int status, const std::string& message) {
    keep_alive_ = false;
    return response_to(error_response(status, message));
  }

  Response response_to(HttpResponse&& answer) const {
    Response response{static_cast<http::status>(answer.status), 11};
    response.set(http::field::content_type, answer.content_type);
    response.set(http::field::cache_control, "no-cache");
    const bool is_picture = answer.content_type == "image/svg+xml";
    response.set("Content-Security-Policy", is_picture ? kPicturePolicy : kPagePolicy);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    if (!all_.options_.allow_origin.empty()) {
      response.set(http::field::access_control_allow_origin, all_.options_.allow_origin);
    }
    if (answer.status == 503) response.set(http::field::retry_after, "3");
    if (!answer.allowed_method.empty()) response.set(http::field::allow, answer.allowed_method);
    response.body() = std::move(answer.body);
    response.keep_alive(keep_alive_);
    response.prepare_payload();
    return response;
  }

  void write(Response&& response) {
    response_ = std::move(response);
    expect_within(seconds(all_.options_.idle_seconds));
    const auto written = [self = shared_from_this()](error_code error, std::size_t) {
      self->operation_ended();
      if (error) return self->close();
      if (!self->keep_alive_) return self->say_goodbye();
      self->wait_for_request();
    };
    if (request_.method() != http::verb::head) return http::async_write(socket_, response_, written);
    header_.emplace(response_);
    http::async_write_header(socket_, *header_, written);
  }

  // Closed with data unread, the connection would be reset, and the other side might not see the answer.
  void say_goodbye() {
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    expect_within(kGoodbye);
    drain();
  }
  void drain() {
    buffer_.clear();
    socket_.async_read_some(buffer_.prepare(kDrainedAtOnce),
                            [self = shared_from_this()](error_code error, std::size_t) {
                              if (error) return self->close();
                              self->drain();
                            });
  }

  void close() {
    operation_ended();
    error_code ignored;
    socket_.close(ignored);
  }

  tcp::socket socket_;
  asio::steady_timer deadline_;
  HttpSessions& all_;
  asio::io_context& slow_lane_;
  boost::beast::flat_buffer buffer_{kMaxHeaderBytes + (std::size_t{4} << 10)};
  std::optional<http::request_parser<http::string_body>> parser_;
  Request request_;
  Response response_;
  std::optional<http::response_serializer<http::string_body>> header_;  // of an answer to HEAD
  bool keep_alive_ = false;
  std::uint64_t operation_ = 0;  // its number
  bool is_late_ = false;
  std::optional<std::list<HttpSession*>::iterator> idle_place_;  // under the shared mutex
};

HttpSessions::HttpSessions(const ServerOptions& options, RequestHandler& handler, bool is_loopback)
    : options_(options), handler_(handler), is_loopback_(is_loopback) {}

void HttpSessions::start(tcp::socket socket, asio::io_context& slow_lane) {
  std::make_shared<HttpSession>(std::move(socket), *this, slow_lane)->start();
}

bool HttpSessions::make_room() {
  std::shared_ptr<HttpSession> longest_idle;
  {
    const std::lock_guard lock(mutex_);
    if (connections_ < options_.max_connections) return true;
    if (idle_.empty()) return false;
    longest_idle = idle_.front()->taken_from_idle();
  }
  if (longest_idle) longest_idle->close_soon();
  return true;
}

}  // namespace uisge::explorer
