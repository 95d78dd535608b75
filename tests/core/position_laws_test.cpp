// Tests laws of positions and their moves, on random boards and with random piece counts.
#include "core/moves.h"
#include "core/placement.h"
#include "tests/core/random_position.h"
#include "tests/test.h"
// rapidcheck's header must come after Catch2's.
#include <rapidcheck/catch.h>

using namespace uisge;
using namespace uisge::test;

namespace {

Position colours_exchanged(const Position& position) {
  return Position::unchecked(position.size(), position.mover_bb(), position.opponent_bb(), position.crowns_bb(),
                             other(position.side_to_move()));
}

}  // namespace

TEST_CASE("laws of single positions", "[position][law]") {
  rc::prop("a position's text is read back as the position", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    RC_ASSERT(parse_position(to_text(board, position)).value() == position);
  });
  rc::prop("a setup passes the check that made it", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    RC_ASSERT(Position::from_setup(board, position.setup()).value() == position);
  });
  rc::prop("a symmetry is undone by its inverse", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    const Symmetry symmetry = random_symmetry(board);
    RC_ASSERT(image(board, board.inverse(symmetry), image(board, symmetry, position)) == position);
  });
  rc::prop("the canonical form is an image, the same for all images and both colours", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    const Position form = canonical(board, position);
    RC_ASSERT(canonical(board, image(board, random_symmetry(board), position)) == form);
    RC_ASSERT(canonical(board, colours_exchanged(position)) == form);
    RC_ASSERT(canonical(board, form) == form);
    RC_ASSERT(form.side_to_move() == Side::kWhite);
    bool is_image = false;
    for (int s = 0; s < board.symmetry_count(); ++s) {
      const Position other_image = image(board, Symmetry(s), position);
      is_image = is_image || other_image == form || colours_exchanged(other_image) == form;
    }
    RC_ASSERT(is_image);
  });
  rc::prop("text with one character changed is another position or refused, never the same", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    std::string text = to_text(board, position);
    char& c = text[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(text.size())))];
    c = *rc::gen::distinctFrom(c);
    const auto read = parse_position(text);
    if (!read) {
      RC_ASSERT(read.error().kind == ErrorKind::kUsage);
      RC_ASSERT(read.error().message.starts_with("position: "));
      const auto is_printable = [](char letter) { return letter >= ' ' && letter <= '~'; };
      RC_ASSERT(std::ranges::all_of(read.error().message, is_printable));
    } else if (std::string_view(" \t\r\n\v\f").find(c) == std::string_view::npos) {
      RC_ASSERT(*read != position);
      RC_ASSERT(to_text(Board(read->size()), *read) == text);
    }  // spaces around the text are ignored
  });
}

TEST_CASE("laws of moves", "[moves][law]") {
  rc::prop("legal moves are those of the placement that the mover's crowns and blanks can make", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    RC_PRE(position.is_live());
    const RuleSet rules = random_rules();
    MoveList expected;
    for (const PlacementMove& move : placement_moves(board, rules.diagonal_jumps, position.occupied_bb())) {
      if (!position.mover_bb().contains(move.from)) continue;
      if (move.kind != MoveKind::kJump && !position.crowns_bb().contains(move.from)) continue;
      expected.push_back({move.from, move.to});
    }
    RC_ASSERT(legal_moves(board, rules, position) == expected);
  });
  rc::prop("play keeps a position valid, moves one piece and gives the other side the turn", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    for (const Move move : playable_moves(board, random_rules(), position)) {
      const Position next = play(board, position, move);
      RC_ASSERT(Position::from_setup(board, next.setup()).value() == next);
      RC_ASSERT(next.side_to_move() == other(position.side_to_move()));
      RC_ASSERT(next.mover_bb() == position.opponent_bb());
      const SquareSet moved_bb = next.opponent_bb() ^ position.mover_bb();
      RC_ASSERT(moved_bb == (move.is_pass() ? SquareSet() : SquareSet(move.from).with(move.to)));
      RC_ASSERT((next.crowns_bb() & next.mover_bb()) == (position.crowns_bb() & position.opponent_bb()));
      const int turned =
          (next.crowns_bb() & next.opponent_bb()).size() - (position.crowns_bb() & position.mover_bb()).size();
      const bool is_jump = !move.is_pass() && !board.adjacent_bb(move.from).contains(move.to);
      RC_ASSERT(turned == (!is_jump ? 0 : position.crowns_bb().contains(move.from) ? -1 : 1));
    }
  });
  rc::prop("images have the images of the moves", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    const Symmetry symmetry = random_symmetry(board);
    const RuleSet rules = random_rules();
    MoveList images;
    for (const Move move : playable_moves(board, rules, position)) {
      images.push_back({board.image(symmetry, move.from), board.image(symmetry, move.to)});
      if (move.is_pass()) images.back() = Move::pass();
    }
    std::sort(images.begin(), images.end());
    const Position mapped = image(board, symmetry, position);
    RC_ASSERT(playable_moves(board, rules, mapped) == images);
    RC_ASSERT(game_end(board, rules, mapped) == game_end(board, rules, position));
  });
  rc::prop("every move can be read back, and the game is over exactly when there is none", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    const RuleSet rules = random_rules();
    const MoveList moves = playable_moves(board, rules, position);
    for (const Move move : moves) {
      RC_ASSERT(parse_move(board, rules, position, to_text(board, move)).value() == move);
    }
    RC_ASSERT(moves.empty() == (game_end(board, rules, position) != GameEnd::kNotOver));
  });
}

TEST_CASE("setups that no text can hold are refused too", "[position]") {
  const Board board(BoardSize{4, 4});
  const auto square_bb = [&](int file, int rank) { return SquareSet(board.square(file, rank)); };
  const Setup sound{board.size(), square_bb(0, 0), square_bb(1, 0), {}, Side::kWhite};
  REQUIRE(Position::from_setup(board, sound));

  const auto refused_for = [&](const Setup& setup, const std::string& reason) {
    check_error(Position::from_setup(board, setup), ErrorKind::kUsage, reason);
  };
  Setup setup = sound;
  setup.size = {4, 3};
  refused_for(setup, "on a 4x3 board, expected 4x4");
  setup = sound;
  setup.black_bb = setup.white_bb;
  refused_for(setup, "a1 holds pieces of both sides");
  setup = sound;
  setup.crowns_bb = square_bb(2, 2);
  refused_for(setup, "c3 is crowned but empty");
}
