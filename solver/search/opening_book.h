// An opening book: the proved verdict of every position in the first plies of a game.
//
// A book of M plies and depth N holds every position that can arise within M plies, up to the board's symmetries and
// exchange of colours. For each position the book has the verdict within N plies: a win or loss with its exact
// distance, or the fact that neither side can force a win within N plies. Only the positions that first arise in ply M
// need a search. All moves from any other position lead to positions of the book, so the verdict follows from the
// verdicts after the moves. A position is won within d plies if some move leads to a position that is lost within d -
// 1. A position is lost within d plies if all moves lead to positions that are won within d - 1. docs/book.md explains
// books.
//
// This file has only values and pure functions. Apart from the searches of its positions, a book takes about 200 bytes
// of memory and 5 us of time per position. In the real game the number of positions grows about fourfold per ply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/moves.h"
#include "core/position.h"
#include "core/rules.h"
#include "core/verdict.h"
#include "solver/search/fact_table.h"

namespace uisge {

// A book of the real game with eight plies has two hundred thousand positions.
inline constexpr int kMaxBookPlies = 8;
// The memory that a book takes, in bytes per position, while its positions are sorted.
inline constexpr std::uint64_t kBytesPerBookEntry = 400;

struct BookIdentity {
  RuleSet rules;
  Position start;
  int plies = 0;  // the number of plies from the start that the book covers, 0 to kMaxBookPlies
  int depth = 0;  // how many plies the search looks beyond the book's last ply, 1 to kMaxSearchPlies
};

struct BookMove {
  Move move;
  std::size_t after;  // the index of the position after the move
};

struct BookEntry {
  Position position;            // canonical, White to move
  int ply = 0;                  // the ply after which the position first arises; 0 for the start
  std::vector<BookMove> moves;  // in the order of their texts; empty in the last ply, and if the game is over
};

// All positions of a book in the order of the file: by descending ply, then by text. REQUIRES: 0 <= identity.plies <=
// kMaxBookPlies.
std::vector<BookEntry> book_entries(const BookIdentity& identity);
// The same; std::nullopt if there are more than `most` positions, which takes the time and memory of `most` positions.
std::optional<std::vector<BookEntry>> book_entries(const BookIdentity& identity, std::uint64_t most);

// Element p: the number of the book's positions in ply p, for p from 0 to `plies`.
std::vector<std::size_t> entries_by_ply(int plies, const std::vector<BookEntry>& entries);

// The verdict by the rules if the game is over; nothing while the game goes on.
std::optional<Verdict> verdict_by_rules(const BookIdentity& identity, const Position& position);

// The verdict of a move, for the side that makes it; `after` is the verdict of the position after the move. Plies count
// from the position before the move; wins and losses beyond the book's depth are undecided. A move counts as a draw
// only if it ends the game as a draw.
Verdict verdict_of_move(const BookIdentity& identity, Verdict after);

// Computes the verdicts of all positions of the plies before the last. REQUIRES: `verdicts` has one element per entry,
// and the verdicts of the last ply are known.
void derive_verdicts(const BookIdentity& identity, const std::vector<BookEntry>& entries,
                     std::vector<Verdict>& verdicts);

// A shortest sequence of moves from the start to the position of an entry, up to symmetry and exchange of colours.
// Deterministic: equal arguments give equal moves.
std::vector<Move> way_to(const BookIdentity& identity, const std::vector<BookEntry>& entries, std::size_t index);

}  // namespace uisge
