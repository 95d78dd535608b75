#include "solver/fetch/http_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>

#include "core/whole_number.h"
#include "solver/fetch/curl_library.h"

namespace uisge {

namespace {

constexpr int kMostTries = 5;
constexpr long kMostRedirects = 5;
constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 18;
constexpr long kBufferBytes = 1L << 19;

constexpr long kWholeFile = 200;
constexpr long kPartOfFile = 206;

// The number of the first byte that the server sends: 100 for "Content-Range: bytes 100-199/200". Empty if the line
// does not have this form.
std::optional<std::uint64_t> range_begin_of(std::string_view line) {
  constexpr std::string_view kField = "content-range:";
  const auto is_same = [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); };
  if (line.size() < kField.size() || !std::ranges::equal(kField, line.substr(0, kField.size()), is_same)) return {};
  line.remove_prefix(kField.size());
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  constexpr std::string_view kUnit = "bytes ";
  if (!line.starts_with(kUnit)) return {};
  line.remove_prefix(kUnit.size());
  const std::size_t dash = line.find('-');
  return dash == std::string_view::npos ? std::nullopt : whole_number(line.substr(0, dash));
}

struct Answer {
  const CurlLibrary& curl;
  CURL* handle;
  const std::string& url;
  const FileSource::Take& take;
  std::uint64_t offset;    // the next byte to pass on, counted from the file's beginning
  std::uint64_t skip = 0;  // bytes of the answer before the byte at `offset`
  bool has_body = false;
  std::size_t header_bytes = 0;
  std::optional<std::uint64_t> range_begin;
  std::optional<Error> error;
  std::exception_ptr thrown;

  Result<void> read_header(std::string_view line) {
    header_bytes += line.size();
    if (header_bytes > kMostHeaderBytes) return bad_file(fmt::format("{}: the server sends headers without end", url));
    if (line.starts_with("HTTP/")) range_begin.reset();  // after a redirect another header begins
    if (const auto begin = range_begin_of(line)) range_begin = begin;
    return {};
  }

  // Checks that the server sends the whole file, or the part from byte `offset` on that the request asked for.
  Result<void> begin_body() {
    has_body = true;
    long status = 0;
    curl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    if (status == kWholeFile) {
      skip = offset;
    } else if (status != kPartOfFile) {
      return bad_file(fmt::format("{}: the server says {} in place of {}", url, status, kWholeFile));
    } else if (range_begin != offset) {
      return bad_file(
          fmt::format("{}: the server sends another part of the file than byte {} and what follows", url, offset));
    }
    return {};
  }

  Result<void> read_body(ByteView bytes) {
    if (!has_body) UISGE_TRY(begin_body());
    const std::size_t skipped = std::min<std::uint64_t>(skip, bytes.size());
    skip -= skipped;
    bytes = bytes.subspan(skipped);
    if (bytes.empty()) return {};
    auto taken = take(bytes);
    if (taken) offset += bytes.size();
    return taken;
  }
};

// Calls a member function of `answer` from a callback of libcurl. libcurl forwards neither errors nor exceptions, so
// `answer` keeps them. Returns true if the call succeeded.
template <class Call>
bool keep_failure(Answer& answer, const Call& call) {
  try {
    if (const auto done = call(); !done) answer.error = done.error();
    return !answer.error;
  } catch (...) {
    answer.thrown = std::current_exception();
    return false;
  }
}

std::size_t on_header(char* data, std::size_t, std::size_t count, void* user) {
  auto& answer = *static_cast<Answer*>(user);
  return keep_failure(answer, [&] { return answer.read_header({data, count}); }) ? count : count + 1;
}

std::size_t on_body(char* data, std::size_t, std::size_t count, void* user) {
  auto& answer = *static_cast<Answer*>(user);
  return keep_failure(answer, [&] { return answer.read_body(std::as_bytes(std::span(data, count))); }) ? count
                                                                                                       : count + 1;
}

int on_progress(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const std::atomic<bool>*>(user)->load() ? 1 : 0;
}

class HttpSource final : public FileSource {
 public:
  HttpSource(const CurlLibrary& curl, HttpAddress address)
      : curl_(curl), address_(std::move(address)), handle_(curl.easy_init(), curl.easy_cleanup) {}

  // Sets libcurl's options. Returns false if this libcurl lacks an option on which safety depends.
  bool prepare() {
    if (!handle_) return false;
    const char* const redirects = address_.is_encrypted ? "https" : "http,https";
    return set(CURLOPT_PROTOCOLS_STR, "http,https") && set(CURLOPT_REDIR_PROTOCOLS_STR, redirects) &&
           set(CURLOPT_FOLLOWLOCATION, 1L) && set(CURLOPT_MAXREDIRS, kMostRedirects) && set(CURLOPT_NOSIGNAL, 1L) &&
           set(CURLOPT_FAILONERROR, 1L) && set(CURLOPT_CONNECTTIMEOUT, address_.patience.connect_seconds) &&
           set(CURLOPT_LOW_SPEED_LIMIT, address_.patience.bytes_per_second) &&
           set(CURLOPT_LOW_SPEED_TIME, address_.patience.seconds) && set(CURLOPT_BUFFERSIZE, kBufferBytes) &&
           set(CURLOPT_USERAGENT, "uisge") && set(CURLOPT_ERRORBUFFER, reason_.data()) && set(CURLOPT_NOPROGRESS, 0L) &&
           set(CURLOPT_XFERINFOFUNCTION, &on_progress) && set(CURLOPT_XFERINFODATA, address_.cancel) &&
           set(CURLOPT_HEADERFUNCTION, &on_header) && set(CURLOPT_WRITEFUNCTION, &on_body);
  }

  std::string place_of(const std::string& name) const override { return address_.folder + "/" + name; }

  Result<void> read(const std::string& name, std::uint64_t offset, const Take& take) override {
    const std::string url = place_of(name);
    for (int tries = 1;; ++tries) {
      Answer answer{curl_, handle_.get(), url, take, offset, 0, false, 0, {}, {}, nullptr};
      const CURLcode code = ask(answer);
      if (answer.thrown) std::rethrow_exception(answer.thrown);
      if (answer.error) return tl::unexpected(*answer.error);
      if (code == CURLE_OK) return answer.has_body ? Result<void>() : answer.begin_body();
      if (code == CURLE_ABORTED_BY_CALLBACK) return interrupted_error(fmt::format("{}: stopped", url));
      if (answer.offset == offset || tries == kMostTries) return failure(url, code);
      offset = answer.offset;
    }
  }

 private:
  template <class T>
  bool set(CURLoption option, T value) {
    return curl_.easy_setopt(handle_.get(), option, value) == CURLE_OK;
  }

  CURLcode ask(Answer& answer) {
    const std::string range = fmt::format("{}-", answer.offset);
    const bool is_set = set(CURLOPT_URL, answer.url.c_str()) &&
                        set(CURLOPT_RANGE, answer.offset == 0 ? nullptr : range.c_str()) &&
                        set(CURLOPT_HEADERDATA, &answer) && set(CURLOPT_WRITEDATA, &answer);
    reason_.front() = '\0';
    return is_set ? curl_.easy_perform(handle_.get()) : CURLE_OUT_OF_MEMORY;
  }

  tl::unexpected<Error> failure(const std::string& url, CURLcode code) const {
    if (code == CURLE_HTTP_RETURNED_ERROR) {
      long status = 0;
      curl_.easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
      return resource_error(fmt::format("{}: the server says {}", url, status));
    }
    const char* const reason = reason_.front() != '\0' ? reason_.data() : curl_.easy_strerror(code);
    return resource_error(fmt::format("{}: {}", url, reason));
  }

  CurlLibrary curl_;
  HttpAddress address_;
  std::unique_ptr<CURL, decltype(&::curl_easy_cleanup)> handle_;
  std::array<char, CURL_ERROR_SIZE> reason_{};
};

}  // namespace

Result<std::unique_ptr<FileSource>> open_http_source(const HttpAddress& address) {
  const auto curl = UISGE_TRY(CurlLibrary::load());
  auto source = std::make_unique<HttpSource>(curl, address);
  if (!source->prepare()) return resource_error("fetch: this libcurl is older than version 7.85; install a newer one");
  return source;
}

}  // namespace uisge
