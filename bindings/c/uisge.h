/**
 * \file
 * The board game Uisge for C: positions, moves and databases of solved boards. Link with -luisge.
 *
 * Every function returns a #uisge_status and writes its results to addresses that the caller passes. A function that
 * fails writes no result, except the sizes `needed` and `count`; uisge_last_error() then returns one line that says
 * what is wrong. No function throws, aborts or prints.
 *
 * Handles are opaque. A null, closed or made-up handle gets UISGE_ERROR_USAGE; only closing null does nothing. Threads
 * may share a database. Only one thread at a time may use a probe; a second thread gets an error. Positions, moves and
 * rules are plain values, which every function checks.
 *
 * Texts are written with a final zero into the caller's buffer. `needed`, which may be null, gets the size of the text
 * in bytes, with its zero, even if the buffer is too small. A caller that wants only that size passes a null buffer of
 * size 0.
 *
 * Later versions may add fields at the end of some structures. Such a structure is passed with its size, so that a
 * program that was built against an older header runs with a newer library.
 */
#ifndef UISGE_H
#define UISGE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define UISGE_C_API __attribute__((visibility("default")))
#else
#define UISGE_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* C's names, not those of the C++ code: NOLINTBEGIN(readability-identifier-naming) */

/** The result of a call. 0 is success, all other numbers are failures. Later versions may return further numbers. */
enum uisge_status_code {
  UISGE_OK = 0,                 /**< Done. */
  UISGE_ERROR_USAGE = 2,        /**< An argument is wrong: a position, move, handle or number. */
  UISGE_ERROR_BAD_FILE = 3,     /**< The file is not a database, damaged, or of another version or other rules. */
  UISGE_ERROR_RESOURCE = 4,     /**< There is no memory or no permission, or reading failed. */
  UISGE_ERROR_VERIFICATION = 5, /**< A file is intact, but its claim is false. */
  UISGE_ERROR_BUFFER = 6,       /**< The buffer is too small; `needed` or `count` has the right size. */
  UISGE_ERROR_INTERNAL = 7      /**< A mistake in the library. */
};
/** A uisge_status_code. */
typedef int uisge_status;

/** What happens to a player to move who has no legal move. */
enum uisge_stuck_rule {
  UISGE_STUCK_LOSES = 0, /**< The player has lost. */
  UISGE_STUCK_WINS = 1,  /**< The player has won. */
  UISGE_STUCK_DRAWS = 2, /**< The game is a draw. */
  UISGE_STUCK_PASSES = 3 /**< The turn goes to the other side; if both are stuck, the game is a draw. */
};

/** Who is to move. */
enum uisge_side {
  UISGE_WHITE = 0, /**< White, who moves first. */
  UISGE_BLACK = 1  /**< Black. */
};

/** Whether a game is over, and why. */
enum uisge_game_end {
  UISGE_NOT_OVER = 0,           /**< The game goes on. */
  UISGE_MOVER_COMPLETED = 1,    /**< The side to move has only crowns, so it has won. */
  UISGE_OPPONENT_COMPLETED = 2, /**< The side that has just moved has only crowns, so it has won. */
  UISGE_MOVER_STUCK = 3,        /**< The side to move has no move; the rules say what that means. */
  UISGE_BOTH_STUCK = 4          /**< Neither side has a move, and a stuck side passes: a draw. */
};

/** A position's value for the side to move. */
enum uisge_value {
  UISGE_DRAW = 0, /**< Neither side can force a win. */
  UISGE_WIN = 1,  /**< The side to move can force a win. */
  UISGE_LOSS = 2  /**< The other side can force a win. */
};

/** One of the eight rule sets. */
typedef struct uisge_rules {
  uint8_t stuck;          /**< A uisge_stuck_rule. */
  uint8_t diagonal_jumps; /**< 1 if crowns may jump diagonally too, else 0. */
} uisge_rules;

/** A position. In a set of squares, each square is the bit `rank * files + file`; a1 is bit 0. */
typedef struct uisge_position {
  uint64_t white;       /**< White's squares. */
  uint64_t black;       /**< Black's squares. */
  uint64_t crowns;      /**< The squares of crowns, of both sides. */
  uint8_t files;        /**< The board's files, 2 to 9. */
  uint8_t ranks;        /**< The board's ranks, 2 to 9; a board has at most 64 squares. */
  uint8_t side_to_move; /**< A uisge_side. */
  uint8_t reserved[5];  /**< Set to 0. */
} uisge_position;

/** A move, by the numbers of two squares. A pass has the same square twice. */
typedef struct uisge_move {
  uint8_t from; /**< Where the piece stands. */
  uint8_t to;   /**< Where the piece goes. */
} uisge_move;

/** No position has more moves. */
#define UISGE_MAX_MOVES 96

/** A value, and the plies to the end when the winner hurries and the loser delays. */
typedef struct uisge_verdict {
  uint8_t value;    /**< A uisge_value. */
  uint8_t reserved; /**< 0. */
  int16_t distance; /**< Plies; -1 for a draw and where only the value is known. */
} uisge_verdict;

/** A move and its value for the player who makes it. The distance counts from the position before the move. */
typedef struct uisge_ranked_move {
  uisge_move move;       /**< The move. */
  uint8_t best;          /**< 1 if the move keeps the position's value and distance (or has the best bound), else 0. */
  uint8_t reserved;      /**< 0. */
  uisge_verdict verdict; /**< The value for the player who makes the move. */
} uisge_ranked_move;

/** The facts about a start that are compiled into the library. Later versions may add fields at the end. */
typedef struct uisge_known_start {
  uint8_t is_known; /**< 0 if nothing is known or the position is not a start; then all fields are 0. */
  uint8_t is_open;  /**< 1 if nobody knows who wins. */
  uint8_t value;    /**< A uisge_value; 0 if is_open. */
  uint8_t reserved; /**< 0. */
  /** The fewest plies that the win or loss can take; if is_open, neither side can win in fewer; -1: not known. */
  int16_t at_least;
  int16_t within; /**< The most plies that the win or loss can take; -1: not known. */
} uisge_known_start;

/** The game of a database, and the counts of its live positions, in which each side has a blank. Images under symmetry
 * count. Later versions may add fields at the end. */
typedef struct uisge_identity {
  uint8_t files;           /**< The board's files. */
  uint8_t ranks;           /**< The board's ranks. */
  uint8_t pieces_per_side; /**< 1 to 6. */
  uint8_t has_distances;   /**< 0 for a values database. */
  uisge_rules rules;       /**< The rule set. */
  uint8_t reserved[2];     /**< 0. */
  uint64_t won;            /**< Live positions of the board that the side to move wins. */
  uint64_t lost;           /**< Live positions that the side to move loses. */
  uint64_t drawn;          /**< Live positions that are drawn. */
} uisge_identity;

/** An open database. */
typedef struct uisge_database uisge_database;
/** Looks up positions in a database, for one thread at a time. */
typedef struct uisge_probe uisge_probe;

/** The version of the library that the program has loaded, for example "0.2.0". */
UISGE_C_API const char* uisge_version(void);
/** What was wrong with the last failed call of this thread; empty if no call has failed. The text lasts until the next
 * call that fails on this thread. */
UISGE_C_API const char* uisge_last_error(void);

/** Reads a position from a text such as "7/2bb3/1bbbb2/2wwww1/3ww2/7 w", or from "start" for the start of the real
 * game. */
UISGE_C_API uisge_status uisge_position_parse(const char* text, uisge_position* position);
/** The start array of a board, White to move. */
UISGE_C_API uisge_status uisge_position_start(int files, int ranks, int pieces_per_side, uisge_position* position);
/** The text of a position, for uisge_position_parse(). At most 100 bytes. */
UISGE_C_API uisge_status uisge_position_text(const uisge_position* position, char* text, size_t size, size_t* needed);
/** The canonical position: the same for all positions that are equal up to symmetry and an exchange of colours. */
UISGE_C_API uisge_status uisge_position_canonical(const uisge_position* position, uisge_position* canonical);
/** Whether the game is over, and why: `end` gets a uisge_game_end. */
UISGE_C_API uisge_status uisge_position_end(const uisge_position* position, uisge_rules rules, int* end);

/** Writes the moves that may be played. `count` gets the number of these moves: 0 when the game is over, and at most
 * #UISGE_MAX_MOVES. If `capacity` is smaller, the call writes no move and fails with UISGE_ERROR_BUFFER; a caller that
 * wants only the number passes a null array of capacity 0. */
UISGE_C_API uisge_status uisge_legal_moves(const uisge_position* position, uisge_rules rules, uisge_move* moves,
                                           size_t capacity, size_t* count);
/** The position after a move; `after` may be the same as `position`. */
UISGE_C_API uisge_status uisge_play(const uisge_position* position, uisge_rules rules, uisge_move move,
                                    uisge_position* after);
/** The playable move that `text` names, such as "d2d4" or "pass". */
UISGE_C_API uisge_status uisge_move_parse(const uisge_position* position, uisge_rules rules, const char* text,
                                          uisge_move* move);
/** The text of a move, "d2d4" or "pass": 5 bytes with the zero. The position gives the board. */
UISGE_C_API uisge_status uisge_move_text(const uisge_position* position, uisge_move move, char* text, size_t size,
                                         size_t* needed);
/** The number of move sequences of exactly `plies` plies, 0 to 32. The time grows with the number of sequences. */
UISGE_C_API uisge_status uisge_perft(const uisge_position* position, uisge_rules rules, int plies, uint64_t* sequences);

/** What the compiled-in table knows of a start. `size` is sizeof(uisge_known_start). */
UISGE_C_API uisge_status uisge_known(const uisge_position* position, uisge_rules rules, uisge_known_start* known,
                                     size_t size);

/** Opens and checks a database file. Close it with uisge_database_close(). */
UISGE_C_API uisge_status uisge_database_open(const char* path, uisge_database** database);
/** Closes the database. Open probes of the database can still be used. Null has no effect. */
UISGE_C_API uisge_status uisge_database_close(uisge_database* database);
/** The board, pieces and rules of the database. `size` is sizeof(uisge_identity). */
UISGE_C_API uisge_status uisge_database_identity(uisge_database* database, uisge_identity* identity, size_t size);

/** A probe that keeps at most cache_bytes of decoded labels; 0 means the usual 512 MiB. Close it with
 * uisge_probe_close(). */
UISGE_C_API uisge_status uisge_probe_open(uisge_database* database, size_t cache_bytes, uisge_probe** probe);
/** Closes the probe. Null has no effect. */
UISGE_C_API uisge_status uisge_probe_close(uisge_probe* probe);
/** Value and distance of a position. */
UISGE_C_API uisge_status uisge_probe_verdict(uisge_probe* probe, const uisge_position* position,
                                             uisge_verdict* verdict);
/** Value and distance of a position, and all its moves: wins, shortest first; draws; losses, longest first. Equally
 * good moves are in the order of their texts. `verdict` may be null. `count` is as in uisge_legal_moves(). */
UISGE_C_API uisge_status uisge_probe_ranked_moves(uisge_probe* probe, const uisge_position* position,
                                                  uisge_verdict* verdict, uisge_ranked_move* moves, size_t capacity,
                                                  size_t* count);
/** The moves of best play of both sides to the end of the game. A draw's line ends when a position repeats, or after 40
 * plies. The line is empty if a win or loss has no known distance. `count` is as in uisge_legal_moves(). */
UISGE_C_API uisge_status uisge_probe_line(uisge_probe* probe, const uisge_position* position, uisge_move* moves,
                                          size_t capacity, size_t* count);

/* NOLINTEND(readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
