/// \file
/// The game: boards, rules, positions, moves, notation, perft. See docs/rules.md for the meaning of these words.
///
/// All types are small values, and all functions are pure and safe to call from any number of threads. When a board
/// size is first used, the library makes 3 KiB of tables for it, and keeps them until the program ends.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "uisge/error.h"
#include "uisge/export.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// The size of a board, files by ranks: 2 to 9 each, at most 64 squares in all. A function that gets a board's size
  /// checks the size (ErrorKind::kUsage).
  struct UISGE_EXPORT BoardSize {
    int files = 7;  ///< Columns, `a` on the left.
    int ranks = 6;  ///< Rows, `1` at the bottom.

    /// Reads "7x6". Throws Error (usage) for any other text, and for boards that are too small or too large.
    static BoardSize parse(std::string_view text);
    /// "7x6".
    std::string text() const;
    /// The number of squares.
    constexpr int squares() const { return files * ranks; }
    /// Compares the numbers of files, then the numbers of ranks.
    constexpr auto operator<=>(const BoardSize& other) const = default;
  };

  /// The rule for a player to move who has no legal move.
  enum class StuckRule : std::uint8_t {
    kLoses = 0,  ///< The player has lost.
    kWins = 1,   ///< The player has won.
    kDraws = 2,  ///< The game is a draw.
    kPasses = 3  ///< The player passes, which takes one ply; if both sides are stuck, the game is a draw.
  };

  /// One of the eight rule sets.
  struct Rules {
    StuckRule stuck = StuckRule::kLoses;  ///< What happens to a stuck player.
    bool diagonal_jumps = false;          ///< Whether crowns may jump diagonally too.
    /// Compares by the stuck rule's number, then by diagonal jumps.
    constexpr auto operator<=>(const Rules& other) const = default;
  };

  /// "loses", "wins", "draws" or "passes", as on the command line.
  UISGE_EXPORT std::string_view to_string(StuckRule stuck);
  /// The stuck rule that `text` names; throws Error (usage) if there is none.
  UISGE_EXPORT StuckRule parse_stuck_rule(std::string_view text);

  /// A colour. White moves first.
  enum class Side : std::uint8_t { kWhite = 0, kBlack = 1 };

  /// A move by its two squares, which are numbered `rank * files + file`, a1 first. A jump moves two squares and a step
  /// one, so the squares tell the kind of the move.
  struct Move {
    std::uint8_t from = 0;  ///< Where the piece stands.
    std::uint8_t to = 0;    ///< Where the piece goes; equal to `from` for a pass.
    /// Whether the move is a pass: a stuck side skips its turn.
    constexpr bool is_pass() const { return from == to; }
    /// Compares by the squares' numbers.
    constexpr auto operator<=>(const Move& other) const = default;
  };

  /// Whether the game is over, and why.
  enum class GameEnd : std::uint8_t {
    kNotOver = 0,  ///< The game goes on.
    /// The side to move has only crowns, so it has won. No move leads to a position in which the side to move has only
    /// crowns, but a text may describe one.
    kMoverCompleted = 1,
    kOpponentCompleted = 2,  ///< The side that has just moved has only crowns, so it has won.
    kMoverStuck = 3,         ///< The side to move has no move; the stuck rule gives the result.
    kBothStuck = 4           ///< Neither side has a move, and a stuck side passes: a draw.
  };

  struct PositionAccess;

  /// A position that has passed every check of the rules: equal piece counts, 1 to 6 a side, one connected group, at
  /// least one blank.
  class UISGE_EXPORT Position {
   public:
    /// The start of the real game: 7x6, six pieces a side.
    Position();

    /// Reads a text like a chess FEN: "7/2bb3/1bbbb2/2wwww1/3ww2/7 w", or "start". Takes about a microsecond. Throws
    /// Error (usage), which names the rank and what is wrong with it.
    static Position parse(std::string_view text);
    /// The start array of a board, White to move. Throws Error (usage) if the board is too small for the start array,
    /// or if there is no array for the number of pieces, as for one per side.
    static Position start(BoardSize board, int pieces_per_side);
    /// Makes a position from sets of squares: bit `rank * files + file` stands for the square with these numbers, which
    /// begin at 0. Throws Error (usage) if the sets do not make a valid position.
    static Position from_squares(BoardSize board, std::uint64_t white, std::uint64_t black, std::uint64_t crowns,
                                 Side side_to_move);

    /// The size of the position's board.
    BoardSize board() const { return {files_, ranks_}; }
    /// 1 to 6.
    int pieces_per_side() const;
    /// Who moves next.
    Side side_to_move() const { return side_; }
    /// The squares of White's pieces, one bit per square.
    std::uint64_t white() const { return white_; }
    /// The squares of Black's pieces, one bit per square.
    std::uint64_t black() const { return black_; }
    /// The squares of the crowns of both sides, one bit per square.
    std::uint64_t crowns() const { return crowns_; }

    /// The text of the position, which parse() reads.
    std::string text() const;
    /// A drawing: one line per rank, the top rank first, and then a line with the files' letters. Ends in a newline.
    std::string drawing() const;
    /// The position that stands for all positions equal to this one up to the board's symmetries and an exchange of
    /// colours. In the canonical position, White is to move. Two positions have the same canonical position if and only
    /// if they are equal in this sense.
    Position canonical() const;

    /// All images of the position under the board's symmetries, each once, beginning with the position itself: at most
    /// 4, or 8 on a square board.
    std::vector<Position> images() const;
    /// The mirror image of the position: its first file becomes the last file.
    Position mirrored() const;

    /// Whether the game is over under these rules.
    GameEnd end(Rules rules) const;
    /// The moves that the player may play, in the order of the squares' numbers: the legal moves, or the pass of a
    /// stuck side if the rules say so. Empty when the game is over. At most 96 moves. Takes about 0.2 microseconds.
    std::vector<Move> moves(Rules rules) const;
    /// The position after a move. Throws Error (usage) with the reason if the move cannot be played.
    Position play(Rules rules, Move move) const;
    /// The playable move that `text` names: "d2d4", also "d2-d4" and "D2D4", or "pass". Throws Error (usage) with the
    /// reason if the text names no playable move.
    Move parse_move(Rules rules, std::string_view text) const;
    /// "d2d4", or "pass". Throws Error (usage) if a square is not on the board.
    std::string move_text(Move move) const;

    /// Compares by board, squares, crowns and the side to move, in an unspecified order.
    constexpr auto operator<=>(const Position& other) const = default;

   private:
    friend struct PositionAccess;  // makes positions that the engine has checked
    struct Unset {};
    explicit Position(Unset /*unset*/) : white_(0), black_(0), crowns_(0), files_(0), ranks_(0), side_(Side::kWhite) {}

    std::uint64_t white_;
    std::uint64_t black_;
    std::uint64_t crowns_;
    std::uint8_t files_;
    std::uint8_t ranks_;
    Side side_;
  };

  /// The largest number of plies that perft() takes; a count of more plies may need more than 64 bits.
  inline constexpr int kMaxPerftPlies = 32;

  /// The number of sequences of exactly `plies` plies. A game that ends earlier contributes nothing; a pass is a ply.
  /// Uses one thread, and counts about 100 million sequences per second. `cancel` is polled many times a second; true
  /// stops the count; may be null. Throws Error: usage unless 0 <= plies <= kMaxPerftPlies, interrupted if the count
  /// was stopped.
  UISGE_EXPORT std::uint64_t perft(const Position& position, Rules rules, int plies,
                                   const std::atomic<bool>* cancel = nullptr);

  /// The version of the library that the program has loaded, such as "0.2.0".
  UISGE_EXPORT std::string_view version();

}  // namespace v1
}  // namespace uisge
