// PlacementReplies computes best replies for whole blocks. This test compares them with results from each position's
// moves, one by one: with six a side on boards with room to move, and on the largest boards. Complete files of such
// boards would be too large, so the test makes up the labels of the positions after moves.
#include "db/placement_replies.h"
#include "core/moves.h"
#include "core/placement.h"
#include "db/codec_trainer.h"
#include "db/placement_census.h"
#include "db/placement_laws.h"
#include "db/position_cell.h"
#include "db/writer.h"
#include "tests/core/grown_position.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr int kSixPieces = 6;
constexpr unsigned kCrownStates = 1U << kSixPieces;
constexpr std::size_t kBlockCells = std::size_t{kCrownStates} * kCrownStates;

// Returns the canonical images of the placements that arise if one piece moves by at most two squares. The targets of
// all moves of the placement are among them.
std::set<SquareSet> placements_near(const Board& board, SquareSet placement_bb) {
  std::set<SquareSet> found;
  for (const Square from : placement_bb) {
    for (const Square to : board.all_bb() - placement_bb) {
      if (std::abs(board.file(from) - board.file(to)) > 2 || std::abs(board.rank(from) - board.rank(to)) > 2) continue;
      const SquareSet moved_bb = placement_bb.without(from).with(to);
      if (board.connected(moved_bb)) found.insert(canonical_placement(board, moved_bb).occupied_bb);
    }
  }
  return found;
}

std::vector<SquareSet> with_neighbours(const Board& board, SquareSet placement_bb) {
  std::set<SquareSet> found = placements_near(board, placement_bb);
  found.insert(placement_bb);
  return {found.begin(), found.end()};
}

std::uint32_t place_of(const Database& database, SquareSet placement_bb) {
  const auto placements = database.placements();
  return static_cast<std::uint32_t>(std::lower_bound(placements.begin(), placements.end(), placement_bb) -
                                    placements.begin());
}

// Makes a file that has placements but no readable units.
Database file_of_placements(const std::string& path, const DatabaseIdentity& identity,
                            const std::vector<SquareSet>& placements) {
  auto model = CodecTrainer(CodecId::kCrownContexts, identity.pieces, 0).finish();
  const OutputPlace place = OutputPlace::claim(path, kDatabaseFile).value();
  auto writer = DatabaseWriter::create(place, identity, placements, std::move(model)).value();
  const std::size_t units = writer.plan().header.units() / placements.size();
  for (std::uint32_t p = 0; p < placements.size(); ++p) {
    const std::vector<std::uint32_t> unit_bytes(units, kUnitChecksumBytes);
    REQUIRE(writer.append({p, Bytes(units * kUnitChecksumBytes), unit_bytes}));
  }
  REQUIRE(writer.finish({}));
  return Database::open(path).value();
}

// The labels take few values, so that best replies are often tied, and often end the game in a ply.
PlacementKeys made_up_keys(std::uint64_t seed) {
  auto keys = std::make_shared<std::vector<ReplyKey>>(positions_per_placement(kSixPieces));
  std::mt19937_64 dice(seed);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < keys->size(); ++i) {
    if (i % 16 == 0) bits = dice();
    (*keys)[i] = reply_key(static_cast<LabelCode>(bits >> (4 * (i % 16)) & 15));
  }
  // Positions in which the opponent has only crowns are lost in 0 plies.
  for (std::size_t block = 0; block < keys->size(); block += kBlockCells) {
    const auto last_row = keys->begin() + static_cast<std::ptrdiff_t>(block + kBlockCells - kCrownStates);
    std::fill(last_row, last_row + kCrownStates, kLossInZeroKey);
  }
  return keys;
}

struct RepliesOneByOne {
  ReplyKey key = kNoReplyKey;
  int winning = 0;
  int losing = 0;
  int losing_at_once = 0;
  int best = 0;
  int all = 0;
  bool is_stuck = false;
};

RepliesOneByOne expected_of(const Database& database, const Position& position,
                            const PlacementReplies::KeySource& source) {
  const RuleSet rules = database.identity().rules;
  std::vector<Position> after;
  for (const Move move : legal_moves(database.board(), rules, position)) {
    after.push_back(play(database.board(), position, move));
  }
  RepliesOneByOne expected;
  expected.is_stuck = after.empty();
  if (expected.is_stuck) {
    if (rules.stuck == StuckRule::kLoses) expected.key = kLossInZeroKey;
    if (rules.stuck == StuckRule::kWins) expected.key = kWinInZeroKey;
    if (rules.stuck == StuckRule::kDraws) expected.key = kDrawKey;
    if (rules.stuck != StuckRule::kPasses) return expected;
    after.push_back(play(database.board(), position, Move::pass()));
  }
  std::vector<ReplyKey> replies;
  for (const Position& next : after) {
    const auto cell = find_cell(database.board(), database.placements(), database.colourings(), next);
    if (!cell) FAIL("a move leads nowhere");
    replies.push_back((*source(cell->placement).value())[cell->index]);
  }
  const ReplyKey best = *std::max_element(replies.begin(), replies.end());
  for (const ReplyKey reply : replies) {
    expected.winning += reply > 0 ? 1 : 0;
    expected.losing += reply < 0 ? 1 : 0;
    expected.losing_at_once += reply < 0 && decode_label(code_of(reply)).distance <= 1 ? 1 : 0;
    expected.best += reply == best ? 1 : 0;
  }
  expected.all = static_cast<int>(replies.size());
  const bool is_drawn = game_end(database.board(), rules, position) == GameEnd::kBothStuck;
  expected.key = is_drawn ? kDrawKey : key_before(best);
  return expected;
}

// Checks all positions of one block. Returns the number of stuck positions.
int check_block(PlacementReplies& replies, const Database& database, std::size_t placement, ColouringRank rank,
                const PlacementReplies::KeySource& source) {
  const auto plain = replies.block(rank);
  REQUIRE(plain);
  const std::vector<ReplyKey> keys(plain->keys.begin(), plain->keys.end());
  const std::uint64_t all_moves = plain->moves;
  const auto counted = replies.counted_block(rank);
  REQUIRE(counted);
  std::uint64_t moves = 0;
  int stuck = 0;
  for (unsigned mover = 0; mover + 1 < kCrownStates; ++mover) {
    for (unsigned opponent = 0; opponent + 1 < kCrownStates; ++opponent) {
      const Position position =
          database.position(cell_at(placement, position_index(kSixPieces, rank, opponent, mover)));
      const RepliesOneByOne expected = expected_of(database, position, source);
      const std::size_t at = std::size_t{mover} * kCrownStates + opponent;
      moves += static_cast<std::uint64_t>(expected.all);
      stuck += expected.is_stuck ? 1 : 0;
      const bool is_right = keys[at] == expected.key && counted->winning[at] == expected.winning &&
                            counted->losing[at] == expected.losing &&
                            counted->losing_at_once[at] == expected.losing_at_once &&
                            counted->all[mover] == static_cast<std::uint32_t>(expected.all) &&
                            (expected.all == 0 || counted->best[at] == expected.best);
      if (!is_right) FAIL("mover's crowns " << mover << ", opponent's crowns " << opponent);
    }
  }
  CHECK(all_moves == moves);
  return stuck;
}

}  // namespace

TEST_CASE("replies with six a side agree with the moves one by one, also with 63 and 64 squares", "[db][verify]") {
  const PlacementKeys made_up[] = {made_up_keys(1), made_up_keys(2), made_up_keys(3)};
  const PlacementReplies::KeySource source = [&](std::size_t placement) { return made_up[placement % 3]; };
  const TemporaryDirectory directory;
  FixedDice dice(19);
  std::size_t rules = 0;
  int stuck = 0;
  for (const BoardSize size : {BoardSize{2, 7}, BoardSize{3, 5}, BoardSize{9, 7}, BoardSize{8, 8}}) {
    const Board board(size);
    for (int i = 0; i < 2; ++i, ++rules) {
      const DatabaseIdentity identity{size, kSixPieces, kAllRuleSets[rules]};
      CAPTURE(to_string(identity));
      const SquareSet placement_bb =
          canonical_placement(board, grown_placement(board, 2 * kSixPieces, dice)).occupied_bb;
      const Database database =
          file_of_placements(directory.file("x.uisge"), identity, with_neighbours(board, placement_bb));
      const std::size_t placement = place_of(database, placement_bb);
      PlacementReplies replies(database);
      REQUIRE(replies.enter(placement, source));
      const auto rank = static_cast<ColouringRank>(dice(static_cast<int>(database.colourings().count())));
      stuck += check_block(replies, database, placement, rank, source);
    }
  }
  CHECK(stuck > 0);
}

// The test labels all positions of other placements as draws. So it knows the right labels of the tested placement
// without a solve: a win in one ply where the mover's last blank can jump, otherwise a draw. Then the test makes the
// last label of the tested placement wrong.
TEST_CASE("the laws of a placement with six a side that can move hold except at the one wrong label", "[db][verify]") {
  const DatabaseIdentity identity{{2, 7}, kSixPieces, {StuckRule::kDraws, false}};
  const Board board(identity.board);
  NaiveLabels labels{identity, {}, {}};
  // The tested placement has few neighbours, and no move from it leads to one of its own images. Its labels are not all
  // draws.
  SquareSet placement_bb;
  for (const SquareSet candidate_bb : placement_census(board, kSixPieces)) {
    const std::set<SquareSet> near = placements_near(board, candidate_bb);
    if (near.contains(candidate_bb) || (!labels.placements.empty() && near.size() >= labels.placements.size()))
      continue;
    labels.placements = with_neighbours(board, candidate_bb);
    placement_bb = candidate_bb;
  }
  REQUIRE(labels.placements.size() > 2);
  const auto cells = static_cast<std::uint32_t>(positions_per_placement(kSixPieces));
  labels.labels.assign(labels.placements.size(), std::vector<LabelCode>(cells, kDrawCode));
  const auto placement = static_cast<std::uint32_t>(
      std::find(labels.placements.begin(), labels.placements.end(), placement_bb) - labels.placements.begin());
  const Colourings colourings(kSixPieces);
  std::vector<LabelCode>& own = labels.labels[placement];
  std::uint32_t last_live = 0;
  int wins = 0;
  for (std::uint32_t i = 0; i < cells; ++i) {
    if (!is_live_index(kSixPieces, i)) continue;
    last_live = i;
    if (std::popcount(index_parts(kSixPieces, i).mover_crowns) != kSixPieces - 1) continue;
    const Position position = position_at(board, colourings, placement_bb, i);
    for (const Move move : legal_moves(board, identity.rules, position)) {
      if (!play(board, position, move).is_live()) own[i] = encode_label({Outcome::kWin, 1});
    }
    wins += own[i] == kDrawCode ? 0 : 1;
  }
  CHECK(wins > 1000);
  own[last_live] = encode_label({Outcome::kLoss, 2});

  const WrittenDatabase database(labels);
  SharedKeys shared(*database, std::size_t{1} << 28);
  PlacementLaws laws(*database, shared);
  const auto outcome = laws.check(placement);
  REQUIRE(outcome);
  CHECK(outcome->first_broken == PositionCell{placement, last_live});
}

TEST_CASE("the order for the caches has every placement, and brings neighbours nearer than the file does",
          "[db][verify]") {
  for (const BoardSize size : {BoardSize{7, 6}, BoardSize{5, 5}, BoardSize{4, 7}}) {
    CAPTURE(to_string(size));
    const Board board(size);
    const std::vector<SquareSet> placements = placement_census(board, 3);
    const std::vector<std::size_t> order = order_for_cache(board, placements);
    std::vector<std::size_t> place(placements.size(), placements.size());
    for (std::size_t i = 0; i < order.size(); ++i) place.at(order[i]) = i;
    REQUIRE(order.size() == placements.size());
    REQUIRE(*std::max_element(place.begin(), place.end()) < placements.size());
    std::size_t apart_in_file = 0;
    std::size_t apart_in_order = 0;
    const auto distance = [](std::size_t a, std::size_t b) { return a < b ? b - a : a - b; };
    for (std::size_t i = 0; i < placements.size(); ++i) {
      for (const SquareSet near_bb : placements_near(board, placements[i])) {
        const auto other = std::lower_bound(placements.begin(), placements.end(), near_bb) - placements.begin();
        apart_in_file += distance(i, static_cast<std::size_t>(other));
        apart_in_order += distance(place[i], place[static_cast<std::size_t>(other)]);
      }
    }
    CHECK(apart_in_order < apart_in_file);
  }
}
