// This file is long because one class takes a connection through reading, answering, writing and closing.
#include "explorer/http_sessions.h"

#include <fmt/format.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <new>
#include <optional>

#include "explorer/client_socket.h"
#include "explorer/http_response.h"

namespace uisge::explorer {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::seconds;

constexpr std::size_t kDrainedAtOnce = std::size_t{8} << 10;
constexpr seconds kGoodbye{2};
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::chrono::milliseconds kWatched{100};  // time between two checks whether a slow request's client has left
constexpr std::chrono::milliseconds kCancelled{100};  // how long an operation may go on after it was cancelled

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

// At most one asynchronous operation of the socket runs at a time, besides the timer of the deadline. All callbacks of
// these operations run on the one thread that serves the socket.
class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(tcp::socket socket, HttpSessions& all)
      : socket_(std::move(socket)), deadline_(socket_.get_executor()), all_(all) {
    const std::lock_guard lock(all_.mutex_);
    ++all_.connections_;
  }
  ~HttpSession() {
    const std::lock_guard lock(all_.mutex_);
    --all_.connections_;
    leave_list();
  }
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  void start() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->wait_for_request(self->all_.active_); });
  }
  // Takes the session out of its list. Returns the session, or null if the session's destructor has begun. REQUIRES:
  // the caller holds all_.mutex_, and releases it before dropping the pointer, since the destructor locks it.
  std::shared_ptr<HttpSession> taken_from_list() {
    leave_list();
    return weak_from_this().lock();
  }
  // May be called on any thread.
  void close_soon() {
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->close(); });
  }

 private:
  using Request = http::request<http::string_body>;

  // Takes the session out of its list. Returns false if there was no such list. REQUIRES: the caller holds all_.mutex_.
  bool leave_list() {
    if (list_ == nullptr) return false;
    list_->erase(place_);
    list_ = nullptr;
    return true;
  }
  void enter_list(std::list<HttpSession*>& list) {
    place_ = list.insert(list.end(), this);
    list_ = &list;
  }

  // Enters `list` until the request begins to arrive.
  void wait_for_request(std::list<HttpSession*>& list) {
    {
      const std::lock_guard lock(all_.mutex_);
      enter_list(list);
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
      if (!leave_list()) return;  // make_room() has chosen the session, which is about to be closed
      enter_list(all_.active_);
    }
    parser_.emplace();
    parser_->header_limit(kMaxHeaderBytes);
    parser_->body_limit(all_.options_.max_body_bytes);
    expect_within(seconds(all_.options_.request_seconds));
    http::async_read_header(socket_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      self->request_.base() = self->parser_->get().base();  // refusals depend on the method and the origin, too
      if (error) return self->read_ended(error);
      self->read_body();
    });
  }

  void read_body() {
    const auto& header = parser_->get();
    if (auto refused = all_.gate_.refusal_of(header)) return refuse(std::move(*refused));
    const auto expected = header[http::field::expect];
    if (!expected.empty() && !boost::beast::iequals(expected, "100-continue")) {
      return refuse(error_response(417, "Expect: only '100-continue' is understood"));
    }
    if (expected.empty() || parser_->is_done()) return read_rest();
    asio::async_write(socket_, asio::buffer(kContinue), [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->read_ended(error);
      self->read_rest();
    });
  }
  void read_rest() {
    http::async_read(socket_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t) { self->read_ended(error); });
  }
  void read_ended(error_code error) {
    if (!ends_in_list()) return;
    if (!error) return dispatch();
    auto answer = answer_to_failure(error, is_late_, all_.options_);
    if (!answer) return close();
    keep_alive_ = false;
    write(response_to(std::move(*answer)));
  }
  // Ends the operation, and takes the session out of its list. Returns false if the session is closed, or if
  // make_room() has chosen it and it is about to be closed.
  bool ends_in_list() {
    operation_ended();
    const std::lock_guard lock(all_.mutex_);
    return leave_list();
  }
  // Answers with an error without reading the rest of the request.
  void refuse(HttpResponse&& answer) {
    if (!ends_in_list()) return;
    keep_alive_ = false;
    write(response_to(std::move(answer)));
  }

  // Sets a deadline for the operation that begins next: if it has not ended after `time`, it is cancelled. Cancelling
  // has no effect while the handler of a step is queued: the operation goes on. So if it has not ended soon after, the
  // connection is closed, and every further step fails.
  void expect_within(seconds time) {
    is_late_ = false;
    end_after(time);
  }
  void end_after(std::chrono::milliseconds time) {
    deadline_.expires_after(time);
    deadline_.async_wait([self = shared_from_this(), number = operation_](error_code error) {
      if (error || number != self->operation_) return;
      if (self->is_late_) return self->close();
      self->is_late_ = true;
      error_code ignored;
      self->socket_.cancel(ignored);
      self->end_after(kCancelled);
    });
  }

  void operation_ended() {
    ++operation_;
    deadline_.cancel();
  }

  void dispatch() {
    request_ = parser_->release();
    keep_alive_ = request_.keep_alive();
    if (all_.gate_.is_preflight(request_)) return write(response_to({204, "", ""}));
    HttpRequest plain = plain_request(request_);
    plain.body = std::move(request_.body());
    if (!all_.handler_.is_slow(plain)) return write(response_to(answer_of(all_.handler_, plain)));
    if (all_.gate_.is_of_foreign_page(request_)) {
      return write(response_to(error_response(403, "pages of other origins cannot ask for slow answers here")));
    }
    const auto work = std::make_shared<SlowWork>();
    work->client = client_of(socket_);
    work->run = [self = shared_from_this(), request = std::move(plain)](SlowWork& now) mutable {
      request.given_up = &now.is_given_up;
      auto answer = answer_of(self->all_.handler_, request);
      const auto executor = self->socket_.get_executor();
      asio::post(executor, [self = std::move(self), answer = std::move(answer)]() mutable {
        self->answer_slowly(std::move(answer));
      });
    };
    if (!all_.slow_lane_.add(work)) {
      return write(response_to(error_response(503, "too many searches wait already; try again in some seconds")));
    }
    is_late_ = false;
    watch(work);
  }

  void watch(const std::shared_ptr<SlowWork>& work) {
    deadline_.expires_after(kWatched);
    deadline_.async_wait([self = shared_from_this(), work, number = operation_](error_code error) {
      if (error || number != self->operation_) return;
      self->is_late_ = work->is_late();
      if (!self->is_late_ && !has_left(self->socket_)) return self->watch(work);
      if (!self->all_.slow_lane_.give_up(work)) self->close();
    });
  }
  void answer_slowly(HttpResponse&& answer) {
    operation_ended();
    if (is_late_ && answer.status == 503) {
      return write(response_to(error_response(
          503, fmt::format("no answer within {} seconds; ask for less at once, or let the server take longer",
                           all_.options_.slow_seconds))));
    }
    write(response_to(std::move(answer)));
  }

  Response response_to(HttpResponse&& answer) const {
    return response_of(std::move(answer), all_.gate_, request_, keep_alive_);
  }

  void write(Response&& response) {
    response_ = std::move(response);
    {
      const std::lock_guard lock(all_.mutex_);
      enter_list(all_.active_);
    }
    expect_within(seconds(all_.options_.idle_seconds));
    const auto written = [self = shared_from_this()](error_code error, std::size_t) {
      if (!self->ends_in_list()) return;
      if (error) return self->close();
      self->header_.reset();
      self->response_.reset();  // assignment of an empty answer would keep the body's memory
      if (!self->keep_alive_) return self->say_goodbye();
      self->wait_for_request(self->all_.idle_);
    };
    if (request_.method() != http::verb::head) return http::async_write(socket_, *response_, written);
    header_.emplace(*response_);
    http::async_write_header(socket_, *header_, written);
  }

  // Reads until the client closes the connection. If the server closed it with data unread, the connection would be
  // reset and the client could lose the answer.
  void say_goodbye() {
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    {
      const std::lock_guard lock(all_.mutex_);
      enter_list(all_.active_);
    }
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
    ends_in_list();
    error_code ignored;
    socket_.close(ignored);
  }

  tcp::socket socket_;
  asio::steady_timer deadline_;
  HttpSessions& all_;
  boost::beast::flat_buffer buffer_{kMaxHeaderBytes + (std::size_t{4} << 10)};
  std::optional<http::request_parser<http::string_body>> parser_;
  Request request_;
  std::optional<Response> response_;  // the answer that is being sent; idle sessions keep none in memory
  std::optional<http::response_serializer<http::string_body>> header_;  // the header of an answer to HEAD
  bool keep_alive_ = false;
  std::uint64_t operation_ = 0;  // number of the running operation; a timer of an earlier one does nothing
  bool is_late_ = false;
  // the list that holds the session, and the session's place in this list; all_.mutex_ guards both
  std::list<HttpSession*>* list_ = nullptr;
  std::list<HttpSession*>::iterator place_;
};

HttpSessions::HttpSessions(const ServerOptions& options, RequestHandler& handler, bool is_loopback, SlowLane& slow_lane)
    : options_(options), handler_(handler), gate_(options, is_loopback), slow_lane_(slow_lane) {}

void HttpSessions::start(tcp::socket socket) {
  std::make_shared<HttpSession>(std::move(socket), *this)->start();
}

bool HttpSessions::make_room(bool lacks_descriptors) {
  std::shared_ptr<HttpSession> longest;
  {
    const std::lock_guard lock(mutex_);
    if (connections_ < options_.max_connections && !lacks_descriptors) return true;
    const auto& list = !idle_.empty() ? idle_ : active_;
    if (list.empty()) return false;
    longest = list.front()->taken_from_list();
  }
  if (longest) longest->close_soon();
  return true;
}

}  // namespace uisge::explorer
