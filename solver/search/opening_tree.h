// The opening book that is compiled in (docs/book.md). For each move of a position the book gives the verdict, and the
// numbers of won and lost positions that can arise after the move.
//
// The program contains only the verdicts of the book's last ply, one letter per verdict (shipped_book.cmake). The
// positions and the other verdicts follow from the rules. The positions and verdicts take 3 MB of memory, and computing
// them takes about 50 ms. A look-up visits, for each move, all positions of the book that can arise after the move.
// These are at most 24,000: each of the book's 12,000 entries stands for two positions, which differ by an exchange of
// the colours. Thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "solver/search/opening_book.h"

namespace uisge {

struct ShippedBook {
  std::string_view start;  // the book's start; its rules are `loses` without diagonal jumps
  int plies;
  int depth;
  std::string_view letters;  // a letter per position of the book's last ply: its verdict, in the order of book_entries
};
ShippedBook shipped_book();
BookIdentity shipped_book_identity();

// Counts the positions of the book that can arise after a move. Images under the board's symmetries count once. `won`
// and `lost` count the positions that are won and lost for the player who makes the move.
struct OpeningCounts {
  std::size_t positions = 0;
  std::size_t won = 0;
  std::size_t lost = 0;
};

struct OpeningMove {
  Move move;
  Verdict verdict;
  OpeningCounts below;
};

struct Opening {
  Verdict verdict;
  std::vector<OpeningMove> moves;  // in the order of their texts; empty in the last ply, and if the game is over
};

class OpeningTree {
 public:
  // The first call of shipped() makes the tree.
  static const OpeningTree& shipped();

  // std::nullopt if the book lacks the position or is for other rules.
  std::optional<Opening> find(const Position& position, RuleSet rules) const;

 private:
  explicit OpeningTree(const ShippedBook& book);
  OpeningCounts below(std::size_t index, int plies) const;

  BookIdentity identity_;
  std::vector<BookEntry> entries_;
  std::vector<Verdict> verdicts_;
  std::unordered_map<Position, std::size_t, PositionHash> indices_;
};

}  // namespace uisge
