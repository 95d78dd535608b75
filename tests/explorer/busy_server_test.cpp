// Tests the server with many clients, clients that leave, slow requests, and files that change while they are served.
// Its memory must be bounded, and all other clients must still be served. This file is long because each such client
// has a test.
#include <fmt/format.h>
#include <sys/resource.h>

#include "tests/explorer/rude_client.h"
#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::rude;
using namespace std::chrono_literals;
using oracle::Stuck;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

// Allows this test, and the programs that it starts later, `count` descriptors; false if the system forbids it.
bool allow_descriptors(std::size_t count) {
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  if (limit.rlim_max < count) return false;
  limit.rlim_cur = std::max<rlim_t>(limit.rlim_cur, count);
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

std::size_t descriptors_of(pid_t process) {
  const std::filesystem::directory_iterator open(fmt::format("/proc/{}/fd", process));
  return static_cast<std::size_t>(std::distance(begin(open), end(open)));
}

std::int64_t resident_kib(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6));
  }
  return 0;
}

}  // namespace

TEST_CASE("a thousand idle connections keep nobody waiting", "[serve][rude]") {
  constexpr std::size_t kIdle = 1000;
  if (is_skipped(!allow_descriptors(kIdle + 200), "the system allows too few descriptors")) return;
  const RunningServer server = served_database();
  std::deque<HttpConnection> idle;
  for (std::size_t i = 0; i < kIdle; ++i) {
    HttpConnection& connection = idle.emplace_back(server.port());
    if (i % 2 == 0) REQUIRE(connection.send(request("/api/files")));
    if (i % 100 == 1) REQUIRE(connection.send("GET /api"));
    if (i % 100 == 0) CHECK(still_answers(server));
  }
  CHECK(still_answers(server));
  // The connections that have sent a request are still open: each gets its answer.
  std::size_t answered = 0;
  for (std::size_t i = 0; i < kIdle; i += 2) {
    if (idle[i].receive().status == 200) ++answered;
  }
  CHECK(answered == kIdle / 2);
  CHECK(is_good(idle.front().get(kGoodRequest)));
  CHECK(is_good(idle[kIdle - 3].get(kGoodRequest)));
}

TEST_CASE("the longest idle connections are closed for new ones", "[serve][rude]") {
  constexpr std::size_t kMore = 300;
  constexpr std::size_t kUsedAgain = 10;
  // Several threads serve the connections, so it is uncertain which of the last connections has been idle longest.
  constexpr std::size_t kInDoubt = 20;
  // With fewer descriptors the test would not reach the server's limit on connections.
  const bool is_allowed = allow_descriptors(kMostConnections + 2 * kMore + 200);
  if (is_skipped(!is_allowed, "the system allows too few descriptors")) return;
  RunningServer server = served_database();
  std::deque<HttpConnection> connections;
  for (std::size_t i = 0; i < kMostConnections + kMore; ++i) {
    // Each connection gets an answer, so it is idle before the next connection comes.
    CAPTURE(i);
    REQUIRE(is_good(connections.emplace_back(server.port()).get(kGoodRequest)));
    if (i + 1 != kMostConnections) continue;
    for (std::size_t used = 0; used < kUsedAgain; ++used) REQUIRE(is_good(connections[used].get(kGoodRequest)));
  }
  CHECK(still_answers(server));
  std::vector<bool> is_closed(connections.size(), false);
  const auto closed_among = [&](std::size_t first, std::size_t end) {
    std::size_t closed = 0;
    for (std::size_t i = first; i < end; ++i) {
      if (!is_closed[i] && connections[i].is_closed_within(5ms)) is_closed[i] = true;
      if (is_closed[i]) ++closed;
    }
    return closed;
  };
  const std::size_t all_closed = kUsedAgain + kMore - kInDoubt;
  CHECK(becomes_true([&] { return closed_among(kUsedAgain, all_closed) == all_closed - kUsedAgain; }));
  for (std::size_t i = 0; i < kUsedAgain; ++i) CHECK(is_good(connections[i].get(kGoodRequest)));
  CHECK(is_good(connections[kUsedAgain + kMore + 2 * kInDoubt].get(kGoodRequest)));
  CHECK(is_good(connections.back().get(kGoodRequest)));
  // Many new connections come at once, while the server is still closing other connections.
  for (std::size_t i = 0; i < kMore; ++i) connections.emplace_back(server.port());
  CHECK(still_answers(server));
  CHECK(is_good(connections.back().get(kGoodRequest)));
  CHECK(becomes_true([&] { return descriptors_of(server.program().pid()) < kMostConnections + 50; }));
}

TEST_CASE("the longest idle connections are closed if the server has no descriptors for new ones", "[serve][rude]") {
  constexpr std::size_t kAllowed = 10;  // connections
  RunningServer server = served_database();
  const rlim_t most = descriptors_of(server.program().pid()) + kAllowed;
  const rlimit limit{.rlim_cur = most, .rlim_max = most};
  REQUIRE(::prlimit(server.program().pid(), RLIMIT_NOFILE, &limit, nullptr) == 0);
  std::deque<HttpConnection> idle;
  for (std::size_t i = 0; i < 3 * kAllowed; ++i) {
    CAPTURE(i);
    REQUIRE(is_good(idle.emplace_back(server.port()).get(kGoodRequest)));
    // The last descriptor is used, but no client waits for one.
    if (i + 1 == kAllowed) CHECK_FALSE(idle.front().is_closed_within(300ms));
  }
  CHECK(still_answers(server));
  CHECK(idle.front().is_closed_within(5s));
  CHECK(is_good(idle.back().get(kGoodRequest)));
}

TEST_CASE("clients that leave before their answer disturb nobody", "[serve][rude]") {
  const RunningServer server = served_database();
  const std::string slow = posting("/api/annotate", Json{{"position", "3/bb1/1ww w"}, {"moves", "c1a1 a2c2"}}.dump());
  std::string positions = "{\"positions\":[";
  for (int i = 0; i < 999; ++i) positions += "\"3/bb1/1ww w\",";
  const std::string large = posting("/api/positions", positions + "\"\"]}");
  for (int i = 0; i < 200; ++i) {
    const HttpConnection connection(server.port());
    if (i % 2 == 0) connection.reset_when_closed();
    static_cast<void>(connection.send(i % 20 == 0 ? large : i % 3 == 0 ? slow : request(kGoodRequest)));
    if (i % 5 == 0) static_cast<void>(connection.send("GET /"));
    if (i % 7 == 0) connection.finish_sending();
  }
  CHECK(still_answers(server));
  // This client does not read its answer to the end.
  HttpConnection unread(server.port());
  for (int i = 0; i < 20 && unread.send(large);) ++i;
  CHECK(still_answers(server));
  CHECK(becomes_true([&] { return answer_to(server, slow).status == 200; }));
}

TEST_CASE("a file that changes while it is served gives true answers, or is reported as damaged", "[serve][rude]") {
  const OracleGame solved({4, 3, 2, Stuck::kPasses, false});
  const std::string golden = UISGE_TEST_DATA "/4x3-2-passes.uisge";
  const std::string bytes = text_of_file(golden);
  const auto positions = solved.every(61);
  enum class Change { kDeleted, kReplaced, kHalved, kEmptied, kGarbled, kOtherRules };
  for (const Change change : {Change::kDeleted, Change::kReplaced, Change::kHalved, Change::kEmptied, Change::kGarbled,
                              Change::kOtherRules}) {
    for (const bool asked_before : {false, true}) {
      CAPTURE(static_cast<int>(change), asked_before);
      const TemporaryDirectory directory;
      const std::string path = directory.file("served.uisge");
      std::filesystem::copy(golden, path);
      const RunningServer server({"serve", path, kDatabase, "--search", "0"});
      const auto target_of = [&](const oracle::Position& position) {
        return "/api/position?stuck=passes&position=" + encoded(oracle::print(position));
      };
      if (asked_before) REQUIRE(server.get(target_of(positions.front())).status == 200);
      switch (change) {
        case Change::kDeleted: std::filesystem::remove(path); break;
        case Change::kReplaced:
          write_text(path + ".new", "Dear Ann,\n");
          std::filesystem::rename(path + ".new", path);
          break;
        case Change::kHalved: std::filesystem::resize_file(path, bytes.size() / 2); break;
        case Change::kEmptied: std::filesystem::resize_file(path, 0); break;
        case Change::kGarbled: write_text(path, std::string(bytes.size(), '\x55')); break;
        case Change::kOtherRules: write_text(path, text_of_file(UISGE_TEST_DATA "/3x3-2-loses-all.uisge")); break;
      }
      std::size_t wrong = 0;
      for (const oracle::Position& position : positions) {
        const HttpAnswer answer = server.get(target_of(position));
        if (answer.status == 200) {
          if (!answers::is_value(Json::parse(answer.body), solved.label(position))) ++wrong;
        } else {
          CHECK_FALSE(error_text(answer, 500).empty());
        }
      }
      CHECK(wrong == 0);
      const int statistics = server.get("/api/statistics?file=served.uisge").status;
      CHECK((statistics == 200 || statistics == 500));
      CHECK(server.get("/api/files").status == 200);
      CHECK(server.get("/api/rules?stuck=passes&position=" + encoded("4/bb2/1ww1 w")).status != 0);
      CHECK(still_answers(server));
    }
  }
}

TEST_CASE("slow requests wait for one another, up to a limit", "[serve][rude]") {
  // Each search of the real start may take a minute.
  const RunningServer server({"serve", kDatabase, "--search", "40", "--time", "60", "--memory", "64M"});
  constexpr std::size_t kAsked = 30;
  std::deque<HttpConnection> connections;
  for (std::size_t i = 0; i < kAsked; ++i) {
    REQUIRE(connections.emplace_back(server.port()).send(request("/api/position")));
  }
  // Any of the requests may be refused.
  std::vector<bool> is_refused(kAsked, false);
  std::size_t refused = 0;
  REQUIRE(becomes_true([&] {
    for (std::size_t i = 0; i < kAsked; ++i) {
      if (is_refused[i]) continue;
      const HttpAnswer answer = connections[i].receive(5ms);
      if (answer.status == 0) continue;
      CHECK(contains(answer.header, "Retry-After: "));
      CHECK_FALSE(error_text(answer, 503).empty());
      is_refused[i] = true;
      ++refused;
    }
    return refused == kAsked - kMostSlowRequests / 2;  // one address may have half of all slow requests
  }));
  // Meanwhile other requests are answered, even on a connection whose slow request was refused.
  for (int i = 0; i < 20; ++i) CHECK(still_answers(server));
  CHECK(server.get("/api/files").status == 200);
  CHECK(server.get("/api/rules").status == 200);
  CHECK(server.post("/api/positions", {{"positions", {"3/bb1/1ww w"}}}).status == 200);
  const auto one = static_cast<std::size_t>(std::find(is_refused.begin(), is_refused.end(), true) - is_refused.begin());
  CHECK(is_good(connections[one].get(kGoodRequest)));
  CHECK(connections[one].get("/api/position").status == 503);
}

TEST_CASE("draws are ranked far ahead while other questions about the same file are answered", "[serve][rude]") {
  const SolvedFile solved({4, 4, 4, Stuck::kDraws, false});
  // The smallest cache makes the ranking take more than a second: every look-up decodes a part of the file.
  const RunningServer server({"serve", solved.path(), "--search", "0", "--memory", "1K", "--threads", "1"});
  HttpConnection ranking(server.port());
  REQUIRE(ranking.send(request("/api/position?stuck=draws&line=false&hardness=7&position=4/1WW1/WwbB/B1B1+w")));
  constexpr int kAsked = 30;
  int answered = 0;
  HttpAnswer ranked;
  while (answered < kAsked && ranked.status == 0) {
    // The start is a draw (docs/results.csv).
    REQUIRE(server.get_json("/api/position?stuck=draws&line=false&hardness=0&board=4x4&pieces=4")["value"] == "draw");
    ++answered;
    ranked = ranking.receive(1ms);
  }
  CHECK(answered == kAsked);
  if (ranked.status == 0) ranked = ranking.receive(120s);
  REQUIRE(ranked.status == 200);
  CHECK(Json::parse(ranked.body)["hardness_plies"] == 7);
}

TEST_CASE("requests with wrong parameters are refused while a search runs", "[serve][rude]") {
  // The search may take a minute, longer than the test waits for an answer.
  const RunningServer server({"serve", kDatabase, "--search", "40", "--time", "60", "--memory", "64M"});
  HttpConnection searching(server.port());
  REQUIRE(searching.send(request("/api/position")));
  for (const char* target : {"/api/position?hardness=2", "/api/position?line=1", "/api/move?level=11",
                             "/api/statistics?name=x", "/api/puzzles?file=3x3-2-loses.uisge&level=0"}) {
    CAPTURE(target);
    error_text(server.get(target), 400);
  }
  error_text(server.get("/api/statistics?file=none"), 404);
  error_text(answer_to(server, posting("/api/annotate?x=1", R"({"position":"3/bb1/1ww w"})")), 400);
}

TEST_CASE("a long game whose sender has gone keeps nobody waiting", "[serve][rude]") {
  // The review of this game would take minutes, at five seconds per position.
  const RunningServer server({"serve", kDatabase, "--search", "40", "--time", "5", "--memory", "16M"});
  std::string moves;
  for (int i = 0; i < 225; ++i) moves += "f3f2 b4b5 f2f3 b5b4 ";
  const std::string game =
      posting("/api/annotate", Json{{"position", "7/2bb3/1Bbbb2/2wwwW1/3ww2/7 w"}, {"moves", moves}}.dump());
  for (int i = 0; i < 10; ++i) {
    const HttpConnection leaving(server.port());
    REQUIRE(leaving.send(game));
    std::this_thread::sleep_for(20ms);
  }
  const std::string other = "/api/position?position=3/wb1/3+w&line=false";
  REQUIRE(becomes_true([&] { return server.get(other).status == 200; }));
  CHECK(server.get_json(other)["source"] == "search");
}

TEST_CASE("slow requests are taken again when others are answered", "[serve][rude]") {
  const RunningServer server({"serve", kDatabase, "--search", "40", "--time", "0.1", "--memory", "16M"});
  std::deque<HttpConnection> connections;
  for (std::size_t i = 0; i < 24; ++i) {
    REQUIRE(connections.emplace_back(server.port()).send(request("/api/position?line=false")));
  }
  std::size_t answered = 0;
  for (HttpConnection& connection : connections) {
    if (connection.receive(60s).status == 200) ++answered;
  }
  CHECK(answered >= kMostSlowRequests / 2);
  CHECK(server.get_json("/api/position?line=false")["searched_plies"] == 40);
}

TEST_CASE("idle connections do not keep their last answers in memory", "[serve][rude][no-asan]") {
  constexpr std::size_t kIdle = 1000;
  if (is_skipped(!allow_descriptors(kIdle + 200), "the system allows too few descriptors")) return;
  RunningServer server = served_database();
  const auto answer_bytes = static_cast<std::int64_t>(server.get("/style.css").body.size());
  const std::int64_t before_kib = resident_kib(server.program().pid());
  std::deque<HttpConnection> idle;
  for (std::size_t i = 0; i < kIdle; ++i) {
    REQUIRE(idle.emplace_back(server.port()).get("/style.css").status == 200);
  }
  const std::int64_t grown_kib = resident_kib(server.program().pid()) - before_kib;
  const std::int64_t answers_kib = static_cast<std::int64_t>(kIdle) * answer_bytes / 1024;
  CAPTURE(grown_kib, answers_kib);
  CHECK(grown_kib < answers_kib / 2);
}

TEST_CASE("memory is bounded, whatever comes", "[serve][rude]") {
  RunningServer server = served_database();
  std::mt19937 random(5);
  const std::string deep = posting("/api/annotate", std::string(100'000, '['));
  const auto be_rude = [&](int connections) {
    for (int i = 0; i < connections; ++i) {
      HttpConnection connection(server.port());
      std::string bytes;
      switch (i % 8) {
        case 0: bytes = random_bytes(random, 20'000); break;
        case 1: bytes = request("/" + std::string(9000, 'a')); break;
        case 2: bytes = request("/", "X: " + std::string(20'000, 'a') + "\r\n"); break;
        case 3: bytes = "POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n" + std::string(50'000, 'x'); break;
        case 4: bytes = posting("/api/positions", "{\"positions\":[" + random_bytes(random, 2000)); break;
        case 5: bytes = request("/api/position?position=" + encoded(random_bytes(random, 500))); break;
        case 6: bytes = i % 16 == 6 ? deep : tls_hello() + "\r\n\r\n"; break;
        default: bytes = request(kGoodRequest) + "GET /half"; break;
      }
      if (i % 3 == 0) connection.reset_when_closed();
      static_cast<void>(connection.send(bytes));
      if (i % 3 == 1) connection.finish_sending();
    }
    // All connections are closed.
    REQUIRE(becomes_true([&] { return descriptors_of(server.program().pid()) < 40; }));
    REQUIRE(still_answers(server));
  };
  // A thread allocates memory when it first meets its largest request, so memory may grow for a few rounds; a leak
  // grows in every round. Sanitizers delay the reuse of freed memory, so with them more growth is allowed.
  const std::int64_t grown_kib_allowed = (kIsSanitized ? 512 : 2) * 1024;
  std::vector<std::int64_t> resident{resident_kib(server.program().pid())};
  CHECK(resident.front() > 0);
  bool has_settled = false;
  for (int round = 0; round < 6 && !has_settled; ++round) {
    be_rude(1000);
    resident.push_back(resident_kib(server.program().pid()));
    has_settled = round > 0 && resident.back() - resident[resident.size() - 2] < grown_kib_allowed;
  }
  CAPTURE(resident);
  CHECK(has_settled);
}
