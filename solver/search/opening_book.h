// An opening book: what is proved about every position of the first plies of a game.
//
// A book of M plies and depth N holds every position that can arise within M plies, up to the board's symmetries and
// exchange of colours, and for each the verdict within N plies: a win or loss with its exact distance, or that neither
// side can force one within N. Only the positions that arise for the first time in ply M have to be searched. All moves
// of the others stay inside the book, so their verdicts follow: a position is won within d if some move leads to one
// that is lost within d - 1, and lost within d if all moves lead to ones that are won within d - 1. Plies fall from
// step to step, so it does no harm that games return to earlier positions. docs/book.md has the reader's account.
//
// Pure values and functions. Time and memory grow with the positions: about four times as many in each further ply of
// the real game, some 200 bytes and 5 us each.
#pragma once

#include <array>
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

// Two hundred thousand positions of the real game.
inline constexpr int kMaxBookPlies = 8;

struct BookIdentity {
  RuleSet rules;
  Position start;
  int plies = 0;  // how many first plies of the game the book covers, 0 to kMaxBookPlies
  int depth = 0;  // how far each position is looked ahead, 1 to kMaxSearchPlies
};

struct BookMove {
  Move move;
  std::size_t after;  // the index of the position that it leads to
};

struct BookEntry {
  Position position;            // canonical, White to move
  int ply = 0;                  // in which it first arises
  std::vector<BookMove> moves;  // in the order of their texts; none for the last ply, and when the game is over
};

// All positions of a book in its order: by falling ply, then by their texts. REQUIRES: plies within the limits.
std::vector<BookEntry> book_entries(const BookIdentity& identity);

// How many come in each ply, from 0 to `plies`.
std::vector<std::size_t> entries_by_ply(int plies, const std::vector<BookEntry>& entries);

// What the rules say if the game is over; nothing while it goes on.
std::optional<Verdict> verdict_by_rules(const BookIdentity& identity, const Position& position);

// What a move is worth to the side that makes it: within depth plies of the position before the move, by the verdict of
// the position after it. Only a move to a drawn end is a draw.
Verdict verdict_of_move(const BookIdentity& identity, Verdict after);

// Fills in the verdicts of all plies before the last. REQUIRES: one verdict for each entry, those of the last ply
// known.
void derive_verdicts(const BookIdentity& identity, const std::vector<BookEntry>& entries,
                     std::vector<Verdict>& verdicts);

// A shortest way from the start, as it stands on the user's board, to a position that is equal to the entry's up to
// symmetry and colours: the first by text at every move.
std::vector<Move> way_to(const BookIdentity& identity, const std::vector<BookEntry>& entries, std::size_t index);

}  // namespace uisge
