// Compares the answers from a plane file with those of a solver that handles positions one by one. A finished plane
// gives all wins and losses, an unfinished plane gives no false answer, and a damaged plane gives an error.
#include "solver/values/plane_labels.h"

#include "db/probe.h"
#include "solver/solve_values/solve_values.h"
#include "solver/values/values_engine.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/plane_board.h"

using namespace uisge;
using namespace uisge::test;

namespace {

void solve_to_plane(const DatabaseIdentity& identity, const std::string& path) {
  const std::atomic<bool> cancel = false;
  REQUIRE(solve_values({.identity = identity, .plane = path}, {}, cancel));
}

// Begins a solve whose steps handle one placement each. After `steps` steps a callback returns an error, which ends the
// solve.
void begin_plane(const DatabaseIdentity& identity, const std::string& path, int steps) {
  const auto table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  const TileLayout layout(table.size(), identity.pieces, 1);
  auto file = PlaneFile::open(path, identity, layout, false);
  REQUIRE(file);
  PagedPlane plane(std::move(*file), layout, identity.pieces, layout.tiles(), {});
  const ValuesOptions options{.stuck = identity.rules.stuck};
  SweepCallbacks callbacks;
  callbacks.between_steps = [&]() -> Result<void> {
    if (--steps > 0) return {};
    return resource_error("stop");
  };
  REQUIRE(!ValuesEngine::create(table, plane, options)->run_sweep(callbacks));
  REQUIRE(plane.save());
}

struct Tally {
  int decided = 0;
  int open_draws = 0;
  int open_others = 0;
  int wrong = 0;
};

// Compares the probe's answer about every live position with the naive labels.
Tally compare(const NaiveLabels& truth, const std::string& path) {
  auto labels = PlaneLabels::open(path, 1 << 20);
  INFO((labels ? std::string() : labels.error().message));
  REQUIRE(labels);
  Probe probe(std::move(*labels));
  const Colourings colourings(truth.identity.pieces);
  Tally tally;
  for_each_live_cell_of(truth, [&](PositionCell cell, Label label) {
    const auto answer =
        probe.analyse(position_at(probe.board(), colourings, truth.placements[cell.placement], cell.index));
    REQUIRE(answer);
    if (!answer->verdict.is_decided()) {
      ++(label.outcome == Outcome::kDraw ? tally.open_draws : tally.open_others);
    } else {
      ++tally.decided;
      if (answer->verdict.outcome != label.outcome) ++tally.wrong;
    }
  });
  return tally;
}

}  // namespace

TEST_CASE("a finished plane answers every win and loss, under every rule", "[values][plane][oracle]") {
  const TemporaryDirectory directory;
  for (const int pieces : {1, 2}) {
    for (const RuleSet rules : kAllRuleSets) {
      CAPTURE(pieces, to_string(rules), rules.diagonal_jumps);
      const DatabaseIdentity identity{{3, 3}, pieces, rules};
      const std::string path = directory.file(default_values_name(identity) + ".plane");
      solve_to_plane(identity, path);
      CHECK(PlaneFile::is_plane(path));
      const Tally tally = compare(naive_labels(identity), path);
      CHECK(tally.wrong == 0);
      CHECK(tally.open_others == 0);
      CHECK(tally.decided > 0);
    }
  }
}

TEST_CASE("an unfinished plane gives only true answers", "[values][plane][oracle]") {
  const TemporaryDirectory directory;
  const DatabaseIdentity identity{{4, 3}, 2, {StuckRule::kPasses, true}};
  const std::string path = directory.file("plane");
  begin_plane(identity, path, 5);
  const Tally tally = compare(naive_labels(identity), path);
  CHECK(tally.wrong == 0);
  CHECK(tally.decided > 0);
  CHECK(tally.open_others > 0);
}

// A solve may be writing a tile when it is read, so a damaged tile may be whole at the next question.
TEST_CASE("a damaged tile gives an error at each question about it, and no other question an error",
          "[values][plane][bad]") {
  const TemporaryDirectory directory;
  const DatabaseIdentity identity{{4, 4}, 3, {}};
  const std::string path = directory.file("plane");
  const std::atomic<bool> cancel = false;
  REQUIRE(solve_values({.identity = identity, .plane = path, .tile_bytes = 1}, {}, cancel));
  const TileLayout layout = PlaneFile::open_to_read(path)->layout();
  REQUIRE(layout.tiles() == layout.placements());
  const Bytes whole = read_bytes(path);
  const std::size_t tile_bytes = record_bytes(path, layout);
  // Asks for the value of one position in each tile, which needs other tiles too. The cache has room for one tile.
  const auto answers = [&](PlaneLabels& labels) {
    std::vector<std::string> told;
    for (std::uint32_t placement = 0; placement < layout.placements(); ++placement) {
      const auto code = labels.code({placement, 1});
      told.push_back(code ? std::to_string(*code) : code.error().message);
    }
    return told;
  };
  const auto labels = PlaneLabels::open(path, PagedPlane::bytes_per_tile_held(layout)).value();
  const std::vector<std::string> expected = answers(*labels);
  constexpr std::size_t kTile = 3;
  write_bytes(path, flipped(whole, kPlaneFileAlignment + kTile * tile_bytes + 40));
  const std::string damaged = path + ": tile 3 is damaged, or being written just now; the solve mends it";
  for (int time = 0; time < 2; ++time) {
    CAPTURE(time);
    const std::vector<std::string> found = answers(*labels);
    for (std::size_t placement = 0; placement < layout.placements(); ++placement) {
      CAPTURE(placement);
      CHECK((found[placement] == damaged || (placement != kTile && found[placement] == expected[placement])));
    }
    CHECK(std::ranges::count(found, damaged) < std::ranges::ssize(found));
  }
  write_bytes(path, whole);
  CHECK(answers(*labels) == expected);
}

TEST_CASE("a plane that was changed or cut is refused", "[values][plane][bad]") {
  const TemporaryDirectory directory;
  const DatabaseIdentity identity{{3, 3}, 2, {}};
  const std::string path = directory.file("plane");
  solve_to_plane(identity, path);
  const Bytes whole = read_bytes(path);
  const auto refusal = [&](const Bytes& bytes) {
    write_bytes(path, bytes);
    const auto labels = PlaneLabels::open(path, 1 << 20);
    if (!labels) return labels.error();
    const auto code = (*labels)->code({0, 1});
    return code ? Error{ErrorKind::kUsage, "believed"} : code.error();
  };
  CHECK(refusal(whole).message == "believed");
  for (const std::size_t at : {std::size_t{3}, std::size_t{8}, std::size_t{12}, std::size_t{17}, std::size_t{21},
                               std::size_t{33}, std::size_t{4000}, kPlaneFileAlignment + 1}) {
    CAPTURE(at);
    const Error error = refusal(flipped(whole, at));
    CHECK(error.kind == ErrorKind::kBadFile);
    CHECK(error.message.starts_with(path + ": "));
  }
  CHECK(contains(refusal(flipped(whole, kPlaneFileAlignment + 1)).message, "tile 0 is damaged"));
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{7}, std::size_t{4095}, kPlaneFileAlignment, whole.size() - 1}) {
    CAPTURE(size);
    CHECK(refusal(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))).kind == ErrorKind::kBadFile);
  }
  Bytes longer = whole;
  longer.push_back(std::byte{0});
  CHECK(refusal(longer).kind == ErrorKind::kBadFile);
  // A part of the file could be read, but the whole file is refused, and the message names the remedy.
  CHECK(contains(refusal(Bytes(whole.begin(), whole.end() - 1)).message, "continue its solve, which mends the file"));

  // A size can be wrong although the checksum is correct, so a size is checked before memory is allocated.
  const PlaneFileHeader header = parse_plane_header(ByteView(whole).first(kPlaneFileAlignment)).value();
  PlaneFileHeader large_tiles = header;
  large_tiles.placements_per_tile = UINT32_MAX;
  PlaneFileHeader many_placements = header;
  many_placements.placements = UINT32_MAX;
  for (const PlaneFileHeader& wrong : {large_tiles, many_placements}) {
    Bytes forged = whole;
    const Bytes head = encode_plane_header(wrong);
    std::copy(head.begin(), head.end(), forged.begin());
    CHECK(contains(refusal(forged).message, "header of the plane is damaged"));
  }
}
