#include "uisge/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "bindings/cpp/convert.h"
#include "core/instruction_set.h"
#include "core/notation.h"
#include "core/perft.h"
#include "core/piece_count.h"
#include "core/start.h"
#include "db/parallel.h"

namespace uisge::v1 {

Error::Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
Error::~Error() = default;

BoardSize BoardSize::parse(std::string_view text) {
  const uisge::BoardSize size = take(parse_board_size(text));
  return {size.files, size.ranks};
}

std::string BoardSize::text() const {
  return fmt::format("{}x{}", files, ranks);
}

std::string_view to_string(StuckRule stuck) {
  return uisge::to_string(to_engine(Rules{stuck, false}).stuck);
}

StuckRule parse_stuck_rule(std::string_view text) {
  return static_cast<StuckRule>(take(uisge::parse_stuck_rule(text)));
}

Position::Position() : Position(start({}, kMaxPieces)) {}

Position Position::parse(std::string_view text) {
  if (text == "start") return {};
  const Setup setup = take(parse_setup(text));
  return to_public(take(uisge::Position::from_setup(tables({setup.size.files, setup.size.ranks}), setup)));
}

Position Position::start(BoardSize board, int pieces_per_side) {
  return to_public(take(start_position(tables(board), pieces_per_side)));
}

Position Position::from_squares(BoardSize board, std::uint64_t white, std::uint64_t black, std::uint64_t crowns,
                                Side side_to_move) {
  const Board& board_tables = tables(board);
  if (((white | black | crowns) & ~board_tables.all_bb().bits()) != 0) {
    throw Error(ErrorKind::kUsage, fmt::format("position: a piece stands beside the {} board", board.text()));
  }
  if (side_to_move != Side::kWhite && side_to_move != Side::kBlack) {
    throw Error(ErrorKind::kUsage, fmt::format("position: {} is no side, 0 and 1 are", static_cast<int>(side_to_move)));
  }
  const Setup setup{board_tables.size(), SquareSet(white), SquareSet(black), SquareSet(crowns),
                    side_to_move == Side::kWhite ? uisge::Side::kWhite : uisge::Side::kBlack};
  return to_public(take(uisge::Position::from_setup(board_tables, setup)));
}

int Position::pieces_per_side() const {
  return std::popcount(white_);
}

std::string Position::text() const {
  return to_text(tables(board()), to_engine(*this));
}

std::string Position::drawing() const {
  return draw(tables(board()), to_engine(*this));
}

Position Position::canonical() const {
  return to_public(uisge::canonical(tables(board()), to_engine(*this)));
}

std::vector<Position> Position::images() const {
  const Board& board_tables = tables(board());
  const uisge::Position position = to_engine(*this);
  std::vector<Position> images;
  for (int i = 0; i < board_tables.symmetry_count(); ++i) {
    const Position image = to_public(uisge::image(board_tables, Symmetry(i), position));
    if (std::find(images.begin(), images.end(), image) == images.end()) images.push_back(image);
  }
  return images;
}

Position Position::mirrored() const {
  constexpr Symmetry kMirrorsFiles(1);
  static_assert(kMirrorsFiles.mirrors_files() && !kMirrorsFiles.mirrors_ranks() && !kMirrorsFiles.transposes());
  return to_public(uisge::image(tables(board()), kMirrorsFiles, to_engine(*this)));
}

static_assert(is_same_number(GameEnd::kNotOver, uisge::GameEnd::kNotOver) &&
              is_same_number(GameEnd::kMoverCompleted, uisge::GameEnd::kMoverCompleted) &&
              is_same_number(GameEnd::kOpponentCompleted, uisge::GameEnd::kOpponentCompleted) &&
              is_same_number(GameEnd::kMoverStuck, uisge::GameEnd::kMoverStuck) &&
              is_same_number(GameEnd::kBothStuck, uisge::GameEnd::kBothStuck));
GameEnd Position::end(Rules rules) const {
  return static_cast<GameEnd>(game_end(tables(board()), to_engine(rules), to_engine(*this)));
}

std::vector<Move> Position::moves(Rules rules) const {
  const MoveList moves = playable_moves(tables(board()), to_engine(rules), to_engine(*this));
  std::vector<Move> result;
  result.reserve(moves.size());
  for (const uisge::Move move : moves) result.push_back(to_public(move));
  return result;
}

Position Position::play(Rules rules, Move move) const {
  const Board& board_tables = tables(board());
  const uisge::Position position = to_engine(*this);
  const uisge::Move wanted = to_engine(board_tables, move);
  const MoveList moves = playable_moves(board_tables, to_engine(rules), position);
  // If the move is illegal, parse_move throws the error that says why.
  if (std::find(moves.begin(), moves.end(), wanted) == moves.end()) (void)parse_move(rules, move_text(move));
  return to_public(uisge::play(board_tables, position, wanted));
}

Move Position::parse_move(Rules rules, std::string_view text) const {
  return to_public(take(uisge::parse_move(tables(board()), to_engine(rules), to_engine(*this), text)));
}

std::string Position::move_text(Move move) const {
  const Board& board_tables = tables(board());
  return to_text(board_tables, to_engine(board_tables, move));
}

std::uint64_t perft(const Position& position, Rules rules, int plies, const std::atomic<bool>* cancel) {
  if (plies < 0 || plies > kMaxPerftPlies) {
    throw Error(ErrorKind::kUsage,
                fmt::format("plies: {} is out of range, 0 to {} are possible", plies, kMaxPerftPlies));
  }
  const std::uint64_t sequences = uisge::perft(tables(position.board()), to_engine(rules), to_engine(position), plies,
                                               Leaves::kCounted, best_instruction_set(), cancel);
  if (wants_stop(cancel)) throw Error(ErrorKind::kInterrupted, "perft: interrupted");
  return sequences;
}

std::string_view version() {
  return UISGE_VERSION;
}

}  // namespace uisge::v1
