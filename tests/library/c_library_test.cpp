// The C interface gives the same answers as the C++ library, and an error for every wrong call. This file is long
// because every function of the C interface is called with right and with wrong arguments.
#include "tests/test.h"
#include "uisge.h"
#include "uisge/database.h"

namespace {

const std::string kDatabase = UISGE_TEST_DATA "/4x3-2-passes.uisge";
constexpr uisge_rules kPasses{UISGE_STUCK_PASSES, 0};

uisge_position parsed(const std::string& text) {
  uisge_position position{};
  REQUIRE(uisge_position_parse(text.c_str(), &position) == UISGE_OK);
  return position;
}

std::string text_of(const uisge_position& position) {
  std::array<char, 100> text{};
  std::size_t needed = 0;
  REQUIRE(uisge_position_text(&position, text.data(), text.size(), &needed) == UISGE_OK);
  REQUIRE(std::strlen(text.data()) + 1 == needed);
  return text.data();
}

struct OpenProbe {
  OpenProbe() {
    REQUIRE(uisge_database_open(kDatabase.c_str(), &database) == UISGE_OK);
    REQUIRE(uisge_probe_open(database, 0, &probe) == UISGE_OK);
  }
  ~OpenProbe() {
    uisge_probe_close(probe);
    uisge_database_close(database);
  }
  OpenProbe(const OpenProbe&) = delete;
  OpenProbe& operator=(const OpenProbe&) = delete;
  uisge_database* database = nullptr;
  uisge_probe* probe = nullptr;
};

int distance_of(const uisge::Verdict& verdict) {
  return verdict.distance.value_or(-1);
}

}  // namespace

TEST_CASE("the C interface: it answers as the C++ library does", "[library][c]") {
  const OpenProbe open;
  const uisge::Database database = uisge::Database::open(kDatabase);
  uisge::Probe probe(database);
  uisge_identity identity{};
  REQUIRE(uisge_database_identity(open.database, &identity, sizeof identity) == UISGE_OK);
  const std::array<int, 6> game{identity.files,         identity.ranks,       identity.pieces_per_side,
                                identity.has_distances, identity.rules.stuck, identity.rules.diagonal_jumps};
  CHECK(game == std::array<int, 6>{4, 3, 2, 1, UISGE_STUCK_PASSES, 0});
  CHECK(uisge::Counts{identity.won, identity.lost, identity.drawn} == database.counts());

  const uisge::Rules rules = database.identity().rules;
  uisge::LabelReader reader(database);
  std::size_t visited = 0;
  reader.for_each([&](const uisge::Position& position, const uisge::Verdict& expected) {
    const uisge_position asked = parsed(position.text());
    REQUIRE(text_of(asked) == position.text());
    int end = -1;
    REQUIRE(uisge_position_end(&asked, kPasses, &end) == UISGE_OK);
    REQUIRE(end == static_cast<int>(position.end(rules)));
    uisge_position canonical{};
    REQUIRE(uisge_position_canonical(&asked, &canonical) == UISGE_OK);
    REQUIRE(text_of(canonical) == position.canonical().text());

    uisge_verdict verdict{};
    REQUIRE(uisge_probe_verdict(open.probe, &asked, &verdict) == UISGE_OK);
    REQUIRE(verdict.value == static_cast<int>(expected.value));
    REQUIRE(verdict.distance == distance_of(expected));

    const uisge::Analysis analysis = probe.analyse(position);
    std::array<uisge_ranked_move, UISGE_MAX_MOVES> ranked{};
    std::size_t count = 0;
    verdict = {};
    REQUIRE(uisge_probe_ranked_moves(open.probe, &asked, &verdict, ranked.data(), ranked.size(), &count) == UISGE_OK);
    REQUIRE(count == analysis.moves.size());
    REQUIRE(verdict.value == static_cast<int>(expected.value));
    for (std::size_t i = 0; i < count; ++i) {
      REQUIRE(ranked[i].move.from == analysis.moves[i].move.from);
      REQUIRE(ranked[i].move.to == analysis.moves[i].move.to);
      REQUIRE(ranked[i].verdict.value == static_cast<int>(analysis.moves[i].verdict.value));
      REQUIRE(ranked[i].verdict.distance == distance_of(analysis.moves[i].verdict));
      REQUIRE((ranked[i].best != 0) == analysis.moves[i].best);
    }

    std::array<uisge_move, UISGE_MAX_MOVES> moves{};
    REQUIRE(uisge_legal_moves(&asked, kPasses, moves.data(), moves.size(), &count) == UISGE_OK);
    const std::vector<uisge::Move> expected_moves = position.moves(rules);
    REQUIRE(count == expected_moves.size());
    for (std::size_t i = 0; i < count; ++i) {
      const uisge::Move move = expected_moves[i];
      REQUIRE((moves[i].from == move.from && moves[i].to == move.to));
      std::array<char, 5> text{};
      REQUIRE(uisge_move_text(&asked, moves[i], text.data(), text.size(), nullptr) == UISGE_OK);
      REQUIRE(position.move_text(move) == text.data());
      uisge_move read{99, 99};
      REQUIRE(uisge_move_parse(&asked, kPasses, text.data(), &read) == UISGE_OK);
      REQUIRE((read.from == move.from && read.to == move.to));
      uisge_position after{};
      REQUIRE(uisge_play(&asked, kPasses, moves[i], &after) == UISGE_OK);
      REQUIRE(text_of(after) == position.play(rules, move).text());
    }

    const std::vector<uisge::Move> line = probe.line(position);
    std::vector<uisge_move> found(line.size());
    REQUIRE(uisge_probe_line(open.probe, &asked, found.data(), found.size(), &count) == UISGE_OK);
    REQUIRE(count == line.size());
    for (std::size_t i = 0; i < count; ++i) REQUIRE((found[i].from == line[i].from && found[i].to == line[i].to));
    ++visited;
    return true;
  });
  CHECK(visited > 1000);

  uisge_position start{};
  REQUIRE(uisge_position_start(7, 6, 6, &start) == UISGE_OK);
  std::uint64_t sequences = 0;
  REQUIRE(uisge_perft(&start, kPasses, 6, &sequences) == UISGE_OK);
  CHECK(sequences == 25292);  // from the rules page
  CHECK(std::string(uisge_version()) == UISGE_EXPECTED_VERSION);
}

TEST_CASE("the C interface: null, closed and made-up handles are errors", "[library][c]") {
  uisge_database* database = nullptr;
  uisge_probe* probe = nullptr;
  uisge_identity identity{};
  const uisge_position position = parsed("start");
  uisge_verdict verdict{};
  const auto is_refused = [&](const char* why) {
    CHECK(uisge_database_identity(database, &identity, sizeof identity) == UISGE_ERROR_USAGE);
    CHECK(uisge_probe_verdict(probe, &position, &verdict) == UISGE_ERROR_USAGE);
    CHECK(std::string(uisge_last_error()) == why);
    std::size_t count = 0;
    CHECK(uisge_probe_ranked_moves(probe, &position, &verdict, nullptr, 0, &count) == UISGE_ERROR_USAGE);
    CHECK(uisge_probe_line(probe, &position, nullptr, 0, &count) == UISGE_ERROR_USAGE);
    uisge_probe* another = nullptr;
    CHECK(uisge_probe_open(database, 0, &another) == UISGE_ERROR_USAGE);
    CHECK(another == nullptr);
  };
  is_refused("probe: it is not open");
  CHECK(uisge_database_close(nullptr) == UISGE_OK);
  CHECK(uisge_probe_close(nullptr) == UISGE_OK);

  REQUIRE(uisge_database_open(kDatabase.c_str(), &database) == UISGE_OK);
  REQUIRE(uisge_probe_open(database, 1, &probe) == UISGE_OK);
  CHECK(uisge_probe_verdict(probe, &position, &verdict) == UISGE_ERROR_USAGE);
  CHECK(std::string(uisge_last_error()).starts_with("position: 7x6 with 6 a side, but "));
  uisge_database_close(database);
  // The probe outlives its database handle.
  const uisge_position small = parsed("4/bbw1/2w1 w");
  CHECK(uisge_probe_verdict(probe, &small, &verdict) == UISGE_OK);
  uisge_probe_close(probe);
  is_refused("probe: it is not open");
  CHECK(uisge_database_close(database) == UISGE_ERROR_USAGE);
  CHECK(uisge_probe_close(probe) == UISGE_ERROR_USAGE);

  // The slots are reused, and the old handles stay closed.
  const OpenProbe again;
  is_refused("probe: it is not open");

  for (const std::uintptr_t made_up : {std::uintptr_t{1}, std::uintptr_t{0xDEAD'BEEF}, UINTPTR_MAX}) {
    database = reinterpret_cast<uisge_database*>(made_up);  // NOLINT: a wrong program might do this
    probe = reinterpret_cast<uisge_probe*>(made_up);        // NOLINT
    is_refused("probe: it is not open");
  }
}

TEST_CASE("the C interface: a handle of another kind is an error and closes nothing", "[library][c]") {
  const OpenProbe open;
  auto* const probe_for_database = reinterpret_cast<uisge_database*>(open.probe);
  auto* const database_for_probe = reinterpret_cast<uisge_probe*>(open.database);
  CHECK(uisge_database_close(probe_for_database) == UISGE_ERROR_USAGE);
  CHECK(std::string(uisge_last_error()) == "database: it is not open");
  CHECK(uisge_probe_close(database_for_probe) == UISGE_ERROR_USAGE);
  CHECK(std::string(uisge_last_error()) == "probe: it is not open");
  uisge_identity identity{};
  CHECK(uisge_database_identity(probe_for_database, &identity, sizeof identity) == UISGE_ERROR_USAGE);
  const uisge_position position = parsed("4/bbw1/2w1 w");
  uisge_verdict verdict{};
  CHECK(uisge_probe_verdict(database_for_probe, &position, &verdict) == UISGE_ERROR_USAGE);
  CHECK(uisge_probe_verdict(open.probe, &position, &verdict) == UISGE_OK);
  CHECK(uisge_database_identity(open.database, &identity, sizeof identity) == UISGE_OK);
}

TEST_CASE("the C interface: for a buffer that is too small the call says how much is needed", "[library][c]") {
  const OpenProbe open;
  const uisge_position position = parsed("4/bbw1/2w1 w");
  std::size_t needed = 0;
  std::array<char, 13> text{};
  text.fill('x');
  CHECK(uisge_position_text(&position, text.data(), 12, &needed) == UISGE_ERROR_BUFFER);
  CHECK(needed == 13);
  CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c == 'x'; }));
  CHECK(std::string(uisge_last_error()) == "text: takes 13 bytes, the buffer has 12");
  CHECK(uisge_position_text(&position, text.data(), 13, nullptr) == UISGE_OK);
  CHECK(uisge_position_text(&position, nullptr, 0, &needed) == UISGE_OK);
  CHECK(uisge_position_text(&position, nullptr, 5, &needed) == UISGE_ERROR_USAGE);

  const uisge_position start = parsed("start");  // the start has four moves
  std::size_t count = 0;
  REQUIRE(uisge_legal_moves(&start, kPasses, nullptr, 0, &count) == UISGE_OK);
  REQUIRE(count == 4);
  std::array<uisge_move, 4> moves{};
  count = 0;
  CHECK(uisge_legal_moves(&start, kPasses, moves.data(), 3, &count) == UISGE_ERROR_BUFFER);
  CHECK(count == 4);
  CHECK(std::string(uisge_last_error()) == "moves: there are 4, the buffer has room for 3");
  CHECK(uisge_legal_moves(&start, kPasses, moves.data(), 4, nullptr) == UISGE_ERROR_USAGE);
  CHECK(uisge_legal_moves(&start, kPasses, nullptr, 4, &count) == UISGE_ERROR_USAGE);
  std::array<uisge_ranked_move, UISGE_MAX_MOVES> ranked{};
  CHECK(uisge_probe_ranked_moves(open.probe, &position, nullptr, ranked.data(), ranked.size(), &count) == UISGE_OK);

  // A program that was built with an older header passes a shorter structure.
  uisge_identity identity{};
  identity.won = 7;
  CHECK(uisge_database_identity(open.database, &identity, offsetof(uisge_identity, won)) == UISGE_OK);
  CHECK(identity.files == 4);
  CHECK(identity.won == 7);
}

TEST_CASE("the C interface: wrong values get the program's error messages", "[library][c]") {
  uisge_position position{};
  CHECK(uisge_position_parse("7/2bb3/1bbbb2/2wwww2/3ww2/7 w", &position) == UISGE_ERROR_USAGE);
  CHECK(std::string(uisge_last_error()) == "position: rank 3 has 8 squares, the board has 7 files");
  CHECK(uisge_position_parse(nullptr, &position) == UISGE_ERROR_USAGE);
  CHECK(uisge_position_parse("start", nullptr) == UISGE_ERROR_USAGE);
  CHECK(uisge_position_start(-1, 6, 6, &position) == UISGE_ERROR_USAGE);
  CHECK(uisge_position_start(7, 6, 7, &position) == UISGE_ERROR_USAGE);

  const uisge_position start = parsed("start");
  int end = 0;
  using Break = void (*)(uisge_position&);
  for (const Break make_wrong :
       {Break([](auto& wrong) { wrong.files = 0; }), Break([](auto& wrong) { wrong.ranks = 255; }),
        Break([](auto& wrong) { wrong.white = ~std::uint64_t{0}; }), Break([](auto& wrong) { wrong.crowns = 1; }),
        Break([](auto& wrong) { wrong.side_to_move = 2; }), Break([](auto& wrong) { wrong.reserved[4] = 1; })}) {
    uisge_position wrong = start;
    make_wrong(wrong);
    CHECK(uisge_position_end(&wrong, kPasses, &end) == UISGE_ERROR_USAGE);
  }
  CHECK(uisge_position_end(nullptr, kPasses, &end) == UISGE_ERROR_USAGE);
  CHECK(uisge_position_end(&start, {4, 0}, &end) == UISGE_ERROR_USAGE);
  CHECK(uisge_position_end(&start, {0, 2}, &end) == UISGE_ERROR_USAGE);
  CHECK(uisge_position_end(&start, kPasses, nullptr) == UISGE_ERROR_USAGE);
  CHECK(uisge_play(&start, kPasses, {200, 3}, &position) == UISGE_ERROR_USAGE);
  std::uint64_t sequences = 0;
  CHECK(uisge_perft(&start, kPasses, -1, &sequences) == UISGE_ERROR_USAGE);

  uisge_database* database = nullptr;
  CHECK(uisge_database_open(UISGE_TEST_DATA "/broken-flipped.uisge", &database) == UISGE_ERROR_BAD_FILE);
  CHECK(uisge_database_open("/nowhere/x.uisge", &database) == UISGE_ERROR_RESOURCE);
  CHECK(uisge_database_open(nullptr, &database) == UISGE_ERROR_USAGE);
  CHECK(uisge_database_open(kDatabase.c_str(), nullptr) == UISGE_ERROR_USAGE);
  CHECK(database == nullptr);
}

TEST_CASE("the C interface: threads share a database, each with a probe of its own", "[library][c][parallel]") {
  const OpenProbe open;
  uisge::LabelReader reader(uisge::Database::open(kDatabase));
  std::vector<std::pair<uisge_position, int>> expected;
  reader.for_each([&](const uisge::Position& position, const uisge::Verdict& verdict) {
    expected.emplace_back(parsed(position.text()), distance_of(verdict));
    return true;
  });
  std::atomic<int> wrong{0};
  std::atomic<int> shared_answers{0};
  std::atomic<int> shared_refusals{0};
  const auto ask = [&] {
    uisge_probe* probe = nullptr;
    if (uisge_probe_open(open.database, 1 << 16, &probe) != UISGE_OK) ++wrong;
    for (const auto& [position, distance] : expected) {
      uisge_verdict verdict{};
      if (uisge_probe_verdict(probe, &position, &verdict) != UISGE_OK || verdict.distance != distance) ++wrong;
      // All threads use open.probe. Each call either answers correctly, or refuses because another thread is using the
      // probe.
      if (uisge_probe_verdict(open.probe, &position, &verdict) == UISGE_OK) {
        if (verdict.distance != distance) ++wrong;
        ++shared_answers;
      } else {
        if (std::string(uisge_last_error()) != "probe: another thread is using it; make one for each thread") ++wrong;
        ++shared_refusals;
      }
    }
    if (uisge_probe_close(probe) != UISGE_OK) ++wrong;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(ask);
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(shared_answers > 0);
  CHECK(shared_answers + shared_refusals == 4 * static_cast<int>(expected.size()));
}
